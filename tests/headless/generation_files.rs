//! Saved generations: what was written is read, and anything else is refused in a line, never by a panic.

use super::rules_board::fixed_cases;
use super::training_units::advanced;
use korobka::rules::Random;
use korobka::rules::random::Purpose;
use korobka::storage::envelope::FormatProblem;
use korobka::storage::generation::{self, VERSION, decode, encode};
use korobka::storage::{Catalog, CatalogEntry, OpponentError, Spec};
use korobka::train::{EvaluatorKind, Generation, Recipe, Trainer};
use proptest::prelude::*;
use std::path::Path;
use std::sync::OnceLock;

/// Generation 1 of a tiny run.
pub(crate) fn tiny() -> &'static Generation {
    static TINY: OnceLock<Generation> = OnceLock::new();
    TINY.get_or_init(|| {
        let mut recipe = Recipe::named("iwumbwe").unwrap();
        (recipe.population, recipe.held_out_games, recipe.score_cap) = (20, 2, 2_000);
        let mut trainer = Trainer::new(recipe, 5).unwrap();
        advanced(&mut trainer, 2);
        advanced(&mut trainer, 2)
    })
}

/// A generation with games, heats and a state: the second version's.
fn adapting() -> &'static Generation {
    static ADAPTING: OnceLock<Generation> = OnceLock::new();
    ADAPTING.get_or_init(|| {
        let mut recipe = Recipe::named("cmaes").unwrap();
        (recipe.population, recipe.held_out_games, recipe.piece_cap) = (8, 1, 30);
        let mut trainer = Trainer::new(recipe, 5).unwrap();
        advanced(&mut trainer, 2);
        advanced(&mut trainer, 2)
    })
}

/// Bytes with a header that fits whatever payload they have.
fn sealed(version: u16, payload: &[u8]) -> Vec<u8> {
    let mut bytes = b"KOROBKA\0".to_vec();
    bytes.extend(version.to_le_bytes());
    bytes.extend((payload.len() as u32).to_le_bytes());
    bytes.extend(crc32fast::hash(payload).to_le_bytes());
    bytes.extend(payload);
    bytes
}

#[test]
fn a_generation_is_read_as_it_was_written_and_written_as_it_was_read() {
    for (generation, version) in [(tiny(), 1), (adapting(), 2)] {
        let bytes = encode(generation).unwrap();
        assert_eq!(bytes[8], version, "the oldest version that can hold it");
        let read = decode(&bytes).unwrap();
        assert_eq!(&read, generation);
        assert_eq!(encode(&read).unwrap(), bytes);
    }
}

#[test]
fn the_shipped_generations_are_read_and_written_again_to_the_same_bytes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/generations/iwumbwe");
    for number in 0..=12 {
        let bytes = std::fs::read(folder.join(generation::file_name("iwumbwe", number))).unwrap();
        let read = decode(&bytes).unwrap();
        assert!(encode(&read).unwrap() == bytes, "generation {number}: new options must not change old recipes' bytes");
    }
}

#[test]
fn a_file_cut_short_at_any_byte_is_refused() {
    let bytes = encode(tiny()).unwrap();
    for length in (0..bytes.len()).step_by(7).chain([1, 8, 17, 18, bytes.len() - 1]) {
        let error = decode(&bytes[..length]).unwrap_err();
        match length {
            0 => assert!(matches!(error, FormatProblem::Foreign(_))),
            _ => assert!(matches!(error, FormatProblem::Truncated { .. }), "{length} bytes: {error}"),
        }
    }
}

#[test]
fn other_files_later_files_and_altered_files_say_which_they_are() {
    let bytes = encode(tiny()).unwrap();
    let with = |at: usize, value: u8| {
        let mut bytes = bytes.clone();
        bytes[at] = value;
        decode(&bytes).unwrap_err()
    };
    assert!(matches!(decode(b"PK\x03\x04 something else").unwrap_err(), FormatProblem::Foreign(_)));
    assert_eq!(with(8, VERSION as u8 + 1), FormatProblem::Newer { found: VERSION + 1, known: VERSION });
    assert_eq!(with(500, !bytes[500]), FormatProblem::Checksum);
    assert!(matches!(with(13, 0xFF), FormatProblem::Damaged(_)), "a length of four thousand millions");
    let longer = [bytes.as_slice(), b"more"].concat();
    assert_eq!(decode(&longer).unwrap_err(), FormatProblem::Checksum);
}

#[test]
fn numbers_that_make_no_player_are_refused() {
    let refused_of = |whole: &Generation, change: fn(&mut Generation)| {
        let mut generation = whole.clone();
        change(&mut generation);
        let error = decode(&encode(&generation).unwrap()).unwrap_err();
        assert!(matches!(error, FormatProblem::Damaged(_)), "{error}");
    };
    let refused = |change: fn(&mut Generation)| refused_of(tiny(), change);
    refused(|generation| generation.genomes[3][7] = f64::NAN);
    refused(|generation| generation.genomes[3][7] = f64::INFINITY);
    refused(|generation| generation.genomes[3].truncate(100));
    refused(|generation| generation.results.truncate(10));
    refused(|generation| generation.results[0].fitness = f64::NAN);
    refused(|generation| generation.held_out.ranking[0].genome = 20);
    refused(|generation| generation.held_out.ranking[0].genome = generation.held_out.ranking[1].genome);
    refused(|generation| generation.recipe.population = usize::MAX / 2);
    refused(|generation| generation.recipe.board.width = 200);
    refused(|generation| generation.recipe.features[0] = "beauty".into());
    refused(|generation| generation.recipe.name = "../../lin".into());
    refused(|generation| generation.recipe.name = r"C:\lin".into());
    refused(|generation| generation.recipe.name = "lin\n".into());
    refused(|generation| generation.generation = 10_000);
    refused(|generation| generation.recipe.evaluator = EvaluatorKind::Network(vec![usize::MAX / 8; 8]));
    refused(|generation| generation.games = vec![1; 3]);
    refused(|generation| generation.games = vec![0; 20]);
    refused(|generation| generation.state = vec![1.0]);
    let refused = |change: fn(&mut Generation)| refused_of(adapting(), change);
    refused(|generation| generation.state.truncate(50));
    refused(|generation| generation.state.clear());
    refused(|generation| generation.state[3] = f64::NAN);
}

