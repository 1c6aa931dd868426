//! Choosing a computer player: a recipe and its generation, or a controller of the literature, and its speed.

use super::super::menu::Menu;
use super::bots::{self, ProgramRows};
use crate::app::opponents::OpponentList;
use crate::app::persistence::rivals;
use crate::app::persistence::strengths::ProposedOpponent;
use crate::game::Pace;
use crate::game::computer::slip_permille;
use crate::movegen::PlacementChoice;
use crate::storage::built_in::LITERATURE_WORD;
use crate::storage::spec::command_in;
use crate::storage::{BuiltInPlayer, CatalogEntry, Spec};

/// The speeds to choose from, in thousandths of a piece a second. The last, 0, is as fast as the player can.
pub(super) const PACES: [u32; 19] =
    [300, 400, 500, 600, 700, 800, 900, 1000, 1250, 1500, 1750, 2000, 2500, 3000, 4000, 5000, 7000, 10_000, 0];

/// Adds the rows of one computer player. `words` is its SPEC, `slips` how often its hand slips, 0-5.
pub(super) fn add_rows(
    menu: &mut Menu,
    opponents: &OpponentList,
    words: &mut String,
    pace: &mut Pace,
    (slips, mut programs): (&mut u8, ProgramRows),
) {
    let here = chosen(words);
    let mut groups = groups(opponents);
    if !groups.is_empty() || command_in(words).is_some() {
        groups.push(bots::PROGRAMS_ENTRY);
    }
    if groups.is_empty() {
        menu.choice("Taught as", words);
        menu.explain_row("There are no saved generations yet");
    } else {
        let at = here.as_ref().and_then(|(group, _)| groups.iter().position(|known| known == group));
        let next = menu.pick_index("Taught as", at.map_or(words.as_str(), |at| groups[at]), at, groups.len());
        menu.explain_row("How it was taught: what it sees, how it is judged, how better ones were found");
        if let Some(next) = next.filter(|next| at != Some(*next)) {
            *words = match groups[next] {
                bots::PROGRAMS_ENTRY => bots::last_named_spec(programs.bots),
                group => first_choice(opponents, group),
            };
        }
        bots::add_rows(menu, &mut programs, words);
        if let Some((group, name)) = chosen(words) {
            members(menu, opponents, &group, &name, words);
        }
    }
    add_speed_row(menu, pace);
    menu.number("Misplaced pieces", slips, 0..=5, 1, misplaced_in_words);
    menu.explain_row("How many pieces slip from its hand to a random place, of a hundred");
}

/// Adds the row of the speed.
fn add_speed_row(menu: &mut Menu, pace: &mut Pace) {
    let at = PACES.iter().position(|&known| known == pace.milli_pps);
    let above = PACES.iter().position(|&known| known >= pace.milli_pps).unwrap_or(PACES.len() - 1);
    // A speed that is not in the list stands below the next higher one, from where steps lead to both sides.
    let mut place = at.map_or(above as f32 - 0.5, |at| at as f32);
    let range = place.min(0.0)..=(PACES.len() - 1) as f32;
    if menu.slider("Speed", &mut place, range, 1.0, &speed_in_words(*pace)) {
        pace.milli_pps = PACES[place as usize];
    }
    menu.explain_row("Pieces a second. A beginner places 0.5 to 1, a good player 2 to 3");
}

/// How many pieces of a hundred are misplaced, in words.
pub(super) fn misplaced_in_words(slips: u8) -> String {
    if slips == 0 { "none".to_owned() } else { format!("{} of 100", (slip_permille(slips) + 5) / 10) }
}

/// The row that lets a player tuck and spin, whatever it learned with. Programs have no such row, nor have players that
/// search: these always tuck and spin, and are set to play as they learned, as the rivals among them do.
pub(super) fn tucks_and_spins_row(
    menu: &mut Menu,
    opponents: &OpponentList,
    words: &str,
    choice: &mut PlacementChoice,
) {
    if command_in(words).is_some() {
        return;
    }
    if chosen(words)
        .is_some_and(|(group, _)| of(opponents.saved_generations(), &group).iter().any(|entry| entry.searches()))
    {
        *choice = PlacementChoice::Straight;
        return;
    }
    let mut reaches = *choice == PlacementChoice::Reachable;
    menu.toggle("Tucks and spins", &mut reaches);
    *choice = if reaches { PlacementChoice::Reachable } else { PlacementChoice::Straight };
    menu.explain_row("It slides pieces under overhangs and turns them into place; off, it plays as it learned");
}

/// The row that chooses one of a group: a controller of the literature, or a generation of a recipe,
/// after which the published weights come.
fn members(menu: &mut Menu, opponents: &OpponentList, group: &str, name: &str, words: &mut String) {
    let generations = of(opponents.saved_generations(), group).into_iter().map(|entry| entry.generation.to_string());
    let built_in = opponents.built_in_players().iter().filter(|player| player.group == group);
    let known: Vec<String> = generations.chain(built_in.map(|player| player.name.clone())).collect();
    let Some(last) = known.len().checked_sub(1) else { return };
    let at = known.iter().position(|known| known == name);
    if group == LITERATURE_WORD {
        if let Some(next) = menu.pick_index("Published player", name, at.unwrap_or(0), known.len()) {
            *words = format!("{group}:{}", known[next]);
        }
        menu.explain_row("Players that were published with their weights, by hand or by other ways of learning");
        return;
    }
    // One that is not saved stands below the last, from where steps lead to all.
    let mut place = at.map_or(last as f32 - 0.5, |at| at as f32);
    let (range, text) = (place.min(0.0)..=last as f32, if at.is_some() { name } else { "not saved" });
    if menu.slider("Generation", &mut place, range, 1.0, text) {
        *words = format!("{group}:{}", known[place as usize]);
    }
    menu.explain_row("Generation 0 has learned nothing yet; each later one was made from the best before it");
}

