//! What the game does besides ticking and without painting: what it keeps on disk.

pub mod persistence;
