//! Names and sizes of what `src` holds: one name means one thing, and a file is one thing.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Type names that may be declared more than once, each with the reason.
const EXCEPTIONS: [(&str, &str); 6] = [
    ("Clipboard", "one type in two forms: with a system's clipboard, and in a browser"),
    ("Err", "the associated type of std's FromStr"),
    ("Error", "the associated type of std's TryFrom"),
    ("Output", "the associated type of std's operators"),
    ("PlatformWork", "one type in two forms: work on a thread, and in a browser between frames"),
    ("Vector", "one type in three forms: with the vectors of a processor or of wasm, and without"),
];
/// The most lines that a file has.
const MOST_LINES: usize = 500;
/// The most characters that a line of a comment has.
const MOST_CHARACTERS: usize = 120;

/// The files in a folder and in those in it whose names end in one of these ways, `""` for a name without a dot.
fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let found = entries.flat_map(|path| if path.is_dir() { files(&path, endings) } else { vec![path] });
    found.filter(|path| endings.iter().any(|ending| path.extension().unwrap_or_default() == *ending)).collect()
}

/// The Rust files in a folder and in those in it.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    files(folder, &["rs"])
}

/// The name of the type that a line declares outside functions; `None` if it declares none.
fn declared(line: &str) -> Option<&str> {
    let code = line.trim_start();
    // A type in an `impl` or in a module within a file is indented once; deeper ones are in functions.
    if line.len() - code.len() > 4 {
        return None;
    }
    let code = match code.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(')')?.1.trim_start(),
        Some(rest) => rest.trim_start(),
        None => code,
    };
    let (kind, rest) = code.split_once(' ')?;
    let name = rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next()?;
    let is_type = ["struct", "enum", "trait", "type", "union"].contains(&kind);
    (is_type && name.starts_with(|letter: char| letter.is_ascii_uppercase())).then_some(name)
}

#[test]
fn a_type_name_is_declared_once() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in rust_files(&src) {
        let text = fs::read_to_string(&path).unwrap();
        let file = path.strip_prefix(&src).unwrap().display().to_string();
        for name in text.lines().filter_map(declared) {
            places.entry(name.to_owned()).or_default().push(file.clone());
        }
    }
    assert!(places.len() > 500, "the declarations are found: {}", places.len());
    let is_excepted = |name: &String| EXCEPTIONS.iter().any(|(excepted, _)| excepted == name);
    let twice: Vec<_> = places.iter().filter(|(name, files)| files.len() > 1 && !is_excepted(name)).collect();
    assert!(twice.is_empty(), "declared more than once: {twice:#?}");
    let needless: Vec<_> =
        EXCEPTIONS.iter().filter(|(name, _)| places.get(*name).is_none_or(|files| files.len() < 2)).collect();
    assert!(needless.is_empty(), "no exception any more: {needless:?}");
}

/// The names before a brace or a `::` in the examples of Rust in a text: types, and what stands before a variant.
fn names_in_examples(text: &str) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    for example in text.split("```rust").skip(1).filter_map(|rest| rest.split("```").next()) {
        for (at, _) in example.match_indices(" {").chain(example.match_indices("::")) {
            let name = example[..at].rsplit(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default();
            if name.starts_with(char::is_uppercase) {
                names.insert(name);
            }
        }
    }
    names
}

#[test]
fn the_examples_for_contributors_name_types_that_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("docs/CONTRIBUTING.md")).unwrap();
    let sources: Vec<String> =
        rust_files(&root.join("src")).iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    let declared: BTreeSet<&str> = sources.iter().flat_map(|source| source.lines()).filter_map(declared).collect();
    let names = names_in_examples(&text);
    assert!(names.len() > 15, "{names:?}");
    // Types of the libraries, variants, and what the examples add.
    let others = ["Self", "Ok", "None", "Result", "Vec", "Vec2", "Ramp", "StrictLockOut", "Master", "PlainSpins"];
    let gone: Vec<&&str> = names.iter().filter(|name| !declared.contains(*name) && !others.contains(name)).collect();
    assert!(gone.is_empty(), "not there any more: {gone:?}");
}

