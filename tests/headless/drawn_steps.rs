//! Locks of every kind, drawn: what lies there, the piece at rest, and how it got there. For tests of both levels.

use korobka::ai::playfield::{PlacementOutcome, Playfield};
use korobka::rules::{
    Board, BoardSize, Facing, FallingPiece, LastMove, Matrix, PieceKind, Random, Turn, random::Purpose,
};

/// A lock: the stack before it, the piece where it rests, and the move that brought it there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DrawnLock {
    pub(crate) name: &'static str,
    pub(crate) drawing: &'static str,
    pub(crate) piece: FallingPiece,
    pub(crate) last: LastMove,
}

const fn at(kind: PieceKind, facing: Facing, x: i8, y: i8) -> FallingPiece {
    FallingPiece { kind, facing, x, y }
}

const fn plain(name: &'static str, drawing: &'static str, piece: FallingPiece) -> DrawnLock {
    DrawnLock { name, drawing, piece, last: LastMove::Other }
}

const fn turned(name: &'static str, drawing: &'static str, piece: FallingPiece, kick: u8) -> DrawnLock {
    DrawnLock { name, drawing, piece, last: LastMove::Rotation { turn: Turn::Clockwise, kick } }
}

const UPRIGHT: FallingPiece = at(PieceKind::I, Facing::East, 7, 0);

/// Locks that end a chain or clear nothing, and the quad. What is drawn counts as garbage.
pub(crate) const PLAIN: [DrawnLock; 6] = [
    plain("nothing", "#.........", at(PieceKind::O, Facing::North, 4, 0)),
    plain("single", "#.........\n#########.", UPRIGHT),
    plain("double", "#.........\n#########.\n#########.", UPRIGHT),
    plain("triple", "#.........\n#########.\n#########.\n#########.", UPRIGHT),
    // Under the second season's rules a mini, elsewhere a single.
    turned("stuck t", "....#.....\n..........\n###...####\n####..####", at(PieceKind::T, Facing::North, 3, 0), 0),
    plain("quad", "#.........\n#########.\n#########.\n#########.\n#########.", UPRIGHT),
];

/// Locks that go on with a chain.
pub(crate) const DIFFICULT: [DrawnLock; 4] = [
    PLAIN[5],
    turned("t-spin double", "####......\n###...####\n####.#####", at(PieceKind::T, Facing::South, 3, 0), 0),
    turned("mini", ".#########", at(PieceKind::T, Facing::East, -1, 0), 1),
    plain("perfect clear", "######....", at(PieceKind::I, Facing::North, 6, -2)),
];

impl DrawnLock {
    /// The drawing.
    pub(crate) fn matrix(&self, size: BoardSize) -> Matrix {
        Matrix::from_board(&Board::from_drawing(size, self.drawing))
    }

    /// The lock at the level of placements.
    pub(crate) fn on(&self, field: &mut Playfield, now: u64) -> PlacementOutcome {
        field.matrix = self.matrix(field.rules.board);
        field.falling = self.piece.kind;
        assert!(self.piece.lowered(field.matrix.board()).is_none(), "{}: the piece rests", self.name);
        field.place(self.piece, self.last, false, now).unwrap_or_else(|| panic!("{}: the piece fits", self.name))
    }
}

/// As many locks as `steps` says, drawn from a seed: chains long enough to send something at their end, and
/// locks of all other kinds between them.
pub(crate) fn random_locks(seed: u64, steps: usize) -> Vec<DrawnLock> {
    let mut random = Random::new(seed, Purpose::Games);
    let plain = [100, 250, 500][seed as usize % 3];
    let mut pick = |steps: &[DrawnLock]| steps[random.below(steps.len() as u32) as usize];
    let mut script = Vec::new();
    let mut chance = Random::new(seed ^ 0x5EED, Purpose::Games);
    while script.len() < steps {
        script.push(if chance.chance(plain) { pick(&PLAIN) } else { pick(&DIFFICULT) });
    }
    script
}
