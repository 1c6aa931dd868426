//! Letters are painted when a stage is set, not in the frame that first shows them.
//!
//! Bevy keeps a picture of a megabyte for each size of a font. A size that has not been written in yet costs a
//! new one, and a letter that is new in a size has it copied to the renderer once more: a callout of three lines
//! took 3 ms of the very frame in which a piece locks. So what comes and goes is written in a few sizes, and
//! those are painted beforehand.

use super::ViewSystems;
use super::fonts::{Fonts, TextWeight};
use super::palette;
use super::stage::Stage;
use bevy::prelude::*;
use bevy::sprite::Anchor;
use bevy::text::FontAtlasSet;
use std::collections::BTreeSet;

/// The font sizes of texts that come and go, in units: callouts, banners, levels.
const LADDER: [f32; 9] = [12.0, 14.0, 17.0, 21.0, 26.0, 31.0, 38.0, 46.0, 54.0];
/// The letters that texts which come and go are written with, most names of players included.
pub(super) const TEXT_LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789×-";
/// The letters that a figure is written with.
const FIGURES: &str = "0123456789.,:/+-–";

/// The number of font sizes in Bevy's store above which a new stage empties it: those of three layouts. A window that
/// is drawn larger passes through many sizes, and the store would keep them all.
const MOST: usize = 64;

/// Adds the system that paints letters for a new stage.
pub(super) fn plugin(app: &mut App) {
    let on_a_new_stage = resource_exists_and_changed::<Stage>;
    app.add_systems(Update, paint.after(ViewSystems::Build).before(ViewSystems::React).run_if(on_a_new_stage));
}

/// The largest size of `LADDER` that is not above `size`, both in pixels, where a unit is `unit` pixels. Below the
/// smallest, `size` itself is used.
pub fn ladder_size(size: f32, unit: f32) -> f32 {
    let rungs = LADDER.iter().rev().map(|rung| (rung * unit).round());
    rungs.into_iter().find(|&rung| rung <= size.round()).unwrap_or(size)
}

/// What the letters of a stage depend on: those of the stages before that are in the store need not be painted again.
#[derive(Clone, Debug, PartialEq)]
struct Painted {
    unit: f32,
    /// Letters of names that [`TEXT_LETTERS`] lacks.
    strange: BTreeSet<char>,
}

fn paint(
    mut commands: Commands,
    stage: Res<Stage>,
    fonts: Res<Fonts>,
    texts: Query<&TextFont, With<Text2d>>,
    mut store: ResMut<FontAtlasSet>,
    mut painted: Local<Vec<Painted>>,
) {
    let unit = stage.layout.unit;
    let strange: BTreeSet<char> =
        stage.names().flat_map(str::chars).filter(|&letter| !TEXT_LETTERS.contains(letter)).collect();
    let now = Painted { unit, strange };
    // Nothing on the new stage has been laid out: no text loses its letters.
    if store.len() > MOST {
        store.clear();
        painted.clear();
    }
    let mut sizes: Vec<&TextFont> = Vec::new();
    for font in &texts {
        if !sizes.contains(&font) {
            sizes.push(font);
        }
    }
    for font in sizes {
        let letters = (Text2d::new(FIGURES), font.clone(), TextLayout::no_wrap());
        commands.spawn((Name::new("Letters"), letters, Visibility::Hidden, ChildOf(stage.root)));
    }
    if painted.contains(&now) {
        return;
    }
    let called: String = TEXT_LETTERS.chars().chain(now.strange.iter().copied()).collect();
    for rung in LADDER {
        let size = rung * unit;
        let letters = fonts.text(&called, TextWeight::ExtraBold, size, palette::IVORY, Anchor::CENTER, Vec3::ZERO);
        commands.spawn((Name::new("Letters"), letters, Visibility::Hidden, ChildOf(stage.root)));
    }
    painted.push(now);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_painted_for_the_names_and_once() {
        let mut app = App::new();
        app.add_plugins(AssetPlugin::default()).init_asset::<Font>().init_resource::<FontAtlasSet>();
        super::super::fonts::plugin(&mut app);
        app.add_systems(Update, paint.run_if(resource_exists_and_changed::<Stage>));
        let mut painted = |name: &str, unit: f32| {
            let root = app.world_mut().spawn_empty().id();
            app.insert_resource(Stage::without_board(root, &[name], unit));
            app.update();
            let texts: Vec<(Entity, String)> = app
                .world_mut()
                .query::<(Entity, &Text2d)>()
                .iter(app.world())
                .map(|(it, text)| (it, text.0.clone()))
                .collect();
            for (entity, _) in &texts {
                app.world_mut().despawn(*entity);
            }
            texts.into_iter().map(|(_, words)| words).collect::<Vec<_>>()
        };
        let texts = painted("Ивáн", 1.0);
        assert_eq!(texts.len(), LADDER.len());
        assert!(texts.iter().all(|words| words.starts_with(TEXT_LETTERS) && words.ends_with("áИвн")), "{texts:?}");
        assert!(painted("Ивáн", 1.0).is_empty(), "they are there");
        assert_eq!(painted("Ólga", 1.0).len(), LADDER.len());
        assert_eq!(painted("Olga", 1.5).len(), LADDER.len());
        assert!(painted("Ólga", 1.0).is_empty(), "another layout does not lose them");
    }

    #[test]
    fn what_comes_and_goes_is_written_in_few_sizes() {
        assert_eq!(ladder_size(38.0, 1.0), 38.0);
        assert_eq!(ladder_size(37.9, 1.0), 38.0, "sizes are whole pixels");
        assert_eq!(ladder_size(37.4, 1.0), 31.0);
        assert_eq!(ladder_size(500.0, 1.5), 81.0);
        assert_eq!(ladder_size(8.3, 1.0), 8.3);
        let sizes: BTreeSet<u32> = (12..200).map(|size| ladder_size(size as f32, 1.0) as u32).collect();
        assert_eq!(sizes.len(), LADDER.len());
    }
}
