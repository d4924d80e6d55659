//! What a scene looks like: materials, textures, cameras and lights.

pub(crate) mod cameras;
pub(crate) mod materials;
pub(crate) mod specular;
pub(crate) mod textures;
