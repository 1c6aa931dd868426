//! The replay player: its keys, and what its keys and buttons do.

use super::super::page::{Page, PaintingOrder};
use super::super::theme;
use super::super::xray::{XrayUse, XrayVisible};
use super::super::xray_candidate::XrayCandidate;
use super::player_bar;
use crate::app::board_copier::BoardCopier;
use crate::app::devices::keys;
use crate::app::devices::nav::RepeatingButton;
use crate::app::hints::Hints;
use crate::app::position::{EditPosition, MatchPositionReader};
use crate::app::resume::TakeOver;
use crate::app::screens::Screen;
use crate::app::watching::{SPEEDS, Watching};
use crate::audio::MenuSound;
use crate::view::stage::FootInset;
use bevy::ecs::system::SystemParam;
use bevy::input::ButtonState;
use bevy::input::gamepad::{GamepadButtonStateChangedEvent, GamepadConnectionEvent};
use bevy::input::keyboard::KeyboardInput;
use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::Sense;

/// How many ticks (milliseconds) of the replay a jump goes forward or back.
const JUMP: i64 = 5000;
/// How many ticks of the replay a step goes: a sixtieth of a second.
pub(super) const STEP: i64 = 17;

/// What the replay player is asked to do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum PlaybackCommand {
    /// The replay is to pause, or to go on.
    Toggle,
    /// Go this many ticks on, or back if negative. A running replay goes on running.
    Jump(i64),
    /// Go this many ticks on, or back if negative, and pause. With Shift it is a single tick.
    Step(i64),
    /// Go to the next piece, or with false to the one before, and pause.
    Piece(bool),
    /// The replay is to jump to this tick.
    Seek(u64),
    /// The timeline is held at this tick: the replay is to stand there until it is let go.
    Hold(u64),
    /// Play at the speed of this place in [`SPEEDS`].
    Speed(usize),
    /// Play at the next higher speed, or with false at the next lower one.
    Faster(bool),
    /// Take over this seat, and play on from here.
    PlayOn(u8),
    /// The board of this seat is to be copied as a fumen.
    Copy(u8),
    /// Edit the position of this seat.
    Edit(u8),
    /// The x-ray is to be switched on or off.
    Xray,
    /// The x-ray is to show the next of the best moves, or with false the one before.
    NextCandidate(bool),
    /// The x-ray is to show the move at this place, as [`XrayCandidate`] has it.
    Candidate(usize),
    /// The player of the replay is to be left for the page on which it was opened.
    Leave,
}

impl PlaybackCommand {
    /// Whether the command moves the replay, and repeats while its key or button is held.
    const fn repeats(self) -> bool {
        matches!(self, Self::Jump(_) | Self::Step(_) | Self::Piece(_))
    }

    /// The place in [`SPEEDS`] to which the command leads from the place `speed`; `None` if it changes no speed.
    fn next_speed(self, speed: usize) -> Option<usize> {
        match self {
            Self::Speed(place) => Some(place),
            Self::Faster(true) => Some((speed + 1).min(SPEEDS.len() - 1)),
            Self::Faster(false) => Some(speed.saturating_sub(1)),
            _ => None,
        }
    }

    /// What the command means with the keys that are down: Shift makes a step finer, and means the right board or
    /// the move before this one.
    fn with_keys_down(self, down: &ButtonInput<KeyCode>) -> Self {
        match self {
            _ if !down.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]) => self,
            Self::Step(ticks) => Self::Step(ticks.signum()),
            Self::Copy(_) => Self::Copy(1),
            Self::Edit(_) => Self::Edit(1),
            Self::NextCandidate(_) => Self::NextCandidate(false),
            _ => self,
        }
    }
}

