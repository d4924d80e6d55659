//! The capsule mesh that is drawn around each segment of a rope.

use pliant_passes::types::draw::CAPSULE_SIDES;

/// Circles of vertices from one pole to the other, as in `rope.vert`.
const CAPSULE_CIRCLES: u32 = 6;
/// Number of indices of the capsule's triangles.
pub(crate) const CAPSULE_INDICES: u32 = (CAPSULE_CIRCLES - 1) * CAPSULE_SIDES * 6;

/// The indices of the capsule's triangles.
pub(crate) fn capsule_indices() -> Vec<u32> {
    let mut indices = Vec::new();
    for circle in 0..CAPSULE_CIRCLES - 1 {
        for side in 0..CAPSULE_SIDES {
            let next = (side + 1) % CAPSULE_SIDES;
            let [a, b] = [side, next].map(|s| circle * CAPSULE_SIDES + s);
            let [c, d] = [a, b].map(|i| i + CAPSULE_SIDES);
            indices.extend([a, b, d, a, d, c]);
        }
    }
    indices
}
