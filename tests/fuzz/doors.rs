//! Every place where strangers' bytes come into the program. Whatever they are, nothing may panic, hang or take memory
//! without bound, and what was understood must be understood again when it is written.
//!
//! `make fuzz` looks for inputs by coverage; those that it found, and a few good ones, lie in `corpus/NAME` and are
//! given to the doors by every `make test`. A new door is an entry here and a folder there.

use korobka::ai::Playfield;
use korobka::app::game_review::{ReviewSummary, ReviewedMove, move_in_words};
use korobka::app::page_link::PageLink;
use korobka::app::persistence::{PlayerFile, Settings, puzzles, replay, reviews};
use korobka::app::position::EditedPosition;
use korobka::app::written_board;
use korobka::doors::MemoryFiles;
use korobka::doors::open_rooms::{ListRequest, RoomNotice};
use korobka::doors::peer::{Identity, RelayAddress, RoomAddress};
use korobka::fumen;
use korobka::game::modes::line;
use korobka::game::replay::{RecordedMove, ReplayCheck, survey};
use korobka::game::{Handling, RecordedPlayer};
use korobka::movegen::{Move, Placement};
use korobka::net::lobby::{ClaimedRecord, Lobby, LobbyPlayer, RoomTerms};
use korobka::net::spectating::SpectatedMatch;
use korobka::net::{KeyPacket, LEAST_GARBAGE_TRAVEL, OnlineMatch};
use korobka::review::{MoveTiming, PlayedMove};
use korobka::rules::{FallingPiece, Rules, Spin};
use korobka::search::{State, WaitingGarbage};
use korobka::solver::SolverGoal;
use korobka::storage::{Spec, duels, generation, toml_files};
use korobka::tbp::{Bot, BotCommand, BotReaction, FromBot, FrontEnd, PositionThinker, ThinkingResult};
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

/// A place where bytes come in.
#[derive(Clone, Copy)]
pub(crate) struct Door {
    /// The name of the door and of the folder of its corpus.
    pub(crate) name: &'static str,
    /// Takes the bytes in.
    pub(crate) take: fn(&[u8]),
}

/// All doors.
pub(crate) const DOORS: [Door; 17] = [
    Door { name: "packet", take: packet },
    Door { name: "match", take: online_match },
    Door { name: "lobby", take: lobby },
    Door { name: "spectator", take: |bytes| text(bytes, spectator) },
    Door { name: "room", take: |bytes| text(bytes, room) },
    Door { name: "open-rooms", take: |bytes| text(bytes, open_rooms) },
    Door { name: "replay", take: |bytes| replay(&mended(bytes)) },
    Door { name: "review", take: |bytes| text(bytes, review) },
    Door { name: "generation", take: |bytes| generation(&mended(bytes)) },
    Door { name: "duel", take: |bytes| duel(&mended(bytes)) },
    Door { name: "settings", take: settings },
    Door { name: "custom", take: |bytes| text(bytes, custom) },
    Door { name: "link", take: |bytes| text(bytes, link) },
    Door { name: "board", take: |bytes| text(bytes, board) },
    Door { name: "puzzle", take: |bytes| text(bytes, |text| drop(puzzles::parse(text))) },
    Door { name: "front-end", take: |bytes| text(bytes, front_end) },
    Door { name: "bot", take: |bytes| text(bytes, bot) },
];

/// Ticks of a replay that are played: more would cost the fuzzer its pace.
const MOST_TICKS: u64 = 2_000;

fn text(bytes: &[u8], take: impl FnOnce(&str)) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        take(text);
    }
}

/// A sealed file (`src/storage/envelope.rs`) with the length and checksum that fit what it holds: no fuzzer would find
/// those by itself.
fn mended(bytes: &[u8]) -> Vec<u8> {
    let mut file = bytes.to_vec();
    if let Some((header, payload)) = file.split_first_chunk_mut::<18>() {
        header[10..14].copy_from_slice(&(payload.len() as u32).to_le_bytes());
        header[14..18].copy_from_slice(&crc32fast::hash(payload).to_le_bytes());
    }
    file
}