proptest! {
    #![proptest_config(fixed_cases(2_000))]

    #[test]
    fn any_bytes_are_read_without_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
        let _ = decode(&bytes);
        let _ = decode(&sealed(1, &bytes));
        let _ = decode(&sealed(VERSION, &bytes));
    }

    #[test]
    fn mutated_payloads_under_a_right_checksum_are_read_without_a_panic(seed in any::<u64>()) {
        let mut random = Random::new(seed, Purpose::Games);
        let (generation, version) = if random.chance(500) { (tiny(), 1) } else { (adapting(), 2) };
        let mut payload = encode(generation).unwrap().split_off(18);
        for _ in 0..=random.below(8) {
            let reach = if random.chance(500) { 900 } else { payload.len() as u32 };
            let at = random.below(reach) as usize;
            payload[at] = random.next() as u8;
        }
        if random.chance(300) {
            payload.truncate(random.below(payload.len() as u32) as usize);
        }
        if let Ok(generation) = decode(&sealed(version, &payload)) {
            // What is accepted can be played.
            prop_assert!(generation.recipe.brain_from_genome(&generation.genomes[0]).is_ok());
        }
    }
}

#[test]
fn an_export_keeps_the_best_in_order_with_the_whole_populations_figures() {
    let best = tiny().with_best_genomes_only(4);
    assert!(tiny().has_whole_population() && !best.has_whole_population());
    assert_eq!(best.figures, tiny().figures);
    let ranking = tiny().ranked_indices();
    for (rank, &place) in ranking[..4].iter().enumerate() {
        assert_eq!(best.genomes[rank], tiny().genomes[place]);
    }
    assert_eq!(best.ranked_indices(), [0, 1, 2, 3]);
    assert_eq!(decode(&encode(&best).unwrap()).unwrap(), best);
    assert!(Trainer::from_generation(best).unwrap_err().to_string().contains("resume from a file that 'train' wrote"));
}

#[test]
fn the_catalog_finds_opponents_by_generation_rank_and_file_and_steps_over_damage() {
    let folder = tempfile::tempdir().unwrap();
    let shipped = folder.path().join("shipped/iwumbwe");
    std::fs::create_dir_all(&shipped).unwrap();
    let file = shipped.join("iwumbwe-0001.gen");
    generation::write(&file, &tiny().with_best_genomes_only(4)).unwrap();
    std::fs::write(shipped.join("iwumbwe-0002.gen"), b"KOROBKA\0 not really").unwrap();
    std::fs::write(shipped.join("notes.txt"), b"nothing").unwrap();
    std::fs::write(folder.path().join("shipped/manifest.txt"), "iwumbwe/iwumbwe-0001.gen\niwumbwe/iwumbwe-0002.gen\n")
        .unwrap();
    let catalog = Catalog::from_folders(shipped.parent(), None);
    assert_eq!((catalog.entries.len(), catalog.warnings.len()), (1, 1));
    assert!(catalog.warnings[0].contains("iwumbwe-0002.gen"), "{}", catalog.warnings[0]);

    let find = |spec: &str| catalog.contestant(&spec.parse::<Spec>()?);
    assert_eq!(find("iwumbwe:1").unwrap().name, "iwumbwe 1");
    assert_eq!(find("iwumbwe:1#0").unwrap().name, "iwumbwe 1", "#0 is the best");
    let fourth = find("iwumbwe:1#3").unwrap();
    assert_eq!((fourth.name.as_str(), fourth.title().as_str()), ("iwumbwe 1 #3", "Ivan 1 #3"));
    assert_eq!((fourth.path.as_deref(), fourth.spec.to_string()), (Some(file.as_path()), "iwumbwe:1#3".to_owned()));
    assert_eq!(find(&format!("{}#2", file.display())).unwrap().name, "iwumbwe 1 #2");
    let says = |spec: &str, words: &str| {
        let error = find(spec).unwrap_err().to_string();
        assert!(error.contains(words), "{spec}: {error}");
    };
    says("iwumbwe:9", "there is no iwumbwe:9; there are generations 1");
    says("nobody:1", "unknown recipe 'nobody'; known: iwumbwe");
    says("iwumbwe:1#4", "holds 4 genomes, there is no #4");
    says("iwumbwe:-1", "give recipe:generation");
    says("iwumbwe:1#-1", "give recipe:generation");
    says("iwumbwe", "give recipe:generation");
    says("", "give recipe:generation");
    says("/nowhere/x.gen", "cannot read /nowhere/x.gen");
    assert!(matches!(find("iwumbwe:9"), Err(OpponentError::NoGeneration { .. })));
    let mut several = catalog.clone();
    several.entries = [0, 1, 2, 20].map(|generation| CatalogEntry { generation, ..catalog.entries[0].clone() }).into();
    let told = several.contestant(&"iwumbwe:9".parse().unwrap()).unwrap_err().to_string();
    assert!(told.ends_with("there are generations 0-2, 20"), "{told}");
}
