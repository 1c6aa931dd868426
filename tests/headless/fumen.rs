//! Fumen: every test case of the published implementation, sequences that go round unchanged, and damaged texts.
//!
//! `tests/golden/fumen.json` has what `tetris-fumen` 1.1.3 (MIT, github.com/knewjade/tetris-fumen) reads in the texts
//! of its own tests, in four texts of version 110, and in forty sequences that it wrote from pages drawn at random; and
//! what it writes for them.

use crate::cli_errors::{assert_refused, korobka, printed};
use crate::rules_board::fixed_cases;
use korobka::fumen::{
    Fumen, FumenError, FumenField, FumenPage, LONGEST_COMMENT, MOST_PAGES, decode, decode_first_page,
};
use korobka::rules::{BoardSize, Facing, FallingPiece, Matrix, Mino, PieceKind};
use proptest::prelude::*;
use serde_json::Value;

const KINDS: &str = "IJLOSTZ";

fn kind(letter: char) -> PieceKind {
    KINDS.contains(letter).then(|| PieceKind::from_letter(letter).unwrap()).unwrap()
}

/// A row of the reference's drawings.
fn row(drawing: &str) -> [Mino; 10] {
    let cell = |letter| match letter {
        '_' => Mino::Empty,
        'X' => Mino::Garbage,
        letter => Mino::Piece(kind(letter)),
    };
    drawing.chars().map(cell).collect::<Vec<_>>().try_into().unwrap()
}

/// The page that a case expects. A piece is told by its cells, so that no way of counting places is assumed.
fn expected(case: &Value) -> (FumenField, Option<(PieceKind, Facing, Vec<(i8, i8)>)>, String, [bool; 3]) {
    let mut field = FumenField::default();
    let rows = case["rows"].as_str().unwrap_or_default();
    for (y, drawing) in rows.rsplit('/').filter(|row| !row.is_empty()).enumerate() {
        field.rows[y] = row(drawing);
    }
    field.waiting = case["waiting"].as_str().map_or(field.waiting, row);
    let piece = case["piece"].as_str().map(|piece| {
        let facing = match &piece[2..] {
            "spawn" => Facing::North,
            "right" => Facing::East,
            "reverse" => Facing::South,
            _ => Facing::West,
        };
        let cells = case["cells"].as_array().unwrap().iter();
        let cells = cells.map(|cell| (cell[0].as_i64().unwrap() as i8, cell[1].as_i64().unwrap() as i8)).collect();
        (kind(piece.chars().next().unwrap()), facing, cells)
    });
    let flag = |name: &str, usual: bool| case[name].as_bool().unwrap_or(usual);
    let flags = [flag("locks", true), flag("rises", false), flag("mirrors", false)];
    (field, piece, case["comment"].as_str().unwrap_or_default().to_owned(), flags)
}

