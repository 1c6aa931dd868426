//! The x-ray, while computer players are watched or played against, and in their replays: where each brings its piece,
//! and why. An evaluator shows what it sees of the board, feature by feature, for the placement it has chosen and for
//! the best of the others, and how much each feature speaks for the choice.

use super::board_overlay::{BoardOverlay, short_number};
use super::comparison_card::{self, PlacementComparison};
use super::page::PaintingOrder;
use super::search_votes::{self, LookedAtMove};
use super::theme;
use super::xray_candidate::XrayCandidate;
use crate::ai::{Brain, RankedPlacement};
use crate::app::Toasts;
use crate::app::devices::KeyMap;
use crate::app::hints::Hints;
use crate::app::rated_match::RatedMatch;
use crate::app::screens::{Overlay, Screen};
use crate::app::watching::Watching;
use crate::game::components::{Falling, Field, LockedPiece};
use crate::game::computer::{Computer, ReplayThoughts};
use crate::game::{Match, Mode, Seat, SeatControl, SeatSetup, StartMatch};
use crate::movegen::Move;
use crate::net::OnlineMatch;
use crate::search::{SearchInsight, WaitingGarbage};
use crate::tbp::message::MoveInfo;
use crate::view::layout::SeatLayout;
use crate::view::stage::{FootInset, Stage};
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

/// The least height beside a board with which the x-ray is painted, in units of the layout.
const LEAST: f32 = 100.0;

/// Whether the x-ray is on.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct XrayVisible(pub bool);

/// For whom the x-ray of a match is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum XrayUse {
    /// For nobody: no computer player is seen, or the match is one that counts.
    Nobody,
    /// For somebody who watches.
    Spectator,
    /// For somebody who watches a replay, and can look at one move after the other by what these words name.
    Replay(&'static str),
    /// For the opponent of a computer player, whom it helps as hints do.
    Opponent,
}

impl XrayUse {
    /// For whom the x-ray of this match is, which `counts` if it is rated or played with somebody elsewhere.
    pub(super) fn of<'a>(current: &Match, seats: impl IntoIterator<Item = &'a SeatSetup>, counts: bool) -> Self {
        let (mut plays, mut computes) = (false, false);
        for seat in seats {
            plays |= seat.is_persons_here();
            computes |= matches!(seat.control, SeatControl::Computer(_));
        }
        match (plays, computes) {
            // A watched match that was taken over has a person at a seat.
            (false, _) if current.mode == Mode::Watch => Self::Spectator,
            (true, true) if !counts && current.is_playing() => Self::Opponent,
            _ => Self::Nobody,
        }
    }
}

impl XrayVisible {
    /// Switches the x-ray on or off, and says so. One that helps a player counts as a hint.
    pub(super) fn toggle(&mut self, by: XrayUse, hints: &mut Hints, toasts: &mut Toasts) {
        self.0 = !self.0;
        hints.used += u32::from(self.0 && by == XrayUse::Opponent);
        let on = "X-ray on: its choice in gold, the next best in grey";
        toasts.say(match (self.0, by) {
            (false, _) => "X-ray off".to_owned(),
            (true, XrayUse::Opponent) => format!("{on}. This game sets no record"),
            (true, XrayUse::Replay(step)) => format!("{on}; {step} shows its other moves"),
            (true, XrayUse::Spectator | XrayUse::Nobody) => on.to_owned(),
        });
    }
}

/// Adds the system that switches the x-ray by its key, and the one that paints it.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<XrayVisible>().init_resource::<XrayCandidate>();
    app.add_observer(|start: On<StartMatch>, mut xray: ResMut<XrayVisible>| {
        // It costs a person the record, so that each game of a person begins without.
        xray.0 &= !start.0.seats.iter().any(|seat| seat.control.is_persons());
    });
    // Whoever takes a replay over plays without it.
    app.add_systems(OnExit(Screen::Replay), |mut xray: ResMut<XrayVisible>, mut candidate: ResMut<XrayCandidate>| {
        (xray.0, *candidate) = (false, XrayCandidate::default());
    });
    app.add_systems(Update, switch.run_if(in_state(Overlay::None).and_then(in_state(Screen::Play))));
    let of_replay = (ask_for_thoughts, follow_candidate).run_if(resource_exists::<ReplayThoughts>);
    app.add_systems(Update, of_replay);
    app.add_systems(EguiPrimaryContextPass, show.run_if(are_boards_bare).in_set(PaintingOrder::Screens));
}

