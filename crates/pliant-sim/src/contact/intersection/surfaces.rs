//! What may intersect, on the host.

use super::mesh::Mesh;
use pliant_passes::types::{IntersectionParams, NONE};
use std::sync::OnceLock;

/// Edges through triangles that there is room for at first.
const ROOM: u32 = 1024;

/// What may be tangled, on the host.
#[derive(Default)]
pub(crate) struct Intersections {
    /// Edges through triangles that there is room for; 0 where no surfaces touch.
    pub(crate) capacity: u32,
    /// Made when something is tangled for the first time.
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

    /// Whether some surfaces may be.
    pub(crate) fn any(&self) -> bool {
        self.capacity > 0
    }

    pub(super) fn params(&self, count: u32) -> IntersectionParams {
        let capacity = self.capacity;
        IntersectionParams { count, capacity }
    }
}
