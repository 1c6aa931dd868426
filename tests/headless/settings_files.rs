//! Settings and records on disk: kept whole, damaged files set aside, defaults in their place.

use korobka::app::persistence::drills::{Drill, DrillList};
use korobka::app::persistence::records::{BeatenPlayer, GameFinish, Record, Records};
use korobka::app::persistence::settings::{FinesseFaultAnswer, KeyDisplay};
use korobka::app::persistence::sound::SoundKind;
use korobka::app::persistence::{Occupant, PlayerFile, Settings};
use korobka::game::modes::GameComparison;
use korobka::game::{Mode, Pace};
use korobka::rules::Rules;
use std::fs;
use tempfile::tempdir;

#[test]
fn settings_come_back_as_they_were_saved() {
    let folder = tempdir().unwrap();
    let deeper = folder.path().join("not/there/yet");
    let mut settings =
        Settings { welcomed: true, hold_to_restart: true, countdown_after_pause: 2, ..Settings::default() };
    settings.finesse_faults = FinesseFaultAnswer::Restart;
    settings.sound.music = 0.25;
    settings.window.width = 1600;
    settings.versus.pace = Pace::FASTEST;
    settings.keys = korobka::app::persistence::bindings::Bindings::LETTERS();
    settings.key_labels.note_typed_char("KeyZ", 'y');
    settings.write_to(&deeper).unwrap();
    let kept = Settings::read_from(&deeper);
    assert_eq!(kept.warning, None);
    assert_eq!(kept.value, settings);
    let names: Vec<_> = fs::read_dir(&deeper).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, [Settings::FILE_NAME], "nothing but the file itself stays behind");
}

#[test]
fn a_part_of_the_settings_is_enough() {
    let folder = tempdir().unwrap();
    let text = "countdown_after_pause = 60\n[sound]\nmusic = 7.5\n[versus.pace]\nmilli_pps = 4000000\n";
    fs::write(folder.path().join(Settings::FILE_NAME), text).unwrap();
    let kept = Settings::read_from(folder.path());
    assert_eq!(kept.warning, None);
    assert_eq!(kept.value.sound.music, 1.0, "values are brought within their limits");
    assert_eq!(kept.value.countdown_after_pause, 3);
    assert_eq!(kept.value.versus.pace.milli_pps, 100_000);
    assert_eq!(kept.value.handling, Settings::default().handling);
}

#[test]
fn a_part_of_the_rules_is_completed_by_those_of_its_mode() {
    let folder = tempdir().unwrap();
    let text = "[versus.rules]\nnext = 3\n[watch.rules.garbage]\ncap = 4\n[single.rules]\nnext = 2\n";
    fs::write(folder.path().join(Settings::FILE_NAME), text).unwrap();
    let kept = Settings::read_from(folder.path());
    assert_eq!(kept.warning, None);
    let mut watch = Rules::versus();
    watch.garbage.cap = 4;
    assert_eq!(kept.value.versus.rules, Rules { next: 3, ..Rules::versus() });
    assert_eq!(kept.value.watch.rules, watch);
    assert_eq!(kept.value.single.rules, Rules { next: 2, ..Rules::marathon() });
}

#[test]
fn rooms_have_rules_and_handicaps_of_their_own_which_older_files_lack() {
    let folder = tempdir().unwrap();
    for (text, first_to, handicaps) in
        [("", 3, [1000; 2]), ("handicaps = [750, 9000]\n[online.rules]\nfirst_to = 5\n", 5, [750, 5000])]
    {
        let text = format!("[seating]\nyours = 1500\n[versus.rules]\nfirst_to = 7\n[online]\nname = \"Anna\"\n{text}");
        fs::write(folder.path().join(Settings::FILE_NAME), text).unwrap();
        let kept = Settings::read_from(folder.path());
        assert_eq!(kept.warning, None);
        assert_eq!(kept.value.online.rules, Rules { first_to, ..Rules::versus() });
        assert_eq!((kept.value.online.handicaps, kept.value.seating.yours), (handicaps, 1500));
        assert_eq!((kept.value.versus.rules.first_to, kept.value.online.name.as_str()), (7, "Anna"));
        kept.value.write_to(folder.path()).unwrap();
        assert_eq!(Settings::read_from(folder.path()).value, kept.value, "it comes back as it was saved");
    }
}

