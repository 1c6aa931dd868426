//! The gallery: every picture of the table is made, has the size asked for, shows something, and is no other's double.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::path::Path;
use std::process::{Command, Output};

pub(super) fn gallery(home: &Path, flags: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_korobka"));
    // No display at all: nothing opens a window.
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env("KOROBKA_HOME", home);
    command.current_dir(env!("CARGO_MANIFEST_DIR")).arg("gallery").args(flags);
    command.output().expect("the gallery runs")
}

/// The size of a PNG and its pixels, three bytes each.
pub(super) fn read(path: &Path) -> ((u32, u32), Vec<u8>) {
    let file = File::open(path).unwrap_or_else(|error| panic!("{} is made: {error}", path.display()));
    let mut reader = png::Decoder::new(std::io::BufReader::new(file)).read_info().expect("it is a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("it is no larger than memory")];
    let info = reader.next_frame(&mut pixels).expect("it is whole");
    assert_eq!(info.color_type, png::ColorType::Rgb);
    pixels.truncate(info.buffer_size());
    ((info.width, info.height), pixels)
}

#[test]
fn every_picture_is_made_and_shows_something_of_its_own() {
    let home = tempfile::tempdir().expect("a folder");
    let listed = gallery(home.path(), &["--list"]);
    let listed = String::from_utf8(listed.stdout).expect("names are text");
    let names: Vec<&str> = listed.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.len() > 30, "the table names every screen and moment: {names:?}");

    let folder = home.path().join("pictures");
    let drawn = gallery(home.path(), &[folder.to_str().expect("a plain path"), "--size", "640x360"]);
    let log = String::from_utf8_lossy(&drawn.stderr).into_owned();
    assert!(drawn.status.success(), "the gallery ends well: {log}");
    assert!(!log.contains("ERROR") && !log.contains("panicked"), "the log has no errors: {log}");

    let mut known: BTreeMap<Vec<u8>, &str> = BTreeMap::new();
    for name in &names {
        let (size, pixels) = read(&folder.join(format!("{name}.png")));
        assert_eq!(size, (640, 360), "{name} has the size asked for");
        let colours: BTreeSet<&[u8]> = pixels.chunks_exact(3).collect();
        assert!(colours.len() > 200, "{name} shows something: it has {} colours", colours.len());
        let bright = pixels.chunks_exact(3).filter(|pixel| pixel.iter().any(|&part| part > 150)).count();
        assert!(bright > 300, "{name} has something to read or to see: {bright} bright pixels");
        if let Some(other) = known.insert(pixels, name) {
            panic!("{name} and {other} are the same picture: one of them was not reached");
        }
    }
    let made = std::fs::read_dir(&folder).expect("the folder is there").count();
    assert_eq!(made, names.len(), "nothing but the pictures");
    let home: Vec<_> =
        std::fs::read_dir(home.path()).expect("it is there").flatten().map(|entry| entry.file_name()).collect();
    assert_eq!(home, ["pictures"], "the player's own files are left alone");
}

#[test]
fn what_cannot_be_drawn_is_said_in_one_line() {
    let home = tempfile::tempdir().expect("a folder");
    for flags in [&["x", "--size", "12"][..], &["x", "--only", "no-such-picture"], &["/dev/null/x"], &[]] {
        let output = gallery(home.path(), flags);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{flags:?}: {said}");
        assert_eq!(said.trim().lines().count(), 1, "{flags:?}: one line, not {said}");
        assert!(said.starts_with("korobka: "), "{flags:?}: {said}");
    }
    assert!(!Path::new("x").exists());
}