/// What the keys of the replay player mean, and the buttons of a gamepad: each command with its keys and its button.
const CONTROLS: [(PlaybackCommand, &[KeyCode], Option<GamepadButton>); 27] = [
    (PlaybackCommand::Toggle, &[KeyCode::Space], Some(GamepadButton::South)),
    (PlaybackCommand::Jump(-JUMP), &[KeyCode::ArrowLeft], Some(GamepadButton::DPadLeft)),
    (PlaybackCommand::Jump(JUMP), &[KeyCode::ArrowRight], Some(GamepadButton::DPadRight)),
    (PlaybackCommand::Step(-STEP), &[KeyCode::Comma], None),
    (PlaybackCommand::Step(STEP), &[KeyCode::Period], None),
    (PlaybackCommand::Piece(false), &[KeyCode::BracketLeft, KeyCode::ArrowUp], Some(GamepadButton::LeftTrigger)),
    (PlaybackCommand::Piece(true), &[KeyCode::BracketRight, KeyCode::ArrowDown], Some(GamepadButton::RightTrigger)),
    (PlaybackCommand::Seek(0), &[KeyCode::Home], None),
    (PlaybackCommand::Seek(u64::MAX), &[KeyCode::End], None),
    (PlaybackCommand::Speed(0), &[KeyCode::Digit1], None),
    (PlaybackCommand::Speed(1), &[KeyCode::Digit2], None),
    (PlaybackCommand::Speed(2), &[KeyCode::Digit3], None),
    (PlaybackCommand::Speed(3), &[KeyCode::Digit4], None),
    (PlaybackCommand::Speed(4), &[KeyCode::Digit5], None),
    (PlaybackCommand::Speed(5), &[KeyCode::Digit6], None),
    (PlaybackCommand::Speed(6), &[KeyCode::Digit7], None),
    (PlaybackCommand::Faster(false), &[KeyCode::Minus], Some(GamepadButton::DPadDown)),
    (PlaybackCommand::Faster(true), &[KeyCode::Equal], Some(GamepadButton::DPadUp)),
    (PlaybackCommand::PlayOn(0), &[KeyCode::KeyT], Some(GamepadButton::LeftTrigger2)),
    (PlaybackCommand::PlayOn(1), &[KeyCode::KeyY], Some(GamepadButton::RightTrigger2)),
    (PlaybackCommand::Copy(0), &[KeyCode::KeyC], Some(GamepadButton::Select)),
    (PlaybackCommand::Copy(1), &[], Some(GamepadButton::Start)),
    (PlaybackCommand::Edit(0), &[KeyCode::KeyE], Some(GamepadButton::LeftThumb)),
    (PlaybackCommand::Edit(1), &[], Some(GamepadButton::RightThumb)),
    (PlaybackCommand::Xray, &[KeyCode::KeyX], Some(GamepadButton::West)),
    (PlaybackCommand::NextCandidate(true), &[KeyCode::KeyN], Some(GamepadButton::North)),
    (PlaybackCommand::Leave, &[KeyCode::Escape], Some(GamepadButton::East)),
];

fn of_key(key: KeyCode) -> Option<PlaybackCommand> {
    CONTROLS.iter().find(|(_, keys, _)| keys.contains(&key)).map(|&(order, ..)| order)
}

fn of_button(button: GamepadButton) -> Option<PlaybackCommand> {
    CONTROLS.iter().find(|(.., known)| *known == Some(button)).map(|&(order, ..)| order)
}

/// The place in [`SPEEDS`] to which a key of the replay player leads from the place `speed`; `None` if it changes no
/// speed. It counts by its place on the keyboard, as all signs do.
pub(super) fn speed_by_key(key: KeyCode, speed: usize) -> Option<usize> {
    of_key(key)?.next_speed(speed)
}

/// Adds the system that shows the replay player, and the one that gives the room of its bar back when it is left.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, show.run_if(in_state(Screen::Replay)).in_set(PaintingOrder::Screens));
    app.add_systems(OnExit(Screen::Replay), |mut inset: ResMut<FootInset>| {
        inset.set_if_neq(FootInset(0.0));
    });
}

