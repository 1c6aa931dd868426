//! The rivals: a name, an emblem and a line of character for rungs of the ladder, in one table. A rival is a saved
//! generation at a speed, with slips.
//!
//! What the line says of how a rival plays is also written as claims, which a test compares with what was measured
//! (`tests/headless/strengths.rs`). A player that is no rival keeps the name of its recipe ([`cast`]).

use super::strengths::PlayStyle;
use crate::game::Pace;
use crate::storage::{Spec, cast};

/// A rival: an opponent on the ladder with a name and an emblem.
#[derive(Debug)]
pub struct LadderRival {
    /// The SPEC of the player, as on the command line: `iwumbwe:0`.
    pub player: &'static str,
    /// The speed of the rival, in thousandths of a piece a second.
    pub milli_pps: u32,
    /// How often the rival's hand slips, 0-5.
    pub slips: u8,
    /// The name of the rival.
    pub name: &'static str,
    /// The colour of the rival: red, green and blue.
    pub colour: [u8; 3],
    /// The emblem of the rival, 8 rows of 8 cells, the top row first: `#` is a cell of its colour, `+` a light one,
    /// `.` an empty one.
    pub emblem: [&'static str; 8],
    /// A line about the rival's character.
    pub line: &'static str,
    /// What the line says of the rival's play, in figures that can be checked.
    pub claims: &'static [StyleClaim],
}

/// The figures of a player's style that are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StyleFigure {
    /// How many pieces the player places in a second.
    Speed,
    /// How many lines of attack the player makes in a minute.
    Attack,
    /// How many lines of attack the player makes with a piece.
    AttackPerPiece,
    /// How many spins of the player clear lines, in a hundred pieces.
    Spins,
    /// The figure is the mean height of the stack, in rows.
    Height,
    /// The figure is how often the player's hand slips, 0-5.
    Slips,
}

/// A claim that a line of character makes about a figure of the rival's style.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StyleClaim {
    /// The claim is that the figure is at least this.
    AtLeast(StyleFigure, f64),
    /// The claim is that the figure is at most this.
    AtMost(StyleFigure, f64),
    /// The figure is larger than in any other rival.
    Largest(StyleFigure),
    /// The figure is smaller than in any other rival.
    Smallest(StyleFigure),
}

impl StyleFigure {
    /// The value of this figure for a player with this style and these slips.
    pub fn value_for(self, style: &PlayStyle, slips: u8) -> f64 {
        match self {
            StyleFigure::Speed => style.pps,
            StyleFigure::Attack => style.apm,
            StyleFigure::AttackPerPiece => style.app,
            StyleFigure::Spins => style.spins,
            StyleFigure::Height => style.height,
            StyleFigure::Slips => f64::from(slips),
        }
    }
}

use StyleClaim::{AtLeast, AtMost, Largest, Smallest};
use StyleFigure::{Attack, AttackPerPiece, Height, Slips, Speed, Spins};

