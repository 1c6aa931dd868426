//! Strangers' bytes that the fuzzer has found, and good ones, given to every door.

use crate::doors::DOORS;
use std::path::Path;

#[test]
fn every_door_bears_its_corpus() {
    for door in DOORS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus").join(door.name);
        let mut files: Vec<_> = std::fs::read_dir(&folder)
            .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
            .map(|entry| entry.expect("the folder can be read").path())
            .collect();
        files.sort();
        assert!(!files.is_empty(), "{} has a corpus", door.name);
        for file in files {
            let bytes = std::fs::read(&file).expect("the file can be read");
            let taken = std::panic::catch_unwind(|| (door.take)(&bytes));
            assert!(taken.is_ok(), "{} does not bear {}", door.name, file.display());
        }
    }
}
