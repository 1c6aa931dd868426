//! The attack that decided a round. Knows no entity.

use super::{Attack, RoundStats};

/// Ticks before the end of a round in which an attack may have decided it: about as long as a board
/// under garbage holds out.
const DECIDING_TICKS: u64 = 15_000;

/// The attack of the winner that decided the round: of those in its last fifteen seconds the one of the most lines, of
/// equals the last. `None` when nothing was sent then.
pub fn deciding_attack(winner: &RoundStats) -> Option<&Attack> {
    let end = winner.figures.ticks;
    let late = winner.attacks.iter().filter(|attack| attack.tick + DECIDING_TICKS >= end);
    late.max_by_key(|attack| (attack.lines, attack.tick))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::stats::{ClearKind, PlayerFigures};

    fn attack(tick: u64, lines: u32) -> Attack {
        Attack { tick, lines, kind: ClearKind::Tetris, combo: 0, back_to_back: false, perfect: false }
    }

    #[test]
    fn the_largest_late_attack_decides_and_of_equals_the_last() {
        let figures = PlayerFigures { ticks: 60_000, ..PlayerFigures::default() };
        let attacks = vec![attack(10_000, 9), attack(46_000, 4), attack(50_000, 4), attack(59_000, 2)];
        let round = RoundStats { figures, attacks, ..RoundStats::default() };
        assert_eq!(deciding_attack(&round).map(|attack| attack.tick), Some(50_000), "nine lines were long ago");
        let quiet = RoundStats { attacks: vec![attack(10_000, 9)], ..round };
        assert_eq!(deciding_attack(&quiet), None, "nothing was sent in the end");
    }
}