/// A review that lies beside a replay: what is shown of it.
fn review(text: &str) {
    let reviews = reviews::parse_reviews(text).unwrap_or_default();
    let field = Playfield::new(&Rules::versus(), 1);
    let state = State::of(&field, WaitingGarbage::default());
    let piece = FallingPiece::spawn(state.queue[0], state.board.size()).dropped(&state.board);
    let made = Move { placement: Placement { piece, spin: Spin::None }, hold: false };
    let recorded = RecordedMove {
        seat: 0,
        round: 0,
        number: 1,
        began: 0,
        tick: 100,
        timing: MoveTiming { now: 0, pace: 250 },
        played: PlayedMove { state, opponent: None, handicaps: [1000; 2], made },
        finesse: None,
        round_won: None,
    };
    let moves: Vec<ReviewedMove> =
        reviews.into_iter().map(|review| ReviewedMove { review, recorded: recorded.clone() }).collect();
    for reviewed in &moves {
        let fumen = reviewed.as_fumen();
        assert!(fumen.is_none_or(|text| fumen::decode(&text).is_ok()), "what is copied can be read");
        drop((
            reviewed.remarks(&Rules::versus()),
            (reviewed.reasons_in_words(), reviewed.net_lines_lost_in_words()),
            reviewed.review.judgement.map(|judgement| move_in_words(judgement.best)),
        ));
    }
    assert!(ReviewSummary::of(&moves, 0).accuracy.is_finite());
}

fn packet(bytes: &[u8]) {
    if let Ok(packet) = KeyPacket::decode(bytes) {
        assert_eq!(KeyPacket::decode(&packet.encode()), Ok(packet), "a packet is read as it was written");
    }
}

/// Packets of one match, each behind its length in a byte.
fn online_match(mut bytes: &[u8]) {
    let mut online = OnlineMatch::new(1, 0, LEAST_GARBAGE_TRAVEL).expect("garbage travels long enough");
    let mut clock = 0;
    while let Some((&length, rest)) = bytes.split_first() {
        let (packet, rest) = rest.split_at(rest.len().min(length.into()));
        clock += 16;
        online.receive(packet, clock);
        online.packet(clock);
        assert!(online.clock_speed(u64::from(clock), clock).is_finite());
        bytes = rest;
    }
}

/// Texts of the other's in a room, a line each, to a host and to a guest.
fn lobby(bytes: &[u8]) {
    // The key of RFC 8032, section 7.1, test 1, by which those who say hello in the corpus have signed.
    let key = Identity::read("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60").expect("a key");
    let own = || LobbyPlayer {
        name: "Anna".to_owned(),
        handling: Handling::default(),
        player: RecordedPlayer::Person,
        id: key.id(),
        told: ClaimedRecord::default(),
    };
    let terms = RoomTerms { rules: Rules::versus(), handicaps: [1000; 2] };
    let host = Lobby::for_host(7, own(), terms).expect("possible terms");
    for mut side in [host, Lobby::for_guest(7, own())] {
        side.say_hello("fuzzed".to_owned(), &key);
        for (at, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
            let Ok(line) = std::str::from_utf8(line) else { break };
            // The other is wrong, and the room is closed.
            if side.receive(line).is_err() {
                break;
            }
            side.set_ready(at % 3 > 0);
            while side.next_outgoing().is_some() || side.next_signal().is_some() {}
            if let Some(agreed) = side.take_agreed_match() {
                agreed.setup.rules.checked().expect("a match that is agreed on has possible rules");
            }
        }
    }
}

/// What a program asks of a relay's list of rooms, and what the list answers.
fn open_rooms(text: &str) {
    if let Some(request) = ListRequest::read(text) {
        assert_eq!(ListRequest::read(&request.text()), Some(request), "a request is read as it was written");
    }
    if let Some(rooms) = RoomNotice::read_list(text) {
        assert!(rooms.len() <= 20, "a list is as short as it is promised");
    }
}

/// Texts of a host to a spectator, a line each, as far as they follow from each other.
fn spectator(text: &str) {
    let mut spectated = SpectatedMatch::new(7);
    for line in text.lines().take(64) {
        if spectated.receive(line).is_err() {
            break;
        }
    }
    if let Some(replay) = spectated.replay() {
        replay.setup.rules.checked().expect("a match that is watched has possible rules");
        if replay.ticks <= MOST_TICKS {
            drop(survey(replay));
        }
    }
}

