//! temporary
pub mod brain;
