//! The history: a figure over the games of a mode or against an opponent as a curve, the last as a list, the export.

use super::super::super::menu::Menu;
use super::super::worked_out::WorkedOut;
use super::super::{capital, counted};
use super::curve::{FIGURES, FigureCurve};
use super::{CareerWish, list, summary};
use crate::app::history::GameHistory;
use crate::app::persistence::FinishedGame;
use crate::app::persistence::history::ComputerOpponent;
use crate::game::Mode;
use bevy::ecs::change_detection::Tick;
use bevy_egui::egui::{Rect, pos2, vec2};
use std::collections::{BTreeSet, HashMap, HashSet};

/// The height of the chart of the player's games, in points.
const CURVE: f32 = 250.0;
/// How many of the last games are listed.
const LISTED: usize = 10;

/// Whether a game was played against an opponent: its rounds tell how it went, and not its points.
pub(super) fn is_match(game: &FinishedGame) -> bool {
    game.opponent.is_some() || game.online.is_some() || game.mode == Mode::Versus.entry().id
}

/// What tells one opponent from another, and whether it is a person: people may call themselves as computer players are
/// called. It is the name of a computer player, and a person's public key, or the name in a line that has no key.
type OpponentKey = (String, bool);

/// What the player has chosen on the tab of the history: which games, and which figure.
#[derive(Clone, Debug, Default, PartialEq)]
struct HistoryChoices {
    /// Only games of this mode are shown, or those that reached one goal of it, as `sprint 40`; `None`: of all modes.
    mode: Option<String>,
    /// The opponent whose games are shown; `None`: against all, and alone.
    opponent: Option<OpponentKey>,
    figure: usize,
}

impl HistoryChoices {
    /// Whether a game is among those that the player has chosen.
    fn includes(&self, game: &FinishedGame, titles: &HashMap<&ComputerOpponent, String>) -> bool {
        let opponent = self.opponent.as_ref().map(|(key, is_person)| (key.as_str(), *is_person));
        let is_of_mode =
            self.mode.as_ref().is_none_or(|mode| *mode == game.mode || goal_name(game).as_ref() == Some(mode));
        is_of_mode && (opponent.is_none() || opponent_key(game, titles) == opponent)
    }
}

/// What the page can show of all games: the modes with their goals, and the opponents with their names.
#[derive(Debug)]
struct KnownGames {
    modes: Vec<String>,
    opponents: Vec<OpponentKey>,
    names: Vec<String>,
}

impl KnownGames {
    fn of(games: &[FinishedGame]) -> Self {
        let (opponents, names) = opponents(games, &titles(games)).into_iter().unzip();
        Self { modes: modes_and_goals(games), opponents, names }
    }

    /// The opponent in the words of the row that chooses one.
    fn name_of(&self, who: &OpponentKey) -> String {
        let at = self.opponents.iter().position(|known| known == who);
        at.and_then(|at| self.names.get(at)).unwrap_or(&who.0).clone()
    }
}

/// What the page shows of the games that the player has chosen.
#[derive(Debug)]
struct ChosenGames {
    count: usize,
    /// The places in the history of the games that are listed, the last game first.
    listed: Vec<usize>,
    curve: FigureCurve,
    sums: summary::SummaryLines,
}

impl ChosenGames {
    fn of(games: &[FinishedGame], choices: &HistoryChoices) -> Self {
        let titles = titles(games);
        let places: Vec<usize> = (0..games.len()).filter(|at| choices.includes(&games[*at], &titles)).collect();
        let chosen: Vec<&FinishedGame> = places.iter().map(|at| &games[*at]).collect();
        Self {
            count: places.len(),
            listed: places.iter().rev().take(LISTED).copied().collect(),
            curve: FigureCurve::of(&chosen, FIGURES[choices.figure % FIGURES.len()]),
            sums: summary::lines(&chosen),
        }
    }
}

/// The tab of the history: what is chosen on it, and what follows from that and from the games. The page is painted in
/// every frame, and games are thousands, so they are looked through only when they or the choices have changed.
#[derive(Debug, Default)]
pub(super) struct HistoryView {
    choices: HistoryChoices,
    known: WorkedOut<Tick, KnownGames>,
    chosen: WorkedOut<(Tick, HistoryChoices), ChosenGames>,
}