/// The proposed opponent in words, with what to expect of a match.
pub(super) fn proposal_in_words(proposal: &ProposedOpponent) -> String {
    let (name, speed) =
        (rivals::opponent_title(&proposal.spec, proposal.pace, proposal.slips), speed_in_words(proposal.pace));
    format!("{name} at {speed}: you should win {:.0} of 100", proposal.expected * 100.0)
}

/// How fast a computer player plays, in words.
pub(super) fn speed_in_words(pace: Pace) -> String {
    match pace {
        Pace::FASTEST => "unlimited".to_owned(),
        Pace { milli_pps } => format!("{} / s", f64::from(milli_pps) / 1000.0),
    }
}

/// What a SPEC names: a recipe and its generation or `published`, the literature and a controller, or a program and its
/// command. `None` if it names nothing of these.
pub(super) fn chosen(words: &str) -> Option<(String, String)> {
    // A program without a command yet is no valid SPEC.
    if let Some(command) = command_in(words) {
        return Some((bots::PROGRAMS_ENTRY.to_owned(), command.to_owned()));
    }
    let spec = words.parse::<Spec>().ok()?;
    spec.source.catalog_group_and_name().map(|(group, name)| (group.to_owned(), name))
}

/// The groups to choose from: recipes with saved generations, those with published weights, the literature.
fn groups(opponents: &OpponentList) -> Vec<&str> {
    let saved = opponents.saved_generations().iter().map(|entry| entry.recipe.as_str());
    let built_in = opponents.built_in_players().iter().map(|player| player.group.as_str());
    let mut groups: Vec<&str> = Vec::new();
    for group in saved.chain(built_in) {
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    groups
}

/// The SPEC of a group's last generation, or of its first player that needs no file. Empty if there is neither.
fn first_choice(opponents: &OpponentList, group: &str) -> String {
    let built_in = || opponents.built_in_players().iter().find(|player| player.group == group).map(BuiltInPlayer::spec);
    let last = of(opponents.saved_generations(), group).last().map(|entry| format!("{group}:{}", entry.generation));
    last.or_else(built_in).unwrap_or_default()
}

/// The saved generations of a recipe, each number once: of two with the same number, the first is played.
pub(super) fn of<'a>(entries: &'a [CatalogEntry], recipe: &str) -> Vec<&'a CatalogEntry> {
    let mut known: Vec<&CatalogEntry> = entries.iter().filter(|entry| entry.recipe == recipe).collect();
    known.dedup_by_key(|entry| entry.generation);
    known
}

#[cfg(test)]
mod tests {
    use super::super::super::menu::Cursor;
    use super::super::super::test_frame::{panel_frame, still_frame};
    use super::*;
    use crate::app::devices::nav::NavigationSteps;

    #[test]
    fn a_step_from_a_speed_that_is_not_in_the_list_leads_to_its_neighbours_there() {
        let next = |milli_pps: u32, right: bool| {
            let mut pace = Pace { milli_pps };
            let nav = NavigationSteps { left: !right, right, ..NavigationSteps::default() };
            panel_frame(nav, &mut Cursor::default(), |menu| add_speed_row(menu, &mut pace));
            pace.milli_pps
        };
        assert_eq!([200, 800, 850, 12_000, 0].map(|from| next(from, true)), [300, 900, 900, 0, 0]);
        assert_eq!([200, 300, 850, 12_000, 0].map(|from| next(from, false)), [200, 300, 800, 10_000, 10_000]);
    }

    #[test]
    fn a_player_that_searches_plays_as_it_learned_whatever_was_chosen_for_another() {
        let mut opponents = OpponentList::default();
        for (words, then) in [("iwumbwe:0", PlacementChoice::Reachable), ("champion:3", PlacementChoice::Straight)] {
            assert!(words.parse::<Spec>().is_ok_and(|spec| opponents.contestant(&spec).is_ok()), "{words}");
            let mut choice = PlacementChoice::Reachable;
            still_frame(|menu| {
                tucks_and_spins_row(menu, &opponents, words, &mut choice);
            });
            assert_eq!(choice, then, "{words}");
        }
    }

    #[test]
    fn a_step_up_from_a_generation_that_is_not_saved_leads_to_the_last_that_is() {
        let mut opponents = OpponentList::default();
        assert!("iwumbwe:0".parse::<Spec>().is_ok_and(|spec| opponents.contestant(&spec).is_ok()));
        let nav = NavigationSteps { right: true, ..NavigationSteps::default() };
        let mut words = "iwumbwe:987654".to_owned();
        panel_frame(nav, &mut Cursor::default(), |menu| members(menu, &opponents, "iwumbwe", "987654", &mut words));
        let last = of(opponents.saved_generations(), "iwumbwe").last().map(|entry| entry.generation.to_string());
        assert_eq!(chosen(&words).map(|(_, name)| name), last);
    }

    #[test]
    fn a_spec_names_a_group_and_one_of_it_and_a_program_its_command() {
        let named = |words: &str| chosen(words).map_or_else(String::new, |(group, name)| format!("{group}, {name}"));
        assert_eq!(named("iwumbwe:7"), "iwumbwe, 7");
        assert_eq!(named("iwumbwe:published"), "iwumbwe, published");
        assert_eq!(named("tbp:my bot --fast"), format!("{}, my bot --fast", bots::PROGRAMS_ENTRY));
        assert_eq!(named("tbp:"), format!("{}, ", bots::PROGRAMS_ENTRY), "the command is yet to be typed");
        assert_eq!(named(""), "");
    }
}
