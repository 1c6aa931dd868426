//! The fuzzer's way in: gives every input to the door that the environment variable `KOROBKA_DOOR` names.
#![no_main]
#![allow(missing_docs)]

#[path = "doors.rs"]
mod doors;

use std::sync::LazyLock;

static DOOR: LazyLock<doors::Door> = LazyLock::new(|| {
    let name = std::env::var("KOROBKA_DOOR").expect("KOROBKA_DOOR names a door of tests/fuzz/doors.rs");
    *doors::DOORS.iter().find(|door| door.name == name).expect("there is such a door")
});

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (DOOR.take)(bytes));