#[test]
fn texts_are_read_and_written_as_by_the_published_implementation() {
    let cases: Vec<Value> = serde_json::from_str(include_str!("../golden/fumen.json")).unwrap();
    for case in &cases {
        let text = case["from"].as_str().unwrap();
        if case["error"].as_bool() == Some(true) {
            decode(text).unwrap_err();
            continue;
        }
        let fumen = decode(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(fumen.pages.len() as u64, case["count"].as_u64().unwrap(), "{text}");
        for should in case["pages"].as_array().unwrap() {
            let at = should["at"].as_u64().unwrap() as usize;
            let page = &fumen.pages[at];
            let piece = page.piece.map(|piece| (piece.kind, piece.facing, piece.cells().collect::<Vec<_>>()));
            let flags = [page.locks, page.rises, page.mirrors];
            assert_eq!((page.field, piece, page.comment.clone(), flags), expected(should), "{text}, page {}", at + 1);
        }
        assert_eq!(fumen.guideline_colours, case["pages"][0]["colours"].as_bool() == Some(true), "{text}");
        let written = case["to"].as_str().unwrap_or(text);
        assert_eq!(fumen.encode().unwrap(), written, "from {text}");
    }
    assert!(cases.len() > 60, "the cases of the reference");
}

#[test]
fn pages_follow_each_other_as_the_reference_encodes_them_from_scratch() {
    // The reference's test "encode from scratch, example1": only what changes is told on each page.
    let mut field = FumenField::default();
    for (y, drawing) in ["JJJ_______", "JOO_______", "LOO_______", "LLL_______"].into_iter().enumerate() {
        field.rows[y] = row(drawing);
    }
    field.waiting = row("XXXXXXXXX_");
    let mut pages = vec![FumenPage { field, comment: "Perfect Clear Opener".into(), ..FumenPage::default() }];
    for (kind, facing, x, y) in [('T', Facing::West, 8, 0), ('Z', Facing::North, 6, -1), ('S', Facing::North, 7, 1)] {
        let piece = FallingPiece { kind: PieceKind::from_letter(kind).unwrap(), facing, x, y };
        pages.push(FumenPage { piece: Some(piece), ..pages[pages.len() - 1].derive_next_page() });
    }
    let last = pages[pages.len() - 1].derive_next_page();
    pages.push(FumenPage { comment: "Success: 61.19 %".into(), mirrors: true, ..last });
    let last = pages[pages.len() - 1].derive_next_page();
    pages.push(FumenPage { comment: "(Mirror)".into(), ..last });
    let written = Fumen { pages, guideline_colours: true }.encode().unwrap();
    assert_eq!(
        written,
        "v115@9gilGeglRpGeg0RpGei0GeI8AeAgWYAQIKvDll2TAS?IvBElCyTASIqPEFGNXEvhE9tB0sBXjBAwSYATwgkDlt0TAz?B88AQx2vAx178A\
         wngHBAAPMAFbuYCJciNEyoAVB"
    );
}

#[test]
fn what_rises_above_the_rows_of_version_110_stays_there_when_the_field_changes() {
    // The highest of the 21 rows rises on the first page, and the second has a new cell in the lowest row. The
    // reference adds what is written to a field of 23 rows.
    let fumen = decode("v110@A3weA3obAuBseA3tbAAA").unwrap();
    let grey = |y: usize| (0..10).filter(|&x| fumen.pages[1].field.rows[y][x] == Mino::Garbage).collect::<Vec<_>>();
    assert_eq!((fumen.pages.len(), fumen.pages[0].field.rows[20][0]), (2, Mino::Garbage));
    assert_eq!([grey(0), grey(20), grey(21), grey(22)], [vec![0, 5], vec![], vec![0], vec![]]);
}

#[test]
fn a_quiz_uses_its_pieces_up() {
    let page = |comment: &str, letter| {
        let piece = FallingPiece { kind: kind(letter), facing: Facing::North, x: 3, y: 0 };
        FumenPage { piece: Some(piece), comment: comment.into(), ..FumenPage::default() }.derive_next_page().comment
    };
    for (before, placed, after) in [
        ("#Q=[](T)IO", 'T', "#Q=[](I)O"),
        ("#Q=[](T)IO", 'I', "#Q=[T](O)"),
        ("#Q=[S](T)IO", 'S', "#Q=[T](I)O"),
        ("#Q=[S](T)", 'T', "#Q=[](S)"),
        ("#Q=[](T)", 'T', ""),
        ("#Q=[](T);done", 'T', "done"),
        ("#Q=[](T);#Q=[](S)", 'T', "#Q=[](S)"),
        // A piece that is none of the quiz's changes nothing.
        ("#Q=[](T)IO", 'Z', "#Q=[](T)IO"),
        ("plain", 'T', "plain"),
        // No quiz at all, so a plain text.
        ("#Q=[A](T)", 'T', "#Q=[A](T)"),
    ] {
        assert_eq!(page(before, placed), after, "{before} after {placed}");
    }
}

#[test]
fn a_field_shows_a_matrix_and_makes_one() {
    let size = BoardSize { width: 10, visible: 20, buffer: 20 };
    let matrix = Matrix::from_drawing(size, ["T.........", "TT#......I"].into_iter());
    let field = FumenField::of_matrix(&matrix).unwrap();
    assert_eq!(field.rows[0][..3], [Mino::Piece(kind('T')), Mino::Piece(kind('T')), Mino::Garbage]);
    assert_eq!(field.to_matrix(size), matrix);
    let wide = BoardSize { width: 12, ..size };
    assert_eq!(FumenField::of_matrix(&Matrix::new(wide)), None, "the notation knows ten columns only");
}

#[test]
fn a_broken_text_is_told_in_one_line_that_says_where() {
    for (text, line) in [
        ("", "this is not a fumen of a known version: there is no v115@ or v110@ in it"),
        ("v114@vhAAgH", "this is not a fumen of a known version: there is no v115@ or v110@ in it"),
        ("x115@vhAAgH", "this is not a fumen of a known version: there is no v115@ or v110@ in it"),
        ("v115@", "the fumen is cut off on page 1"),
        ("v115@vhA", "the fumen is cut off on page 1"),
        ("v115@vhBAgHA", "the fumen is cut off on page 2"),
        ("v115@vhA!gH", "a fumen has no '!' in it"),
        ("v115@vhA//9", "page 1 of the fumen is damaged: there is no such action"),
        ("v115@vDAgH", "page 1 of the fumen is damaged: a cell of its field has no colour"),
        ("v115@AevhAgH", "page 1 of the fumen is damaged: its field has too many cells"),
        ("v115@vhAAgWFA", "page 1 of the fumen is damaged: its comment is not whole"),
    ] {
        let error = decode(text).map(|fumen| fumen.pages.len()).unwrap_err();
        assert_eq!(error.to_string(), line, "{text}");
    }
    // A hundred thousand pages, which the reference would read.
    let many = format!("v115@vh/{}", "AAA".repeat(64));
    let pages = "vh/".to_owned() + &"AAA".repeat(64);
    assert_eq!(decode(&many).unwrap().pages.len(), 64);
    assert_eq!(decode(&format!("v115@{}", pages.repeat(100_000 / 64))), Err(FumenError::Pages));
}

#[test]
fn an_address_is_read_whatever_stands_beside_the_fumen() {
    let alone = decode("v115@vhAAgH").unwrap();
    let spoken = "http://fumen.zui.jp/?v115@vhAAgH#english.js";
    for address in
        ["https://example.org/?v115@vhAAgH", spoken, "x/#?d=v115@vhAAgH&lang=en", "x/#?lang=en&d=v115@vhAAgH"]
    {
        assert_eq!(decode(address).unwrap(), alone, "{address}");
        for (opens, closes) in [("<", ">"), ("[an opener](", ")"), ("[", "]"), ("\"", "\"")] {
            assert_eq!(decode(&format!("{opens}{address}{closes}, it says")).unwrap(), alone, "in {opens}{closes}");
        }
    }
}

#[test]
fn the_first_page_is_read_whatever_stands_around_the_fumen() {
    let alone = decode("v115@vhARQJ").unwrap();
    for text in ["v115@vhARQJ is nice, is it not?", "see v115@vhARQJ; it is nice", "v115@vhARQJ\nv115@vhAAgH"] {
        assert_eq!(decode_first_page(text), Ok(alone.clone()), "{text}");
        assert!(matches!(decode(text), Err(FumenError::Character(_))), "all pages are asked for: {text}");
    }
    assert_eq!(decode_first_page("<b>v115@vh</b>"), Err(FumenError::Character('<')), "the page is not whole");
}

#[test]
fn what_cannot_be_written_is_refused() {
    let fumen = |page| Fumen { pages: vec![FumenPage::default(), page], guideline_colours: true };
    let at = |x, y| FallingPiece { kind: kind('O'), facing: Facing::North, x, y };
    for piece in [at(-3, 0), at(9, 0), at(3, 40), at(3, -3)] {
        let error = fumen(FumenPage { piece: Some(piece), ..FumenPage::default() }).encode().unwrap_err();
        assert_eq!(error.to_string(), "page 2 of the fumen is damaged: its piece does not lie in the field");
    }
    let comment = "я".repeat(LONGEST_COMMENT / 6 + 1);
    let error = fumen(FumenPage { comment, ..FumenPage::default() }).encode().unwrap_err();
    assert!(matches!(error, FumenError::Comment { page: 2, length } if length > LONGEST_COMMENT), "{error}");
}

/// A cell of a field.
fn cells() -> impl Strategy<Value = Mino> {
    prop_oneof![
        3 => Just(Mino::Empty),
        1 => Just(Mino::Garbage),
        2 => prop::sample::select(KINDS.chars().collect::<Vec<_>>()).prop_map(|letter| Mino::Piece(kind(letter))),
    ]
}

/// A page with a field of its own, or with that of the page before.
fn pages()
-> impl Strategy<Value = (Option<(Vec<[Mino; 10]>, [Mino; 10])>, Option<String>, Option<FallingPiece>, [bool; 3])> {
    let rows = prop::collection::vec(prop::array::uniform10(cells()), 0..=23);
    let field = prop::option::of((rows, prop::array::uniform10(cells())));
    let comment = prop::option::of(prop_oneof![
        Just(String::new()),
        "[ -~]{0,12}",
        "\\PC{0,20}",
        "#Q=\\[[TIOSZJL]?\\]\\([TIOSZJL]\\)[TIOSZJL]{0,5}(;[a-z]{0,3})?",
    ]);
    let piece = (prop::sample::select(KINDS.chars().collect::<Vec<_>>()), 0..4_u8, -2..9_i8, -2..22_i8)
        .prop_map(|(letter, quarters, x, y)| FallingPiece {
            kind: kind(letter),
            facing: Facing::North.turned(quarters),
            x,
            y,
        })
        .prop_filter("a piece in the field", |piece| FumenField::is_piece_inside(*piece));
    (field, comment, prop::option::of(piece), any::<[bool; 3]>())
}

/// What the command says.
fn said(arguments: &[&str]) -> String {
    let home = tempfile::tempdir().unwrap();
    printed(korobka(home.path(), &[&["fumen"], arguments].concat()))
}

#[test]
fn the_command_says_what_a_fumen_shows_and_writes_a_board_as_one() {
    assert_eq!(said(&["v115@vhARQJ"]), "page 1\n...iiii...\n");
    let board = "#........./TTT###OO##/.T.###OO##";
    let text = said(&["--of", board]);
    assert_eq!(said(&[text.trim()]), format!("page 1\n{}\n", board.replace('/', "\n")));
    let told: Value = serde_json::from_str(&said(&["--of", board, "--json"])).unwrap();
    assert_eq!(told["fumen"].as_str(), Some(text.trim()));
    assert_eq!(said(&["--of", &format!("\u{feff}{board}")]), text, "a mark of its encoding is no part of the board");
    assert_eq!(told["pages"][0]["rows"][1].as_str(), Some("TTT###OO##"));
}

#[test]
fn the_command_draws_a_page_as_png_and_svg_and_all_pages_as_gif() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let mut fumen = decode("v115@vhARQJ").unwrap();
    let next = fumen.pages[0].derive_next_page();
    fumen.pages.push(next);
    let text = fumen.encode().unwrap();
    for name in ["board.png", "board.svg"] {
        said(&[&text, "--out", &file(name), "--cell", "10", "--page", "2"]);
    }
    said(&[&text, "--out", &file("board.gif"), "--cell", "10"]);
    let reader = png::Decoder::new(std::io::BufReader::new(std::fs::File::open(file("board.png")).unwrap()));
    let reader = reader.read_info().unwrap();
    assert_eq!((reader.info().width, reader.info().height), (101, 61), "ten columns and six rows of ten pixels");
    let svg = std::fs::read_to_string(file("board.svg")).unwrap();
    assert_eq!(svg.matches("fill=\"#248ca6\"").count(), 4, "the I lies on the second page");
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::Indexed);
    let mut frames = options.read_info(std::fs::File::open(file("board.gif")).unwrap()).unwrap();
    let mut counts = Vec::new();
    while let Some(frame) = frames.read_next_frame().unwrap() {
        assert_eq!((frame.width, frame.height, frame.delay), (101, 61, 60), "as large as the others, for 0.6 seconds");
        counts.push(frame.buffer.iter().filter(|&&ink| ink == 4 || ink == 5).count());
    }
    assert_eq!(counts, [4 * 81; 2], "an I of nine pixels a side on both pages");
}

