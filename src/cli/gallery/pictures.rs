//! The table of the pictures: one for each screen or moment, with the steps that lead to it.
//!
//! A new picture is a new entry: a name, a line, and the steps in the studio.

use super::super::Failure;
use super::scenes::{
    HIGH_STACK, HOLLOW, SLOT, STACK, comparison, end_of_match, laboratory_story, painted_board, palette, rated_match,
    screen_keyboard, set_up_row, short_match, show_career, show_laboratory, skin, top_out,
};
use super::studio::Studio;
use crate::app::persistence::appearance::{PaletteName, SkinName};
use crate::app::persistence::rivals::RIVALS;
use crate::app::{Overlay, Screen};
use crate::game::{Action, Mode};
use crate::rules::{Facing, PieceKind, RuleSet, Rules};
use crate::ui::pages::laboratory::RunStory;
use bevy::input::keyboard::KeyCode;

/// One of the pictures that the gallery renders: its file's name, and the screen or moment that it shows.
pub(super) struct GalleryPicture {
    /// The name of the picture's file without the ending.
    pub(super) name: &'static str,
    /// What the picture shows, in words.
    pub(super) about: &'static str,
    /// The steps in the studio that lead to the picture.
    pub(super) prepare: fn(&mut Studio) -> Result<(), Failure>,
}

/// A picture of a screen that needs no other steps.
macro_rules! page {
    ($name:literal, $about:literal, $screen:expr) => {
        GalleryPicture {
            name: $name,
            about: $about,
            prepare: |studio| {
                studio.go_to_screen($screen);
                Ok(())
            },
        }
    };
}

/// A picture of a tab of the settings.
macro_rules! settings {
    ($name:literal, $about:literal, $tab:literal) => {
        GalleryPicture {
            name: $name,
            about: $about,
            prepare: |studio| {
                studio.go_to_tab(Screen::Settings, "settings", $tab);
                Ok(())
            },
        }
    };
}

/// A picture of a game of a mode, with a stack for modes that do not bring a board of their own.
macro_rules! mode {
    ($name:literal, $about:literal, $mode:expr, $stack:expr) => {
        GalleryPicture {
            name: $name,
            about: $about,
            prepare: |studio| {
                studio.start_mode($mode)?;
                if !$stack.is_empty() {
                    studio.build_stack(0, $stack);
                }
                studio.press(0, Action::Hold);
                studio.run_frames(60);
                Ok(())
            },
        }
    };
}

/// The first row of the laboratory's players where an opponent is chosen: behind the tiles and the rivals.
const LABORATORY_ROW: usize = 1 + RIVALS.len();

