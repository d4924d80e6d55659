//! A contact row: CPU implementation of `shaders/contact/contact_row.glsl`.

use crate::cpu::math::xyz;
use crate::memory::Read;
use glam::Vec3;
use pliant_passes::types::{ACTIVE_MARGIN, ROW};

/// The words of a contact row in a buffer of vectors.
#[derive(Clone, Copy)]
pub(in crate::cpu) struct Rows<'a>(pub(in crate::cpu) Read<'a, [u32; 4]>);

impl Rows<'_> {
    fn row_vector(self, row: usize, k: usize) -> [u32; 4] {
        self.0[ROW as usize * row + k]
    }

    fn floats(self, row: usize, k: usize) -> [f32; 4] {
        self.row_vector(row, k).map(f32::from_bits)
    }

    /// What orders the rows of a particle.
    pub(super) fn order_of(self, row: usize) -> [u32; 2] {
        let [element, key, ..] = self.row_vector(row, 0);
        [element, key]
    }

    pub(in crate::cpu) fn candidate_of(self, row: usize) -> usize {
        self.row_vector(row, 0)[2] as usize
    }

    pub(in crate::cpu) fn gap_of(self, row: usize) -> f32 {
        f32::from_bits(self.row_vector(row, 0)[3])
    }

    pub(in crate::cpu) fn corners_of(self, row: usize) -> [usize; 4] {
        self.row_vector(row, 1).map(|c| c as usize)
    }

    pub(in crate::cpu) fn weights_of(self, row: usize) -> [f32; 4] {
        self.floats(row, 2)
    }

    /// The weight of the corner of an entry, and its row.
    pub(in crate::cpu) fn weight_of(self, entry: u32) -> (usize, f32) {
        let row = entry as usize / 4;
        (row, self.weights_of(row)[entry as usize % 4])
    }

    /// The normal, and the separation at the substep's start.
    pub(in crate::cpu) fn plane_of(self, row: usize) -> (Vec3, f32) {
        let plane = self.floats(row, 3);
        (xyz(plane), plane[3])
    }

    /// Whether the contact is active if no other one pushes.
    pub(super) fn is_predicted(self, row: usize) -> bool {
        let ((_, open), (_, approach)) = (self.plane_of(row), self.slip_of(row));
        open + approach < ACTIVE_MARGIN * self.gap_of(row)
    }

    /// The slip so far, and the predicted change of the separation.
    pub(in crate::cpu) fn slip_of(self, row: usize) -> (Vec3, f32) {
        let slip = self.floats(row, 4);
        (xyz(slip), slip[3])
    }
}
