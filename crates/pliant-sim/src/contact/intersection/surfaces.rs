//! Surfaces that can intersect, on the host.

use super::mesh::Mesh;
use pliant_passes::types::NONE;
use std::sync::OnceLock;

/// Initial capacity of the list of intersections.
const ROOM: u32 = 1024;

/// Surfaces that can intersect, on the host.
#[derive(Default)]
pub(crate) struct Intersections {
    /// Capacity of the list of intersections; 0 where no surfaces can collide.
    pub(crate) capacity: u32,
    /// Connectivity of the surfaces, computed at the first intersection.
    pub(super) mesh: OnceLock<Mesh>,
}

impl Intersections {
    pub(in crate::contact) fn new(elements: &[[u32; 4]]) -> Self {
        let surfaces = elements.iter().any(|element| element[2] != NONE);
        Self {
            capacity: if surfaces { ROOM } else { 0 },
            mesh: OnceLock::new(),
        }
    }

    /// Whether some surfaces can intersect.
    pub(crate) fn any(&self) -> bool {
        self.capacity > 0
    }
}
