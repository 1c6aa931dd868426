//! The layers of `src`: a module uses modules of lower layers only.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The modules of `src`, lowest layer first. A module may use every layer before its own; modules of one layer do
/// not use each other.
const LAYERS: [&[&str]; 19] = [
    // The engine.
    &["rules"],
    &["movegen", "fumen"],
    &["ai", "solver"],
    &["search"],
    &["tbp", "review"],
    &["mind"],
    // Training.
    &["train"],
    // The laboratory.
    &["doors"],
    &["bots"],
    &["measure", "chart"],
    &["storage"],
    &["runs"],
    // The game, and what the window does without painting.
    &["game"],
    &["net"],
    &["app"],
    // The window.
    &["view", "audio"],
    &["ui"],
    &["window"],
    // What opens it: the commands, or a page in a browser.
    &["cli", "page"],
];

/// The layer of a module, counted from the lowest.
fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

/// The modules that the text of a source file names behind `crate::`, alone or in braces.
fn used(text: &str) -> BTreeSet<String> {
    let code: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
    let code = code.join("\n");
    let word = |text: &str| text.chars().take_while(|&letter| letter.is_alphanumeric() || letter == '_').collect();
    let mut used = BTreeSet::new();
    for (at, name) in code.match_indices("crate::") {
        let rest = &code[at + name.len()..];
        let Some(list) = rest.strip_prefix('{') else {
            used.insert(word(rest));
            continue;
        };
        // Only the first word of each item: what is deeper in braces belongs to that item.
        let mut depth = 0;
        let mut begins = true;
        for (at, letter) in list.char_indices() {
            match letter {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => begins = true,
                _ if begins && !letter.is_whitespace() => {
                    used.insert(word(&list[at..]));
                    begins = false;
                }
                _ => {}
            }
        }
    }
    used
}

/// The Rust files of a module: one file, or a folder.
fn files(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    fs::read_dir(path).unwrap().flat_map(|entry| files(&entry.unwrap().path())).collect()
}

#[test]
fn a_module_uses_lower_layers_only() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    for entry in fs::read_dir(&source).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if name == "lib" || name == "main" {
            continue;
        }
        let own =
            layer(&name).unwrap_or_else(|| panic!("{name} has no layer yet: give it one in the table of this test"));
        for file in files(&path) {
            for other in used(&fs::read_to_string(&file).unwrap()) {
                let below = other == name || layer(&other).is_some_and(|layer| layer < own);
                if !below {
                    wrong.push(format!("{} uses {other}", file.strip_prefix(&source).unwrap().display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "a module uses a layer that is not below its own:\n{}", wrong.join("\n"));
}

#[test]
fn uses_are_found_alone_and_in_braces_but_not_in_comments() {
    let text = "use crate::game::{Match, Seat};\nuse crate::{app, view::{self, stage}, ui};\n// crate::train\nlet x = crate::cli::run();";
    let found: Vec<String> = used(text).into_iter().collect();
    assert_eq!(found, ["app", "cli", "game", "ui", "view"]);
}