fn show(
    mut page: Page,
    watching: Option<ResMut<Watching>>,
    mut input: PlayerInput,
    mut inset: ResMut<FootInset>,
    (mut copier, reader): (BoardCopier, MatchPositionReader),
    (mut xray, mut candidate, mut hints): (ResMut<XrayVisible>, ResMut<XrayCandidate>, ResMut<Hints>),
    mut waiting: Local<Option<PlaybackCommand>>,
) -> Result {
    let opens = page.screen.is_changed();
    let mut orders: Vec<PlaybackCommand> = waiting.take().filter(|_| !opens).into_iter().collect();
    orders.extend(input.pressed_orders(opens));
    let Some(mut watching) = watching else { return Ok(()) };
    let mut ui = page.canvas()?;
    let (screen, seats) = (ui.max_rect().size(), watching.replay.setup.seats.len());
    // The buttons of the bar need this much room.
    page.limit_scale(match theme::is_upright(screen) {
        true if seats > 1 => 1.05,
        // There is one button more in the line.
        false if watching.has_computer_player() => 1.1,
        _ => 1.2,
    });
    let high = player_bar::bar_height(screen);
    inset.set_if_neq(FootInset((high * ui.ctx().pixels_per_point()).round()));
    let pad = page.used_pad();
    let by = (pad, page.is_keyboard_used());
    let next_move = match by {
        (Some(pad), _) => pad.label(GamepadButton::North),
        (None, true) => "N",
        (None, false) => "a tap",
    };
    let clicked = player_bar::show(&mut ui, &watching, &page.settings.key_labels, by, xray.0);
    orders.extend(clicked.map(|order| match order {
        PlaybackCommand::Step(_) => order.with_keys_down(&input.down),
        // A button says itself whose board it means.
        _ => order,
    }));
    for (index, &(rect, place)) in candidate.clicks.iter().enumerate() {
        let response = ui.interact(rect, ui.id().with(("candidate", index)), Sense::CLICK);
        orders.extend(response.clicked().then_some(PlaybackCommand::Candidate(place)));
    }
    watching.is_held = orders.iter().any(|order| matches!(order, PlaybackCommand::Hold(_)));
    for order in orders {
        if let PlaybackCommand::PlayOn(seat) | PlaybackCommand::Copy(seat) | PlaybackCommand::Edit(seat) = order
            && usize::from(seat) >= seats
        {
            page.toasts.say("There is no right player in this replay");
            continue;
        }
        // As long as the replay jumps, its board is not the one that is meant.
        let is_on_its_way = watching.current_tick() != watching.now;
        if matches!(order, PlaybackCommand::Copy(_) | PlaybackCommand::Edit(_)) && is_on_its_way {
            *waiting = Some(order);
            continue;
        }
        match order {
            PlaybackCommand::Copy(seat) => page.toasts.say(copier.copy_of_seat(seat)),
            PlaybackCommand::Edit(seat) => edit(seat, &watching, &reader, &mut page),
            PlaybackCommand::Xray if watching.has_computer_player() => {
                xray.toggle(XrayUse::Replay(next_move), &mut hints, &mut page.toasts);
            }
            PlaybackCommand::Xray => page.toasts.say("No computer player plays in this replay"),
            PlaybackCommand::NextCandidate(on) if xray.0 => candidate.place = candidate.next_place(on),
            PlaybackCommand::NextCandidate(_) => {
                let switch = pad.map_or("X", |pad| pad.label(GamepadButton::West));
                page.toasts.say(format!("{next_move} shows moves of the x-ray, which {switch} switches on"));
            }
            PlaybackCommand::Candidate(place) => candidate.place = place,
            _ => {}
        }
        obey(order, &mut watching, &mut page);
    }
    Ok(())
}

/// The system parameter that reads what is pressed in the replay player.
#[derive(SystemParam)]
struct PlayerInput<'w, 's> {
    keyboard: MessageReader<'w, 's, KeyboardInput>,
    down: Res<'w, ButtonInput<KeyCode>>,
    pads: MessageReader<'w, 's, GamepadButtonStateChangedEvent>,
    connections: MessageReader<'w, 's, GamepadConnectionEvent>,
    time: Res<'w, Time<Real>>,
    /// The button that is held and moves the replay again and again.
    held: Local<'s, RepeatingButton>,
}

