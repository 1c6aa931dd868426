//! The sizes of a panel in a window that is higher than wide, where what would lie beside the rows lies under them.

use bevy_egui::egui::Vec2;

/// Points between the edge of a panel and what lies on it, left and right.
const EDGE: f32 = 14.0;
/// The room left and right of a panel, together, in points.
const MARGIN: f32 = 12.0;
/// The height in points of the part of a panel above its rows, which has the title.
const HEAD: f32 = 70.0;
/// The height in points of the part of a panel below its rows, which has the hint.
const FOOT: f32 = 60.0;
/// The room above and below a panel, together, in points.
const AROUND: f32 = 68.0;
/// The room between the rows of a panel and what lies under them, in points.
const BETWEEN: f32 = 12.0;
/// The height in points that higher rows keep where menus are large: that of tabs with three rows, which scroll.
const LEAST_ROWS: f32 = 176.0;

/// The sizes of a panel in a window that is higher than wide, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct UprightPanel {
    /// How large title, hint and foot are, 1 for their usual size.
    pub(super) frame: f32,
    /// The width of the panel.
    pub(super) width: f32,
    /// The room between the panel's edge and its rows, at each side.
    pub(super) edge: f32,
    /// The height of the part above the rows.
    pub(super) head: f32,
    /// The height of the rows that are seen at once.
    pub(super) rows: f32,
    /// The room between the rows and what lies under them.
    pub(super) between: f32,
    /// The height of what lies under the rows.
    pub(super) side: f32,
    /// The height of the part with the hint.
    pub(super) foot: f32,
}

impl UprightPanel {
    /// The sizes in a window of `screen` points, of `usual` points at 100 %, of a panel whose rows are `known` points
    /// high and have something of `side` points under them, or nothing if that is 0 wide. `frame_most` is the largest
    /// scale of title, hint and foot where something lies under the rows.
    pub(super) fn new([usual, screen]: [Vec2; 2], known: f32, side: Vec2, frame_most: f32) -> Self {
        let has_side = side.x > 0.0;
        // Where menus are large, the rows and what lies under them need the room.
        let larger = if has_side { (usual.x / screen.x).max(1.0) } else { 1.0 };
        let (thin, frame) = (1.0 / larger, larger.min(frame_most) / larger);
        let between = if has_side { BETWEEN * frame } else { 0.0 };
        // The height for the rows and what lies under them, and what the latter takes at the width of the window.
        let room = |window: Vec2, thin: f32, frame: f32| {
            let inside = window.x - (MARGIN + 2.0 * EDGE) * thin;
            let wanted = if has_side { side.y * (inside / side.x).min(1.0) } else { 0.0 };
            (window.y - (AROUND + HEAD + FOOT) * frame, wanted)
        };
        // It is painted as large as the width allows, and takes at most half of the height, or what the rows leave.
        let share =
            |(most, wanted): (f32, f32), between: f32| wanted.min(most * 0.5).max((most - known - between).min(wanted));
        let (now, at_usual) = (room(screen, thin, frame), room(usual, 1.0, 1.0));
        let (most, wanted) = now;
        // Large menus make the rows give way, so that nothing under them is smaller than in usual ones.
        let kept = (share(at_usual, BETWEEN) / larger).max(wanted.min(at_usual.0 * 0.5));
        let kept = if larger > 1.0 { kept.min(most - between - known.min(LEAST_ROWS)) } else { 0.0 };
        let side = share(now, between).max(kept);
        Self {
            frame,
            width: screen.x - MARGIN * thin,
            edge: EDGE * thin,
            head: HEAD * frame,
            rows: known.min(most - side - between),
            between,
            side,
            foot: FOOT * frame,
        }
    }

    /// The width of the rows and of what lies under them.
    pub(super) fn inside(&self) -> f32 {
        self.width - self.edge * 2.0
    }

    /// The height of the panel.
    pub(super) fn height(&self) -> f32 {
        self.head + self.rows + self.between + self.side + self.foot
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::vec2;

    #[test]
    fn large_menus_leave_what_lies_under_the_rows_as_large_as_it_is() {
        for usual in [vec2(430.0, 930.6), vec2(450.0, 800.0)] {
            for side in [vec2(460.0, 500.0), vec2(420.0, 520.0), vec2(360.0, 430.0), vec2(560.0, 486.0)] {
                for known in [300.0, 700.0] {
                    let painted = |larger: f32| {
                        let panel = UprightPanel::new([usual, usual / larger], known, side, 1.1);
                        assert!(panel.height() < usual.y / larger, "{larger}: {panel:?}");
                        assert!(panel.rows >= LEAST_ROWS - 0.1, "{larger}: {panel:?}");
                        (vec2(panel.inside(), panel.side) / side).min_elem().min(1.0) * larger
                    };
                    let at_usual = painted(1.0);
                    for larger in [1.1, 1.25, 1.5] {
                        let large = painted(larger);
                        let of = (usual, side, known, larger);
                        assert!(large >= at_usual - 0.001, "{of:?}: {large} in place of {at_usual}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_panel_without_anything_under_its_rows_is_as_high_as_they_are() {
        let usual = vec2(430.0, 800.0);
        for larger in [0.75, 1.0, 1.5] {
            let panel = UprightPanel::new([usual, usual / larger], 200.0, Vec2::ZERO, 1.1);
            assert_eq!([panel.rows, panel.side, panel.between, panel.frame], [200.0, 0.0, 0.0, 1.0], "{larger}");
        }
    }
}