#[test]
fn a_window_of_an_impossible_size_has_its_usual_one() {
    let folder = tempdir().unwrap();
    for (text, expected) in [
        ("width = 1600\nheight = 900", (1600, 900, false)),
        ("width = 1600\nheight = 900\nmaximised = true", (1600, 900, true)),
        ("width = 0\nheight = 900\nmaximised = true", (1280, 720, true)),
        ("width = 1600\nheight = 4000000000", (1280, 720, false)),
    ] {
        fs::write(folder.path().join(Settings::FILE_NAME), format!("[window]\n{text}\n")).unwrap();
        let kept = Settings::read_from(folder.path());
        let window = kept.value.window;
        assert_eq!((kept.warning, (window.width, window.height, window.maximised)), (None, expected));
    }
}

#[test]
fn what_a_later_version_has_set_costs_no_more_than_the_part_that_has_it() {
    let folder = tempdir().unwrap();
    let top = "welcomed = true\nlater = 7\nfinesse_faults = \"later\"\n";
    let text = format!("{top}[sound]\nmusic = 0.25\n[appearance]\nskin = \"later\"\n");
    fs::write(folder.path().join(Settings::FILE_NAME), &text).unwrap();
    let kept = Settings::read_from(folder.path());
    let warning = kept.warning.unwrap();
    assert!(warning.contains("settings.toml.damaged-1; what of it can be read is in use"), "{warning}");
    let mut expected = Settings { welcomed: true, ..Settings::default() };
    expected.sound.music = 0.25;
    let expected = expected.checked();
    assert_eq!((&kept.value, kept.writable), (&expected, true));
    assert_eq!(fs::read_to_string(folder.path().join("settings.toml.damaged-1")).unwrap(), text);
    let next = Settings::read_from(folder.path());
    assert_eq!((next.value, next.warning), (expected, None), "the next start has the same, though nobody changed any");
    let written = fs::read_to_string(folder.path().join(Settings::FILE_NAME)).unwrap();
    assert!(written.contains("later = 7"), "a whole part that is not known stays: {written}");
    fs::write(folder.path().join(Settings::FILE_NAME), "welcomed = ").unwrap();
    let kept = Settings::read_from(folder.path());
    assert!(kept.warning.unwrap().contains("settings.toml.damaged-2; defaults are in use"));
    assert_eq!(kept.value, Settings::default().checked());
}

#[test]
fn what_only_a_later_version_knows_stays_in_a_file_that_is_written_anew() {
    let folder = tempdir().unwrap();
    let written = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap().parse::<toml::Table>().unwrap();
    let rules = "[versus.rules.garbage]\ncap = 4\nlater = 0.35\n";
    let text = format!("later = 7\n[sound]\nmusic = 0.25\nlater = \"a\"\n{rules}[later_part]\nsame = true\n");
    fs::write(folder.path().join(Settings::FILE_NAME), text).unwrap();
    let before = Settings::read_from(folder.path()).value;
    let mut settings = before.clone();
    settings.sound.music = 0.5;
    settings.write_changes_to(folder.path(), &before).unwrap();
    let file = written(Settings::FILE_NAME);
    assert_eq!((file["later"].as_integer(), file["sound"]["later"].as_str()), (Some(7), Some("a")));
    let garbage = &file["versus"]["rules"]["garbage"];
    assert_eq!((garbage["cap"].as_integer(), garbage["later"].as_float()), (Some(4), Some(0.35)));
    assert_eq!((file["later_part"]["same"].as_bool(), file["sound"]["music"].as_float()), (Some(true), Some(0.5)));
    let next = Settings::read_from(folder.path());
    assert_eq!((next.value, next.warning), (settings, None));

    let records = "[tables.zen]\ngames = 3\nlater = 5\n[tables.sprint-40]\ngames = 4\nlater = 6\n[later]\n";
    fs::write(folder.path().join(Records::FILE_NAME), records).unwrap();
    let mut kept = Records::read_from(folder.path()).value;
    kept.tables.remove("sprint-40");
    kept.write_to(folder.path()).unwrap();
    let file = written(Records::FILE_NAME);
    assert_eq!((file["tables"]["zen"]["later"].as_integer(), file.contains_key("later")), (Some(5), true));
    assert!(file["tables"].get("sprint-40").is_none(), "what this program knows it can take away");
    assert_eq!(Records::read_from(folder.path()).value, kept);

    let drill = |name: &str, later: u8| format!("[[drills]]\nfile = \"{name}\"\npoints = 30.5\nlater = {later}\n");
    fs::write(folder.path().join(DrillList::FILE_NAME), drill("a", 5) + &drill("b", 6)).unwrap();
    let mut kept = DrillList::read_from(folder.path()).value;
    kept.drills[0] = Drill { file: "c".to_owned(), ..Drill::default() };
    kept.drills.swap(0, 1);
    kept.write_to(folder.path()).unwrap();
    let file = written(DrillList::FILE_NAME);
    let [first, second] = [0_usize, 1].map(|at| &file["drills"][at]);
    assert_eq!((first["file"].as_str(), first["later"].as_integer()), (Some("b"), Some(6)), "wherever it stands");
    assert!(second.get("later").is_none(), "another one in the place of an older one has nothing of it");
    assert_eq!(DrillList::read_from(folder.path()).value, kept);
}

