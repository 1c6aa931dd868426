//! What stands beside the rows of a computer player: how it plays, how strong it is, and a chart of how strong each
//! generation is, by its rating in versus or its Elo where they were measured, else by its score.

use super::super::theme::{self, faded};
use super::super::{draw, ornament};
use super::generation_chart::{self, GenerationPoint};
use super::opponent::{chosen, of, speed_in_words};
use super::{bots, capital, with_thousands};
use crate::app::history::{GameHistory, LadderStanding};
use crate::app::opponents::OpponentList;
use crate::app::persistence::rivals;
use crate::game::Pace;
use crate::rules::{RuleSet, Rules};
use crate::storage::spec::command_in;
use crate::storage::{BuiltInPlayer, CatalogEntry, Spec, cast};
use bevy_egui::egui::{Align2, Color32, Painter, Rect, Stroke, pos2, vec2};

/// Paints how the chosen player plays at this speed, as it was measured, and the player's own record against it.
pub(super) fn paint_opponent_style(
    painter: &Painter,
    rect: Rect,
    (history, standing): (&GameHistory, &LadderStanding),
    words: &str,
    (pace, slips): (Pace, u8),
) {
    let inside = theme::paint_side_background(painter, rect).shrink2(vec2(16.0, 10.0));
    let spec = words.parse::<Spec>().ok();
    let spec = spec.as_ref();
    let colour = theme::colour(spec.map_or(cast::STRANGER_COLOUR, |spec| rivals::opponent_colour(spec, pace, slips)));
    let title = spec.map_or_else(|| words.to_owned(), |spec| rivals::opponent_title(spec, pace, slips));
    let line = |y: f32| pos2(inside.left(), inside.top() + y);
    let rating = spec.and_then(|spec| history.computer_rating_in_words(spec, pace, slips));
    let rating = rating.map_or("not rated at this speed".to_owned(), |rating| format!("rating {rating}"));
    let right = pos2(inside.right(), line(8.0).y);
    let rating = painter.text(right, Align2::RIGHT_CENTER, rating, theme::semibold(14.5), theme::IVORY);
    let font = theme::fitting_font(painter, &title, theme::extrabold(17.0), rating.left() - 10.0 - inside.left());
    painter.text(line(8.0), Align2::LEFT_CENTER, title, font, colour);
    let (style, figures) = match spec.and_then(|spec| history.strengths.at_nearest_pace(spec, pace)) {
        Some(known) => {
            let figures = format!("{}  ·  at {}", known.style.main_figures_text(), speed_in_words(known.pace()));
            (capital(&known.style.in_words()), capital(&figures))
        }
        None => ("Not measured at any speed yet".to_owned(), String::new()),
    };
    painter.text(line(32.0), Align2::LEFT_CENTER, style, theme::regular(14.0), theme::ASH);
    painter.text(line(52.0), Align2::LEFT_CENTER, figures, theme::regular(14.0), theme::ASH);
    let record = spec.map(|spec| standing.record_against_player(spec)).unwrap_or_default();
    let words = match record.games() {
        0 => "Not met yet".to_owned(),
        _ => format!("Your record  {}", super::career::record_words(&record)),
    };
    painter.text(line(74.0), Align2::LEFT_CENTER, words, theme::semibold(14.5), theme::IVORY);
}

/// The height of what [`paint_opponent_style`] paints, in points.
pub(super) const OPPONENT_STYLE_HEIGHT: f32 = 104.0;

