//! Binding keys: an action waits for the next key, whatever it is.

use super::super::menu::Menu;
use super::super::nav::{self, Nav};
use super::super::{keys, nav::MenuSound};
use crate::game::input::Action;
use crate::storage::settings::Bindings;
use crate::storage::{Chairs, Settings};
use bevy::prelude::*;

/// The most keys of an action; one more begins anew.
const MOST: usize = 3;

/// The action that waits for a key. While there is one, no key does anything else.
#[derive(Resource, Debug, Default)]
pub struct Capture {
    action: Option<Action>,
    heard: Option<KeyCode>,
    /// Whose keys are shown.
    whose: Whose,
}

/// Whose keys they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Whose {
    /// Those of one person.
    #[default]
    One,
    /// Those of the left of two at one keyboard.
    Left,
    /// Those of the right one.
    Right,
}

impl Capture {
    /// Whether an action waits.
    pub fn is_on(&self) -> bool {
        self.action.is_some()
    }

    /// Waits no longer.
    pub(super) fn stop(&mut self) {
        (self.action, self.heard) = (None, None);
    }
}

/// Adds the ear.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Capture>();
    app.add_systems(PreUpdate, listen.after(nav::read).run_if(|capture: Res<Capture>| capture.is_on()));
}

/// The key is taken from the menus, which would act on it.
fn listen(mut capture: ResMut<Capture>, mut nav: ResMut<Nav>) {
    capture.heard = nav.key;
    *nav = Nav::default();
}

/// Whose keys, the rows of all actions, and the layouts.
pub(super) fn rows(menu: &mut Menu, settings: &mut Settings, capture: &mut Capture) {
    let whose = [(Whose::One, "One player"), (Whose::Left, "Left of two"), (Whose::Right, "Right of two")];
    if menu.pick("Keys of", &whose, &mut capture.whose) {
        capture.stop();
    }
    menu.hint("Two people at one keyboard have a half of it each; who sits there is chosen in Versus");
    let chairs = &mut settings.chairs;
    let (bindings, other) = match capture.whose {
        Whose::One => (&mut settings.keys, None),
        Whose::Left => (&mut chairs.left_keys, Some(&chairs.right_keys)),
        Whose::Right => (&mut chairs.right_keys, Some(&chairs.left_keys)),
    };
    if let (Some(action), Some(key)) = (capture.action, capture.heard) {
        capture.stop();
        bind(bindings, action, key);
        menu.sound(MenuSound::Select);
    }
    // In versus nobody takes a piece back.
    for action in Action::ALL.into_iter().filter(|action| other.is_none() || !action.takes_back()) {
        let names = bindings.0.get(&action).cloned().unwrap_or_default();
        let own = clash(bindings, Some(action), &names).map(|other| other.title().to_lowercase());
        let clash = own.or_else(|| {
            let other = clash(other?, None, &names)?;
            Some(format!("the other's {}", other.title().to_lowercase()))
        });
        let wipes = menu.nav.delete && menu.is_next_focused();
        if menu.binding(action.title(), &names, capture.action == Some(action), clash.as_deref()) {
            (capture.action, capture.heard) = (Some(action), None);
        }
        menu.hint("Enter adds a key, the same key again takes it away, Delete takes all; Esc leaves it as it was");
        if wipes {
            menu.nav.delete = false;
            bindings.0.insert(action, Vec::new());
        }
    }
    menu.gap(6.0);
    match capture.whose {
        Whose::One => layout(menu, bindings),
        Whose::Left => as_at_first(menu, bindings, Chairs::left_half()),
        Whose::Right => as_at_first(menu, bindings, Chairs::right_half()),
    }
}

/// The layouts of one person.
fn layout(menu: &mut Menu, bindings: &mut Bindings) {
    let layouts = [(Bindings::ARROWS(), "Arrows"), (Bindings::LETTERS(), "Letters")];
    let at = layouts.iter().position(|(layout, _)| layout == bindings);
    let step = menu.choice("Layout", at.map_or("Custom", |at| layouts[at].1));
    menu.hint("Both layouts as they come: arrows move and letters turn, or the other way round");
    if step != 0 {
        let next = at.map_or(0, |at| (at + 1) % layouts.len());
        *bindings = layouts[next].0.clone();
    }
}

/// The keys of half a keyboard as they come.
fn as_at_first(menu: &mut Menu, bindings: &mut Bindings, first: Bindings) {
    if menu.button("As they were at first") {
        *bindings = first;
    }
    menu.hint("The keys that the game came with: the two halves have none in common");
}

/// An action with one of these keys, but for the one whose keys they are.
fn clash(bindings: &Bindings, of: Option<Action>, names: &[String]) -> Option<Action> {
    let others = bindings.0.iter().filter(|&(&other, _)| Some(other) != of);
    others.filter(|(_, keys)| keys.iter().any(|key| names.contains(key))).map(|(&other, _)| other).next()
}

/// Adds the key to the action, or takes it away if it was there.
fn bind(bindings: &mut Bindings, action: Action, key: KeyCode) {
    // Keys without a name, Esc among them, cannot be bound.
    let Some(name) = keys::name(key) else { return };
    let names = bindings.0.entry(action).or_default();
    if let Some(at) = names.iter().position(|known| known == name) {
        names.remove(at);
        return;
    }
    if names.len() >= MOST {
        names.clear();
    }
    names.push(name.to_owned());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_added_and_taken_away_again() {
        let mut bindings = Bindings::ARROWS();
        bind(&mut bindings, Action::Hold, KeyCode::KeyQ);
        assert_eq!(bindings.0[&Action::Hold], ["KeyC", "ShiftLeft", "KeyQ"]);
        bind(&mut bindings, Action::Hold, KeyCode::KeyC);
        assert_eq!(bindings.0[&Action::Hold], ["ShiftLeft", "KeyQ"]);
        bind(&mut bindings, Action::Hold, KeyCode::Escape);
        assert_eq!(bindings.0[&Action::Hold], ["ShiftLeft", "KeyQ"], "Esc is no key to play with");
    }

    #[test]
    fn a_key_with_two_actions_is_a_clash() {
        let mut bindings = Bindings::ARROWS();
        assert_eq!(clash(&bindings, Some(Action::Hold), &bindings.0[&Action::Hold]), None);
        bind(&mut bindings, Action::Half, KeyCode::KeyX);
        assert_eq!(clash(&bindings, Some(Action::Half), &bindings.0[&Action::Half]), Some(Action::Clockwise));
    }
}
