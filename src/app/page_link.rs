//! The link behind a page's address. It names a match to go straight into,
//! `?mode=watch&left=iwumbwe:12&right=champion:8&seed=5`, or holds a custom game, `#custom=width=12+pieces=pentomino`,
//! a board as fumen, `#board=v115@vhAAgH`, or a whole replay, `#replay=...`. Or it leads to a room, `#room=CODE@RELAY`
//! to play there and `#watch=CODE@RELAY` to watch, or to the page of rooms, `#online=`, for which the page's script
//! loads the program that has a network.

use super::first_steps::FirstSteps;
use super::library::PuzzleLibrary;
use super::opponents::OpponentList;
use super::persistence::mode_settings::HandicapSettings;
use super::persistence::{Settings, replay};
use super::setup::{SetupError, match_setup};
use super::written_board;
use crate::game::modes::line;
use crate::game::replay::{MAX_TICKS, Replay};
use crate::game::{MatchSetup, Mode, Pace};
use crate::movegen::PlacementChoice;
use crate::rules::RuleSet;
use crate::storage::{CatalogEntry, OpponentSource, Spec};
use data_encoding::BASE64URL_NOPAD;
use std::ops::RangeInclusive;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

/// The most characters of a replay in a link. A match of an hour has some 300,000.
const MOST_CHARACTERS: usize = 1_000_000;

/// What a link asks for: a match, a replay, or a room.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PageLink {
    mode: Option<Mode>,
    opponent: Option<String>,
    left: Option<String>,
    right: Option<String>,
    pps: Option<f64>,
    rules: Option<RuleSet>,
    /// A custom game as a line of text.
    custom: Option<String>,
    /// A board to begin at, as fumen.
    board: Option<String>,
    /// The bytes of a replay's file, in base64.
    replay: Option<String>,
    /// Whether the page of rooms is asked for.
    pub online: bool,
    /// The room to go to, as the line `CODE@RELAY` that its host gives.
    pub room: Option<String>,
    /// Whether the room is gone to as a spectator.
    pub watches: bool,
    /// The seed of pieces, garbage and intervals; `None` leaves it to the game, which takes one from the clock.
    pub seed: Option<u64>,
    /// The tick after which the match stops; `None` lets it end by itself.
    pub ticks: Option<u64>,
    /// How many ticks every frame plays, however long it takes: for measuring frames; `None` goes by the clock.
    pub frame_ticks: Option<u32>,
}

impl FromStr for PageLink {
    type Err = String;

    /// Reads a link: a `name=value` on each line. Unknown names are passed over,
    /// since other programs add theirs to links.
    ///
    /// # Errors
    /// A line that names the value that is impossible.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut link = Self::default();
        for (name, value) in text.lines().filter_map(|line| line.split_once('=')) {
            let wrong = |what: &str| format!("The link's {name} is '{value}', must be {what}");
            let player = || match value.parse::<Spec>() {
                Ok(spec) if may_be_linked(&spec) => Ok(Some(value.to_owned())),
                _ => Err(wrong("a saved generation, such as champion:8")),
            };
            match name {
                "mode" => link.mode = Some(Mode::from_id(value).ok_or_else(|| wrong("a mode, such as sprint"))?),
                "opponent" => link.opponent = player()?,
                "left" => link.left = player()?,
                "right" => link.right = player()?,
                "pps" => {
                    let speed = within(value, 0.0..=100.0).filter(|&pps| pps == 0.0 || pps >= 0.1);
                    link.pps = Some(speed.ok_or_else(|| wrong("0.1 to 100 pieces a second, or 0 for no limit"))?);
                }
                "rules" => {
                    link.rules = Some(RuleSet::named(value).ok_or_else(|| wrong("rules, such as guideline"))?);
                }
                "custom" => {
                    let found = line::parse(value).map(|_| value.to_owned());
                    let wrong = |error| format!("The link's custom game cannot be played: {error}");
                    link.custom = Some(found.map_err(wrong)?);
                }
                // Browsers read a plus in a link as a blank, and a fumen has no blanks.
                "board" => link.board = Some(value.replace(' ', "+")),
                "replay" => link.replay = Some(value.to_owned()),
                "online" => link.online = true,
                "room" | "watch" => {
                    (link.online, link.room, link.watches) = (true, Some(value.to_owned()), name == "watch");
                }
                "seed" => link.seed = Some(value.parse().map_err(|_| wrong("a whole number"))?),
                "ticks" => {
                    link.ticks = Some(within(value, 1..=MAX_TICKS).ok_or_else(|| wrong("1 to 86400000"))?);
                }
                "frame-ticks" => link.frame_ticks = Some(within(value, 1..=1000).ok_or_else(|| wrong("1 to 1000"))?),
                _ => {}
            }
        }
        if link.custom.is_some() {
            link.mode = Some(Mode::Custom);
        }
        Ok(link)
    }
}