/// Shows the tab. `changed` is when the history has changed last.
pub(super) fn show(
    menu: &mut Menu,
    (history, changed): (&GameHistory, Tick),
    view: &mut HistoryView,
) -> Option<CareerWish> {
    let (games, choices) = (&history.games, &mut view.choices);
    let known = view.known.get(changed, || KnownGames::of(games));
    choose(menu, "Mode", &mut choices.mode, &known.modes, |mode| capital(mode));
    menu.explain_row("Games of one mode, or of all; of sprints, digs and blitzes also those that reached one goal");
    choose(menu, "Opponent", &mut choices.opponent, &known.opponents, |who| known.name_of(who));
    menu.explain_row("Games against one computer player or person, or against all and alone");
    let at = choices.figure % FIGURES.len();
    choices.figure = menu.pick_index("Chart of", FIGURES[at].0, at, FIGURES.len()).unwrap_or(at);
    menu.explain_row("What the chart shows: single games as dots, and the mean of ten as a curve");
    let export = menu.button("Export as CSV");
    menu.explain_row("Every game with all its figures, for spreadsheets; as 'korobka history --csv' prints it");
    let chosen = view.chosen.get((changed, choices.clone()), || ChosenGames::of(games, choices));
    let heading = match chosen.count {
        0 => "No finished games here yet".to_owned(),
        count if count > LISTED => format!("The last {LISTED} of {count} games"),
        count => counted(count, "game"),
    };
    menu.heading(&heading);
    let listed: Vec<&FinishedGame> = chosen.listed.iter().filter_map(|at| games.get(*at)).collect();
    list::add_rows(menu, &listed);
    let side = menu.side;
    let above = Rect::from_min_size(side.min, vec2(side.width(), CURVE));
    chosen.curve.show(menu, above);
    let under = Rect::from_min_max(pos2(side.left(), side.top() + CURVE + 12.0), side.max);
    summary::paint(&menu.side_painter(), under, &chosen.sums);
    export.then_some(CareerWish::Export)
}

/// The name of each computer player that was met in the games. Several rivals are one player at different speeds.
fn titles(games: &[FinishedGame]) -> HashMap<&ComputerOpponent, String> {
    let met: HashSet<&ComputerOpponent> = games.iter().filter_map(|game| game.opponent.as_ref()).collect();
    met.into_iter().map(|foe| (foe, foe.title())).collect()
}

/// The name of the goal that a sprint, a dig or a blitz has reached, as `sprint 40`.
fn goal_name(game: &FinishedGame) -> Option<String> {
    game.reached_goal().map(with_goal)
}

/// The name of a mode with a goal of it, as `sprint 40` or `blitz 5 min`.
fn with_goal((mode, goal): (&str, u32)) -> String {
    let unit = if mode == Mode::Blitz.entry().id { " min" } else { "" };
    format!("{mode} {goal}{unit}")
}

/// The modes of the games, each with the goals after it that were reached, the nearest first.
fn modes_and_goals(games: &[FinishedGame]) -> Vec<String> {
    let modes = games.iter().map(|game| (game.mode.as_str(), None));
    let goals = games.iter().filter_map(FinishedGame::reached_goal).map(|(mode, goal)| (mode, Some(goal)));
    let all: BTreeSet<(&str, Option<u32>)> = modes.chain(goals).collect();
    all.into_iter().map(|(mode, goal)| goal.map_or_else(|| mode.to_owned(), |goal| with_goal((mode, goal)))).collect()
}

/// Who was the opponent in a game, as [`OpponentKey`] tells one from another.
fn opponent_key<'a>(game: &'a FinishedGame, titles: &'a HashMap<&ComputerOpponent, String>) -> Option<(&'a str, bool)> {
    match (&game.opponent, &game.online) {
        (Some(foe), _) => titles.get(foe).map(|title| (title.as_str(), false)),
        (None, Some(other)) if other.id.is_empty() => Some((other.name.as_str(), true)),
        (None, Some(other)) => Some((other.id.as_str(), true)),
        (None, None) => None,
    }
}

