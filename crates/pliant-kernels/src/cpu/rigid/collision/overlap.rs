//! Any two posed shapes: their candidate contact points, and whether they overlap.

use crate::cpu::mesh::CollisionMeshes;
use crate::cpu::rigid::collision::candidates::Candidates;
use crate::cpu::rigid::collision::probe::Probe;
use crate::cpu::rigid::collision::separating_axis::{AxisSearch, farthest_in_world};
use glam::Vec3;
use pliant_passes::types::{
    CAPSULE, Collider, MERGE_FRACTION, PLANE, Pose, SEPARATION_ALLOWANCE, SPHERE,
};

/// A collider at a pose.
#[derive(Debug, Clone, Copy)]
pub struct Placed {
    /// Its shape.
    pub collider: Collider,
    /// Its pose in the world, m.
    pub pose: Pose,
    /// Half of the box around it along its own axes, m.
    pub half_size: Vec3,
}

impl Placed {
    /// Radius of a ball around its origin that holds it, m.
    #[must_use]
    pub fn radius(&self) -> f32 {
        self.half_size.length()
    }
}

/// Whether two shapes overlap. A plane holds everything below it. Of a mesh with holes only the surface counts, not its inside.
#[must_use]
pub fn overlap(collision_meshes: CollisionMeshes<'_>, one: &Placed, other: &Placed) -> bool {
    let both = [one, other];
    let size = |shape: &Placed| shape.half_size.min_element();
    let size = size(one).min(size(other)).max(f32::MIN_POSITIVE);
    let mut candidates = Candidates::new(MERGE_FRACTION * size);
    let posed = both.map(|shape| (shape.collider.posed(&shape.pose), shape.pose));
    collide(
        collision_meshes,
        posed,
        both.map(Placed::radius),
        size,
        &mut candidates,
    );
    candidates
        .found
        .iter()
        .any(|candidate| candidate.gap <= 0.0)
}

/// Finds the candidates of two posed colliders, which lie within `radii` of their positions.
pub(in crate::cpu::rigid) fn collide(
    collision_meshes: CollisionMeshes<'_>,
    [first, second]: [(Collider, Pose); 2],
    radii: [f32; 2],
    size: f32,
    candidates: &mut Candidates,
) {
    let [one, other] = [first.0.shape, second.0.shape];
    let allowance = SEPARATION_ALLOWANCE * radii[0].min(radii[1]);
    let enough = candidates.margin + allowance;
    let search = AxisSearch {
        guess: candidates.axis,
        worst: if candidates.touched {
            -enough
        } else {
            f32::INFINITY
        },
        enough,
        allowance,
    };
    let axis = search.axis_between(collision_meshes, [&first, &second]);
    candidates.axis = axis.direction;
    if axis.separation > enough {
        candidates.separated_by = axis.separation - allowance;
        return;
    }
    // Beyond this along the axis nothing of the one is within the margin of the other.
    let end = |shape: &(Collider, Pose), along: Vec3| {
        if axis.direction == Vec3::ZERO || shape.0.shape == PLANE {
            return f32::INFINITY;
        }
        let farthest = farthest_in_world(collision_meshes, shape, -along);
        along.dot(farthest - Vec3::from(shape.1.translation)) - axis.separation + enough
    };
    let is_round = |shape| matches!(shape, SPHERE | CAPSULE);
    let probe = |one: (Collider, Pose), other, other_radius, back: f32| Probe {
        collision_meshes,
        one,
        other,
        other_radius,
        back,
        least_radius: radii[0].min(radii[1]),
        merge_distance: MERGE_FRACTION * size,
        axis: one.1.turn_back(back * axis.direction),
        beyond: end(&one, back * axis.direction),
    };
    if one != PLANE && (is_round(one) || !is_round(other)) {
        probe(first, second, radii[1], 1.0).try_segments(candidates);
    }
    if other != PLANE && !is_round(one) {
        probe(second, first, radii[0], -1.0).try_segments(candidates);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Quat;
    use pliant_passes::types::{BOX, CYLINDER};

    fn placed(shape: u32, size: [f32; 3], at: [f32; 3], turn: Quat) -> Placed {
        Placed {
            collider: Collider {
                shape,
                size,
                ..Collider::default()
            },
            pose: Pose {
                rotation: turn.to_array(),
                translation: at,
                scale: [1.0; 3],
            },
            half_size: Vec3::from(size).abs().max(Vec3::splat(0.1)),
        }
    }

    fn filters_allow(one: &Placed, other: &Placed) -> bool {
        let collision_meshes = CollisionMeshes::default();
        let there = overlap(collision_meshes, one, other);
        assert_eq!(there, overlap(collision_meshes, other, one), "either way");
        there
    }

    #[test]
    fn shapes_in_contact_or_inside_each_other_overlap() {
        let tall = placed(BOX, [0.1, 1.0, 0.1], [0.0; 3], Quat::IDENTITY);
        let ball = |x| placed(SPHERE, [0.1, 0.0, 0.0], [x, 0.3, 0.0], Quat::IDENTITY);
        assert!(filters_allow(&tall, &ball(0.199)) && !filters_allow(&tall, &ball(0.201)));
        let wide = |z| placed(BOX, [1.0, 0.1, 0.1], [0.0, 0.0, z], Quat::IDENTITY);
        assert!(filters_allow(&tall, &wide(0.199)) && !filters_allow(&tall, &wide(0.201)));
        let room = placed(BOX, [5.0; 3], [0.0; 3], Quat::from_rotation_y(0.7));
        assert!(
            filters_allow(&room, &tall)
                && filters_allow(&room, &ball(2.0))
                && !filters_allow(&room, &ball(9.0))
        );
        let floor = placed(PLANE, [3e38, 0.0, 3e38], [0.0; 3], Quat::IDENTITY);
        let drum = |y| placed(CYLINDER, [0.4, 0.1, 0.1], [0.0, y, 0.0], Quat::IDENTITY);
        assert!(filters_allow(&floor, &drum(0.19)) && !filters_allow(&floor, &drum(0.21)));
        assert!(filters_allow(&floor, &drum(-3.0)));
    }
}