/// Reads a text as a number; `None` if it is no number of this range.
fn within<T: FromStr + PartialOrd>(text: &str, range: RangeInclusive<T>) -> Option<T> {
    text.parse().ok().filter(|number| range.contains(number))
}

impl PageLink {
    /// The replay that the link holds; `None` if it holds none.
    ///
    /// # Errors
    /// A line for the player, if the replay is too long, is no replay, or is damaged.
    pub fn replay(&self) -> Result<Option<Arc<Replay>>, String> {
        let Some(text) = &self.replay else { return Ok(None) };
        if text.len() > MOST_CHARACTERS {
            return Err(format!("The link's replay has more than {MOST_CHARACTERS} characters"));
        }
        let damaged = |why: String| format!("The link's replay cannot be watched: {why}");
        let bytes = BASE64URL_NOPAD.decode(text.trim().as_bytes()).map_err(|error| damaged(error.to_string()))?;
        let saved = replay::decode(&bytes).map_err(|error| damaged(error.to_string()))?;
        Ok(Some(Arc::new(saved.replay)))
    }

    /// The match that the link asks for; `None` where it asks for none. Values that the link lacks are those of the
    /// settings, and `seed` is taken if the link has none.
    ///
    /// # Errors
    /// An error if there is no such player, or it cannot play by these rules, or the board is none.
    pub fn match_setup(
        &self,
        settings: &Settings,
        opponents: &mut OpponentList,
        library: &PuzzleLibrary,
        seed: u64,
    ) -> Result<Option<MatchSetup>, SetupError> {
        if let Some(board) = &self.board {
            let setup = written_board::fumen_match_setup(board, settings, self.seed.unwrap_or(seed));
            return setup.map(Some).map_err(SetupError::Board);
        }
        let Some(mode) = self.mode else { return Ok(None) };
        let mut settings = settings.clone();
        if let Some(custom) = &self.custom {
            settings.modes.custom.clone_from(custom);
            settings.modes.against = self.opponent.is_some();
        }
        let put = |to: &mut String, from: &Option<String>| from.iter().for_each(|from| to.clone_from(from));
        put(&mut settings.versus.opponent, &self.opponent);
        settings.watch.alone = false;
        put(&mut settings.watch.left, &self.left);
        put(&mut settings.watch.right, &self.right);
        // A link names no friend: whoever was faced last, its match is against the computer.
        settings.seats.face_computer();
        if self.opponent.is_some() {
            settings.seating = HandicapSettings::default();
        }
        // A player that the link names plays without slips, and as it learned to, from an even start: what the settings
        // say of these is meant for another player.
        let (versus, watch, choices) = (&mut settings.versus, &mut settings.watch, &mut settings.placements);
        for (slips, choice, named) in [
            (&mut versus.slips, &mut choices.opponent, &self.opponent),
            (&mut watch.left_slips, &mut choices.left, &self.left),
            (&mut watch.right_slips, &mut choices.right, &self.right),
        ] {
            if named.is_some() {
                (*slips, *choice) = (0, PlacementChoice::Straight);
            }
        }
        if let Some(pace) = self.pps.map(Pace::from_pps) {
            (settings.versus.pace, settings.watch.left_pace, settings.watch.right_pace) = (pace, pace, pace);
        }
        if let Some(rules) = self.rules {
            rules.apply_to(&mut settings.versus.rules);
            rules.apply_to(&mut settings.watch.rules);
        }
        match_setup(mode, &settings, opponents, &library.book, self.seed.unwrap_or(seed)).map(Some)
    }
}

/// Makes the match of a link the first one of somebody who has never played, as the questions of the first start do: it
/// shows the keys, counts for nothing and is of one round.
pub fn begin_first_steps(setup: &mut MatchSetup, is_new: bool, steps: &mut FirstSteps) {
    if is_new && setup.mode == Mode::Versus {
        steps.wanted = true;
        setup.rules.first_to = 1;
    }
}

/// The SPEC of a custom game's opponent and its speed in pieces a second, as a link to the game names them.
/// `None` where nobody is faced, or one that others do not have: a program, a file, or a generation that
/// the player has trained.
pub fn opponent_for_link(settings: &Settings, opponents: &OpponentList) -> Option<(String, String)> {
    let versus = &settings.versus;
    let spec = versus.opponent.parse::<Spec>().ok().filter(|spec| settings.modes.against && may_be_linked(spec))?;
    if let OpponentSource::Saved { recipe, generation } = &spec.source {
        let same = |entry: &&CatalogEntry| entry.recipe == *recipe && entry.generation == *generation;
        // Of several with this name, the first is meant; one that ships comes before the player's own.
        if opponents.saved_generations().iter().find(same).is_some_and(|entry| !entry.ships) {
            return None;
        }
    }
    Some((spec.to_string(), (f64::from(versus.pace.milli_pps) / 1000.0).to_string()))
}

