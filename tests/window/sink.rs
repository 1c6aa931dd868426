//! A sound card that goes nowhere, what it heard, and how loud and quick that was.

use super::support::PATIENCE;
use bevy_kira_audio::prelude::StaticSoundData;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

pub(super) const RATE: usize = 44_100;

/// A sound server whose only card goes nowhere, in a folder of its own.
pub(super) struct NullSink {
    server: Child,
    folder: tempfile::TempDir,
}

impl NullSink {
    pub(super) fn open() -> Self {
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
        let begin = Instant::now();
        while !sink.command("pactl").args(["info"]).output().is_ok_and(|output| output.status.success()) {
            assert!(begin.elapsed() < PATIENCE, "the sound server answers");
            std::thread::sleep(Duration::from_millis(100));
        }
        sink
    }

    /// The variables that lead a program here.
    pub(super) fn variables(&self) -> [(&'static str, String); 4] {
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

    fn recorder(&self) -> Recorder {
        let recorder = self
            .command("parec")
            .args(["-d", "nowhere.monitor", "--format=s16le", "--rate=44100", "--channels=1", "--latency-msec=50"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("parec is there (make test installs it)");
        Recorder(recorder)
    }

    /// Records for so long: mono samples of -1 to 1.
    pub(super) fn record(&self, time: Duration) -> Vec<f32> {
        let mut bytes = vec![0u8; (time.as_secs_f32() * RATE as f32) as usize * 2];
        let mut recorder = self.recorder();
        let read = recorder.0.stdout.as_mut().expect("its output is piped").read_exact(&mut bytes);
        read.expect("the sink can be recorded");
        samples(&bytes)
    }

    /// Records while something is done, however long that takes on a busy machine.
    pub(super) fn record_while(&self, act: impl FnOnce()) -> Vec<f32> {
        let mut recorder = self.recorder();
        let mut output = recorder.0.stdout.take().expect("its output is piped");
        std::thread::scope(|scope| {
            let heard = scope.spawn(move || {
                let mut bytes = Vec::new();
                output.read_to_end(&mut bytes).expect("the sink can be recorded");
                bytes
            });
            act();
            drop(recorder);
            samples(&heard.join().expect("the recorder ends"))
        })
    }

    /// Listens for this many seconds again and again until the level is as it should be; gives the last level.
    pub(super) fn level_once(&self, seconds: u64, is_right: impl Fn(f32) -> bool) -> f32 {
        let begin = Instant::now();
        loop {
            let heard = level(&self.record(Duration::from_secs(seconds)));
            if is_right(heard) || begin.elapsed() > PATIENCE {
                return heard;
            }
        }
    }
}

/// A program that records until this is dropped.
struct Recorder(Child);

impl Drop for Recorder {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The samples of a recording, of which each has two bytes.
fn samples(bytes: &[u8]) -> Vec<f32> {
    bytes.chunks_exact(2).map(|pair| f32::from(i16::from_le_bytes([pair[0], pair[1]])) / 32768.0).collect()
}

impl Drop for NullSink {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The frames of a sound's file, left and right, -1 to 1.
pub(super) fn frames_of(path: &Path) -> Vec<[f32; 2]> {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let sound = StaticSoundData::from_cursor(std::io::Cursor::new(bytes)).expect("the file can be decoded");
    assert_eq!(sound.sample_rate as usize, RATE, "{} is at 44.1 kHz", path.display());
    sound.frames.iter().map(|frame| [frame.left, frame.right]).collect()
}

/// The same in mono.
pub(super) fn samples_of(path: &Path) -> Vec<f32> {
    frames_of(path).into_iter().map(|[left, right]| (left + right) / 2.0).collect()
}

/// The root mean square.
pub(super) fn level(samples: &[f32]) -> f32 {
    (samples.iter().map(|sample| sample * sample).sum::<f32>() / samples.len() as f32).sqrt()
}

/// How strongly the envelope repeats after `seconds`: the autocorrelation of its rises.
pub(super) fn pulse(samples: &[f32], seconds: f64) -> f32 {
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
