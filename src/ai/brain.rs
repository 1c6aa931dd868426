//! Temporary stand-in until the learners land.
use crate::rules::{Board, Facing, FallingPiece, PieceKind};
/// What a thinker sees.
#[derive(Debug)]
pub struct View<'a> {
    /// b
    pub board: &'a Board,
    /// f
    pub falling: PieceKind,
    /// h
    pub hold: Option<PieceKind>,
    /// c
    pub can_hold: bool,
    /// n
    pub next: &'a [PieceKind],
}
/// A placement.
#[derive(Clone, Copy, Debug)]
pub struct Ranked {
    /// where
    pub piece: FallingPiece,
    /// hold first
    pub hold: bool,
    /// v
    pub value: f64,
}
/// Thinks.
#[derive(Clone, Debug, Default)]
pub struct Brain;
impl Brain {
    /// rank
    pub fn rank(&self, view: &View) -> Vec<Ranked> {
        let mut all = Vec::new();
        for x in -3..16 {
            for facing in Facing::ALL {
                let top = view.board.size().visible as i8 - 1;
                let piece = FallingPiece { kind: view.falling, facing, x, y: top };
                if view.board.fits(piece) {
                    let piece = piece.dropped(view.board);
                    let mut board = *view.board;
                    board.place(piece);
                    let lines = board.clear_full_rows().count_ones();
                    let h = board.column_heights();
                    let sum: i32 = h.iter().map(|&h| i32::from(h)).sum();
                    let holes = sum - board.count() as i32;
                    let bump: i32 =
                        h[..board.width()].windows(2).map(|w| (i32::from(w[0]) - i32::from(w[1])).abs()).sum();
                    let value = -0.51 * f64::from(sum) + 0.76 * f64::from(lines)
                        - 0.9 * f64::from(holes)
                        - 0.18 * f64::from(bump);
                    all.push(Ranked { piece, hold: false, value });
                }
            }
        }
        all.sort_by(|a, b| b.value.total_cmp(&a.value));
        all
    }
}