/// All pictures, in the order in which they are drawn.
pub(super) const PICTURES: &[GalleryPicture] = &[
    GalleryPicture {
        name: "title",
        about: "The title with the main menu, and the match behind it",
        prepare: |studio| {
            studio.give_made_up_history();
            studio.open_exhibition(40);
            Ok(())
        },
    },
    page!("first-start", "The questions of the first start", Screen::FirstStart),
    GalleryPicture {
        name: "first-steps",
        about: "The first match of a new player",
        prepare: |studio| {
            studio.first_match()?;
            studio.run_frames(60);
            Ok(())
        },
    },
    page!("single", "Setting up a game for one", Screen::Single),
    page!("versus", "Picking an opponent", Screen::Versus),
    GalleryPicture {
        name: "versus-at-home",
        about: "Picking an opponent who learned under the rules of the match",
        prepare: |studio| {
            studio.set(|settings| {
                settings.versus.opponent = "champion-tetrio:55".to_owned();
                RuleSet::Tetrio.apply_to(&mut settings.versus.rules);
            });
            studio.go_to_row(Screen::Versus, "versus", LABORATORY_ROW);
            Ok(())
        },
    },
    GalleryPicture {
        name: "versus-learner",
        about: "Picking a generation of a learner",
        prepare: |studio| {
            studio.set(|settings| {
                settings.versus.opponent = "iwumbwe:6".to_owned();
                settings.versus.pace.milli_pps = 1500;
            });
            studio.go_to_row(Screen::Versus, "versus", LABORATORY_ROW);
            Ok(())
        },
    },
    GalleryPicture {
        name: "versus-friend",
        about: "Two people about to play each other",
        prepare: |studio| {
            studio.set(|settings| settings.seats.face_friend());
            studio.go_to_screen(Screen::Versus);
            Ok(())
        },
    },
    page!("online", "Meeting somebody at another machine", Screen::Online),
    page!("watch", "Picking two computer players", Screen::Watch),
    page!("mode", "Setting up a mode", Screen::Mode),
    GalleryPicture {
        name: "mode-zen",
        about: "Setting up zen, which can begin at a board",
        prepare: |studio| {
            studio.set(|settings| settings.modes.chosen = Mode::Zen);
            studio.go_to_screen(Screen::Mode);
            Ok(())
        },
    },
    page!("puzzles", "Picking a puzzle", Screen::Puzzles),
    GalleryPicture { name: "drills", about: "Positions to be played better", prepare: |studio| studio.show_drills(0) },
    GalleryPicture { name: "faults", about: "What goes wrong most", prepare: |studio| studio.show_drills(1) },
    GalleryPicture { name: "practice", about: "Puzzles made by search", prepare: |studio| studio.show_drills(2) },
    GalleryPicture { name: "finesse", about: "The finesse drill", prepare: |studio| studio.show_finesse_drill() },
    page!("custom", "Setting up a custom game", Screen::Custom),
    page!("match-options", "What versus is played under", Screen::Match),
    GalleryPicture { name: "career", about: "The ladder and the rating", prepare: |studio| show_career(studio, 0) },
    GalleryPicture { name: "history", about: "Every game with its figures", prepare: |studio| show_career(studio, 1) },
    GalleryPicture {
        name: "best-wins",
        about: "The quickest wins against somebody",
        prepare: |studio| show_career(studio, 2),
    },
    GalleryPicture {
        name: "laboratory",
        about: "Setting up a run of training",
        prepare: |studio| show_laboratory(studio, 0),
    },
    GalleryPicture { name: "laboratory-run", about: "A run of training", prepare: |studio| show_laboratory(studio, 1) },
    GalleryPicture {
        name: "laboratory-use",
        about: "Playing what was trained",
        prepare: |studio| show_laboratory(studio, 3),
    },
    GalleryPicture {
        name: "laboratory-compare",
        about: "Setting up an ablation",
        prepare: |studio| comparison(studio, 0),
    },
    GalleryPicture {
        name: "laboratory-compared",
        about: "What an ablation came to",
        prepare: |studio| comparison(studio, 2),
    },
    GalleryPicture {
        name: "laboratory-look",
        about: "A run that was trained",
        prepare: |studio| show_laboratory(studio, 2),
    },
    GalleryPicture {
        name: "laboratory-board",
        about: "What a trained player thinks of every place on a board",
        prepare: |studio| painted_board(studio, "cogsci-5", &[("score-cap", "20000")]),
    },
    GalleryPicture {
        name: "laboratory-lapse",
        about: "One game by many generations",
        prepare: |studio| laboratory_story(studio, RunStory::TimeLapse),
    },
    GalleryPicture {
        name: "laboratory-family",
        about: "What a genome was made of",
        prepare: |studio| laboratory_story(studio, RunStory::Family),
    },
    GalleryPicture {
        name: "laboratory-feature",
        about: "What a feature counts",
        prepare: |studio| set_up_row(studio, "cmaes", "Cumulative wells"),
    },
    page!("music", "The music panel", Screen::Music),
    page!("help", "The rules in pictures", Screen::Help),
    settings!("settings-handling", "Settings: handling", 0),
    settings!("settings-keys", "Settings: keys", 1),
    settings!("settings-sound", "Settings: sound", 2),
    settings!("settings-looks", "Settings: looks", 3),
    settings!("settings-moments", "Settings: moments", 4),
    settings!("settings-rules", "Settings: rules", 5),
    GalleryPicture {
        name: "marathon",
        about: "A game for one",
        prepare: |studio| {
            studio.play(Studio::solo_setup(Rules::marathon()));
            studio.build_stack(0, STACK);
            studio.press(0, Action::Hold);
            studio.run_frames(50);
            Ok(())
        },
    },
    mode!("sprint", "A set number of lines, as fast as possible", Mode::Sprint, STACK),
    mode!("blitz", "Two minutes", Mode::Blitz, STACK),
    mode!("dig", "Garbage to be dug away", Mode::Dig, ""),
    mode!("survival", "Garbage by the clock", Mode::Survival, STACK),
    mode!("dealer", "Somebody deals what the board wants least", Mode::Dealer, STACK),
    mode!("zen", "No end, and everything can be taken back", Mode::Zen, HOLLOW),
    mode!("puzzle", "A given board and given pieces", Mode::Puzzle, ""),
    GalleryPicture {
        name: "match",
        about: "Two computer players in the middle of a match",
        prepare: |studio| {
            studio.play(Studio::two_computers_setup(false, 2.5)?);
            studio.run_ticks(22_000);
            studio.run_frames(60);
            Ok(())
        },
    },
    GalleryPicture {
        name: "countdown",
        about: "Three, two, one",
        prepare: |studio| {
            studio.begin(Studio::two_computers_setup(true, 2.0)?);
            studio.run_frames(70);
            Ok(())
        },
    },
    GalleryPicture {
        name: "go",
        about: "Go: behind the pieces that are already there",
        prepare: |studio| {
            let setup = Studio::two_computers_setup(true, 6.0)?;
            let countdown = setup.rules.countdown;
            studio.begin(setup);
            // The last second in frames: what is called fades by them.
            studio.run_ticks(countdown.saturating_sub(1200));
            for _ in 0..120 {
                studio.run_frames(1);
                if studio.current().is_some_and(|current| current.is_playing()) {
                    break;
                }
            }
            studio.run_frames(14);
            Ok(())
        },
    },
    GalleryPicture {
        name: "line-clear",
        about: "Four lines go",
        prepare: |studio| {
            studio.play(Studio::solo_setup(Rules::marathon()));
            studio.build_stack(0, STACK);
            studio.put_piece(0, PieceKind::I, Facing::East, (7, 9), false);
            studio.drop(0, 6);
            Ok(())
        },
    },
    GalleryPicture {
        name: "hard-drop",
        about: "A piece is hurled down",
        prepare: |studio| {
            studio.play(Studio::solo_setup(Rules::marathon()));
            studio.build_stack(0, STACK);
            studio.put_piece(0, PieceKind::O, Facing::North, (4, 18), false);
            studio.drop(0, 4);
            Ok(())
        },
    },
    GalleryPicture {
        name: "t-spin",
        about: "A T-spin double, the third in a row",
        prepare: |studio| {
            studio.play(Studio::two_computers_setup(true, 2.0)?);
            studio.build_stack(1, HOLLOW);
            studio.build_stack(0, SLOT);
            studio.set_streak(0, 2, 3);
            studio.put_piece(0, PieceKind::T, Facing::South, (2, 0), true);
            studio.drop(0, 9);
            Ok(())
        },
    },
    GalleryPicture {
        name: "combo",
        about: "A long combo",
        prepare: |studio| {
            studio.play(Studio::solo_setup(Rules::marathon()));
            studio.build_stack(0, STACK);
            studio.set_streak(0, 9, 0);
            studio.put_piece(0, PieceKind::I, Facing::East, (7, 9), false);
            studio.drop(0, 18);
            Ok(())
        },
    },
    GalleryPicture {
        name: "perfect-clear",
        about: "An empty box",
        prepare: |studio| {
            studio.play(Studio::solo_setup(Rules::marathon()));
            studio.build_stack(0, "JJJSSLLLL. IIIIOOSSJ. TTTTOOZZJ. ZZLLLSSJJ.");
            studio.put_piece(0, PieceKind::I, Facing::East, (7, 9), false);
            studio.drop(0, 22);
            Ok(())
        },
    },
    GalleryPicture {
        name: "garbage",
        about: "Garbage waits and has just risen",
        prepare: |studio| {
            studio.play(Studio::two_computers_setup(true, 2.0)?);
            studio.build_stack(0, STACK);
            studio.add_waiting_garbage(0, &[2, 4]);
            studio.run_frames(130);
            studio.add_waiting_garbage(0, &[3]);
            studio.build_stack(1, HOLLOW);
            studio.put_piece(0, PieceKind::O, Facing::North, (4, 17), false);
            studio.drop(0, 9);
            Ok(())
        },
    },
    GalleryPicture {
        name: "danger",
        about: "A stack that is nearly too high",
        prepare: |studio| {
            studio.play(Studio::two_computers_setup(true, 1.0)?);
            studio.build_stack(0, HIGH_STACK);
            studio.add_waiting_garbage(0, &[4]);
            studio.run_frames(60);
            Ok(())
        },
    },
    GalleryPicture {
        name: "top-out",
        about: "Out",
        prepare: |studio| {
            studio.play(Studio::solo_setup(Rules::marathon()));
            studio.build_stack(0, HIGH_STACK);
            top_out(studio);
            studio.run_frames(14);
            Ok(())
        },
    },
    GalleryPicture { name: "win", about: "A match is won", prepare: |studio| end_of_match(studio, 1) },
    GalleryPicture { name: "loss", about: "A match is lost", prepare: |studio| end_of_match(studio, 0) },
    GalleryPicture { name: "results", about: "The results of a match", prepare: |studio| short_match(studio) },
    GalleryPicture { name: "results-rated", about: "A rated match is won", prepare: |studio| rated_match(studio, 0) },
    GalleryPicture {
        name: "results-figures",
        about: "The figures of a match",
        prepare: |studio| rated_match(studio, 1),
    },
    GalleryPicture {
        name: "replays",
        about: "The saved replays",
        prepare: |studio| {
            for mode in [Mode::Puzzle, Mode::Sprint] {
                studio.start_mode(mode)?;
                studio.build_stack(0, HIGH_STACK);
                top_out(studio);
            }
            short_match(studio)?;
            studio.open_replays(3);
            Ok(())
        },
    },
    GalleryPicture {
        name: "replay-player",
        about: "A replay, standing still",
        prepare: |studio| {
            short_match(studio)?;
            studio.open_replay(0.6);
            Ok(())
        },
    },
    GalleryPicture {
        name: "review",
        about: "The review of a match",
        prepare: |studio| {
            short_match(studio)?;
            studio.open_review();
            Ok(())
        },
    },
    GalleryPicture {
        name: "position",
        about: "What the champion thinks of a board that was painted",
        prepare: |studio| {
            studio.open_position(SLOT, 1);
            Ok(())
        },
    },
    GalleryPicture {
        name: "position-places",
        about: "Every place of a piece on a board that was painted",
        prepare: |studio| {
            // The switch lies below the question, five moves and seven parts.
            studio.open_position(SLOT, 13);
            studio.tap(KeyCode::Enter);
            studio.tap(KeyCode::ArrowDown);
            (0..5).for_each(|_| studio.tap(KeyCode::ArrowRight));
            studio.run_frames(40);
            Ok(())
        },
    },
    GalleryPicture {
        name: "screen-keyboard",
        about: "A line that is written with a gamepad",
        prepare: screen_keyboard,
    },
    GalleryPicture {
        name: "x-ray",
        about: "What two computer players see",
        prepare: |studio| {
            studio.play(Studio::two_computers_setup(false, 1.0)?);
            studio.enable_xray();
            studio.run_ticks(12_000);
            studio.run_frames(60);
            Ok(())
        },
    },
    GalleryPicture {
        name: "hints",
        about: "A computer player's three best places, on request",
        prepare: |studio| {
            studio.play(Studio::solo_setup(Rules::marathon()));
            studio.build_stack(0, STACK);
            studio.tap(KeyCode::KeyH);
            studio.wait_for_hints();
            Ok(())
        },
    },
    GalleryPicture {
        name: "two-people",
        about: "Two people at one machine",
        prepare: |studio| {
            studio.play(Studio::two_people());
            studio.build_stack(0, STACK);
            studio.build_stack(1, HOLLOW);
            studio.add_waiting_garbage(1, &[2]);
            studio.run_frames(30);
            Ok(())
        },
    },
    GalleryPicture {
        name: "pause",
        about: "The pause over a game",
        prepare: |studio| {
            studio.play(Studio::solo_setup(Rules::marathon()));
            studio.build_stack(0, STACK);
            studio.open_overlay(Overlay::Pause);
            Ok(())
        },
    },
    GalleryPicture {
        name: "skin-lacquer",
        about: "The skin Lacquer",
        prepare: |studio| skin(studio, SkinName::Lacquer),
    },
    GalleryPicture { name: "skin-enamel", about: "The skin Enamel", prepare: |studio| skin(studio, SkinName::Enamel) },
    GalleryPicture { name: "skin-frost", about: "The skin Frost", prepare: |studio| skin(studio, SkinName::Frost) },
    GalleryPicture {
        name: "skin-woodcut",
        about: "The skin Woodcut, which needs no colour",
        prepare: |studio| skin(studio, SkinName::Woodcut),
    },
    GalleryPicture {
        name: "palette-red-green",
        about: "The colours for deuteranopia and protanopia",
        prepare: |studio| palette(studio, PaletteName::RedGreen),
    },
    GalleryPicture {
        name: "palette-blue-yellow",
        about: "The colours for tritanopia",
        prepare: |studio| palette(studio, PaletteName::BlueYellow),
    },
];
