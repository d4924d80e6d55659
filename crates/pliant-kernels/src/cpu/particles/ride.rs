//! Twin of `shaders/particles/ride.comp`.

use crate::cpu::math::xyz;
use crate::passes::view::Ride;

pub(crate) fn ride(pass: Ride<'_>) {
    for rider in &pass.riders[..pass.params.count as usize] {
        let carried = rider
            .nodes
            .iter()
            .zip(rider.weights)
            .map(|(node, weight)| weight * xyz(pass.position[*node as usize]));
        pass.vertices[rider.vertex as usize] = carried.sum::<glam::Vec3>().to_array();
    }
}