/// Paints how strong the chosen player is at its speed and with its slips, over a chart of all generations, and whether
/// it learned under the rules of the match.
pub(super) fn paint_opponent_card(
    painter: &Painter,
    rect: Rect,
    (opponents, history): (&OpponentList, &GameHistory),
    (words, pace, slips, rules): (&str, Pace, u8, &Rules),
    accent: Color32,
) {
    if let Some(command) = command_in(words) {
        return bots::paint_bot_card(painter, rect, command, accent);
    }
    let Some((group, name)) = chosen(words) else {
        painter.text(rect.center(), Align2::CENTER_CENTER, words, theme::semibold(15.0), theme::ASH);
        return;
    };
    let generation = name.parse::<u32>().ok();
    let known = of(opponents.saved_generations(), &group);
    let chosen = known.iter().copied().find(|entry| Some(entry.generation) == generation);
    let built_in = opponents.built_in_players().iter().find(|player| player.group == group && player.name == name);
    let inside = theme::paint_side_background(painter, rect).shrink(16.0);
    let title = painter.text(inside.min, Align2::LEFT_TOP, &group, theme::extrabold(22.0), accent);
    let number = generation.map_or_else(|| name.clone(), |generation| format!("generation {generation}"));
    let at = title.right_bottom() + vec2(10.0, -3.0);
    painter.text(at, Align2::LEFT_BOTTOM, number, theme::semibold(15.0), theme::IVORY);
    let best = chosen.and_then(|entry| entry.best);
    let figure = |value: Option<f64>| value.map_or("–".to_owned(), |value| with_thousands(value.round() as u64));
    let measured = built_in.and_then(|player| player.measured.as_ref());
    let elo = chosen.and_then(|entry| entry.elo.as_ref());
    let rating = words.parse().ok().and_then(|spec| history.computer_rating_in_words(&spec, pace, slips));
    let columns = [
        ("RATING IN VERSUS", rating.unwrap_or_else(|| "–".to_owned())),
        ("MEAN SCORE", figure(best.map(|best| best.score).or(measured.map(|measured| measured.score.mean)))),
        ("MEAN LINES", figure(best.map(|best| best.lines).or(measured.map(|measured| measured.lines.mean)))),
    ];
    // For a player that searches, the score is the number of lines sent.
    let columns = match (elo, columns) {
        (Some(elo), [rating, (_, score), _]) => {
            [rating, ("ELO", generation_chart::elo_text(elo)), ("LINES SENT", score)]
        }
        (None, columns) => columns,
    };
    let width = inside.width() / columns.len() as f32;
    for (index, (label, value)) in columns.iter().enumerate() {
        let at = pos2(inside.left() + width * index as f32, inside.top() + 38.0);
        draw::spaced_text(painter, at, Align2::LEFT_TOP, label, theme::semibold(10.5), theme::ASH, 1.2);
        painter.text(at + vec2(0.0, 14.0), Align2::LEFT_TOP, value, theme::extrabold(18.0), theme::IVORY);
    }
    let from = figures_source(chosen, built_in, rules);
    let (at, look) = (inside.min + vec2(0.0, 80.0), (theme::regular(13.0), theme::ASH));
    let under = 92.0 + theme::paint_paragraph(painter, at, &from, look, inside.width());
    let below = Rect::from_min_max(inside.min + vec2(0.0, under), inside.max);
    // A long description may leave no room.
    if below.height() >= 80.0 && !known.is_empty() {
        paint_generations(painter, below, &known, (history, pace), (generation, accent));
    }
}

/// Where a player's figures come from, behind words on where it is at home.
fn figures_source(chosen: Option<&CatalogEntry>, built_in: Option<&BuiltInPlayer>, rules: &Rules) -> String {
    // The champion plays two games of each seed, whose lines are added up.
    let what = if chosen.is_some_and(|entry| entry.searches()) { "pairs of games" } else { "games" };
    let games = chosen.map_or(0, |entry| entry.held_out_games);
    let from = match (chosen.and_then(|entry| entry.elo.as_ref()), chosen, built_in) {
        (Some(elo), ..) => {
            let terms = numbers_apart(&elo.terms);
            format!("Elo by matches under its own rules: {terms}. Lines in {games} {what} that it had never seen.")
        }
        (_, Some(entry), _) if entry.ships => format!("of its best genome over {games} {what} it had never seen"),
        (_, Some(_), _) => format!("of its best genome over {games} unseen {what}; trained by you"),
        (_, None, Some(built_in)) => built_in.about.clone(),
        (_, None, None) => "no such generation is saved".to_owned(),
    };
    match chosen.and_then(|entry| at_home(entry, rules)) {
        Some(home) => format!("{home}\n{from}"),
        None => from,
    }
}

/// Paints a chart of all generations: by their ratings in versus, else by their Elo, else by their scores.
fn paint_generations(
    painter: &Painter,
    rect: Rect,
    known: &[&CatalogEntry],
    (history, pace): (&GameHistory, Pace),
    marked: (Option<u32>, Color32),
) {
    let elo = known.iter().filter_map(|entry| {
        let elo = entry.elo.as_ref()?;
        Some(GenerationPoint { generation: entry.generation, value: elo.rating, error: elo.error })
    });
    let (versus, elo) = (versus_ratings(known, history, pace), elo.collect::<Vec<_>>());
    let what = match (versus.len(), elo.len()) {
        (2.., _) => format!("{} at {}", alike(&versus), speed_in_words(pace)),
        (_, 2..) => "Elo".to_owned(),
        _ if known.iter().any(|entry| entry.searches()) => "Lines sent".to_owned(),
        _ => "Mean score".to_owned(),
    };
    let words = format!("{what}, by generation");
    painter.text(rect.left_top(), Align2::LEFT_TOP, words, theme::semibold(13.0), theme::IVORY);
    let below = rect.with_min_y(rect.top() + 18.0);
    match (versus.len(), elo.len()) {
        (2.., _) => generation_chart::paint_chart(painter, below, &versus, |rating| format!("{rating:.0}"), marked),
        (_, 2..) => generation_chart::paint_chart(painter, below, &elo, generation_chart::elo_label, marked),
        _ => chart(painter, below, known, marked.0, marked.1),
    }
}