/// The different opponents in the games, sorted by their names without regard to capitals, each with the words for it
/// in the row that chooses one. A person has the name of the last game with them. Of several people of one name, the
/// beginning of the key tells which one is meant.
fn opponents(games: &[FinishedGame], titles: &HashMap<&ComputerOpponent, String>) -> Vec<(OpponentKey, String)> {
    let named = games.iter().filter_map(|game| {
        let who = opponent_key(game, titles)?;
        Some((who, game.online.as_ref().filter(|_| who.1).map_or(who.0, |other| other.name.as_str())))
    });
    let names: HashMap<(&str, bool), &str> = named.collect();
    let mut found: Vec<_> = names.into_iter().map(|((key, is_person), name)| (name, is_person, key)).collect();
    found.sort_by_cached_key(|&(name, is_person, key)| (name.to_lowercase(), name, is_person, key));
    let in_words = |&(name, is_person, key): &(&str, bool, &str)| {
        let namesakes = found.iter().filter(|other| (other.0, other.1) == (name, is_person)).count();
        let words = match (is_person, namesakes) {
            (false, _) => name.to_owned(),
            (true, 1) => format!("{name}, a person"),
            _ if key == name => format!("{name}, a person (no key)"),
            _ => format!("{name}, a person ({})", key.get(..8).unwrap_or(key)),
        };
        ((key.to_owned(), is_person), words)
    };
    found.iter().map(in_words).collect()
}