impl PlayerInput<'_, '_> {
    /// What the keys and buttons of this frame ask for. When the screen `opens`, what was pressed before was meant for
    /// the page that led here: the button that opens a replay does not stop it.
    fn pressed_orders(&mut self, opens: bool) -> Vec<PlaybackCommand> {
        let (mut orders, now) = (Vec::new(), self.time.elapsed());
        if opens {
            self.keyboard.clear();
            self.pads.clear();
            *self.held = RepeatingButton::default();
        }
        for event in self.keyboard.read().filter(|event| event.state == ButtonState::Pressed) {
            // The bar names the places of signs, which are letters on some keyboards.
            let is_sign = keys::key_name(event.key_code).is_some_and(|name| !name.starts_with("Key"));
            let pressed = if is_sign { event.key_code } else { keys::shortcut_key(event) };
            let known = of_key(pressed).filter(|order| !event.repeat || order.repeats());
            orders.extend(known.map(|order| order.with_keys_down(&self.down)));
        }
        self.held.read(&mut self.connections, &mut self.pads, now, |_, button| {
            let order = of_button(button);
            orders.extend(order);
            order.is_some_and(PlaybackCommand::repeats)
        });
        orders.extend(self.held.due(now).and_then(of_button));
        orders
    }
}

/// Opens the editor at the position of the player in this seat.
fn edit(seat: u8, watching: &Watching, reader: &MatchPositionReader, page: &mut Page) {
    if watching.live {
        page.toasts.say("The match goes on: wait until it is over");
        return;
    }
    if let Some(position) = reader.position_of_seat(seat) {
        page.commands.trigger(EditPosition(position));
    }
}