/// Whether the boards of a match or of a replay are seen, and no page lies over them. Replays know no [`Overlay`].
pub(super) fn are_boards_bare(screen: Res<State<Screen>>, overlay: Option<Res<State<Overlay>>>) -> bool {
    *screen.get() == Screen::Replay || overlay.is_some_and(|overlay| *overlay.get() == Overlay::None)
}

/// Switches the x-ray on and off by X, where that key does not play.
fn switch(
    (keys, map): (Res<ButtonInput<KeyCode>>, Res<KeyMap>),
    current: Option<Single<&Match>>,
    seats: Query<&SeatSetup>,
    (rated, online): (Res<RatedMatch>, Option<Res<OnlineMatch>>),
    (mut xray, mut hints): (ResMut<XrayVisible>, ResMut<Hints>),
    mut toasts: ResMut<Toasts>,
) {
    let key =
        map.key_for_shortcut(KeyCode::KeyX).filter(|key| !map.is_game_key(*key) && !map.is_chosen_for_restart(*key));
    let Some(current) = current.filter(|_| key.is_some_and(|key| keys.just_pressed(key))) else { return };
    let by = XrayUse::of(&current, seats.iter(), rated.is_on() || online.is_some());
    if by != XrayUse::Nobody {
        xray.toggle(by, &mut hints, &mut toasts);
    }
}

/// Has the computer players of a replay think again as long as the x-ray shows it.
fn ask_for_thoughts(xray: Res<XrayVisible>, mut thoughts: ResMut<ReplayThoughts>) {
    thoughts.are_wanted = xray.0;
}

/// Has the searches of a replay that stands still follow the moves that are looked at.
fn follow_candidate(
    (candidate, xray): (Res<XrayCandidate>, Res<XrayVisible>),
    watching: Option<Res<Watching>>,
    mut thoughts: ResMut<ReplayThoughts>,
    players: Query<(&Seat, &Falling)>,
) {
    let stands_still = |watching: &Res<Watching>| watching.paused && watching.current_tick() == watching.now;
    let Some(watching) = watching.filter(|watching| xray.0 && stands_still(watching)) else { return };
    for (&seat, falling) in &players {
        let (ranked, target) = thoughts.ranked_and_target(seat, falling, watching.coming_lock(seat.0));
        if let Some(placement) = search_votes::listed_move(ranked, target, candidate.place) {
            thoughts.follow(seat, falling, &placement);
        }
    }
}

/// What is known of a computer player and of what it thinks of its piece in play, or thought of it in a replay.
struct ShownThought<'a> {
    brain: Option<&'a Brain>,
    /// About how many positions the player looks at for each piece; `None` for one that does not search.
    nodes: Option<u64>,
    ranked_and_target: (&'a [RankedPlacement], Option<usize>),
    insight: Option<SearchInsight>,
    garbage: WaitingGarbage,
    /// The moves that the player expects from one that is looked at; empty where none were followed.
    followed: &'a [Move],
    /// What is said of a player of whose thinking nothing can be shown.
    other_words: Option<String>,
}

impl<'a> ShownThought<'a> {
    fn of_player(computer: &'a Computer, falling: &Falling) -> Self {
        let (brain, nodes) = (computer.brain().map(AsRef::as_ref), computer.nodes_a_piece());
        let is_other = brain.is_none() && nodes.is_none();
        Self {
            brain,
            nodes,
            ranked_and_target: computer.ranked_and_target(falling),
            insight: computer.search_insight(falling),
            garbage: computer.known_garbage(),
            followed: &[],
            other_words: is_other.then(|| bot_in_words(&computer.move_info().unwrap_or_default())),
        }
    }

