//! Fluids: flow, walls, sources and contacts with cloth.

mod cloth;
mod forces;
mod lanes;
mod leaks;
mod sources;
mod water;
