//! The capsule that is drawn around each segment of a rope.

use pliant_passes::types::draw::CAPSULE_SIDES;

/// Rings of the capsule, as `rope.vert` counts them.
const CAPSULE_RINGS: u32 = 6;
/// Indices of its triangles.
pub(crate) const CAPSULE_INDICES: u32 = (CAPSULE_RINGS - 1) * CAPSULE_SIDES * 6;

/// The indices of the capsule's triangles.
pub(crate) fn capsule_indices() -> Vec<u32> {
    let mut indices = Vec::new();
    for ring in 0..CAPSULE_RINGS - 1 {
        for side in 0..CAPSULE_SIDES {
            let next = (side + 1) % CAPSULE_SIDES;
            let [a, b] = [side, next].map(|s| ring * CAPSULE_SIDES + s);
            let [c, d] = [a, b].map(|i| i + CAPSULE_SIDES);
            indices.extend([a, b, d, a, d, c]);
        }
    }
    indices
}
