//! The tree of commands as the parser has it: how large it is, what its help says, and what old names are answered.

use crate::cli_errors::{assert_refused, korobka};
use clap::{Arg, Command, CommandFactory};
use korobka::cli::Cli;
use korobka::cli::old_names::OLD_NAMES;
use std::collections::BTreeSet;
use std::path::Path;

/// The most commands that do something themselves. The review of a game is one more, and so are the two of the feature
/// `net`, into a room and to one.
const MOST_LEAVES: usize = 15 + 2 * cfg!(feature = "net") as usize;
/// The most long flags that differ.
const MOST_FLAGS: usize = 110;
/// The most lines that a help has at a hundred columns.
const MOST_LINES: usize = 50;
/// Commands that only those who work on the game have.
const OF_DEVELOPERS: [&str; 2] = ["gallery", "soak"];
/// Commands whose help is longer: a flag for each number of a recipe.
const LONG_HELP: [&str; 1] = ["train"];

/// Everything that can be asked for, each by the words behind `korobka`. A command with subcommands counts too if it
/// does something without them.
fn leaves() -> Vec<(String, Command)> {
    fn below(command: &Command, words: &str, found: &mut Vec<(String, Command)>) {
        for one in command.get_subcommands().filter(|one| !OF_DEVELOPERS.contains(&one.get_name())) {
            let words = format!("{words} {}", one.get_name()).trim().to_owned();
            if !one.is_subcommand_required_set() {
                found.push((words.clone(), one.clone()));
            }
            below(one, &words, found);
        }
    }
    let mut found = Vec::new();
    below(&Cli::command(), "", &mut found);
    found
}

/// The long flags of everything that can be asked for, and of the program itself.
fn flags() -> BTreeSet<String> {
    let mut commands: Vec<Command> = leaves().into_iter().map(|(_, command)| command).collect();
    commands.push(Cli::command());
    let long = |arg: &Arg| {
        arg.get_long_and_visible_aliases().unwrap_or_default().into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    commands.iter().flat_map(|command| command.get_arguments().flat_map(long).collect::<Vec<String>>()).collect()
}

#[test]
fn the_tree_of_commands_stays_small() {
    let leaves: Vec<String> = leaves().into_iter().map(|(words, _)| words).collect();
    assert!(leaves.contains(&"train export".to_owned()) && leaves.contains(&"match".to_owned()), "{leaves:?}");
    assert!(leaves.len() <= MOST_LEAVES, "{} commands: {leaves:?}", leaves.len());
    let flags = flags();
    assert!(flags.contains("lines-sent") && flags.contains("mutation-reach"), "{flags:?}");
    assert!(flags.len() <= MOST_FLAGS, "{} flags: {flags:?}", flags.len());
    println!("{} commands, {} long flags", leaves.len(), flags.len());
}

#[test]
fn a_help_is_one_screen_with_two_examples() {
    let home = tempfile::tempdir().unwrap();
    for (words, _) in leaves() {
        let arguments: Vec<&str> = words.split(' ').chain(["--help"]).collect();
        let output = korobka(home.path(), &arguments);
        let help = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{words}");
        let lines = help.lines().count();
        println!("{lines:>3} lines: {words}");
        assert!(lines <= MOST_LINES || LONG_HELP.contains(&words.as_str()), "{words} has {lines} lines:\n{help}");
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{words}:\n{help}");
        let examples = help.lines().skip_while(|line| *line != "Examples:").skip(1);
        let examples: Vec<&str> = examples.take_while(|line| line.starts_with("  korobka ")).collect();
        assert_eq!(examples.len(), 2, "{words}:\n{help}");
        assert!(examples.iter().all(|line| line.starts_with(&format!("  korobka {words}"))), "{words}:\n{help}");
    }
}

#[test]
fn an_old_name_is_answered_by_the_new_one_and_exit_code_2() {
    let home = tempfile::tempdir().unwrap();
    let known: Vec<String> = leaves().into_iter().map(|(words, _)| words).collect();
    let flags = flags();
    for (old, new) in OLD_NAMES {
        let arguments: Vec<&str> = old.split(' ').collect();
        assert_refused(home.path(), &arguments, &format!("'korobka {old}' is now 'korobka {new}'"));
        let command = new.split(' ').next().unwrap();
        // Some commands come with the game.
        let is_known = known.iter().any(|known| known == command);
        assert!(is_known || cfg!(not(feature = "game")), "{new} is no command");
        for flag in new.split([' ', ',']).filter_map(|word| word.strip_prefix("--")) {
            assert!(flags.contains(flag) || cfg!(not(feature = "game")), "{new}: there is no --{flag}");
        }
    }
    assert_refused(home.path(), &["solo", "literature:bcts", "--games", "3"], "--lines-sent");
    assert_refused(home.path(), &["match", "--right", "lin:1", "--left=lin:2"], "'korobka match --left' is now");
    assert_refused(home.path(), &["evaluate", "iwumbwe:0", "--cap", "30"], "--line-cap N");
}

/// Nothing that is kept here tells anybody to type an old name.
#[test]
fn no_text_gives_an_old_name_as_a_command() {
    fn texts(folder: &Path, found: &mut Vec<(String, String)>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() && !["target", ".git"].contains(&name.as_str()) {
                texts(&path, found);
            } else if let Ok(text) = std::fs::read_to_string(&path) {
                found.push((path.display().to_string(), text));
            }
        }
    }
    let mut found = Vec::new();
    for folder in ["src", "tests", "docs", ".ci"] {
        texts(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut found);
    }
    assert!(found.len() > 500, "{} texts", found.len());
    let old: BTreeSet<&str> = OLD_NAMES.iter().filter_map(|(old, _)| old.split(' ').next()).collect();
    let known: Vec<String> = leaves().into_iter().map(|(words, _)| words).collect();
    for name in old.iter().filter(|name| !known.iter().any(|known| known == **name)) {
        let typed = format!("korobka {name}");
        let is_word = |text: &str| {
            text.match_indices(&typed)
                .any(|(at, _)| !text[at + typed.len()..].starts_with(|letter: char| letter.is_alphanumeric()))
        };
        let wrong: Vec<&String> = found.iter().filter(|(_, text)| is_word(text)).map(|(path, _)| path).collect();
        // Without the game, its commands are not known though their names are new.
        let is_new = ["play", "replay"].contains(name);
        assert!(wrong.is_empty() || is_new, "{typed} is gone, but stands in {wrong:?}");
    }
}
