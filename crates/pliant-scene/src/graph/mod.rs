//! What a file is made of: nodes, meshes, skins and animations.

pub(crate) mod animations;
pub(crate) mod deformation;
pub(crate) mod meshes;
pub(crate) mod nodes;
pub(crate) mod pose;
pub(crate) mod skins;
pub(crate) mod topology;
