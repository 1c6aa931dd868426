//! The table of the pictures: one for each screen or moment, with the steps that lead to it.
//!
//! A new picture is a new entry: a name, a line, and the steps in the studio.

use super::scenes::{
    HIGH_STACK, STACK, T_OVERHANG, T_SLOT, drop_until_top_out, play_rated_match, play_short_match, play_to_match_end,
    show_ablation, show_career, show_game, show_judged_board, show_laboratory, show_palette, show_room_with_guest,
    show_run_view, show_screen_keyboard, show_set_up_row, show_skin,
};
use super::studio::Studio;
use crate::app::persistence::appearance::{PaletteName, SkinName};
use crate::app::persistence::rivals::RIVALS;
use crate::app::persistence::settings::KeyDisplay;
use crate::app::{Overlay, Screen};
use crate::game::{Action, Mode};
use crate::rules::{Facing, PieceKind, RuleSet, Rules};
use crate::ui::pages::laboratory::RunViewKind;
use crate::ui::xray::XrayVisible;
use bevy::input::keyboard::KeyCode;

/// One of the pictures that the gallery renders: its file's name, and the screen or moment that it shows.
pub(super) struct GalleryPicture {
    /// The name of the picture's file without the ending.
    pub(super) name: &'static str,
    /// What the picture shows, in words.
    pub(super) about: &'static str,
    /// The steps in the studio that lead to the picture.
    pub(super) prepare: fn(&mut Studio),
}

/// The picture of this name, which shows what `about` says once `prepare` has led the studio there.
const fn picture(name: &'static str, about: &'static str, prepare: fn(&mut Studio)) -> GalleryPicture {
    GalleryPicture { name, about, prepare }
}

/// The number of a row, from 0, on the page where an opponent is chosen: the first of the laboratory's players, behind
/// the row of tiles and the rivals.
const LABORATORY_ROW: usize = 1 + RIVALS.len();

