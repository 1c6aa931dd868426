//! What the gallery's pictures look like, measured: surfaces can be told apart, tracks and marks seen, words read, and
//! what belongs to the middle is in the middle.
//!
//! Contrast is the ratio of WCAG 2.2 (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio): at least 1.3 between surfaces,
//! 3 for what is no text, 4.5 for text.

use super::gallery::{gallery, read};
use std::collections::HashMap;

/// The size at which places are given.
const SIZE: (u32, u32) = (1280, 720);

/// A picture, three bytes a pixel.
struct Picture(Vec<u8>);

/// The rectangle from the upper left corner to the lower right one, in pixels.
type Place = [u32; 4];

impl Picture {
    fn pixel(&self, x: u32, y: u32) -> [u8; 3] {
        let at = ((y * SIZE.0 + x) * 3) as usize;
        [self.0[at], self.0[at + 1], self.0[at + 2]]
    }

    fn pixels(&self, [left, top, right, bottom]: Place) -> impl Iterator<Item = [u8; 3]> {
        (top..bottom).flat_map(move |y| (left..right).map(move |x| self.pixel(x, y)))
    }

    /// The surface of a place: the colour of most of its pixels.
    fn surface(&self, place: Place) -> [u8; 3] {
        let mut count = HashMap::<[u8; 3], u32>::new();
        for pixel in self.pixels(place) {
            *count.entry(pixel).or_default() += 1;
        }
        count.into_iter().max_by_key(|(_, count)| *count).unwrap().0
    }

    /// The contrast of what stands out most on the surface of a place.
    fn written(&self, place: Place) -> f64 {
        let surface = self.surface(place);
        self.pixels(place).map(|pixel| contrast(pixel, surface)).fold(1.0, f64::max)
    }

    /// The middle of what is brighter than this in a place, across.
    fn middle(&self, place: Place, least: f64) -> f64 {
        let bright = |x: u32| self.pixels([x, place[1], x + 1, place[3]]).any(|pixel| luminance(pixel) > least);
        let columns: Vec<u32> = (place[0]..place[2]).filter(|&x| bright(x)).collect();
        f64::from(columns[0] + columns[columns.len() - 1] + 1) / 2.0
    }
}

fn luminance(pixel: [u8; 3]) -> f64 {
    let [red, green, blue] = pixel.map(|part| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

fn contrast(one: [u8; 3], two: [u8; 3]) -> f64 {
    let (one, two) = (luminance(one), luminance(two));
    (one.max(two) + 0.05) / (one.min(two) + 0.05)
}

/// The pictures whose names contain one of these, drawn by one program.
fn pictures(parts: &[&str]) -> HashMap<String, Picture> {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("pictures");
    let mut flags = vec![folder.to_str().expect("a plain path")];
    flags.extend(parts.iter().flat_map(|&part| ["--only", part]));
    let drawn = gallery(home.path(), &flags);
    assert!(drawn.status.success(), "{}", String::from_utf8_lossy(&drawn.stderr));
    let files = std::fs::read_dir(&folder).expect("it is there").flatten().map(|entry| entry.path());
    files
        .map(|path| {
            let (size, pixels) = read(&path);
            assert_eq!(size, SIZE);
            (path.file_stem().unwrap().to_string_lossy().into_owned(), Picture(pixels))
        })
        .collect()
}

#[test]
fn surfaces_marks_and_words_stand_out_and_what_belongs_to_the_middle_is_there() {
    let pictures = pictures(&["settings-looks", "versus", "results-rated", "perfect-clear", "match", "win"]);
    surfaces_are_told_apart_marks_seen_and_words_read(&pictures);
    what_belongs_to_the_middle_is_in_the_middle(&pictures);
}

fn surfaces_are_told_apart_marks_seen_and_words_read(pictures: &HashMap<String, Picture>) {
    // A surface, and another that lies on it.
    let surfaces: [(&str, &str, Place, Place); 6] = [
        ("settings-looks", "a row on its panel", [300, 560, 500, 600], [500, 401, 640, 437]),
        ("settings-looks", "a tab on its panel", [300, 560, 500, 600], [150, 101, 216, 107]),
        ("settings-looks", "the chosen tab beside the others", [150, 101, 216, 107], [318, 101, 384, 107]),
        ("versus", "the row of a rival on its panel", [300, 622, 500, 632], [460, 346, 600, 384]),
        ("versus", "the row in focus beside the others", [460, 346, 600, 384], [460, 206, 600, 224]),
        ("results-rated", "a row on the results", [120, 500, 400, 600], [230, 220, 400, 230]),
    ];
    for (name, what, under, over) in surfaces {
        let picture = &pictures[name];
        let ratio = contrast(picture.surface(under), picture.surface(over));
        assert!(ratio >= 1.3, "{name}: {what} has {ratio:.2}:1");
    }
    let marks: [(&str, &str, Place); 3] = [
        ("settings-looks", "the track of a slider", [700, 245, 774, 259]),
        ("settings-looks", "the switch of a row", [918, 407, 966, 433]),
        ("results-rated", "the track of the rating", [900, 270, 1160, 286]),
    ];
    for (name, what, place) in marks {
        let ratio = pictures[name].written(place);
        assert!(ratio >= 3.0, "{name}: {what} has {ratio:.2}:1");
    }
    let words: [(&str, &str, Place); 12] = [
        ("settings-looks", "a label", [76, 199, 232, 221]),
        ("settings-looks", "a value", [677, 199, 761, 221]),
        ("settings-looks", "a tab that is not chosen", [164, 109, 204, 131]),
        ("settings-looks", "the foot", [762, 686, 796, 704]),
        ("versus", "what a rival is", [194, 258, 400, 276]),
        ("versus", "the rating of a rival", [630, 240, 682, 260]),
        ("versus", "the line under the panel", [556, 636, 724, 656]),
        ("versus", "how sure a rating is", [928, 160, 972, 180]),
        ("results-rated", "who won the round", [494, 440, 530, 460]),
        ("results-rated", "by how much the rating rose", [582, 262, 626, 286]),
        ("perfect-clear", "the rarest of moments", [516, 276, 764, 386]),
        ("match", "the label of a figure", [54, 468, 140, 482]),
    ];
    for (name, what, place) in words {
        let ratio = pictures[name].written(place);
        assert!(ratio >= 4.5, "{name}: {what} has {ratio:.2}:1");
    }
}

fn what_belongs_to_the_middle_is_in_the_middle(pictures: &HashMap<String, Picture>) {
    let middle = f64::from(SIZE.0) / 2.0;
    let axes: [(&str, &str, Place, f64, f64); 4] = [
        ("match", "the mark of an even match", [600, 80, 680, 82], 0.5, 1.0),
        ("match", "the clock", [560, 20, 720, 54], 0.3, 4.0),
        ("win", "the word of the winner", [400, 360, 880, 420], 0.3, 4.0),
        ("settings-looks", "the title of a page", [400, 41, 880, 71], 0.2, 4.0),
    ];
    for (name, what, place, least, most) in axes {
        let off = pictures[name].middle(place, least) - middle;
        assert!(off.abs() <= most, "{name}: {what} is {off} pixels off the middle");
    }
}