/// Whether a link may name the player: one must neither start a program nor read a file.
const fn may_be_linked(spec: &Spec) -> bool {
    !matches!(spec.source, OpponentSource::Tbp(_) | OpponentSource::File(_))
}

/// The replay of a file as a link holds it, which [`PageLink::replay`] reads.
///
/// # Errors
/// A line for the player, if the file cannot be read, or is too long for a link.
pub fn replay_for_link(file: &Path) -> Result<String, String> {
    let saved = replay::read(file).map_err(|error| error.to_string())?;
    let bytes = replay::encode(&saved).map_err(|error| error.to_string())?;
    let text = BASE64URL_NOPAD.encode(&bytes);
    match text.len() {
        0..=MOST_CHARACTERS => Ok(text),
        length => {
            Err(format!("This replay is too long for a link: {length} characters, and {MOST_CHARACTERS} are allowed"))
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::app::position::EditedPosition;
    use crate::rules::{BoardSize, GeneratorKind, Hold, Matrix, Mino, PieceKind, Rules};

    /// The match that a link asks for with these settings.
    fn asked_with(link: &str, settings: &Settings) -> Result<Option<MatchSetup>, SetupError> {
        let link: PageLink = link.parse().unwrap();
        link.match_setup(settings, &mut OpponentList::default(), &PuzzleLibrary::default(), 1)
    }

    fn asked(link: &str) -> MatchSetup {
        asked_with(link, &Settings::default()).unwrap().unwrap()
    }

    #[test]
    fn a_link_names_a_match() {
        let asked = asked("mode=watch\nleft=iwumbwe:12\nright=champion:8\nseed=5\nutm=x\nodd\npps=3");
        assert_eq!((asked.mode, asked.seed), (Mode::Watch, 5));
        let specs: Vec<String> = asked.seats.iter().filter_map(|seat| Some(seat.spec.as_ref()?.to_string())).collect();
        assert_eq!(specs, ["iwumbwe:12", "champion:8"]);
        let slips = |seat: &crate::game::SeatSetup| match &seat.control {
            crate::game::SeatControl::Computer(computer) => computer.slips,
            _ => 5,
        };
        assert!(
            asked.seats.iter().all(|seat| slips(seat) == 0),
            "the settings' players slip, those of the link do not"
        );
    }

    #[test]
    fn a_named_opponent_plays_whatever_the_last_match_was() {
        let mut settings = Settings::default();
        settings.seats.seat_second_person();
        settings.seating =
            HandicapSettings { yours: 500, theirs: 2000, board: "random:8".to_owned(), ..Default::default() };
        settings.placements.opponent = PlacementChoice::Reachable;
        let asked = |link: &str, settings: &Settings| asked_with(link, settings).unwrap().unwrap();
        let link = "mode=versus\nopponent=iwumbwe:12\npps=2";
        let [found, usual] = [&settings, &Settings::default()].map(|settings| asked(link, settings));
        assert_eq!(found.seats[1].spec.as_ref().unwrap().to_string(), "iwumbwe:12");
        assert!(found.seats.iter().all(|seat| !seat.has_handicap()) && found.course.start.strewn == 0);
        assert_eq!(format!("{found:?}"), format!("{usual:?}"), "nothing is left of the match before");
        let own = asked("mode=versus", &settings);
        assert_eq!([own.seats[0].handicap, own.seats[1].handicap], [500, 2000], "as in the settings");
        assert!(own.course.start.strewn == 8 && own.seats[1].spec.is_some());
    }

    #[test]
    fn the_first_match_by_a_link_is_a_first_match() {
        for (link, is_new, is_first) in
            [("mode=versus\nopponent=champion:8", true, true), ("mode=versus", false, false), ("mode=zen", true, false)]
        {
            let (mut asked, mut steps) = (asked(link), FirstSteps::default());
            asked.rules.first_to = 3;
            begin_first_steps(&mut asked, is_new, &mut steps);
            assert_eq!((steps.wanted, asked.rules.first_to == 1), (is_first, is_first), "{link:?}");
        }
    }

    #[test]
    fn a_link_without_a_mode_asks_for_nothing() {
        assert_eq!("ref=somewhere".parse::<PageLink>(), Ok(PageLink::default()));
        assert!(asked_with("ref=somewhere", &Settings::default()).unwrap().is_none());
    }

    #[test]
    fn a_link_leads_to_a_room_to_play_there_or_to_watch() {
        for (link, room, watches) in
            [("room=K7QM2-XW9PA", Some("K7QM2-XW9PA"), false), ("watch=K7QM2-XW9PA", Some("K7QM2-XW9PA"), true)]
        {
            let asked: PageLink = link.parse().unwrap();
            assert_eq!((asked.online, asked.room.as_deref(), asked.watches), (true, room, watches), "{link}");
        }
        let page: PageLink = "online=".parse().unwrap();
        assert_eq!((page.online, page.room, page.watches), (true, None, false));
    }

    #[test]
    fn a_link_holds_a_custom_game() {
        let asked = asked("custom=width=12 pieces=pentomino");
        assert_eq!((asked.mode, asked.rules.board.width, asked.seats.len()), (Mode::Custom, 12, 1));
        assert_eq!("custom=width=12\nmode=zen".parse::<PageLink>().unwrap().mode, Some(Mode::Custom));
    }

    #[test]
    fn a_speed_too_low_to_be_told_from_no_limit_is_refused() {
        assert!("mode=versus\npps=0.0005".parse::<PageLink>().unwrap_err().contains("0.1 to 100"));
        for milli_pps in [0, 100, 1001, 2010, 8110] {
            let link = format!("mode=versus\npps={}", f64::from(milli_pps) / 1000.0).parse::<PageLink>().unwrap();
            assert_eq!(link.pps.map(Pace::from_pps), Some(Pace { milli_pps }));
        }
    }

    #[test]
    fn a_link_to_a_custom_game_names_its_opponent() {
        let mut settings = Settings::default();
        settings.versus.pace = Pace { milli_pps: 1300 };
        settings.versus.opponent = "iwumbwe:12".to_owned();
        assert_eq!(opponent_for_link(&settings, &OpponentList::default()), None, "nobody is faced");
        settings.modes.against = true;
        let (opponent, pps) = opponent_for_link(&settings, &OpponentList::default()).unwrap();
        let seats = asked(&format!("custom=gravity=off\nopponent={opponent}\npps={pps}")).seats;
        let crate::game::SeatControl::Computer(computer) = &seats[1].control else { panic!("{seats:?}") };
        assert_eq!((seats[1].spec.as_ref().unwrap().to_string(), computer.pace), (opponent, settings.versus.pace));
        settings.versus.opponent = "tbp:/bin/sh".to_owned();
        assert_eq!(opponent_for_link(&settings, &OpponentList::default()), None, "no link names a program");
    }

    #[test]
    fn a_link_holds_a_board() {
        // A quiz on two rows, with a plus that the browser has made a blank.
        let matrix = Matrix::from_drawing(
            BoardSize { width: 10, visible: 20, buffer: 20 },
            ["TTT.......", "#########."].into_iter(),
        );
        let rules = Rules { generator: GeneratorKind::Given, ..Rules::marathon() };
        let queue = rules.queue_starting_with(1, &[PieceKind::S, PieceKind::Z]);
        let text =
            written_board::board_as_fumen(&matrix, Some(PieceKind::I), Hold::of(Some(PieceKind::O)), &queue).unwrap();
        let setup = asked(&format!("board={}", text.replace('+', " ")));
        let start = &setup.course.start;
        assert_eq!((setup.mode, start.board.join("/")), (Mode::Zen, "TTT......./#########.".to_owned()));
        assert_eq!((start.queue.as_str(), start.hold), ("ISZ", Some('O')));
        let line = asked_with("board=v115@vhA", &Settings::default()).unwrap_err().to_string();
        assert_eq!(line, "the fumen is cut off on page 1");
    }

    #[test]
    fn a_link_to_an_edited_position_has_its_board_and_pieces_whatever_else_its_fumen_tells() {
        let mut position = EditedPosition::default();
        position.matrix.fill_cell(3, 0, Mino::Piece(PieceKind::T));
        position.set_queue("TIO").unwrap();
        position.set_bag("SZ").unwrap();
        (position.hold, position.garbage) = (Some(PieceKind::S), 4);
        let start = asked(&format!("board={}", position.as_fumen().unwrap())).course.start;
        assert_eq!((start.board, start.queue.as_str(), start.hold), (vec!["...T......".to_owned()], "TIO", Some('S')));
    }

    #[test]
    fn what_cannot_be_is_said_in_one_line() {
        for bad in [
            "mode=chess",
            "left=",
            "right=tbp:/bin/sh",
            "opponent=/etc/passwd?",
            "pps=nan",
            "pps=-1",
            "seed=1.5",
            "rules=chess",
        ] {
            let line = bad.parse::<PageLink>().unwrap_err();
            assert!(line.starts_with("The link's ") && !line.contains('\n'), "{bad}: {line}");
        }
        for bad in ["ticks=0", "ticks=99999999999", "frame-ticks=0", "frame-ticks=1001"] {
            assert!(bad.parse::<PageLink>().is_err(), "{bad}");
        }
    }
}
