//! Scenes of rigid bodies and their joints.

pub(super) mod boxes;
pub(super) mod car;
pub(super) mod chain_of_links;
pub(super) mod cradle;
pub(super) mod dominoes;
pub(super) mod dzhanibekov;
pub(super) mod moving_ball;
pub(super) mod planet;
pub(super) mod ragdoll;
pub(super) mod spinning_top;
