//! The whole sound path, recorded from a null sink: music plays, is muted, pauses with the game, and takes another
//! volume and another tempo.

use super::sink::{NullSink, RATE, level, pulse, samples_of};
use super::support::{Display, Game, is_screen};
use korobka::audio::score::{Arrangement, ArrangementList};
use std::path::Path;
use std::time::Duration;

const SETTINGS: &str = "welcomed = true\n[sound]\ntempo = \"calm\"\nmusic = 1.0\neffects = 0.0\nmaster = 1.0\n";

#[test]
fn music_sounds_is_muted_pauses_and_resumes() {
    let display = Display::open();
    let sink = NullSink::open();
    let mut game =
        Game::start_with(&display, &["play", "--mode", "marathon", "--seed", "1"], Some(SETTINGS), &sink.variables());
    game.wait(0, "the round to begin", |line| line["phase"]["phase"]["phase"] == "playing");
    let playing = sink.level_once(3, |level| level > 0.01);
    assert!(playing > 0.01, "music plays: level {playing}");

    game.press("m");
    let muted = sink.level_once(2, |level| level < playing / 100.0);
    assert!(muted < playing / 100.0, "M mutes: level {muted} of {playing}");
    game.press("m");
    let again = sink.level_once(3, |level| level > playing / 3.0);
    assert!(again > playing / 3.0, "M brings the music back: level {again} of {playing}");

    game.press_for("p", "the pause", |line| is_screen(line, "Play", Some("Pause")));
    let paused = sink.level_once(2, |level| level < playing / 100.0);
    assert!(paused < playing / 100.0, "a pause pauses the music: level {paused} of {playing}");
    game.press_for("p", "the match", |line| is_screen(line, "Play", None));
    let resumed = sink.level_once(3, |level| level > playing / 3.0);
    assert!(resumed > playing / 3.0, "and resuming resumes it: level {resumed} of {playing}");
}

#[test]
fn effects_are_muted_too() {
    const EFFECTS: &str = "welcomed = true\n[sound]\nmusic_on = false\neffects = 1.0\nmaster = 1.0\n";
    let display = Display::open();
    let sink = NullSink::open();
    let mut game =
        Game::start_with(&display, &["play", "--mode", "zen", "--seed", "1"], Some(EFFECTS), &sink.variables());
    game.wait(0, "the round to begin", |line| line["phase"]["phase"]["phase"] == "playing");
    // A piece that goes to and fro.
    let heard = || {
        std::thread::scope(|scope| {
            let recorder = scope.spawn(|| sink.record(Duration::from_secs(3)));
            for key in ["Left", "Right"].into_iter().cycle().take(10) {
                game.press(key);
            }
            level(&recorder.join().expect("the recorder ends"))
        })
    };
    let loud = heard();
    assert!(loud > 0.0005, "moves are heard: level {loud}");
    game.press("m");
    let muted = heard();
    assert!(muted < loud / 100.0, "M mutes them: level {muted} of {loud}");
}

/// The music panel, its tempo calm and its volume full.
fn open_the_panel(display: &Display, sink: &NullSink) -> Game {
    let mut game = Game::start_with(display, &[], Some(SETTINGS), &sink.variables());
    game.open_from_title("Music");
    game
}

#[test]
fn the_panel_turns_the_volume_down() {
    let display = Display::open();
    let sink = NullSink::open();
    let mut game = open_the_panel(&display, &sink);
    let full = sink.level_once(3, |level| level > 0.01);
    assert!(full > 0.01, "music plays: level {full}");
    game.go_to_row("Music volume");
    let mut last = full;
    // A press moves it by a twentieth; a few more at the end, in case a slow frame has missed one.
    for (share, presses) in [(0.5, 10), (0.0, 14)] {
        for _ in 0..presses {
            game.press("Left");
        }
        let now = if share == 0.0 {
            sink.level_once(3, |level| level < full / 100.0)
        } else {
            std::thread::sleep(Duration::from_secs(1));
            level(&sink.record(Duration::from_secs(3)))
        };
        // Music is not equally loud everywhere, but half a slider is more than that.
        assert!(now < 0.75 * last, "at {share} the music is softer: level {now} after {last}");
        assert!(share == 0.0 || now > 0.05 * full, "at {share} it is still there: level {now} of {full}");
        last = now;
    }
    assert!(last < full / 100.0, "at 0 there is silence: level {last} of {full}");
}

/// Where a tempo's rendering is heard, sample by sample.
struct Rendering {
    samples: Vec<f32>,
    beat: f64,
}

impl Rendering {
    fn load(assets: &Path, arrangement: &Arrangement, name: &str) -> Self {
        let tempo = arrangement.tempi.iter().find(|tempo| tempo.name == name).expect("every arrangement has it");
        Self { samples: samples_of(&assets.join(&tempo.file)), beat: 60.0 / tempo.bpm }
    }