#[test]
#[cfg(feature = "game")]
fn the_command_writes_a_round_of_a_replay_as_one_of_its_players_has_played_it() {
    use crate::cli_errors::words;
    use korobka::app::persistence::replay::{SavedReplay, write};
    use korobka::game::replay::rounds_as_fumens;
    use korobka::storage::MatchLabel;
    use std::sync::Arc;
    let home = tempfile::tempdir().unwrap();
    let replay = crate::replay_files::played(1, 2.0, 10_000);
    let rounds = [0, 1].map(|seat| rounds_as_fumens(&Arc::new(replay.clone()), seat).unwrap());
    assert_ne!(rounds[0], rounds[1]);
    write(&home.path().join("a.replay"), &SavedReplay { label: MatchLabel::for_recording(0), replay }).unwrap();
    for (flags, seat) in [("", 0), ("--round 1 --seat 1", 0), ("--seat 2", 1)] {
        let text = printed(korobka(home.path(), &words(&format!("fumen --replay a.replay {flags}"))));
        assert_eq!(text.trim_end(), rounds[seat][0].encode().unwrap(), "{flags}");
    }
    let line = "there is no round 2: the replay has 1";
    assert_refused(home.path(), &words("fumen --replay a.replay --round 2"), line);
}

#[test]
fn what_is_no_fumen_or_no_picture_is_one_line() {
    let home = tempfile::tempdir().unwrap();
    let tall = ["x"; 24].join("/");
    for (arguments, line) in [
        (vec!["fumen", "--of", &tall], "the board has 24 rows, a fumen has 23"),
        (vec!["fumen", "--of", "xx?"], "the row 'xx?' has a '?': write . for empty"),
        (vec!["fumen", "v115@vh"], "the fumen is cut off on page 1"),
        (vec!["fumen", "nonsense"], "this is not a fumen of a known version"),
        (vec!["fumen", "--of", "xxxxxxxxxxx"], "is wider than the 10 columns of a fumen"),
        (vec!["fumen", "v115@vhARQJ", "--out", "board.jpg"], "a picture's name ends in .svg, .png or .gif"),
        (vec!["fumen", "v115@vhARQJ", "--out", "board.png", "--page", "2"], "there is no page 2: the fumen has 1"),
        (vec!["fumen", "v115@vhARQJ", "--out", "board.gif", "--page", "1"], "a .gif has all pages"),
    ] {
        assert_refused(home.path(), &arguments, line);
    }
}

