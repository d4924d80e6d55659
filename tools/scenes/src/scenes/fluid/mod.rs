//! Scenes of fluids.

pub(super) mod boat;
pub(super) mod cloth_in_water;
pub(super) mod dam_break;
pub(super) mod float;
pub(super) mod fluid_cube;
pub(super) mod honey_water;
pub(super) mod pour;
pub(super) mod two_fluids;