    /// How well the recording agrees with the rendering from sample `at` on: 1 at its best, whatever the volume.
    fn agreement(&self, heard: &[f32], at: usize) -> f32 {
        let (mut both, mut ours, mut theirs) = (0.0, 0.0, 0.0);
        for (step, a) in heard.iter().enumerate() {
            let b = self.samples[(at + step) % self.samples.len()];
            both += a * b;
            ours += a * a;
            theirs += b * b;
        }
        both / (ours * theirs).sqrt().max(1e-9)
    }

    /// How long the recording follows the rendering, and which sample of the rendering comes last. A machine that is
    /// busy leaves sound out now and then, so the place is found again nearby.
    fn followed(&self, heard: &[f32]) -> (usize, usize) {
        let (hop, length) = (RATE / 50, self.samples.len());
        let mut ahead = self.place_of(&heard[..4 * RATE]);
        let (mut last, mut place) = (0, ahead);
        for at in (0..heard.len() - 5 * hop).step_by(hop) {
            let part = &heard[at..at + 5 * hop];
            if self.agreement(part, ahead + at) < 0.9 {
                let nearby = (length - RATE / 5..length + RATE / 5).step_by(2).map(|by| (ahead + by) % length);
                let best = nearby.max_by(|a, b| self.agreement(part, a + at).total_cmp(&self.agreement(part, b + at)));
                // A note at another tempo may agree for a moment, but not the half second from it on.
                let longer = &heard[at..heard.len().min(at + 25 * hop)];
                let goes_on = |place: usize| self.agreement(part, place) > 0.95 && self.agreement(longer, place) > 0.9;
                match best.filter(|&best| goes_on(best + at)) {
                    Some(best) => ahead = best,
                    None if at > last + RATE => break,
                    None => continue,
                }
            }
            (last, place) = (at + 5 * hop, (ahead + at + 5 * hop) % length);
        }
        (last, place)
    }

    /// The sample with which the recording begins: the loop's loudness is compared in hundredths of a second first,
    /// then the neighbourhood of the best place sample by sample.
    fn place_of(&self, heard: &[f32]) -> usize {
        let hop = RATE / 100;
        let loudness = |samples: &[f32]| samples.chunks(hop).map(level).collect::<Vec<_>>();
        let rough = Self { samples: loudness(&self.samples), beat: self.beat };
        let heard_loudness = loudness(heard);
        let best = |candidates: &mut dyn Iterator<Item = usize>, of: &Self, heard: &[f32]| {
            candidates.max_by(|&a, &b| of.agreement(heard, a).total_cmp(&of.agreement(heard, b))).unwrap_or(0)
        };
        let near = best(&mut (0..rough.samples.len()), &rough, &heard_loudness) * hop;
        let around = (near + self.samples.len() - 2 * hop)..(near + self.samples.len() + 2 * hop);
        best(&mut around.into_iter(), self, &heard[..heard.len().min(RATE / 4)]) % self.samples.len()
    }
}

#[test]
fn the_tempo_changes_at_a_bar_line() {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let loops = ArrangementList::load(&assets).expect("the table of loops is there");
    let arrangement = &loops.arrangements[0];
    let (calm, fast) = (Rendering::load(&assets, arrangement, "calm"), Rendering::load(&assets, arrangement, "fast"));

    let display = Display::open();
    let sink = NullSink::open();
    let mut game = open_the_panel(&display, &sink);
    game.go_to_row("Tempo");
    let heard = std::thread::scope(|scope| {
        let recorder = scope.spawn(|| sink.record(Duration::from_secs(26)));
        // Both keys within a bar.
        std::thread::sleep(Duration::from_millis(11_900));
        // From calm over brisk to fast.
        game.press("Right");
        game.press("Right");
        recorder.join().expect("the recorder ends")
    });
    let (before, after) = (&heard[..10 * RATE], &heard[16 * RATE..]);
    for (name, part, own, other) in [("calm", before, &calm, &fast), ("fast", after, &fast, &calm)] {
        let (own, other) = (pulse(part, own.beat), pulse(part, other.beat));
        assert!(own > 2.0 * other.max(0.0), "at tempo {name} the music pulses with its beat: {own} against {other}");
    }

    let (change, place) = calm.followed(&heard);
    assert!(change > 10 * RATE, "the calm rendering is heard until the change: {change} samples of it");
    let left = game.wait(0, "the change of tempo", |line| line["music"]["change"].is_object());
    let said = |key: &str| left["music"]["change"][key].as_f64().expect("the trace says where it changed");
    let (bars, frame) = (said("bars"), said("frame"));
    assert!(frame > 0.0 && bars.fract() <= frame, "the first frame after a bar line changes the tempo: {left}");
    let bar = calm.beat * f64::from(arrangement.beats_per_bar);
    let heard = place as f64 / RATE as f64 / bar;
    // The sound system works a little ahead of what is heard, further when the machine is busy.
    assert!((heard - bars).abs() < 0.25, "and there it is heard: {heard:.2} bars in, {left}");
}