    /// The thought of the player at a seat of a replay, whose piece came to lie at `locked`.
    fn of_replay(thoughts: &'a ReplayThoughts, seat: Seat, falling: &Falling, locked: Option<LockedPiece>) -> Self {
        Self {
            brain: thoughts.brain(seat).map(AsRef::as_ref),
            nodes: thoughts.nodes_a_piece(seat),
            ranked_and_target: thoughts.ranked_and_target(seat, falling, locked),
            insight: thoughts.search_insight(seat, falling),
            garbage: thoughts.known_garbage(seat, falling),
            followed: thoughts.followed_line(seat, falling),
            other_words: thoughts.problem(seat).map(str::to_owned),
        }
    }
}

fn show(
    mut contexts: EguiContexts,
    (xray, mut candidate): (Res<XrayVisible>, ResMut<XrayCandidate>),
    (current, stage, inset): (Option<Single<&Match>>, Option<Res<Stage>>, Option<Res<FootInset>>),
    players: Query<(&Seat, &SeatSetup, Option<&Computer>, &Field, &Falling)>,
    seats: Query<&SeatSetup>,
    (rated, online): (Res<RatedMatch>, Option<Res<OnlineMatch>>),
    (watching, thoughts): (Option<Res<Watching>>, Option<Res<ReplayThoughts>>),
) -> Result {
    candidate.clicks.clear();
    let (Some(current), Some(stage)) = (current, stage) else { return Ok(()) };
    let replay = watching.zip(thoughts);
    let by = XrayUse::of(&current, seats.iter(), rated.is_on() || online.is_some());
    if !xray.0 || replay.is_none() && by == XrayUse::Nobody {
        return Ok(());
    }
    let over =
        BoardOverlay::new(&mut contexts, "x-ray")?.above_foot(inset.map_or(FootInset::default(), |inset| *inset));
    for (seat, _, player) in stage.seats() {
        let Ok((&number, setup, computer, field, falling)) = players.get(player) else { continue };
        let thought = match (computer, &replay) {
            (Some(computer), _) => ShownThought::of_player(computer, falling),
            (None, Some((watching, thoughts))) if thoughts.has_looked_for(number, setup) => {
                ShownThought::of_replay(thoughts, number, falling, watching.coming_lock(number.0))
            }
            _ => continue,
        };
        let (ranked, target) = thought.ranked_and_target;
        // In a window that is higher than wide there is no room beside the boards: the boards must do.
        let has_room = seat.callout.height() >= LEAST * stage.layout.unit;
        if has_room {
            over.paint_text_background(over.figures_rect(seat));
        }
        let (board, place) = (field.0.board(), candidate.place);
        match (thought.brain, thought.nodes) {
            (Some(brain), _) => {
                if let Some(picture) = PlacementComparison::of(brain, board, (ranked, target), place) {
                    comparison_card::paint(&over, seat, &picture, has_room);
                    if replay.is_some() && has_room {
                        candidate.add_card(over.figures_rect(seat));
                    }
                }
            }
            // A player that searches has no features to show: it values what its moves lead to.
            (None, Some(nodes)) => {
                let words = search_votes::thought_in_words(nodes, thought.insight, thought.garbage);
                let looked_at = (place > 0).then_some(LookedAtMove { place, board, line: thought.followed });
                let rows = search_votes::paint(&over, seat, (ranked, target), &words, has_room, looked_at.as_ref());
                if replay.is_some() {
                    candidate.add_rows(rows);
                }
            }
            (None, None) => {
                let words = thought.other_words.as_deref().filter(|_| has_room);
                paint_bot(&over, seat, (ranked, target), words);
            }
        }
    }
    Ok(())
}

/// What is known of a bot's thought: how far it looked, if it has said that of its last move.
fn bot_in_words(info: &MoveInfo) -> String {
    let plural = |number: f64| if number == 1.0 { "" } else { "s" };
    let nodes = info.nodes.map(|nodes| nodes as f64);
    let nodes = nodes.map(|nodes| format!("{} position{}", short_number(nodes), plural(nodes)));
    let depth = info.depth.map(|depth| format!("{} piece{} ahead", short_number(depth), plural(depth)));
    let looked: Vec<String> = nodes.into_iter().chain(depth).collect();
    let looked = if looked.is_empty() { String::new() } else { format!(" Its last thought: {}.", looked.join(", ")) };
    format!("Another program (TBP): it says where its piece goes, and not why.{looked}")
}

