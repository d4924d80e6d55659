//! Lists whose length is known only after a frame.

use crate::model::Model;

/// A list that grows when a frame overflows it.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Growing {
    /// Candidate pairs of surface features.
    DeformableContacts,
    /// Pairs of surface elements within the search distance, from which those are found.
    Elements,
    /// Intersections of edges and triangles.
    Intersections,
    /// Pairs of colliders of rigid bodies.
    RigidPairs,
    /// Neighbours of each fluid particle.
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

    /// What its entries are, for the message about too many of them.
    pub(crate) fn entries(self) -> &'static str {
        match self {
            Self::DeformableContacts => "candidate pairs of surface features",
            Self::Elements => "candidate pairs of surface elements",
            Self::Intersections => "intersections",
            Self::RigidPairs => "candidate pairs of rigid colliders",
            Self::Neighbours => "neighbours of one particle",
        }
    }

    /// Capacity of the list in the model.
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