#[test]
fn what_cannot_be_read_is_set_aside_too() {
    let folder = tempdir().unwrap();
    fs::create_dir(folder.path().join(Records::FILE_NAME)).unwrap();
    let kept = Records::read_from(folder.path());
    assert_eq!(kept.value, Records::default());
    assert!(kept.warning.is_some());
    assert!(folder.path().join("records.toml.damaged-1").is_dir());
}

fn beaten(held_out: f64, milli_pps: u32, time: u64) -> BeatenPlayer {
    BeatenPlayer { spec: "iwumbwe:7".to_owned(), generation: 7, pace: Pace { milli_pps }, slips: 0, held_out, time }
}

fn won(score: u64, time: u64, opponent: BeatenPlayer) -> GameFinish {
    let record = Record { score, lines: 40, time, reached: true, ..Record::default() };
    let (id, better, opponent) = (String::new(), GameComparison::Sooner, Some(opponent));
    GameFinish { mode: Mode::Versus, id, better, record, timed: true, opponent }
}

#[test]
fn records_keep_the_best_and_come_back() {
    let folder = tempdir().unwrap();
    let mut kept = Records::default();
    let first = kept.count_game(&won(1000, 90_000, beaten(5000.0, 800, 90_000)));
    assert!(first.score && first.lines && first.time && first.hardest);
    let second = kept.count_game(&won(900, 95_000, beaten(4000.0, 0, 95_000)));
    assert_eq!(second, Default::default(), "a weaker generation at any speed is no harder");
    assert!(kept.count_game(&won(900, 95_000, beaten(5000.0, 0, 95_000))).hardest, "as fast as it can is the fastest");
    assert!(kept.count_game(&won(900, 94_000, beaten(5000.0, 0, 94_000))).hardest, "the same opponent sooner");
    assert_eq!((kept.versus.score, kept.versus.time, kept.versus.games, kept.versus.wins), (1000, 90_000, 4, 4));
    kept.write_to(folder.path()).unwrap();
    assert_eq!(Records::read_from(folder.path()).value, kept);
}

#[test]
fn a_lost_game_counts_but_beats_nobody() {
    let mut kept = Records::default();
    let mut lost = won(10, 5, beaten(5000.0, 800, 5));
    lost.record.reached = false;
    let broken = kept.count_game(&lost);
    assert!(broken.score && !broken.time && !broken.hardest);
    assert_eq!((kept.versus.games, kept.versus.wins, kept.hardest), (1, 0, None));
}

#[test]
fn counts_of_records_that_somebody_has_edited_do_not_overflow() {
    let mut kept = Records::default();
    (kept.versus.games, kept.versus.wins) = (u32::MAX, u32::MAX);
    kept.count_game(&won(1000, 90_000, beaten(5000.0, 800, 90_000)));
    assert_eq!((kept.versus.games, kept.versus.wins, kept.versus.score), (u32::MAX, u32::MAX, 1000));
}

