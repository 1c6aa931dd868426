//! The whole sound path, recorded from a null sink: music plays, is muted, pauses with the game, and changes its tempo.

use super::support::{Display, Game};
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const RATE: usize = 44_100;

/// A sound server whose only card goes nowhere, in a folder of its own.
struct NullSink {
    server: Child,
    folder: tempfile::TempDir,
}

impl NullSink {
    fn open() -> Self {
        let folder = tempfile::tempdir().expect("a folder for the sound server");
        let server = Command::new("pulseaudio")
            .args(["-n", "--daemonize=no", "--exit-idle-time=-1", "--disallow-exit", "--log-level=error"])
            .args(["--load=module-null-sink sink_name=nowhere rate=44100 channels=2"])
            .args(["--load=module-native-protocol-unix"])
            .env("XDG_RUNTIME_DIR", folder.path())
            .env("PULSE_RUNTIME_PATH", folder.path())
            .env("HOME", folder.path())
            .stderr(Stdio::null())
            .spawn()
            .expect("pulseaudio is there (make test installs it)");
        let sink = Self { server, folder };
        for _ in 0..100 {
            if sink.command("pactl").args(["info"]).output().is_ok_and(|output| output.status.success()) {
                return sink;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        panic!("the sound server answers");
    }

    /// The variables that lead a program here.
    fn variables(&self) -> [(&'static str, String); 4] {
        let folder = self.folder.path().display();
        std::fs::write(self.folder.path().join("asound.conf"), "pcm.!default pulse\nctl.!default pulse\n")
            .expect("the folder can be written");
        [
            ("PULSE_RUNTIME_PATH", folder.to_string()),
            ("PULSE_SERVER", format!("unix:{folder}/native")),
            ("ALSA_CONFIG_PATH", format!("/usr/share/alsa/alsa.conf:{folder}/asound.conf")),
            ("PULSE_SINK", "nowhere".to_owned()),
        ]
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.envs(self.variables());
        command
    }

    /// Records for so long: mono samples of -1 to 1.
    fn record(&self, time: Duration) -> Vec<f32> {
        let mut recorder = self
            .command("parec")
            .args(["-d", "nowhere.monitor", "--format=s16le", "--rate=44100", "--channels=1", "--latency-msec=50"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("parec is there (make test installs it)");
        let mut bytes = vec![0u8; (time.as_secs_f32() * RATE as f32) as usize * 2];
        let read = recorder.stdout.as_mut().expect("its output is piped").read_exact(&mut bytes);
        let _ = recorder.kill();
        let _ = recorder.wait();
        read.expect("the sink can be recorded");
        bytes.chunks_exact(2).map(|pair| f32::from(i16::from_le_bytes([pair[0], pair[1]])) / 32768.0).collect()
    }
}

impl Drop for NullSink {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn level(samples: &[f32]) -> f32 {
    (samples.iter().map(|sample| sample * sample).sum::<f32>() / samples.len() as f32).sqrt()
}

/// How strongly the envelope repeats after `seconds`: the autocorrelation of its rises.
fn pulse(samples: &[f32], seconds: f64) -> f32 {
    let hop = RATE / 100;
    let envelope: Vec<f32> = samples.chunks(hop).map(level).collect();
    let rises: Vec<f32> = envelope.windows(2).map(|pair| (pair[1] - pair[0]).max(0.0)).collect();
    let mean = rises.iter().sum::<f32>() / rises.len() as f32;
    let lag = seconds * 100.0;
    // Between two hops the neighbours share.
    let at = |lag: usize| {
        rises.iter().zip(&rises[lag..]).map(|(a, b)| (a - mean) * (b - mean)).sum::<f32>() / (rises.len() - lag) as f32
    };
    let (low, part) = (lag as usize, (lag - lag.floor()) as f32);
    at(low) * (1.0 - part) + at(low + 1) * part
}

fn start(display: &Display, sink: &NullSink, tempo: &str) -> Game {
    let settings = format!("welcomed = true\n[sound]\ntempo = \"{tempo}\"\nmusic = 1.0\neffects = 0.0\nmaster = 1.0\n");
    Game::start_with(display, &["play", "--mode", "marathon", "--seed", "1"], Some(&settings), &sink.variables())
}

#[test]
fn music_sounds_is_muted_pauses_and_resumes() {
    let display = Display::open();
    let sink = NullSink::open();
    let mut game = start(&display, &sink, "calm");
    game.wait(0, "the round to begin", |line| line["phase"]["phase"]["phase"] == "playing");
    let playing = level(&sink.record(Duration::from_secs(4)));
    assert!(playing > 0.01, "music plays: level {playing}");

    game.press("m");
    std::thread::sleep(Duration::from_secs(1));
    let muted = level(&sink.record(Duration::from_secs(2)));
    assert!(muted < playing / 100.0, "M mutes: level {muted} of {playing}");
    game.press("m");
    std::thread::sleep(Duration::from_secs(1));
    let again = level(&sink.record(Duration::from_secs(4)));
    assert!(again > playing / 3.0, "M brings the music back: level {again} of {playing}");

    let from = game.now();
    game.press("p");
    game.wait_for_screen(from, "Play", Some("Pause"));
    std::thread::sleep(Duration::from_secs(1));
    let paused = level(&sink.record(Duration::from_secs(2)));
    assert!(paused < playing / 100.0, "a pause pauses the music: level {paused} of {playing}");
    let from = game.now();
    game.press("p");
    game.wait_for_screen(from, "Play", None);
    std::thread::sleep(Duration::from_secs(1));
    let resumed = level(&sink.record(Duration::from_secs(4)));
    assert!(resumed > playing / 3.0, "and resuming resumes it: level {resumed} of {playing}");
}

#[test]
fn the_tempo_chosen_is_the_tempo_heard() {
    let display = Display::open();
    let sink = NullSink::open();
    let loops = korobka::audio::score::Loops::load(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets"))
        .expect("the table of loops is there");
    let beat = |name: &str| {
        let tempi = &loops.arrangements[0].tempi;
        60.0 / tempi.iter().find(|tempo| tempo.name == name).expect("every arrangement has it").bpm
    };
    for (name, other) in [("calm", "fast"), ("fast", "calm")] {
        let mut game = start(&display, &sink, name);
        game.wait(0, "the round to begin", |line| line["phase"]["phase"]["phase"] == "playing");
        let samples = sink.record(Duration::from_secs(12));
        let (own, others) = (pulse(&samples, beat(name)), pulse(&samples, beat(other)));
        assert!(own > 2.0 * others.max(0.0), "at tempo {name} the music pulses with its beat: {own} against {others}");
    }
}