/// All pictures, in the order in which they are drawn.
pub(super) const PICTURES: &[GalleryPicture] = &[
    picture("title", "The title with the main menu, and the match behind it", |studio| {
        studio.give_made_up_history();
        studio.open_title_match(40);
    }),
    picture("first-start", "The questions of the first start", |studio| studio.go_to_screen(Screen::FirstStart)),
    picture("first-steps", "The first match of a new player", |studio| {
        studio.start_first_match();
        studio.run_frames(60);
    }),
    picture("single", "Setting up a game for one", |studio| studio.go_to_screen(Screen::Single)),
    picture("versus", "Picking an opponent", |studio| studio.go_to_screen(Screen::Versus)),
    picture("versus-at-home", "Picking an opponent who learned under the rules of the match", |studio| {
        studio.change_settings(|settings| {
            settings.versus.opponent = "champion-tetrio:55".to_owned();
            RuleSet::Tetrio.apply_to(&mut settings.versus.rules);
        });
        studio.go_to_row(Screen::Versus, "versus", LABORATORY_ROW);
    }),
    picture("versus-learner", "Picking a generation of a learner", |studio| {
        studio.change_settings(|settings| {
            settings.versus.opponent = "iwumbwe:6".to_owned();
            settings.versus.pace.milli_pps = 1500;
        });
        studio.go_to_row(Screen::Versus, "versus", LABORATORY_ROW);
    }),
    picture("versus-friend", "Two people about to play each other", |studio| {
        studio.change_settings(|settings| settings.seats.seat_second_person());
        studio.go_to_screen(Screen::Versus);
    }),
    picture("online", "Meeting somebody at another machine", |studio| studio.go_to_screen(Screen::Online)),
    picture("online-room", "An own room with a guest in it", |studio| {
        show_room_with_guest(studio, "Turn the guest away")
    }),
    picture("watch", "Picking two computer players", |studio| studio.go_to_screen(Screen::Watch)),
    picture("mode", "Setting up a mode", |studio| studio.go_to_screen(Screen::Mode)),
    picture("mode-zen", "Setting up zen, which can begin at a board", |studio| {
        studio.change_settings(|settings| settings.modes.chosen = Mode::Zen);
        studio.go_to_screen(Screen::Mode);
    }),
    picture("puzzles", "Picking a puzzle", |studio| studio.go_to_screen(Screen::Puzzles)),
    picture("drills", "Positions to be played better", |studio| studio.show_drills(0)),
    picture("faults", "What goes wrong most", |studio| studio.show_drills(1)),
    picture("practice", "Puzzles made by search", |studio| studio.show_drills(2)),
    picture("finesse", "The finesse drill", |studio| studio.show_finesse_drill()),
    picture("custom", "Setting up a custom game", |studio| studio.go_to_screen(Screen::Custom)),
    picture("match-options", "What versus is played under", |studio| studio.go_to_screen(Screen::Match)),
    picture("career", "The ladder and the rating", |studio| show_career(studio, 0)),
    picture("history", "Every game with its figures", |studio| show_career(studio, 1)),
    picture("best-wins", "The quickest wins against somebody", |studio| show_career(studio, 2)),
    picture("laboratory", "Setting up a run of training", |studio| show_laboratory(studio, 0)),
    picture("laboratory-run", "A run of training", |studio| show_laboratory(studio, 1)),
    picture("laboratory-use", "Playing what was trained", |studio| show_laboratory(studio, 3)),
    picture("laboratory-compare", "Setting up an ablation", |studio| show_ablation(studio, 0)),
    picture("laboratory-compared", "What an ablation came to", |studio| show_ablation(studio, 2)),
    picture("laboratory-look", "A run that was trained", |studio| show_laboratory(studio, 2)),
    picture("laboratory-board", "What a trained player thinks of every place on a board", |studio| {
        show_judged_board(studio, "cogsci-5", &[("score-cap", "20000")])
    }),
    picture("laboratory-lapse", "One game by many generations", |studio| show_run_view(studio, RunViewKind::TimeLapse)),
    picture("laboratory-family", "What a genome was made of", |studio| show_run_view(studio, RunViewKind::Family)),
    picture("laboratory-feature", "What a feature counts", |studio| {
        show_set_up_row(studio, "cmaes", "Cumulative wells")
    }),
    picture("music", "The music panel", |studio| studio.go_to_screen(Screen::Music)),
    picture("help", "The rules in pictures", |studio| studio.go_to_screen(Screen::Help)),
    picture("settings-handling", "Settings: handling", |studio| studio.go_to_tab(Screen::Settings, "settings", 0)),
    picture("settings-keys", "Settings: keys", |studio| studio.go_to_tab(Screen::Settings, "settings", 1)),
    picture("settings-sound", "Settings: sound", |studio| studio.go_to_tab(Screen::Settings, "settings", 2)),
    picture("settings-looks", "Settings: looks", |studio| studio.go_to_tab(Screen::Settings, "settings", 3)),
    picture("settings-effects", "Settings: effects", |studio| studio.go_to_tab(Screen::Settings, "settings", 4)),
    picture("settings-rules", "Settings: rules", |studio| studio.go_to_tab(Screen::Settings, "settings", 5)),
    picture("marathon", "A game for one", |studio| {
        studio.start_solo_game(STACK);
        studio.press_action(0, Action::Hold);
        studio.run_frames(50);
    }),
    picture("sprint", "A set number of lines, as fast as possible", |studio| show_game(studio, Mode::Sprint, STACK)),
    picture("blitz", "Two minutes", |studio| show_game(studio, Mode::Blitz, STACK)),
    picture("dig", "Garbage to be dug away", |studio| show_game(studio, Mode::Dig, "")),
    picture("survival", "Garbage by the clock", |studio| show_game(studio, Mode::Survival, STACK)),
    picture("dealer", "Somebody deals what the board wants least", |studio| show_game(studio, Mode::Dealer, STACK)),
    picture("zen", "No end, and everything can be taken back", |studio| show_game(studio, Mode::Zen, T_OVERHANG)),
    picture("puzzle", "A given board and given pieces", |studio| show_game(studio, Mode::Puzzle, "")),
    picture("match", "Two computer players in the middle of a match", |studio| {
        studio.play_past_countdown(Studio::setup_of_two_computers(false, 2.5));
        studio.run_ticks(22_000);
        studio.run_frames(60);
    }),
    picture("countdown", "Three, two, one", |studio| {
        studio.start_match(Studio::setup_of_two_computers(true, 2.0));
        studio.run_frames(70);
    }),
    picture("go", "Go: behind the pieces that are already there", |studio| {
        studio.start_match(Studio::setup_of_two_computers(true, 6.0));
        // The last second in frames: what is called fades by them.
        studio.run_ticks(Rules::versus().countdown.saturating_sub(1200));
        for _ in 0..120 {
            studio.run_frames(1);
            if studio.current_match().is_some_and(|current| current.is_playing()) {
                break;
            }
        }
        studio.run_frames(14);
    }),
    picture("line-clear", "Four lines go", |studio| {
        studio.start_solo_game(STACK);
        studio.put_piece(0, PieceKind::I, Facing::East, (7, 9), false);
        studio.hard_drop(0, 6);
    }),
    picture("hard-drop", "A piece is hurled down", |studio| {
        studio.start_solo_game(STACK);
        studio.put_piece(0, PieceKind::O, Facing::North, (4, 18), false);
        studio.hard_drop(0, 4);
    }),
    picture("t-spin", "A T-spin double, the third in a row", |studio| {
        studio.play_past_countdown(Studio::setup_of_two_computers(true, 2.0));
        studio.build_stack(1, T_OVERHANG);
        studio.build_stack(0, T_SLOT);
        studio.set_streak(0, 2, 3);
        studio.put_piece(0, PieceKind::T, Facing::South, (2, 0), true);
        studio.hard_drop(0, 9);
    }),
    picture("combo", "A long combo", |studio| {
        studio.start_solo_game(STACK);
        studio.set_streak(0, 9, 0);
        studio.put_piece(0, PieceKind::I, Facing::East, (7, 9), false);
        studio.hard_drop(0, 18);
    }),
    picture("perfect-clear", "An empty board", |studio| {
        studio.start_solo_game("JJJSSLLLL. IIIIOOSSJ. TTTTOOZZJ. ZZLLLSSJJ.");
        studio.put_piece(0, PieceKind::I, Facing::East, (7, 9), false);
        studio.hard_drop(0, 22);
    }),
    picture("garbage", "Garbage waits and has just risen", |studio| {
        studio.play_past_countdown(Studio::setup_of_two_computers(true, 2.0));
        studio.build_stack(0, STACK);
        studio.add_waiting_garbage(0, &[2, 4]);
        studio.run_frames(130);
        studio.add_waiting_garbage(0, &[3]);
        studio.build_stack(1, T_OVERHANG);
        studio.put_piece(0, PieceKind::O, Facing::North, (4, 17), false);
        studio.hard_drop(0, 9);
    }),
    picture("danger", "A stack that is nearly too high", |studio| {
        studio.play_past_countdown(Studio::setup_of_two_computers(true, 1.0));
        studio.build_stack(0, HIGH_STACK);
        studio.add_waiting_garbage(0, &[4]);
        studio.run_frames(60);
    }),
    picture("top-out", "Out", |studio| {
        studio.start_solo_game(HIGH_STACK);
        drop_until_top_out(studio);
        studio.run_frames(14);
    }),
    picture("win", "A match is won", |studio| play_to_match_end(studio, 1)),
    picture("loss", "A match is lost", |studio| play_to_match_end(studio, 0)),
    picture("results", "The results of a match", play_short_match),
    picture("results-rated", "A rated match is won", |studio| play_rated_match(studio, 0)),
    picture("results-figures", "The figures of a match", |studio| play_rated_match(studio, 1)),
    picture("replays", "The saved replays", |studio| {
        for mode in [Mode::Puzzle, Mode::Sprint] {
            studio.start_mode(mode);
            studio.build_stack(0, HIGH_STACK);
            drop_until_top_out(studio);
        }
        play_short_match(studio);
        studio.open_replays(3);
    }),
    picture("replay-player", "A replay, standing still", |studio| {
        play_short_match(studio);
        studio.open_replay(0.6);
    }),
    picture("replay-keys", "A replay with the keys of both players", |studio| {
        studio.change_settings(|settings| settings.looks.pressed_keys = KeyDisplay::Watching);
        play_short_match(studio);
        studio.open_replay(0.6);
    }),
    picture("x-ray-replay", "What two computer players thought, in their replay", |studio| {
        play_short_match(studio);
        studio.open_replay(0.6);
        studio.world().resource_mut::<XrayVisible>().0 = true;
        studio.run_frames(20);
    }),
    picture("review", "The review of a match", |studio| {
        play_short_match(studio);
        studio.open_review();
    }),
    picture("position", "What the champion thinks of a board that was painted", |studio| {
        studio.open_position(T_SLOT, 2);
    }),
    picture("position-places", "Every place of a piece on a board that was painted", |studio| {
        // The switch lies below two questions, five moves and eleven parts.
        studio.open_position(T_SLOT, 18);
        studio.tap_key(KeyCode::Enter);
        studio.tap_key(KeyCode::ArrowDown);
        (0..5).for_each(|_| studio.tap_key(KeyCode::ArrowRight));
        studio.run_frames(40);
    }),
    picture("screen-keyboard", "A line that is written with a gamepad", show_screen_keyboard),
    picture("x-ray", "What two computer players see", |studio| {
        studio.play_past_countdown(Studio::setup_of_two_computers(false, 1.0));
        studio.world().resource_mut::<XrayVisible>().0 = true;
        studio.run_ticks(12_000);
        studio.run_frames(60);
    }),
    picture("x-ray-champion", "What the champion's search thinks", |studio| {
        studio.play_past_countdown(Studio::setup_of_champion());
        studio.world().resource_mut::<XrayVisible>().0 = true;
        for _ in 0..8 {
            studio.run_frames(60);
            studio.wait_for_thought(0);
        }
    }),
    picture("hints", "A computer player's three best places, on request", |studio| {
        studio.start_solo_game(STACK);
        studio.tap_key(KeyCode::KeyH);
        studio.wait_for_hints();
    }),
    picture("two-people", "Two people at one machine", |studio| {
        studio.play_past_countdown(Studio::two_person_setup());
        studio.build_stack(0, STACK);
        studio.build_stack(1, T_OVERHANG);
        studio.add_waiting_garbage(1, &[2]);
        studio.run_frames(30);
    }),
    picture("pause", "The pause over a game", |studio| {
        studio.start_solo_game(STACK);
        studio.open_overlay(Overlay::Pause);
    }),
    picture("skin-lacquer", "The skin Lacquer", |studio| show_skin(studio, SkinName::Lacquer)),
    picture("skin-enamel", "The skin Enamel", |studio| show_skin(studio, SkinName::Enamel)),
    picture("skin-frost", "The skin Frost", |studio| show_skin(studio, SkinName::Frost)),
    picture("skin-woodcut", "The skin Woodcut, which needs no colour", |studio| show_skin(studio, SkinName::Woodcut)),
    picture("palette-red-green", "The colours for deuteranopia and protanopia", |studio| {
        show_palette(studio, PaletteName::RedGreen)
    }),
    picture("palette-blue-yellow", "The colours for tritanopia", |studio| {
        show_palette(studio, PaletteName::BlueYellow)
    }),
];