proptest! {
    #![proptest_config(fixed_cases(10_000))]

    #[test]
    fn a_sequence_goes_round_unchanged(drawn in prop::collection::vec(pages(), 1..6), guideline_colours: bool) {
        let mut pages: Vec<FumenPage> = Vec::new();
        for (field, comment, piece, [locks, rises, mirrors]) in drawn {
            let mut page = pages.last().map_or_else(FumenPage::default, FumenPage::derive_next_page);
            if let Some((rows, waiting)) = field {
                page.field = FumenField { waiting, ..FumenField::default() };
                page.field.rows[..rows.len()].copy_from_slice(&rows);
            }
            page.comment = comment.unwrap_or(page.comment);
            pages.push(FumenPage { piece, locks, rises, mirrors, ..page });
        }
        let fumen = Fumen { pages, guideline_colours };
        let text = fumen.encode().unwrap();
        prop_assert_eq!(decode(&text), Ok(fumen), "{}", text);
    }

    #[test]
    fn whatever_the_text_it_is_read_or_refused(data in "[A-Za-z0-9+/?]{0,300}", eleven: bool) {
        let text = format!("{}@{data}", if eleven { "v110" } else { "v115" });
        if let Ok(fumen) = decode(&text) {
            prop_assert!(!fumen.pages.is_empty() && fumen.pages.len() <= MOST_PAGES);
            prop_assert_eq!(decode(&fumen.encode().unwrap()).map(|again| again.pages), Ok(fumen.pages));
        }
    }
}