/// Adds a row that chooses one of these, or "All", which comes first.
fn choose<T: Clone + PartialEq>(
    menu: &mut Menu,
    label: &str,
    value: &mut Option<T>,
    known: &[T],
    title: impl Fn(&T) -> String,
) {
    let at = value.as_ref().and_then(|value| known.iter().position(|known| known == value)).map_or(0, |at| at + 1);
    let shown = value.as_ref().map_or_else(|| "All".to_owned(), title);
    if let Some(next) = menu.pick_index(label, &shown, at, known.len() + 1) {
        *value = next.checked_sub(1).map(|at| known[at].clone());
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::super::menu::Cursor;
    use super::super::super::super::test_frame::{frame, still_frame};
    use super::*;
    use crate::app::devices::nav::NavigationSteps;
    use crate::app::persistence::history::{GameOutcome, OnlineOpponent};
    use crate::game::Pace;
    use crate::game::stats::PlayerFigures;

    #[test]
    fn a_row_of_names_has_all_before_the_first_and_goes_round() {
        let next = |from: &str, right: bool| {
            let mut value = Some(from.to_owned()).filter(|from| !from.is_empty());
            let nav = NavigationSteps { left: !right, right, ..NavigationSteps::default() };
            frame(400.0, nav, &mut Cursor::default(), |menu| {
                choose(menu, "Mode", &mut value, &["dig".to_owned(), "sprint".to_owned()], |mode| capital(mode));
            });
            value.unwrap_or_default()
        };
        assert_eq!(["", "dig", "sprint", "gone"].map(|from| next(from, true)), ["dig", "sprint", "", "dig"]);
        assert_eq!(["", "dig", "sprint", "gone"].map(|from| next(from, false)), ["sprint", "", "dig", "sprint"]);
    }

    #[test]
    fn games_are_looked_through_again_only_when_they_or_the_choices_have_changed() {
        let mut view = HistoryView::default();
        let mut shown = |digs: usize, changed: u32, mode: Option<&str>| {
            let mut history = GameHistory::default();
            history.games = vec![FinishedGame { mode: "dig".to_owned(), ..FinishedGame::default() }; digs];
            history.games.push(FinishedGame::default());
            view.choices.mode = mode.map(str::to_owned);
            still_frame(|menu| {
                show(menu, (&history, Tick::new(changed)), &mut view);
            });
            let of_none = || ChosenGames::of(&[], &HistoryChoices::default());
            view.chosen.get((Tick::new(changed), view.choices.clone()), of_none).count
        };
        assert_eq!(shown(1, 1, None), 2);
        assert_eq!(shown(2, 1, None), 2, "nothing is said to have changed");
        assert_eq!(shown(2, 2, None), 3);
        assert_eq!(shown(2, 2, Some("dig")), 2);
    }

    /// The opponents of these games, as the row that chooses one shows them.
    fn names(games: &[FinishedGame]) -> Vec<String> {
        opponents(games, &titles(games)).into_iter().map(|(_, words)| words).collect()
    }

    #[test]
    fn rivals_that_are_one_player_are_told_apart() {
        let game = |milli_pps, slips| {
            let opponent = Some(ComputerOpponent { spec: "iwumbwe:0".to_owned(), pace: Pace { milli_pps }, slips });
            FinishedGame { opponent, ..FinishedGame::default() }
        };
        let games = [game(860, 5), game(800, 0), game(860, 5), FinishedGame::default()];
        assert_eq!(names(&games), ["Kolobok", "Matryoshka"]);
    }

    #[test]
    fn people_at_other_machines_are_opponents_too() {
        let game = |name: &str| {
            let online = Some(OnlineOpponent { name: name.to_owned(), ..OnlineOpponent::default() });
            FinishedGame { online, ..FinishedGame::default() }
        };
        let games = [game("Boris"), FinishedGame::default(), game("anna"), game("Ян"), game("юля"), game("Boris")];
        assert_eq!(names(&games), ["anna, a person", "Boris, a person", "юля, a person", "Ян, a person"]);
    }

    #[test]
    fn a_person_who_is_called_like_a_computer_player_is_another_opponent() {
        let opponent = Some(ComputerOpponent { spec: "iwumbwe:0".to_owned(), pace: Pace { milli_pps: 860 }, slips: 5 });
        let online = Some(OnlineOpponent { name: "Kolobok".to_owned(), ..OnlineOpponent::default() });
        let games =
            [FinishedGame { online, ..FinishedGame::default() }, FinishedGame { opponent, ..FinishedGame::default() }];
        assert_eq!(names(&games), ["Kolobok", "Kolobok, a person"]);
    }

    #[test]
    fn people_are_told_apart_by_their_keys_and_have_the_name_of_their_last_game() {
        let game = |name: &str, id: &str| {
            let online = Some(OnlineOpponent { name: name.to_owned(), id: id.to_owned(), ..OnlineOpponent::default() });
            FinishedGame { online, ..FinishedGame::default() }
        };
        let games = [
            game("Boris", "0123456789"),
            game("Boris", "abcdef0123"),
            game("Ann", "00ff"),
            game("Anna", "00ff"),
            game("Boris", ""),
        ];
        let people =
            ["Anna, a person", "Boris, a person (01234567)", "Boris, a person (no key)", "Boris, a person (abcdef01)"];
        assert_eq!(names(&games), people);
        let titles = titles(&games);
        let anna = games.iter().filter(|game| opponent_key(game, &titles) == Some(("00ff", true)));
        assert_eq!(anna.count(), 2, "under both names");
    }

    #[test]
    fn games_can_be_chosen_by_the_goal_that_they_reached() {
        let sprint = |lines, verdict| FinishedGame {
            mode: "sprint".to_owned(),
            verdict,
            you: PlayerFigures { lines, ..PlayerFigures::default() },
            ..FinishedGame::default()
        };
        let games = [100, 43, 20].map(|lines| sprint(lines, GameOutcome::Won));
        assert_eq!(modes_and_goals(&games), ["sprint", "sprint 20", "sprint 40", "sprint 100"]);
        assert_eq!(games.iter().filter(|game| goal_name(game).as_deref() == Some("sprint 40")).count(), 1);
        assert_eq!(modes_and_goals(&[sprint(40, GameOutcome::Ended)]), ["sprint"], "it was not won");
        let blitz = |ticks| FinishedGame {
            mode: "blitz".to_owned(),
            verdict: GameOutcome::Won,
            you: PlayerFigures { ticks, ..PlayerFigures::default() },
            ..FinishedGame::default()
        };
        let games = [300_000, 120_000].map(blitz);
        assert_eq!(modes_and_goals(&games), ["blitz", "blitz 2 min", "blitz 5 min"]);
    }
}
