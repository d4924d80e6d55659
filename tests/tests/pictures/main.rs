//! Pictures: what the renderer draws, and the quantities that it shows.

mod fluids;
mod pictures;
mod quantities;
mod textures;
