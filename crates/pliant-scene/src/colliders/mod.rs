//! What bodies collide with: shapes, collision meshes, materials and filters.

pub(crate) mod box_fit;
pub(crate) mod collider;
pub(crate) mod collision_mesh;
pub(crate) mod filters;
pub(crate) mod fit;
pub(crate) mod mesh_colliders;
pub(crate) mod omi_shapes;
pub(crate) mod physics_materials;
pub(crate) mod pieces;
pub(crate) mod shapes;