/// Paints where a bot wants its piece, and where its hand brings it if that is another place; `words` beside the board.
fn paint_bot(
    over: &BoardOverlay,
    seat: &SeatLayout,
    (ranked, target): (&[RankedPlacement], Option<usize>),
    words: Option<&str>,
) {
    if let Some(words) = words {
        let rect = over.figures_rect(seat);
        let (painter, inside) = (over.painter.with_clip_rect(rect.shrink(3.0)), rect.shrink(9.0));
        theme::paint_paragraph(&painter, inside.min, words, (theme::regular(12.5), theme::ASH), inside.width());
    }
    let at = target.unwrap_or(0);
    if let Some(wanted) = ranked.first().filter(|_| at > 0) {
        over.paint_piece_outline(seat, wanted.piece, theme::ASH, 2.0);
    }
    if let Some(chosen) = ranked.get(at) {
        over.paint_piece_outline(seat, chosen.piece, theme::GOLD, 3.0);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::app::persistence::bindings::Bindings;
    use crate::app::persistence::{SeatDevices, Settings};
    use crate::game::{ComputerSetup, Course, Handling, MatchSetup, Pace, Phase};
    use crate::mind::Mind;
    use crate::rules::Rules;
    use crate::tbp::BotCommand;
    use bevy::ecs::system::RunSystemOnce;
    use bevy::state::app::StatesPlugin;
    use std::sync::Arc;

    #[test]
    fn each_game_of_a_person_begins_without_the_x_ray() {
        let mind = Mind::Guest(Arc::new(BotCommand::read("bot").unwrap()));
        let computer = SeatSetup::computer("Bot", ComputerSetup { mind, pace: Pace::FASTEST, slips: 0 });
        let person = SeatSetup::person("You", Handling::default());
        let mut app = App::new();
        app.add_plugins(plugin);
        let mut is_on_after = |seats: [&SeatSetup; 2]| {
            app.insert_resource(XrayVisible(true));
            let (mode, rules, course) = (Mode::Watch, Rules::versus(), Course::default());
            let seats = seats.into_iter().cloned().collect();
            app.world_mut().trigger(StartMatch(MatchSetup { mode, rules, course, seed: 1, seats }));
            app.world().resource::<XrayVisible>().0
        };
        assert!(is_on_after([&computer, &computer]), "who watches on sees it on");
        assert!(!is_on_after([&computer, &person]));
    }

    #[test]
    fn an_x_ray_of_the_own_opponent_counts_as_a_hint_and_a_rated_match_has_none() {
        let mind = Mind::Guest(Arc::new(BotCommand::read("bot").unwrap()));
        let computer = SeatSetup::computer("Bot", ComputerSetup { mind, pace: Pace::FASTEST, slips: 0 });
        let person = SeatSetup::person("You", Handling::default());
        let used_by = |mode: Mode, seats: [&SeatSetup; 2], counts: bool| {
            let current = Match { phase: Phase::Playing, ..Match::new(mode, Rules::versus(), Course::default(), 0) };
            XrayUse::of(&current, seats, counts)
        };
        assert_eq!(used_by(Mode::Watch, [&computer, &computer], false), XrayUse::Spectator);
        assert_eq!(used_by(Mode::Versus, [&person, &computer], false), XrayUse::Opponent);
        assert_eq!(used_by(Mode::Versus, [&person, &computer], true), XrayUse::Nobody);
        assert_eq!(used_by(Mode::Versus, [&person, &person], false), XrayUse::Nobody);
        let (mut xray, mut hints, mut toasts) = (XrayVisible::default(), Hints::default(), Toasts::default());
        let mut hints_after = |by: XrayUse| {
            xray.toggle(by, &mut hints, &mut toasts);
            hints.used
        };
        let (free, help) = (XrayUse::Spectator, XrayUse::Opponent);
        assert_eq!([free, free, help, help].map(&mut hints_after), [0, 0, 1, 1], "what switches it off is no hint");
    }

    #[test]
    fn it_is_painted_in_a_replay_and_in_a_match_that_no_page_lies_over() {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, StatesPlugin)).init_state::<Screen>().add_sub_state::<Overlay>();
        let mut is_painted = |screen: Screen, overlay: Overlay| {
            app.world_mut().resource_mut::<NextState<Screen>>().set(screen);
            app.update();
            app.world_mut().resource_mut::<NextState<Overlay>>().set(overlay);
            app.update();
            app.world_mut().run_system_once(are_boards_bare).unwrap()
        };
        assert!(is_painted(Screen::Play, Overlay::None));
        assert!(!is_painted(Screen::Play, Overlay::Pause));
        assert!(is_painted(Screen::Replay, Overlay::None));
        assert!(!is_painted(Screen::Title, Overlay::None));
    }

    #[test]
    fn the_players_of_a_replay_are_asked_while_the_x_ray_is_on() {
        let mut app = App::new();
        app.init_resource::<XrayVisible>().init_resource::<ReplayThoughts>().add_systems(Update, ask_for_thoughts);
        for is_on in [false, true, false] {
            app.world_mut().resource_mut::<XrayVisible>().0 = is_on;
            app.update();
            assert_eq!(app.world().resource::<ReplayThoughts>().are_wanted, is_on);
        }
    }

    #[test]
    fn a_bot_is_told_by_how_far_it_looked_if_it_says_so() {
        let silent = bot_in_words(&MoveInfo::default());
        assert!(silent.ends_with("and not why."), "{silent}");
        let info = MoveInfo { nodes: Some(1_234_567), depth: Some(14.0), ..MoveInfo::default() };
        let told = bot_in_words(&info);
        assert_eq!(told.strip_prefix(&silent), Some(" Its last thought: 1.2 M positions, 14 pieces ahead."));
        let told = bot_in_words(&MoveInfo { nodes: Some(1), depth: Some(1.0), ..MoveInfo::default() });
        assert_eq!(told.strip_prefix(&silent), Some(" Its last thought: 1 position, 1 piece ahead."));
    }

    #[test]
    fn x_switches_it_where_it_may_be_seen_and_that_key_does_not_play() {
        let mut app = App::new();
        app.init_resource::<ButtonInput<KeyCode>>().init_resource::<KeyMap>();
        app.init_resource::<XrayVisible>().init_resource::<Toasts>().add_systems(Update, switch);
        app.init_resource::<RatedMatch>().init_resource::<Hints>();
        let watched = Match::new(Mode::Watch, Rules::versus(), Course::default(), 0);
        app.world_mut().spawn(Match { phase: Phase::Playing, ..watched });
        let switches = |app: &mut App| {
            let before = app.world().resource::<XrayVisible>().0;
            let mut keys = app.world_mut().resource_mut::<ButtonInput<KeyCode>>();
            keys.reset_all();
            keys.press(KeyCode::KeyX);
            app.update();
            app.world().resource::<XrayVisible>().0 != before
        };
        let mind = Mind::Guest(Arc::new(BotCommand::read("bot").unwrap()));
        let bot = SeatSetup::computer("Bot", ComputerSetup { mind, pace: Pace::FASTEST, slips: 0 });
        let left = app.world_mut().spawn(bot.clone()).id();
        app.world_mut().spawn(bot);
        assert!(switches(&mut app), "on where it is watched");
        assert!(switches(&mut app), "and off");
        // The match is taken over by somebody whose X turns pieces.
        app.world_mut().entity_mut(left).insert(SeatSetup::person("You", Handling::default()));
        let mut settings = Settings::default();
        app.world_mut().resource_mut::<KeyMap>().read_names(&settings);
        app.world_mut().resource_mut::<KeyMap>().set_seat_devices([Some(SeatDevices::Everything), None]);
        assert!(!switches(&mut app), "the key plays");
        settings.keys = Bindings::LETTERS();
        app.world_mut().resource_mut::<KeyMap>().read_names(&settings);
        assert!(switches(&mut app), "it plays no more");
        assert_eq!(app.world().resource::<Hints>().used, 1, "and helps the player");
    }
}
