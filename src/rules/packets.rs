//! Packets: what one clear sends, in the parts that cancel, travel and rise one by one.
//!
//! Most rules send a clear as one packet; `attack` makes them, `garbage` cancels with them. Knows neither.

/// The most packets of one clear: three of a chain that ends, the clear's own, and the perfect clear's.
pub const MAX_PACKETS: usize = 5;

/// Lines in the order in which they are sent; a place of 0 is no packet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Packets([u32; MAX_PACKETS]);

impl Packets {
    /// Packets of so many lines.
    pub const fn of(lines: [u32; MAX_PACKETS]) -> Self {
        Self(lines)
    }

    /// All lines in one packet.
    pub const fn one(lines: u32) -> Self {
        Self([lines, 0, 0, 0, 0])
    }

    /// The lines of each packet, first sent first.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        self.0.into_iter().filter(|&lines| lines > 0)
    }

    /// Lines of all packets.
    pub fn total(&self) -> u32 {
        self.0.iter().sum()
    }

    /// Each packet as `change` makes it, in their order.
    pub fn map(self, mut change: impl FnMut(u32) -> u32) -> Self {
        Self(self.0.map(|lines| if lines > 0 { change(lines) } else { 0 }))
    }

    /// What is left when the first `lines` are taken away.
    pub fn without(self, mut lines: u32) -> Self {
        self.map(|packet| {
            let taken = lines.min(packet);
            lines -= taken;
            packet - taken
        })
    }

    /// The first `most` lines of all.
    pub fn at_most(self, mut most: u32) -> Self {
        self.map(|packet| {
            let kept = most.min(packet);
            most -= kept;
            kept
        })
    }
}