/// Words whose whole numbers have their thousands apart: "20,000 nodes a piece".
fn numbers_apart(words: &str) -> String {
    let one = |word: &str| word.parse().map_or_else(|_| word.to_owned(), with_thousands);
    words.split(' ').map(one).collect::<Vec<_>>().join(" ")
}

/// The ratings in versus of the generations, where they are known at this speed. The error is two deviations.
fn versus_ratings(known: &[&CatalogEntry], history: &GameHistory, pace: Pace) -> Vec<GenerationPoint> {
    let point = |entry: &&CatalogEntry| {
        let rating = history.strengths.rating(&entry.spec(), pace)?;
        Some(GenerationPoint { generation: entry.generation, value: rating.rating, error: 2.0 * rating.deviation })
    };
    known.iter().filter_map(point).collect()
}

/// The title of a chart of ratings. It says so if the generations differ no more than chance allows.
fn alike(points: &[GenerationPoint]) -> &'static str {
    let low = points.iter().map(|point| point.value - point.error).fold(f64::MIN, f64::max);
    let high = points.iter().map(|point| point.value + point.error).fold(f64::MAX, f64::min);
    if low <= high { "Its generations play alike" } else { "Rating in versus" }
}

/// A sentence about a player that learned in versus: how it plays, under which rules it learned, and whether they are
/// those of the match. `None` for other players.
fn at_home(entry: &CatalogEntry, rules: &Rules) -> Option<String> {
    let home = entry.match_rules?;
    let style = entry.elo.as_ref().and_then(|elo| elo.style).map(|style| style.in_words());
    let learned = format!("learned under {}", home.title());
    let words = style.map_or_else(|| format!("It {learned}"), |style| format!("{style}; {learned}"));
    Some(match RuleSet::from_rules(rules) == home {
        true => format!("{words}, the rules of this match."),
        false => format!("{words}: here it is away from home."),
    })
}

/// Paints the held-out score of every generation as bars. Each line is ten times the one below it, since scores grow
/// by orders of magnitude.
fn chart(painter: &Painter, rect: Rect, known: &[&CatalogEntry], chosen: Option<u32>, accent: Color32) {
    let score = |entry: &CatalogEntry| entry.best.map_or(entry.figures.mean_score, |best| best.score).max(1.0);
    let powers = known.iter().map(|entry| score(entry).log10());
    let (low, high) = powers.fold((f64::MAX, 0.0_f64), |(low, high), power| (low.min(power), high.max(power)));
    if known.is_empty() || rect.height() < 60.0 {
        return;
    }
    let (low, high) = ((low - 0.3).floor().max(0.0), high.ceil().max(low.floor() + 1.0));
    let plot = Rect::from_min_max(rect.min + vec2(44.0, 6.0), rect.max - vec2(0.0, 20.0));
    let level = |power: f64| plot.bottom() - plot.height() * ((power - low) / (high - low)) as f32;
    for power in low as i32..=high as i32 {
        let y = level(f64::from(power));
        painter.hline(plot.x_range(), y, Stroke::new(1.0, faded(theme::LINE, 0.6)));
        let label = match power {
            0..3 => format!("{}", 10_u64.pow(power as u32)),
            3..6 => format!("{} k", 10_u64.pow(power as u32 - 3)),
            _ => format!("{} M", 10_u64.pow(power.min(18) as u32 - 6)),
        };
        painter.text(pos2(plot.left() - 8.0, y), Align2::RIGHT_CENTER, label, theme::regular(11.5), theme::ASH);
    }
    let width = plot.width() / known.len() as f32;
    let every = (22.0 / width).ceil().max(1.0) as usize;
    let place = known.iter().position(|entry| Some(entry.generation) == chosen);
    for (index, entry) in known.iter().enumerate() {
        let left = plot.left() + width * index as f32;
        let room = (width * 0.16).min(5.0);
        let top = level(score(entry).log10()).min(plot.bottom() - 2.0);
        let bar = Rect::from_min_max(pos2(left + room, top), pos2(left + width - room, plot.bottom()));
        let here = Some(entry.generation) == chosen;
        let colour = if here { accent } else { draw::mix_colours(theme::RAISED, accent, 0.28) };
        draw::gradient_down(painter, bar, colour, draw::mix_colours(colour, theme::NIGHT, 0.45));
        // Near the chosen generation's number, those that would overlap with it are left out.
        if here || index % every == 0 && place.is_none_or(|place| place.abs_diff(index) >= every) {
            let at = pos2(left + width / 2.0, plot.bottom() + 4.0);
            let colour = if here { accent } else { theme::ASH };
            painter.text(at, Align2::CENTER_TOP, entry.generation.to_string(), theme::semibold(11.5), colour);
        }
        if here {
            draw::lozenge(painter, pos2(left + width / 2.0, top - 7.0), 3.5, accent);
        }
    }
    ornament::fading_line(painter, plot.left_bottom(), plot.right_bottom(), theme::ASH, 1.0);
}

