//! Windows that are higher than wide, such as a phone's: which are, and the measures that the match and the buttons
//! for fingers share there.

/// The width in units of the canvas that a match is composed on in a window that is higher than wide.
pub const CANVAS_WIDTH: f32 = 420.0;
/// The height in units of the room at the foot of that canvas that the buttons for fingers take.
pub const FINGER_BUTTONS_HEIGHT: f32 = 176.0;

/// Whether a window of this size, in whatever unit, is so much higher than wide that things stand below
/// each other in it.
pub fn is_upright(width: f32, height: f32) -> bool {
    height > width * 1.2
}
