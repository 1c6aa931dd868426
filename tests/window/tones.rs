//! What a combo and a lost window sound like, recorded from a null sink: the tones rise, and silence falls.

use super::sink::{NullSink, RATE, level, samples_of};
use super::support::{Display, Game, home_with};
use std::path::Path;
use std::time::Duration;

/// Eighteen rows with room for a square in the middle, where squares appear: each hard drop clears two rows, nine are
/// a combo of eight.
fn puzzle() -> String {
    let rows = "####..####\n".repeat(18);
    format!(
        "name = \"Nine\"\nabout = \"A combo.\"\ngoal = \"lines 18\"\nqueue = \"OOOOOOOOO\"\nboard = \"\"\"\n{rows}\"\"\"\n"
    )
}

/// How strong a frequency is, by Goertzel's filter.
fn strength(samples: &[f32], hertz: f64) -> f64 {
    let factor = 2.0 * (std::f64::consts::TAU * hertz / RATE as f64).cos();
    let (mut last, mut before) = (0.0, 0.0);
    for &sample in samples {
        (last, before) = (f64::from(sample) + factor * last - before, last);
    }
    (last * last + before * before - factor * last * before) / (samples.len() * samples.len()) as f64
}

/// The note of a sound, in half tones above the A of 440 Hz: the strongest of its first tenth of a second from there
/// on. Tones are told apart by their lowest part, so that an overtone that is stronger does not count.
fn note(samples: &[f32]) -> i32 {
    let part = &samples[..RATE / 10];
    let strongest = (0..36).map(|note| strength(part, hertz(note))).fold(0.0, f64::max);
    (0..36).find(|&note| strength(part, hertz(note)) > strongest / 5.0).expect("the strongest is one of them")
}

fn hertz(note: i32) -> f64 {
    440.0 * 2f64.powf(f64::from(note) / 12.0)
}

/// Every fourth sample of the mean of four: enough for tones.
fn thinned(samples: &[f32]) -> Vec<f32> {
    samples.chunks_exact(4).map(|four| four.iter().sum::<f32>() / 4.0).collect()
}

/// The second at which a recording agrees best with a sound, whatever else is heard then.
fn time_of(heard: &[f32], sound: &[f32]) -> f64 {
    let (heard, sound) = (thinned(heard), thinned(sound));
    let agreement = |part: &[f32]| part.iter().zip(&sound).map(|(a, b)| a * b).sum::<f32>();
    let best = heard.windows(sound.len()).map(agreement).enumerate().max_by(|a, b| a.1.total_cmp(&b.1));
    best.map_or(0.0, |(at, _)| at as f64 * 4.0 / RATE as f64)
}

#[test]
fn the_tones_of_a_combo_rise_step_by_step() {
    let sounds = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/sounds");
    let tones: [Vec<f32>; 8] =
        std::array::from_fn(|number| samples_of(&sounds.join(format!("combo{}.ogg", number + 1))));
    let notes: Vec<i32> = tones.iter().map(|tone| note(tone)).collect();
    assert!(notes.windows(2).all(|pair| pair[0] < pair[1]), "each tone is higher than the one before: {notes:?}");

    let (display, sink) = (Display::open(), NullSink::open());
    let settings = "welcomed = true\n[sound]\nmaster = 1.0\neffects = 1.0\nmenus = 0.0\nmusic_on = false\n";
    let home =
        home_with(&[("config/settings.toml", settings.as_bytes()), ("data/puzzles/nine.toml", puzzle().as_bytes())]);
    let flags = ["play", "--mode", "puzzle:nine", "--seed", "1"];
    let mut game = Game::start_in(&display, home, &flags, &sink.variables());
    game.wait(0, "the round to begin", |line| line["phase"]["phase"]["phase"] == "playing");
    let heard = sink.record_while(|| {
        std::thread::sleep(Duration::from_secs(1));
        for combo in 0..=8 {
            game.press_for("space", "the next of the combo", |line| {
                line["happened"]["outcome"]["clear"]["combo"] == combo
            });
            std::thread::sleep(Duration::from_millis(600));
        }
        // The last tone to its end.
        std::thread::sleep(Duration::from_secs(3));
    });
    let times: Vec<f64> = tones.iter().map(|tone| time_of(&heard, tone)).collect();
    assert!(times.windows(2).all(|pair| pair[0] + 0.5 < pair[1]), "they come one after the other: {times:?}");
}

#[test]
fn a_window_without_the_keyboard_is_silent_if_that_is_wished() {
    let (display, sink) = (Display::open(), NullSink::open());
    for wished in [true, false] {
        let sound = format!("[sound]\nmaster = 1.0\nmusic = 1.0\nmute_unfocused = {wished}\n");
        let settings = format!("welcomed = true\n{sound}");
        let mut game = Game::start_with(&display, &[], Some(&settings), &sink.variables());
        game.open_from_title("Music");
        let before = sink.level_once(3, |level| level > 0.01);
        assert!(before > 0.01, "music plays: level {before}");
        game.look_away();
        if wished {
            let away = sink.level_once(3, |level| level < before / 100.0);
            assert!(away < before / 100.0, "it is silent: level {away} of {before}");
        } else {
            std::thread::sleep(Duration::from_secs(1));
            let away = level(&sink.record(Duration::from_secs(3)));
            assert!(away > before / 3.0, "it plays on: level {away} of {before}");
        }
        game.look_back();
        let again = sink.level_once(3, |level| level > before / 3.0);
        assert!(again > before / 3.0, "and plays again: level {again} of {before}");
    }
}