/// All rivals, the weakest first, as on the ladder.
pub const RIVALS: [LadderRival; 14] = [
    LadderRival {
        player: "iwumbwe:0",
        milli_pps: 860,
        slips: 5,
        name: "Kolobok",
        colour: [240, 178, 64],
        emblem: ["..####..", ".######.", "##+##+##", "########", "#+####+#", "##++++##", ".######.", "..####.."],
        line: "Rolls off anywhere: one piece in five goes astray, and next to nothing is sent",
        claims: &[AtLeast(Slips, 5.0), AtMost(Attack, 0.5)],
    },
    LadderRival {
        player: "iwumbwe:0",
        milli_pps: 860,
        slips: 3,
        name: "Yemelya",
        colour: [110, 186, 214],
        emblem: ["........", "..###..#", ".#####.#", "#+######", "########", ".#####.#", "..###..#", "........"],
        line: "Would rather lie on the stove: sends next to nothing, and lets the stack pile up",
        claims: &[AtMost(Attack, 0.5), AtLeast(Height, 9.0)],
    },
    LadderRival {
        player: "iwumbwe:0",
        milli_pps: 800,
        slips: 2,
        name: "Petrushka",
        colour: [236, 92, 92],
        emblem: ["+..++..+", "##.##.##", "########", ".######.", ".++++++.", ".+#++#+.", "..+##+..", "...++..."],
        line: "Clowns about near the top, and sends you nothing but jokes",
        claims: &[AtMost(Attack, 0.5), AtLeast(Height, 9.0)],
    },
    LadderRival {
        player: "iwumbwe:0",
        milli_pps: 800,
        slips: 1,
        name: "Ivanushka",
        colour: [150, 200, 96],
        emblem: ["....#...", "...###..", "..####..", ".##+####", ".#######", "..###...", ".####...", ".#####.."],
        line: "A fool with luck: lives high up and seldom drops a piece",
        claims: &[AtLeast(Height, 10.0), AtMost(Slips, 1.0)],
    },
    LadderRival {
        player: "iwumbwe:0",
        milli_pps: 800,
        slips: 0,
        name: "Matryoshka",
        colour: [242, 122, 160],
        emblem: ["..####..", ".#++++#.", ".#+##+#.", ".##++##.", "########", "##+##+##", "###++###", ".######."],
        line: "The tallest stack of all, set without a slip, and nearly a row a minute",
        claims: &[Largest(Height), AtMost(Slips, 0.0), AtLeast(Attack, 0.7)],
    },
    LadderRival {
        player: "codereview:0",
        milli_pps: 550,
        slips: 5,
        name: "Domovoi",
        colour: [178, 150, 128],
        emblem: ["..####..", ".######.", "##+##+##", "########", "#++++++#", ".++++++.", "..++++..", "...++..."],
        line: "Takes its time behind the stove and forgets itself: one piece in five goes astray",
        claims: &[AtMost(Speed, 0.6), AtLeast(Slips, 5.0)],
    },
    LadderRival {
        player: "iwumbwe:3",
        milli_pps: 480,
        slips: 3,
        name: "Medved",
        colour: [206, 140, 74],
        emblem: ["##....##", "########", ".######.", ".#+##+#.", ".######.", ".##++##.", "..#++#..", "...##..."],
        line: "The slowest paws of all: a piece every two seconds, some of them clumsy",
        claims: &[Smallest(Speed), AtMost(Speed, 0.5), AtLeast(Slips, 1.0)],
    },
    LadderRival {
        player: "cogsci-1:10",
        milli_pps: 900,
        slips: 2,
        name: "Alyonushka",
        colour: [214, 132, 220],
        emblem: ["...##...", ".######.", ".##++##.", "##++++##", ".##++##.", ".######.", "...##...", "...++..."],
        line: "Quick on her feet, strays from the path now and then, sends two rows a minute",
        claims: &[AtLeast(Speed, 0.85), AtLeast(Slips, 1.0), AtLeast(Attack, 2.0)],
    },
    LadderRival {
        player: "codereview:50",
        milli_pps: 800,
        slips: 0,
        name: "Levsha",
        colour: [232, 214, 120],
        emblem: [".######.", "########", ".######.", "...++...", "...++...", "...++...", "...++...", "...++..."],
        line: "The smith with the steady hand: never slips, and forges right under the ceiling",
        claims: &[AtMost(Slips, 0.0), AtLeast(Height, 10.0)],
    },
    LadderRival {
        player: "cogsci-4:10",
        milli_pps: 640,
        slips: 0,
        name: "Vasilisa",
        colour: [104, 206, 130],
        emblem: ["+..++..+", "++++++++", "........", ".##..##.", "########", "#.####.#", "########", ".######."],
        line: "Thinks before she places: unhurried, without a slip, on a low stack",
        claims: &[AtMost(Speed, 0.7), AtMost(Slips, 0.0), AtMost(Height, 7.0)],
    },
    LadderRival {
        player: "cmaes:64",
        milli_pps: 800,
        slips: 1,
        name: "Rusalka",
        colour: [84, 196, 196],
        emblem: ["##....##", "###..###", ".######.", "..####..", "...##...", "..####..", ".+.++.+.", "+.+..+.+"],
        line: "Pulls you under row by row: four a minute, and hardly a slip",
        claims: &[AtLeast(Attack, 4.0), AtMost(Slips, 1.0)],
    },
    LadderRival {
        player: "termproject:8",
        milli_pps: 790,
        slips: 0,
        name: "Snegurochka",
        colour: [158, 206, 255],
        emblem: ["#..##..#", ".#.##.#.", "..####..", "###++###", "###++###", "..####..", ".#.##.#.", "#..##..#"],
        line: "Melts everything down: the lowest stack of all, and never a slip",
        claims: &[Smallest(Height), AtMost(Slips, 0.0)],
    },
    LadderRival {
        player: "lin:25",
        milli_pps: 1300,
        slips: 0,
        name: "Zhar-ptitsa",
        colour: [255, 138, 52],
        emblem: ["...#....", "...##..#", "#..###.#", "##.#####", "###+####", "##+++###", ".#+++##.", "..####.."],
        line: "The quickest of all: ten rows a minute come flying",
        claims: &[Largest(Speed), AtLeast(Attack, 10.0)],
    },
    LadderRival {
        player: "champion:3",
        milli_pps: 600,
        slips: 3,
        name: "Baba Yaga",
        colour: [190, 128, 255],
        emblem: ["...##...", "..####..", ".######.", "########", ".#++###.", ".######.", "..#..#..", ".##..##."],
        line: "The only one that spins pieces into place, and none hits harder with each",
        claims: &[Largest(Spins), AtLeast(Spins, 1.0), Largest(AttackPerPiece), Largest(Attack)],
    },
];

/// The rival with this player, speed and slips; `None` if there is none.
pub fn rival(spec: &Spec, pace: Pace, slips: u8) -> Option<&'static LadderRival> {
    let words = spec.to_string();
    RIVALS.iter().find(|rival| rival.player == words && rival.milli_pps == pace.milli_pps && rival.slips == slips)
}

/// The name of an opponent: that of the rival, or else that of the recipe.
pub fn opponent_title(spec: &Spec, pace: Pace, slips: u8) -> String {
    rival(spec, pace, slips).map_or_else(|| cast::opponent_title(spec), |rival| rival.name.to_owned())
}

/// The colour of an opponent: red, green and blue.
pub fn opponent_colour(spec: &Spec, pace: Pace, slips: u8) -> [u8; 3] {
    rival(spec, pace, slips).map_or_else(|| cast::opponent_colour(spec), |rival| rival.colour)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_rivals_can_be_mistaken_for_each_other() {
        for (at, rival) in RIVALS.iter().enumerate() {
            assert!(rival.emblem.iter().all(|row| row.len() == 8 && row.chars().all(|cell| "#+.".contains(cell))));
            for other in &RIVALS[..at] {
                assert!(rival.name != other.name && rival.emblem != other.emblem && rival.line != other.line);
                let apart: u32 = rival.colour.iter().zip(other.colour).map(|(a, b)| u32::from(a.abs_diff(b))).sum();
                assert!(apart >= 40, "{} and {} look alike: {apart}", rival.name, other.name);
            }
            assert!(cast::CAST.iter().all(|member| member.name != rival.name), "{} is one name", rival.name);
        }
    }
}
