//! What is seen of a match: boards, pieces, figures, effects. Reads the game, never writes it.

pub mod palette;
