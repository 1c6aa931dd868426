//! The rivals: a name, an emblem and a line of character for rungs of the ladder, in one table. A rival is a saved
//! generation at a speed, with slips.
//!
//! A test compares what the line says of how a rival plays with what was measured (`tests/headless/strengths.rs`). A
//! player that is no rival keeps the name of its recipe ([`cast`]).

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
}

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
    },
    LadderRival {
        player: "iwumbwe:0",
        milli_pps: 860,
        slips: 3,
        name: "Yemelya",
        colour: [110, 186, 214],
        emblem: ["........", "..###..#", ".#####.#", "#+######", "########", ".#####.#", "..###..#", "........"],
        line: "Would rather lie on the stove: sends next to nothing, and lets the stack pile up",
    },
    LadderRival {
        player: "iwumbwe:0",
        milli_pps: 800,
        slips: 2,
        name: "Petrushka",
        colour: [236, 92, 92],
        emblem: ["+..++..+", "##.##.##", "########", ".######.", ".++++++.", ".+#++#+.", "..+##+..", "...++..."],
        line: "Clowns about near the top, and sends you nothing but jokes",
    },
    LadderRival {
        player: "iwumbwe:0",
        milli_pps: 800,
        slips: 1,
        name: "Ivanushka",
        colour: [150, 200, 96],
        emblem: ["....#...", "...###..", "..####..", ".##+####", ".#######", "..###...", ".####...", ".#####.."],
        line: "A fool with luck: lives high up and seldom drops a piece",
    },
    LadderRival {
        player: "iwumbwe:0",
        milli_pps: 800,
        slips: 0,
        name: "Matryoshka",
        colour: [242, 122, 160],
        emblem: ["..####..", ".#++++#.", ".#+##+#.", ".##++##.", "########", "##+##+##", "###++###", ".######."],
        line: "The tallest stack of all, set without a slip, and nearly a row a minute",
    },
    LadderRival {
        player: "codereview:0",
        milli_pps: 550,
        slips: 5,
        name: "Domovoi",
        colour: [178, 150, 128],
        emblem: ["..####..", ".######.", "##+##+##", "########", "#++++++#", ".++++++.", "..++++..", "...++..."],
        line: "Takes its time behind the stove and forgets itself: one piece in five goes astray",
    },
    LadderRival {
        player: "iwumbwe:3",
        milli_pps: 480,
        slips: 4,
        name: "Medved",
        colour: [206, 140, 74],
        emblem: ["##....##", "########", ".######.", ".#+##+#.", ".######.", ".##++##.", "..#++#..", "...##..."],
        line: "The slowest paws of all: a piece every two seconds, some of them clumsy",
    },
    LadderRival {
        player: "cogsci-1:10",
        milli_pps: 900,
        slips: 2,
        name: "Alyonushka",
        colour: [214, 132, 220],
        emblem: ["...##...", ".######.", ".##++##.", "##++++##", ".##++##.", ".######.", "...##...", "...++..."],
        line: "Quick on her feet, strays from the path now and then, sends two rows a minute",
    },
    LadderRival {
        player: "codereview:50",
        milli_pps: 750,
        slips: 0,
        name: "Levsha",
        colour: [232, 214, 120],
        emblem: [".######.", "########", ".######.", "...++...", "...++...", "...++...", "...++...", "...++..."],
        line: "The smith with the steady hand: never slips, and forges right under the ceiling",
    },
    LadderRival {
        player: "cogsci-4:10",
        milli_pps: 560,
        slips: 0,
        name: "Vasilisa",
        colour: [104, 206, 130],
        emblem: ["+..++..+", "++++++++", "........", ".##..##.", "########", "#.####.#", "########", ".######."],
        line: "Thinks before she places: unhurried, and never a slip",
    },
    LadderRival {
        player: "cmaes:64",
        milli_pps: 670,
        slips: 1,
        name: "Rusalka",
        colour: [84, 196, 196],
        emblem: ["##....##", "###..###", ".######.", "..####..", "...##...", "..####..", ".+.++.+.", "+.+..+.+"],
        line: "Pulls you under row by row: three to four a minute, and hardly a slip",
    },
    LadderRival {
        player: "termproject:8",
        milli_pps: 530,
        slips: 0,
        name: "Snegurochka",
        colour: [158, 206, 255],
        emblem: ["#..##..#", ".#.##.#.", "..####..", "###++###", "###++###", "..####..", ".#.##.#.", "#..##..#"],
        line: "Melts everything down: the lowest stack of all, and never a slip",
    },
    LadderRival {
        player: "lin:25",
        milli_pps: 1050,
        slips: 0,
        name: "Zhar-ptitsa",
        colour: [255, 138, 52],
        emblem: ["...#....", "...##..#", "#..###.#", "##.#####", "###+####", "##+++###", ".#+++##.", "..####.."],
        line: "The quickest of all: nearly eight rows a minute come flying",
    },
    LadderRival {
        player: "champion:3",
        milli_pps: 520,
        slips: 3,
        name: "Baba Yaga",
        colour: [190, 128, 255],
        emblem: ["...##...", "..####..", ".######.", "########", ".#++###.", ".######.", "..#..#..", ".##..##."],
        line: "The only one that spins pieces into place, and none hits harder with each",
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
