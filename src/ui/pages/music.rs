//! The music panel, opened from the main menu or from the pause menu.

use super::super::menu::Menu;
use super::super::music::MusicCommand;
use super::super::page::{Page, PanelOptions};
use crate::app::persistence::Settings;
use crate::app::persistence::sound::Tempo;
use crate::audio::MusicStatus;
use bevy::prelude::*;
use bevy_egui::egui;

pub(super) fn show(mut page: Page) -> Result {
    let mut settings = page.settings.clone();
    let (music, playing) = (page.music_status.clone(), page.music.playing);
    let look = PanelOptions { name: "music", title: "Music", row_width: 620.0, side_size: egui::Vec2::ZERO };
    let shown = page.panel(look, |menu| rows(menu, (&music, playing), &mut settings))?;
    page.replace_settings(settings);
    if let Some(order) = shown.inner {
        order.carry_out(&mut page.music);
    }
    if shown.back {
        page.go_back();
    }
    Ok(())
}

fn rows(menu: &mut Menu, (music, playing): (&MusicStatus, bool), settings: &mut Settings) -> Option<MusicCommand> {
    let mut order = None;
    let playing = playing && music.available && settings.sound.music_on;
    note_missing_device(menu, music);
    if !music.available {
        menu.note("The music is missing: the game plays on without it.");
    }
    if menu.button(if playing { "Pause" } else { "Play" }) {
        settings.sound.music_on = true;
        order = Some(MusicCommand::Play(!playing));
    }
    menu.explain_row("Korobeiniki, the song of the pedlars: a folk tune of 1861");
    menu.wish_button(&mut order, "Stop", MusicCommand::Stop, "Silence; the next play begins at the beginning");
    let mut position = music.position.clamp(0.0, music.length.max(0.0));
    let text = format!("{} / {}", minutes(position), minutes(music.length));
    if menu.slider("Position", &mut position, 0.0..=music.length.max(1.0), 1.0, &text) && music.length > 0.0 {
        order = Some(MusicCommand::Seek(position));
    }
    menu.explain_row("Where in the tune it is; the loop has no seam");
    add_music_rows(menu, music, settings);
    menu.per_cent("Music volume", &mut settings.sound.music, 0.0..=1.0, 0.05);
    menu.explain_row("How loud the music is, as in the settings of the sound");
    menu.toggle("Muted", &mut settings.sound.muted);
    menu.explain_row(menu.text_with_keys("All sound", ", by M as well"));
    order
}

/// Says that nothing is heard, and until when, where no sound device was found.
pub(super) fn note_missing_device(menu: &mut Menu, music: &MusicStatus) {
    if music.no_device {
        menu.note("No sound device was found at the start: the game is silent until it is started with one.");
    }
}

/// Adds the rows that choose the arrangement and the tempo.
pub(super) fn add_music_rows(menu: &mut Menu, music: &MusicStatus, settings: &mut Settings) {
    let known = &music.arrangements;
    let at = known.iter().position(|(name, _)| *name == settings.sound.arrangement);
    let title = at.map_or(settings.sound.arrangement.as_str(), |at| known[at].1.as_str()).to_owned();
    if let Some(next) = menu.pick_index("Arrangement", &title, at, known.len()) {
        settings.sound.arrangement.clone_from(&known[next].0);
    }
    menu.explain_row("Who plays it");
    let tempi =
        [(Tempo::Auto, "Follows the game"), (Tempo::Calm, "Calm"), (Tempo::Brisk, "Brisk"), (Tempo::Fast, "Fast")];
    menu.pick("Tempo", &tempi, &mut settings.sound.tempo);
    menu.explain_row(match music.tempo.as_str() {
        "" => "Quicker when the stack is high or the level rises, or always the same".to_owned(),
        tempo => format!("Quicker when the stack is high or the level rises, or always the same; now {tempo}"),
    });
}

fn minutes(seconds: f32) -> String {
    let seconds = seconds.max(0.0) as u32;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::super::super::test_frame::{assert_rows_are_explained, column_texts};
    use super::*;

    #[test]
    fn what_cannot_sound_cannot_be_paused() {
        for (available, word) in [(true, "Pause\n"), (false, "Play\n")] {
            let music = MusicStatus { available, ..MusicStatus::default() };
            let mut settings = Settings::default();
            settings.sound.music_on = true;
            let texts = column_texts([false, true], |menu| {
                rows(menu, (&music, true), &mut settings);
            });
            assert!(texts.contains(word), "{texts}");
        }
    }

    #[test]
    fn every_row_of_the_music_is_explained() {
        let (music, mut settings) = (MusicStatus::default(), Settings::default());
        assert_rows_are_explained(|menu| {
            rows(menu, (&music, false), &mut settings);
        });
    }

    #[test]
    fn missing_music_and_a_missing_sound_device_are_told_apart() {
        for (available, no_device) in [(true, true), (false, false)] {
            let music = MusicStatus { available, no_device, ..MusicStatus::default() };
            let mut settings = Settings::default();
            let texts = column_texts([false, true], |menu| {
                rows(menu, (&music, false), &mut settings);
            });
            let told = ["The music is missing", "No sound device was found"].map(|note| texts.contains(note));
            assert_eq!(told, [!available, no_device], "{texts}");
        }
    }
}
