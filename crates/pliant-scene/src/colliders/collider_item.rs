//! The collider that KHR_physics_rigid_bodies gives a node.

use serde::Deserialize;

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct ColliderItem {
    pub(crate) geometry: Geometry,
    pub(crate) physics_material: Option<u64>,
    pub(crate) collision_filter: Option<u64>,
}

#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Geometry {
    pub(crate) shape: Option<u64>,
    pub(crate) mesh: Option<u64>,
    pub(crate) node: Option<u64>,
    pub(crate) convex_hull: bool,
    /// In OMI_physics_shape.
    #[serde(skip)]
    pub(crate) omi: Option<u64>,
}

impl ColliderItem {
    /// A collider of OMI_physics_body.
    pub(crate) fn of_omi(shape: u64) -> Self {
        let geometry = Geometry {
            omi: Some(shape),
            ..Geometry::default()
        };
        Self {
            geometry,
            ..Self::default()
        }
    }

    /// Whether it names no shape.
    pub(crate) fn is_empty(&self) -> bool {
        self.geometry == Geometry::default()
    }
}
