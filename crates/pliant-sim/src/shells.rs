//! Meshes that things collide with, as the GPU wants them.

use pliant_kernels::types::{Bounds, Face};

/// The pools of all of them.
#[derive(Default)]
pub(crate) struct Shells {
    pub(crate) boxes: Vec<Bounds>,
    pub(crate) faces: Vec<Face>,
}

impl Shells {
    /// What `surface` searches.
    pub(crate) fn view(&self) -> pliant_kernels::Shells<'_> {
        pliant_kernels::Shells {
            boxes: &self.boxes,
            faces: &self.faces,
        }
    }
}