#[test]
fn the_appearance_has_defaults_limits_and_a_short_file() {
    use korobka::app::persistence::Appearance;
    use korobka::app::persistence::appearance::{GameMoment, PaletteName, SkinName};
    let folder = tempdir().unwrap();
    let text = "[appearance]\nskin = \"woodcut\"\n[appearance.moments]\nspin = 0.5\ncombo = -3.0\ndanger = nan\n";
    fs::write(folder.path().join(Settings::FILE_NAME), text).unwrap();
    let kept = Settings::read_from(folder.path());
    assert_eq!(kept.warning, None);
    let appearance = kept.value.appearance.clone();
    assert_eq!((appearance.skin, appearance.palette), (SkinName::Woodcut, PaletteName::Guideline));
    let strengths = [GameMoment::Spin, GameMoment::Combo, GameMoment::Danger, GameMoment::Lock]
        .map(|m| appearance.moments.strength_of(m));
    assert_eq!(strengths, [0.5, 0.0, 1.0, 1.0], "within limits, and full where nothing is said");
    kept.value.write_to(folder.path()).unwrap();
    assert_eq!(Settings::read_from(folder.path()).value, kept.value, "it comes back as it was saved");

    let mut moments = Appearance::default().moments;
    for strength in [0.3, 0.0, 1.0] {
        moments.set(GameMoment::Win, strength);
        assert_eq!(moments.strength_of(GameMoment::Win), strength);
    }
    assert_eq!(moments, Appearance::default().moments, "full strength needs no line");
}

#[test]
fn pressed_keys_are_shown_as_the_file_says_and_nowhere_where_an_older_one_says_nothing() {
    let folder = tempdir().unwrap();
    let cases = [
        ("", KeyDisplay::Off, [false, false]),
        ("pressed_keys = \"watching\"\n", KeyDisplay::Watching, [false, true]),
        ("pressed_keys = \"always\"\n", KeyDisplay::Always, [true, true]),
    ];
    for (line, display, shows) in cases {
        fs::write(folder.path().join(Settings::FILE_NAME), format!("[looks]\nghost = 0.5\n{line}")).unwrap();
        let kept = Settings::read_from(folder.path());
        assert_eq!((kept.warning, kept.value.looks.pressed_keys), (None, display));
        assert_eq!([false, true].map(|only_watched| display.shows(only_watched)), shows, "{display:?}");
    }
}

#[test]
fn each_kind_of_effect_has_a_strength_within_limits_which_older_files_lack() {
    let folder = tempdir().unwrap();
    let strengths = |text: &str| {
        fs::write(folder.path().join(Settings::FILE_NAME), text).unwrap();
        let kept = Settings::read_from(folder.path());
        assert_eq!(kept.warning, None);
        kept.value.write_to(folder.path()).unwrap();
        assert_eq!(Settings::read_from(folder.path()).value, kept.value, "it comes back as it was saved");
        SoundKind::ALL.map(|(kind, ..)| kept.value.sound.kinds.strength_of(kind))
    };
    assert_eq!(strengths("[sound]\neffects = 0.5\n"), [1.0; 6], "what older files lack sounds as ever");
    let text = "[sound.kinds]\nmoves = 0.25\nlocks = nan\ngarbage = -3.0\nopponent = 7.0\n";
    assert_eq!(strengths(text), [0.25, 1.0, 1.0, 0.0, 1.0, 1.0]);
}

#[test]
fn an_older_seat_on_the_right_is_still_a_seat_on_the_right() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(Settings::FILE_NAME), "[seating]\nright = true\nyours = 1500\n").unwrap();
    let kept = Settings::read_from(folder.path());
    assert_eq!(kept.warning, None);
    assert_eq!(kept.value.seats.occupants(), [Occupant::Computer, Occupant::Keyboard]);
    kept.value.write_to(folder.path()).unwrap();
    assert_eq!(Settings::read_from(folder.path()).value, kept.value, "and moves there only once");
    fs::write(folder.path().join(Settings::FILE_NAME), "[chairs]\nleft = \"computer\"\n").unwrap();
    let kept = Settings::read_from(folder.path());
    assert_eq!(kept.value.seats.occupants(), [Occupant::Keyboard, Occupant::Computer], "somebody has to play");
}

#[test]
fn files_call_the_seats_chairs() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(Settings::FILE_NAME);
    fs::write(&file, "[chairs]\nleft = \"second-pad\"\n[chairs.left_keys]\nleft = [\"KeyJ\"]\n").unwrap();
    let kept = Settings::read_from(folder.path());
    assert_eq!(kept.warning, None);
    assert_eq!(kept.value.seats.occupants(), [Occupant::SecondPad, Occupant::Computer]);
    assert_eq!(kept.value.seats.left_keys.0.values().flatten().collect::<Vec<_>>(), ["KeyJ"]);
    kept.value.write_to(folder.path()).unwrap();
    let written = fs::read_to_string(&file).unwrap();
    assert!(written.contains("[chairs]") && !written.contains("[seats]"), "an older program finds them again");
}
