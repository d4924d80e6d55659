//! Scenes of cloth and ropes.

pub(super) mod bridge;
pub(super) mod catenary;
pub(super) mod chain;
pub(super) mod curtain;
pub(super) mod curtain_drawn;
pub(super) mod drape;
pub(super) mod drape_mesh;
pub(super) mod dressed;
pub(super) mod face;
pub(super) mod flag;
pub(super) mod fold;
pub(super) mod garment;
pub(super) mod hanging_cloth;
pub(super) mod knot_tight;
pub(super) mod laundry;
pub(super) mod rope_knot;
pub(super) mod small_steps;
pub(super) mod stack_of_cloths;
pub(super) mod stiffness;
pub(super) mod tangled;
pub(super) mod tear;
pub(super) mod towel;
pub(super) mod trampoline;
pub(super) mod twist;
pub(super) mod two_cloths;