/// The fields that the examples of Rust in a text give values to, a line each, behind the name of their type.
fn fields_in_examples(text: &str) -> Vec<(&str, &str)> {
    let mut fields = Vec::new();
    for example in text.split("```rust").skip(1).filter_map(|rest| rest.split("```").next()) {
        let mut owner = None;
        for line in example.lines().map(str::trim) {
            if let Some(before) = line.strip_suffix(" {") {
                owner = before.rsplit(' ').next().filter(|name| name.starts_with(char::is_uppercase));
            } else if line.starts_with('}') {
                owner = None;
            } else if let (Some(owner), Some((field, _))) = (owner, line.split_once(": ")) {
                let is_name = field.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_');
                fields.extend(is_name.then_some((owner, field)));
            }
        }
    }
    fields
}

/// What a text says to stand in a file or to be of it: names, each with the file.
fn names_with_files(text: &str) -> Vec<(&str, &str)> {
    let parts: Vec<&str> = text.split('`').collect();
    let said = parts.windows(3).filter(|words| ["in", "of"].contains(&words[1].trim()) && words[2].ends_with(".rs"));
    // What a path or a macro is called is its last name.
    let named = said.map(|words| (words[0].trim_end_matches('!').rsplit(':').next().unwrap_or_default(), words[2]));
    named.filter(|(name, _)| name.chars().all(|letter| letter.is_alphanumeric() || letter == '_')).collect()
}

#[test]
fn what_contributors_are_told_to_change_is_where_the_text_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("docs/CONTRIBUTING.md")).unwrap();
    let is_word_of = |name: &str, code: &str| {
        code.split(|letter: char| !letter.is_alphanumeric() && letter != '_').any(|word| word == name)
    };
    let named = names_with_files(&text);
    assert!(named.len() > 15, "{named:?}");
    for (name, file) in named {
        let code = fs::read_to_string(root.join(file)).unwrap_or_default();
        assert!(is_word_of(name, &code), "{name} is not in {file}");
    }
    let sources: Vec<String> =
        rust_files(&root.join("src")).iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    let fields = fields_in_examples(&text);
    assert!(fields.len() > 25, "{fields:?}");
    for (owner, field) in fields {
        let has_it = sources.iter().any(|source| {
            let body = source.lines().skip_while(|line| declared(line) != Some(owner)).take_while(|line| *line != "}");
            body.filter_map(|line| line.split_once(": "))
                .any(|(before, _)| before.split(' ').next_back() == Some(field))
        });
        assert!(has_it, "{owner} has no field {field}");
    }
}

#[test]
fn no_file_is_longer_than_500_lines() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let long: Vec<_> = ["src", "tests", "benches"]
        .iter()
        .flat_map(|folder| rust_files(&root.join(folder)))
        .map(|path| (fs::read_to_string(&path).unwrap().lines().count(), path))
        .filter(|(lines, _)| *lines > MOST_LINES)
        .collect();
    assert!(long.is_empty(), "{long:?}");
}

#[test]
fn no_line_of_a_comment_is_longer_than_120_characters() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let code = ["src", "tests", "benches", "assets/web"].map(|folder| files(&root.join(folder), &["rs", "js", "mjs"]));
    let builds =
        [files(&root.join(".ci"), &["", "mjs"]), ["Cargo.toml", "clippy.toml"].map(|name| root.join(name)).into()];
    let (mut read, mut long) = (0, Vec::new());
    for path in code.into_iter().chain(builds).flatten() {
        let text = fs::read_to_string(&path).unwrap();
        let is_comment = |line: &str| ["//", "# ", "* "].iter().any(|sign| line.trim_start().starts_with(sign));
        for line in text.lines().filter(|line| is_comment(line)) {
            read += 1;
            if line.chars().count() > MOST_CHARACTERS {
                long.push(format!("{}: {line}", path.display()));
            }
        }
    }
    assert!(read > 5000, "the comments are found: {read}");
    assert!(long.is_empty(), "{long:#?}");
}

#[test]
fn declarations_are_told_from_uses() {
    assert_eq!(declared("pub(super) struct Grid<'a> {"), Some("Grid"));
    assert_eq!(declared("    type Output = Self;"), Some("Output"));
    assert_eq!(declared("pub trait Search: Sync {"), Some("Search"));
    assert_eq!(declared("        struct InAFunction;"), None);
    assert_eq!(declared("pub fn type_of() -> Kind {"), None);
    assert_eq!(declared("pub use self::Kind;"), None);
}