fn obey(order: PlaybackCommand, watching: &mut Watching, page: &mut Page) {
    match order {
        PlaybackCommand::Toggle => watching.toggle_pause(),
        PlaybackCommand::Jump(ticks) => {
            let to = watching.current_tick().saturating_add_signed(ticks);
            watching.jump_to_tick(to);
        }
        PlaybackCommand::Step(ticks) => watching.jump(ticks),
        PlaybackCommand::Piece(on) => {
            if !watching.step_piece(on) {
                page.toasts.say(match watching.is_being_surveyed() {
                    true => "The replay is still being looked through for its pieces: wait a moment",
                    false => "No piece has come to rest in it yet",
                });
            }
        }
        PlaybackCommand::Seek(tick) | PlaybackCommand::Hold(tick) => watching.jump_to_tick(tick),
        PlaybackCommand::Speed(_) | PlaybackCommand::Faster(_) => {
            watching.speed = order.next_speed(watching.speed).unwrap_or(watching.speed);
        }
        PlaybackCommand::PlayOn(seat) => match watching.take_over_problem() {
            Some(line) => page.toasts.say(line),
            None => {
                page.play_sound(MenuSound::Select);
                if !watching.take_over_after_jump(seat) {
                    page.commands.trigger(TakeOver(seat));
                }
            }
        },
        PlaybackCommand::Copy(_)
        | PlaybackCommand::Edit(_)
        | PlaybackCommand::Xray
        | PlaybackCommand::NextCandidate(_)
        | PlaybackCommand::Candidate(_) => {
            page.play_sound(MenuSound::Select);
        }
        PlaybackCommand::Leave => {
            page.play_sound(MenuSound::Back);
            page.next_screen.set(watching.back);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::state::app::StatesPlugin;
    use bevy::time::TimeUpdateStrategy;
    use std::collections::HashSet;
    use std::time::Duration;

    /// Collects all commands that a test's frames have read.
    #[derive(Resource, Default)]
    struct HeardOrders(Vec<PlaybackCommand>);

    /// A program that listens to what is pressed on the screen of replays, as yet on the page before it. A frame takes
    /// a fiftieth of a second.
    fn program() -> App {
        fn listen(screen: Res<State<Screen>>, mut input: PlayerInput, mut heard: ResMut<HeardOrders>) {
            heard.0.extend(input.pressed_orders(screen.is_changed()));
        }
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, StatesPlugin)).insert_state(Screen::Replays);
        app.add_message::<KeyboardInput>().add_message::<GamepadButtonStateChangedEvent>();
        app.add_message::<GamepadConnectionEvent>().init_resource::<ButtonInput<KeyCode>>();
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(20)));
        app.init_resource::<HeardOrders>().add_systems(Update, listen.run_if(in_state(Screen::Replay)));
        app
    }

    /// Presses or releases a button, and lets this many frames pass. Returns what was heard in them.
    fn heard_after(app: &mut App, button: GamepadButton, state: ButtonState, frames: u32) -> Vec<PlaybackCommand> {
        let entity = Entity::PLACEHOLDER;
        app.world_mut().write_message(GamepadButtonStateChangedEvent { entity, button, state });
        (0..frames).for_each(|_| app.update());
        std::mem::take(&mut app.world_mut().resource_mut::<HeardOrders>().0)
    }

    #[test]
    fn the_button_that_opens_a_replay_does_not_stop_it() {
        let mut app = program();
        assert_eq!(heard_after(&mut app, GamepadButton::South, ButtonState::Pressed, 1), []);
        app.insert_resource(NextState::Pending(Screen::Replay));
        app.update();
        app.update();
        assert_eq!(app.world().resource::<HeardOrders>().0, []);
        let again = heard_after(&mut app, GamepadButton::South, ButtonState::Pressed, 1);
        assert_eq!(again, [PlaybackCommand::Toggle]);
    }

    #[test]
    fn a_held_button_repeats_what_moves_the_replay_and_nothing_else() {
        let mut app = program();
        app.insert_resource(NextState::Pending(Screen::Replay));
        app.update();
        for (button, order, repeats) in [
            (GamepadButton::RightTrigger, PlaybackCommand::Piece(true), true),
            (GamepadButton::DPadLeft, PlaybackCommand::Jump(-JUMP), true),
            (GamepadButton::DPadUp, PlaybackCommand::Faster(true), false),
            (GamepadButton::South, PlaybackCommand::Toggle, false),
        ] {
            assert_eq!(heard_after(&mut app, button, ButtonState::Pressed, 10), [order], "{button:?}");
            (0..30).for_each(|_| app.update());
            let heard = std::mem::take(&mut app.world_mut().resource_mut::<HeardOrders>().0);
            assert_eq!(heard.len() > 5, repeats, "{button:?}: {heard:?}");
            assert!(heard.iter().all(|again| *again == order), "{heard:?}");
            assert_eq!(heard_after(&mut app, button, ButtonState::Released, 30), [], "{button:?}");
        }
    }

    /// What is heard when this key is pressed on the screen of replays, without Shift and with it. The texts are what
    /// a keyboard types in both cases.
    fn heard_of_key([plain, shifted]: [&str; 2], key: KeyCode) -> [PlaybackCommand; 2] {
        [(false, plain), (true, shifted)].map(|(with_shift, typed)| {
            let mut app = program();
            app.insert_resource(NextState::Pending(Screen::Replay));
            app.update();
            if with_shift {
                app.world_mut().resource_mut::<ButtonInput<KeyCode>>().press(KeyCode::ShiftRight);
            }
            app.world_mut().write_message(keys::typed_key_press(typed, key));
            app.update();
            let heard = std::mem::take(&mut app.world_mut().resource_mut::<HeardOrders>().0);
            assert_eq!(heard.len(), 1, "{heard:?}");
            heard[0]
        })
    }

    #[test]
    fn a_sign_steps_a_sixtieth_of_a_second_and_with_shift_a_tick() {
        let [step, tick] = [-17, -1].map(PlaybackCommand::Step);
        assert_eq!(heard_of_key([",", "<"], KeyCode::Comma), [step, tick]);
        let [step, tick] = [17, 1].map(PlaybackCommand::Step);
        assert_eq!(heard_of_key([".", ">"], KeyCode::Period), [step, tick]);
    }

    #[test]
    fn letters_copy_and_edit_the_left_board_and_with_shift_the_right_one() {
        assert_eq!(heard_of_key(["c", "C"], KeyCode::KeyC), [0, 1].map(PlaybackCommand::Copy));
        assert_eq!(heard_of_key(["e", "E"], KeyCode::KeyE), [0, 1].map(PlaybackCommand::Edit));
        assert_eq!(heard_of_key(["x", "X"], KeyCode::KeyX), [PlaybackCommand::Xray; 2], "there is one for both");
        assert_eq!(heard_of_key(["n", "N"], KeyCode::KeyN), [true, false].map(PlaybackCommand::NextCandidate));
    }

    #[test]
    fn every_key_and_button_does_one_thing_and_every_speed_has_a_key() {
        let keys: Vec<KeyCode> = CONTROLS.iter().flat_map(|(_, keys, _)| keys.iter().copied()).collect();
        let buttons: Vec<GamepadButton> = CONTROLS.iter().filter_map(|(.., button)| *button).collect();
        assert_eq!(keys.iter().collect::<HashSet<_>>().len(), keys.len(), "{keys:?}");
        assert_eq!(buttons.iter().collect::<HashSet<_>>().len(), buttons.len(), "{buttons:?}");
        for speed in 0..SPEEDS.len() {
            assert!(
                keys.iter().any(|key| of_key(*key) == Some(PlaybackCommand::Speed(speed))),
                "a key for speed {speed}"
            );
        }
    }

    #[test]
    fn a_gamepad_has_a_button_for_every_letter() {
        let has_button =
            |order: PlaybackCommand| CONTROLS.iter().any(|(known, _, button)| *known == order && button.is_some());
        let mut shift = ButtonInput::default();
        shift.press(KeyCode::ShiftLeft);
        for (order, keys, _) in CONTROLS {
            if keys.iter().any(|key| format!("{key:?}").starts_with("Key")) {
                assert!(has_button(order), "{order:?}");
                // The moves of the x-ray go round, so that one way through them is enough.
                let with_shift = order.with_keys_down(&shift);
                assert!(order == PlaybackCommand::NextCandidate(true) || has_button(with_shift), "{with_shift:?}");
            }
        }
    }

    #[test]
    fn what_lies_at_the_left_of_a_gamepad_means_the_left_player_or_leads_back() {
        use GamepadButton::{DPadDown, DPadLeft, DPadRight, DPadUp, LeftThumb, LeftTrigger, LeftTrigger2};
        use GamepadButton::{RightThumb, RightTrigger, RightTrigger2, Select, Start};
        let seats = |order: fn(u8) -> PlaybackCommand| [0, 1].map(|seat| Some(order(seat)));
        assert_eq!([LeftTrigger2, RightTrigger2].map(of_button), seats(PlaybackCommand::PlayOn));
        assert_eq!([LeftThumb, RightThumb].map(of_button), seats(PlaybackCommand::Edit));
        assert_eq!([Select, Start].map(of_button), seats(PlaybackCommand::Copy));
        let ways = |order: fn(bool) -> PlaybackCommand| [false, true].map(|on| Some(order(on)));
        assert_eq!([LeftTrigger, RightTrigger].map(of_button), ways(PlaybackCommand::Piece));
        assert_eq!([DPadDown, DPadUp].map(of_button), ways(PlaybackCommand::Faster));
        let jumps = [-5000, 5000].map(|ticks| Some(PlaybackCommand::Jump(ticks)));
        assert_eq!([DPadLeft, DPadRight].map(of_button), jumps);
    }
}