fn room(text: &str) {
    if let Ok(room) = RoomAddress::from_str(text) {
        let places: Vec<String> = room.places.iter().map(ToString::to_string).collect();
        let again = format!("{}@{}", room.code, places.join(","));
        assert_eq!(again.parse(), Ok(room), "a room is read as it was written");
    }
    if let Ok(relay) = RelayAddress::from_str(text) {
        assert_eq!(relay.to_string().parse(), Ok(relay), "a relay is read as it was written");
    }
}

fn replay(bytes: &[u8]) {
    let Ok(saved) = replay::decode(bytes) else { return };
    let again = replay::encode(&saved).expect("what was read can be written");
    assert_eq!(replay::decode(&again).as_ref(), Ok(&saved), "a replay is read as it was written");
    if saved.replay.ticks <= MOST_TICKS
        && let Ok(found) = survey(&Arc::new(saved.replay))
    {
        assert!(matches!(found.check, ReplayCheck::Agrees | ReplayCheck::Differs { .. }));
    }
}

fn generation(bytes: &[u8]) {
    if let Ok(found) = generation::decode(bytes) {
        generation::encode(&found).expect("what was read can be written");
        found.with_best_genomes_only(1);
    }
}

fn duel(bytes: &[u8]) {
    drop(duels::decode(bytes));
}

fn settings(bytes: &[u8]) {
    let (files, path) = (MemoryFiles::default(), Path::new("settings.toml"));
    files.store_unwatched(path, bytes.to_vec());
    let checked = toml_files::read::<Settings>(&files, path).value.checked();
    toml_files::write(&files, path, &checked).expect("settings can be written");
    let again = toml_files::read::<Settings>(&files, path);
    assert_eq!((again.warning, again.value.checked()), (None, checked), "settings are read as they were written");
}

fn custom(text: &str) {
    if let Ok(plan) = line::parse(text) {
        plan.rules.checked().expect("a custom game has possible rules");
    }
    drop(text.parse::<Spec>());
}

fn link(text: &str) {
    if let Ok(link) = PageLink::from_str(text) {
        drop(link.replay());
    }
}

fn board(text: &str) {
    if let Ok(found) = fumen::decode(text)
        && let Ok(written) = found.encode()
    {
        assert!(fumen::decode(&written).is_ok(), "a fumen is read as it was written");
    }
    drop(written_board::fumen_match_setup(text, &Settings::default(), 1));
    if let Ok((position, _)) = EditedPosition::default().with_fumen(text) {
        let again = position.as_fumen().map(|text| EditedPosition::default().with_fumen(&text));
        assert_eq!(again, Some(Ok((position.clone(), 0))), "a position comes back from its fumen");
        drop((position.setup_alone(&Settings::default(), 1), position.puzzle("a board", SolverGoal::PerfectClear)));
        assert!(position.problem().is_some() || !position.reachable_places().is_empty());
    }
}

/// Lines of a front end to one of our players.
fn front_end(text: &str) {
    let mut bot = Bot::new("fuzzed", &Rules::versus(), Thoughtless);
    for line in text.lines().take(64) {
        if bot.answer_line(line) == BotReaction::Quit {
            return;
        }
    }
}

/// Lines of a bot to our front end.
fn bot(text: &str) {
    drop(BotCommand::read(text));
    let rules = Rules::versus();
    let mut front = FrontEnd::new(&rules).expect("the protocol has words for these rules");
    front.position_messages(&State::of(&Playfield::new(&rules, 1), Default::default()));
    for line in text.lines().take(64) {
        if let Ok(FromBot::Suggestion { moves, .. }) = serde_json::from_str(line) {
            drop(front.first_valid(&moves));
        }
    }
}

/// A thinker that has no thoughts: the bot answers with what it has to spare.
#[derive(Debug)]
struct Thoughtless;

impl PositionThinker for Thoughtless {
    fn think_about(&mut self, _state: Option<State>) {}

    fn thoughts(&mut self) -> Option<ThinkingResult> {
        Some(ThinkingResult::default())
    }
}
