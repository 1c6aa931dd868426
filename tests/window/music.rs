//! The music loops without a gap or a click, tested on the samples that the sound library decodes.

use super::sink::frames_of;
use korobka::audio::score::{ArrangementList, SAMPLE_RATE};
use std::path::Path;

#[test]
fn every_loop_is_as_long_as_its_bars_and_has_no_click_or_gap_at_its_seam() {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let loops = ArrangementList::load(&assets).expect("the table of loops is there");
    assert!(loops.arrangements.len() >= 2, "there are two arrangements at least");
    for arrangement in &loops.arrangements {
        for tempo in &arrangement.tempi {
            let frames = frames_of(&assets.join(&tempo.file));
            assert_eq!(frames.len() as u64, tempo.samples, "{} is as long as the table says", tempo.file);
            let beats = f64::from(arrangement.bars * arrangement.beats_per_bar);
            let exact = beats * 60.0 / tempo.bpm * SAMPLE_RATE;
            assert!((exact - tempo.samples as f64).abs() < 1.0, "{}: bars x beats at its tempo", tempo.file);

            // A click is a step that the music itself does not make.
            let step = |a: [f32; 2], b: [f32; 2]| (a[0] - b[0]).abs().max((a[1] - b[1]).abs());
            let mut steps: Vec<f32> = frames.windows(2).map(|pair| step(pair[0], pair[1])).collect();
            steps.sort_by(f32::total_cmp);
            let usual = steps[steps.len() * 999 / 1000];
            let seam = step(frames[frames.len() - 1], frames[0]);
            assert!(seam <= usual, "{}: the step at the seam is {seam}, one in a thousand is {usual}", tempo.file);

            // A gap is silence where the music has none.
            let level = |part: &[[f32; 2]]| {
                (part.iter().map(|f| f[0] * f[0] + f[1] * f[1]).sum::<f32>() / part.len() as f32).sqrt()
            };
            let window = (SAMPLE_RATE * 0.05) as usize;
            let whole = level(&frames);
            for part in [&frames[frames.len() - window..], &frames[..window]] {
                assert!(level(part) > whole / 30.0, "{}: no gap around the seam", tempo.file);
            }
        }
    }
}

#[test]
fn a_change_of_tempo_keeps_the_place_in_the_tune() {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let loops = ArrangementList::load(&assets).expect("the table of loops is there");
    let arrangement = &loops.arrangements[0];
    for bar in [0, 1, arrangement.bars / 2, arrangement.bars - 1] {
        let seconds = (f64::from(bar) + 0.25) / f64::from(arrangement.bars) * arrangement.loop_seconds(0);
        let place = arrangement.seconds_at_same_place(0, seconds, 2);
        let found = arrangement.bars_played_at(2, place);
        assert!(
            (found - f64::from(bar) - 0.25).abs() < 1e-6,
            "the same bar at the other tempo, and the same place in it"
        );
    }
}