#[cfg(test)]
mod tests {
    use super::super::super::test_frame::{still_frame, texts_in_shapes};
    use super::*;
    use crate::storage::Catalog;
    use bevy_egui::egui::epaint::ClippedShape;

    /// The texts that a frame paints, a line each.
    fn lines(shapes: &[ClippedShape]) -> String {
        texts_in_shapes(shapes).flat_map(|text| [text.galley.text(), "\n"]).collect()
    }

    /// The generations that come with the game: the user of this machine may have others of the same recipes.
    fn shipped() -> Vec<CatalogEntry> {
        Catalog::load().entries.into_iter().filter(|entry| entry.ships).collect()
    }

    #[test]
    fn figures_say_over_which_games_they_were_taken_and_who_trained_the_player() {
        let entries = shipped();
        let told = |entry: &CatalogEntry| figures_source(Some(entry), None, &Rules::versus());
        let learner = CatalogEntry { held_out_games: 20, ..of(&entries, "iwumbwe")[0].clone() };
        assert_eq!(told(&learner), "of its best genome over 20 games it had never seen");
        let own = CatalogEntry { ships: false, ..learner };
        assert_eq!(told(&own), "of its best genome over 20 unseen games; trained by you");
        let champion = told(of(&entries, "champion")[0]);
        let words = ["learned under Guideline, the rules of this match.\nElo by matches", "pairs of games that it had"];
        assert!(words.iter().all(|words| champion.contains(words)), "{champion}");
        assert_eq!(figures_source(None, None, &Rules::versus()), "no such generation is saved");
    }

    #[test]
    fn the_chart_of_generations_is_of_the_best_figures_that_there_are() {
        let known = shipped();
        let painted = |entries: &[CatalogEntry], recipe: &str| {
            let (known, history) = (of(entries, recipe), GameHistory::default());
            let rect = Rect::from_min_size(pos2(0.0, 0.0), vec2(400.0, 200.0));
            lines(&still_frame(|menu| {
                let marked = (None, Color32::WHITE);
                paint_generations(&menu.painter(), rect, &known, (&history, Pace::FASTEST), marked);
            }))
        };
        let plain: Vec<_> = known.iter().map(|entry| CatalogEntry { elo: None, ..entry.clone() }).collect();
        for (entries, recipe, title) in [
            (&known, "champion", "Elo, by generation\n"),
            (&plain, "champion", "Lines sent, by generation\n"),
            (&plain, "iwumbwe", "Mean score, by generation\n"),
        ] {
            let texts = painted(entries, recipe);
            assert!(texts.contains(title), "{recipe}: {texts}");
        }
    }

    #[test]
    fn the_card_of_a_player_says_what_is_not_known_of_it_yet() {
        let history = GameHistory::default();
        let standing = history.ladder_standing();
        let texts = lines(&still_frame(|menu| {
            let rect = Rect::from_min_size(pos2(0.0, 0.0), vec2(440.0, OPPONENT_STYLE_HEIGHT));
            paint_opponent_style(&menu.painter(), rect, (&history, &standing), "iwumbwe:7", (Pace::FASTEST, 0));
        }));
        for line in ["not rated at this speed", "Not measured at any speed yet", "Not met yet"] {
            assert!(texts.lines().any(|text| text == line), "{line}: {texts}");
        }
    }

    #[test]
    fn numbers_in_words_have_their_thousands_apart() {
        assert_eq!(numbers_apart("20000 nodes a piece, 5 ms"), "20,000 nodes a piece, 5 ms");
    }
}
