//! The typeface: Exo 2 in two weights, within the program, so that no text waits for a file.

use super::palette::colour;
use bevy::prelude::*;
use bevy::sprite::Anchor;
use bevy::text::{FontCx, FontFeatureTag, FontFeatures};
use std::collections::BTreeSet;

/// The typeface in each of its weights.
#[derive(Resource, Clone, Debug)]
pub struct Fonts {
    semibold: Handle<Font>,
    extrabold: Handle<Font>,
    /// The letters that both weights have.
    letters: BTreeSet<char>,
}

/// How heavy a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextWeight {
    /// Semibold, for labels and names.
    SemiBold,
    /// Extra bold, for numbers that matter, titles and callouts.
    ExtraBold,
}

/// Adds the typeface as a resource.
pub(super) fn plugin(app: &mut App) {
    let weights: [&[u8]; 2] = [
        include_bytes!("../../assets/fonts/Exo2_600SemiBold.ttf"),
        include_bytes!("../../assets/fonts/Exo2_800ExtraBold.ttf"),
    ];
    let weights = weights.map(|bytes| Font::from_bytes(bytes.to_vec()));
    let letters = letters_of(&weights[0]);
    let mut assets = app.world_mut().resource_mut::<Assets<Font>>();
    let [semibold, extrabold] = weights.map(|font| assets.add(font));
    app.insert_resource(Fonts { semibold, extrabold, letters });
}

/// The letters that a font has. Exo 2 has none beyond the first two planes of Unicode.
fn letters_of(font: &Font) -> BTreeSet<char> {
    let mut context = FontCx::default();
    let families = context.collection.register_fonts(font.data.clone(), None);
    let face = families.first().and_then(|(_, faces)| faces.first());
    let Some(glyphs) = face.and_then(|face| face.charmap_index().charmap(font.data.data())) else {
        return BTreeSet::new();
    };
    ('\0'..='\u{1ffff}').filter(|&letter| glyphs.map(letter).is_some_and(|glyph| glyph > 0)).collect()
}

impl Fonts {
    /// A line of text whose `anchor` lies at `at`, with letters of `size` pixels, at least 6. Figures are of one width,
    /// so that numbers stand still.
    pub fn text(
        &self,
        text: &str,
        weight: TextWeight,
        size: f32,
        ink: [u8; 3],
        anchor: Anchor,
        at: Vec3,
    ) -> impl Bundle + use<> {
        let font = match weight {
            TextWeight::SemiBold => &self.semibold,
            TextWeight::ExtraBold => &self.extrabold,
        };
        (
            Text2d::new(self.shown(text)),
            TextFont {
                font: font.into(),
                font_size: FontSize::Px(size.round().max(6.0)),
                font_features: FontFeatures::from([FontFeatureTag::TABULAR_FIGURES]),
                ..default()
            },
            TextColor(colour(ink)),
            TextLayout::no_wrap(),
            anchor,
            // Capitals sit a little below the middle of their line; this lifts them onto it.
            Transform::from_translation(at + Vec3::Y * size * 0.05),
        )
    }

    /// A text as it is painted: a question mark stands for each letter that the typeface lacks, as in the menus.
    fn shown(&self, text: &str) -> String {
        let is_there = |letter: char| letter.is_ascii() || self.letters.contains(&letter);
        text.chars().map(|letter| if is_there(letter) { letter } else { '?' }).collect()
    }
}

/// Writes a text only if it differs: an unchanged one is not laid out again.
pub fn set_text_if_changed(text: &mut Mut<Text2d>, words: &str) {
    if text.0 != words {
        words.clone_into(&mut text.0);
    }
}

/// About how wide a text is, in font sizes, by the advances of Exo 2.
pub fn width_of(text: &str) -> f32 {
    text.chars().map(advance).sum()
}

fn advance(letter: char) -> f32 {
    match letter {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | '\'' | '!' | '|' | ' ' | '-' => 0.33,
        'f' | 't' | 'r' => 0.43,
        'm' | 'w' | 'M' | 'W' | '…' | '@' => 0.94,
        'A'..='Z' | '0'..='9' => 0.66,
        'a'..='z' => 0.6,
        _ => 0.75,
    }
}

/// The text cut to `room` font sizes, an ellipsis at its end if anything is missing.
pub fn ellipsised(text: &str, room: f32) -> String {
    if width_of(text) <= room {
        return text.to_owned();
    }
    let mut left = room - advance('…');
    let kept = text.chars().take_while(|&letter| {
        left -= advance(letter);
        left >= 0.0
    });
    let kept: String = kept.collect();
    format!("{}…", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_the_typeface_lacks_are_question_marks() {
        let mut app = App::new();
        app.add_plugins(AssetPlugin::default()).init_asset::<Font>();
        plugin(&mut app);
        let fonts = app.world().resource::<Fonts>();
        assert_eq!(fonts.shown("Ивáн e\u{301} 7 – × 海🎮"), "Ивáн e\u{301} 7 – × ??");
        let assets = app.world().resource::<Assets<Font>>();
        let has_all = |font: &Handle<Font>| assets.get(font).map(letters_of).as_ref() == Some(&fonts.letters);
        assert!(has_all(&fonts.semibold) && has_all(&fonts.extrabold), "both weights have the same letters");
    }

    #[test]
    fn long_names_end_in_an_ellipsis() {
        assert_eq!(ellipsised("iwumbwe 12", 12.0), "iwumbwe 12");
        let cut = ellipsised("A name that nobody could ever read in full", 8.0);
        assert!(cut.ends_with('…') && width_of(&cut) <= 8.0, "{cut}");
        assert_eq!(ellipsised("wide", 0.0), "…");
    }
}
