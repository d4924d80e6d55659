//! The lists whose length shows only as a frame runs.

use crate::model::Model;

/// A list that grows.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Growing {
    /// Pairs of surface parts that may touch.
    DeformableContacts,
    /// Surface elements near each other, from which those are found.
    Elements,
    /// Edges that go through triangles.
    Intersections,
    /// Pairs of rigid bodies' colliders.
    RigidPairs,
    /// Neighbours of a particle of a fluid.
    Neighbours,
}

impl Growing {
    pub(crate) const ALL: [Self; 5] = [
        Self::DeformableContacts,
        Self::Elements,
        Self::Intersections,
        Self::RigidPairs,
        Self::Neighbours,
    ];

    /// Its entries, of which there are too many.
    pub(crate) fn entries(self) -> &'static str {
        match self {
            Self::DeformableContacts => "pairs of surface parts are near each other",
            Self::Elements => "pairs of surface elements are near each other",
            Self::Intersections => "edges go through triangles",
            Self::RigidPairs => "pairs of rigid colliders are near each other",
            Self::Neighbours => "neighbours are around one particle",
        }
    }

    /// How many entries it holds.
    pub(crate) fn capacity(self, model: &mut Model) -> &mut u32 {
        match self {
            Self::DeformableContacts => &mut model.deformable_contacts.capacity,
            Self::Elements => &mut model.deformable_contacts.element_capacity,
            Self::Intersections => &mut model.deformable_contacts.intersections.capacity,
            Self::RigidPairs => &mut model.rigids.capacity,
            Self::Neighbours => &mut model.fluids.capacity,
        }
    }
}
