//! The room beside a column of rows, in which things are painted smaller where there is too little of it.

use bevy_egui::egui::emath::TSTransform;
use bevy_egui::egui::{Id, LayerId, Rect, Ui};

/// The free room beside a column of rows, and the scale at which things are painted in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SideRoom {
    /// The rectangle of the room; [`Rect::NOTHING`] for a column that has nothing beside it.
    pub rect: Rect,
    /// The scale at which things beside a column are painted, up to 1, which is full size.
    pub scale: f32,
}

impl SideRoom {
    /// The value for a column that has no room beside it.
    pub const NOTHING: Self = Self { rect: Rect::NOTHING, scale: 1.0 };

    /// The rectangle to paint in, and the layer that shows it smaller; `None` at full size.
    pub(super) fn open_layer(self, ui: &Ui) -> (Rect, Option<LayerId>) {
        let (rect, parent) = (self.rect, ui.layer_id());
        if self.scale >= 1.0 {
            return (rect, None);
        }
        let layer = LayerId::new(parent.order, Id::new("aside"));
        let about = rect.min.to_vec2() * (1.0 - self.scale);
        ui.ctx().set_sublayer(parent, layer);
        ui.ctx().set_transform_layer(layer, TSTransform::new(about, self.scale));
        (Rect::from_min_size(rect.min, rect.size() / self.scale), Some(layer))
    }
}
