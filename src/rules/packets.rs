//! Packets: what one clear sends, in the parts that cancel, travel and rise one by one.
//!
//! Most rules send a clear as one packet. `attack` makes packets, and `garbage` cancels waiting rows with them.

/// The most packets of one clear: three of a chain that ends, the clear's own, and the perfect clear's.
pub const MAX_PACKETS_PER_CLEAR: usize = 5;

/// The packets of one clear: the lines of each in the order in which they are sent. A packet of 0 lines is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AttackPackets([u32; MAX_PACKETS_PER_CLEAR]);

impl AttackPackets {
    /// Packets of these lines each, in the order in which they are sent.
    pub const fn of(lines: [u32; MAX_PACKETS_PER_CLEAR]) -> Self {
        Self(lines)
    }

    /// A single packet of `lines` lines.
    pub const fn single(lines: u32) -> Self {
        Self([lines, 0, 0, 0, 0])
    }

    /// The lines of each packet, in the order in which they are sent.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        self.0.into_iter().filter(|&lines| lines > 0)
    }

    /// The number of lines in all packets together.
    pub fn total(&self) -> u32 {
        self.0.iter().sum()
    }

    /// The same packets with the lines of each changed by `change`, which is called in the order of sending.
    #[must_use]
    pub fn map(self, mut change: impl FnMut(u32) -> u32) -> Self {
        Self(self.0.map(|lines| if lines > 0 { change(lines) } else { 0 }))
    }

    /// The packets that are left when the first `lines` lines are taken away.
    #[must_use]
    pub fn without(self, mut lines: u32) -> Self {
        self.map(|packet| {
            let taken = lines.min(packet);
            lines -= taken;
            packet - taken
        })
    }

    /// These packets up to the first `most` lines in all; what goes beyond is cut off.
    #[must_use]
    pub fn at_most(self, mut most: u32) -> Self {
        self.map(|packet| {
            let kept = most.min(packet);
            most -= kept;
            kept
        })
    }
}
