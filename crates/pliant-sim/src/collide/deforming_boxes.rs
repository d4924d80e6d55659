//! Boxes around meshes that deform, for the tree of colliders: the host knows their joints and morph weights of a whole frame.

use glam::{Mat4, Vec3};
use pliant_passes::types::Bounds;
use pliant_scene::Deformation;

/// What rounding on the device adds to a box, as a fraction of its largest coordinate.
const ROUNDING: f32 = 1e-5;

/// The box around a mesh that deforms. Linear blend skinning leaves each vertex between the places where its joints alone would move
/// it, so the box around all of these holds the mesh.
pub(crate) struct DeformingBox {
    /// The vertices that each joint moves, before they deform.
    of_joints: Vec<Bounds>,
    /// The largest displacement by each morph target at weight 1, m.
    of_targets: Vec<f32>,
}

impl DeformingBox {
    pub(crate) fn new(deformation: &Deformation) -> Self {
        let mut of_joints = vec![Bounds::NOTHING; deformation.joints.len()];
        let starts = deformation.influence_starts.windows(2);
        for (position, range) in deformation.positions.iter().zip(starts) {
            let vertex = Bounds::around([*position]);
            for (joint, weight) in &deformation.influences[range[0] as usize..range[1] as usize] {
                if *weight > 0.0 {
                    let own = &mut of_joints[*joint as usize];
                    *own = own.join(vertex);
                }
            }
        }
        let mut of_targets = vec![0.0_f32; deformation.weights.len()];
        for (target, displacement) in &deformation.deltas {
            let own = &mut of_targets[*target as usize];
            *own = own.max(displacement.length());
        }
        Self {
            of_joints,
            of_targets,
        }
    }

    /// The box in the world for the columns of the matrices of joints and for morph weights.
    pub(crate) fn at(&self, columns: &[[f32; 4]], weights: &[f32]) -> Bounds {
        let morphs = self.of_targets.iter().zip(weights);
        let morphed: f32 = morphs.map(|(most, weight)| most * weight.abs()).sum();
        let matrices = columns.chunks_exact(4);
        let matrices = matrices.map(|of| Mat4::from_cols_array_2d(&[of[0], of[1], of[2], of[3]]));
        let joints = self.of_joints.iter().zip(matrices);
        let used = joints.filter(|(own, _)| own.low[0] <= own.high[0]);
        let moved = used.map(|(own, matrix)| {
            let [low, high] = [own.low, own.high].map(Vec3::from);
            let half = 0.5 * (high - low) + morphed;
            let axes =
                [matrix.x_axis, matrix.y_axis, matrix.z_axis].map(|axis| axis.truncate().abs());
            let size = axes[0] * half.x + axes[1] * half.y + axes[2] * half.z;
            let center = matrix.transform_point3(0.5 * (low + high));
            let size = size + ROUNDING * (center.abs() + size).max_element();
            Bounds::around([center - size, center + size])
        });
        moved.fold(Bounds::NOTHING, Bounds::join)
    }
}

#[cfg(test)]
mod tests {
    use super::DeformingBox;
    use glam::{Mat4, Quat, Vec3};
    use pliant_scene::{Deformation, SkinJoint};

    #[test]
    fn the_box_holds_every_vertex() {
        let joint = SkinJoint {
            node: 0,
            inverse_bind: Mat4::IDENTITY,
        };
        let other = SkinJoint { node: 1, ..joint };
        let positions = vec![Vec3::ZERO, Vec3::X, Vec3::new(0.5, 2.0, -1.0)];
        let deformation = Deformation {
            joints: vec![joint, other],
            weights: vec![0.5],
            positions,
            influence_starts: vec![0, 1, 3, 5],
            influences: vec![(0, 1.0), (0, 0.25), (1, 0.75), (0, 0.5), (1, 0.5)],
            delta_starts: vec![0, 0, 1, 1],
            deltas: vec![(0, Vec3::new(0.0, 0.0, 3.0))],
            ..Deformation::default()
        };
        let own = DeformingBox::new(&deformation);
        for k in 0..20 {
            let turn =
                Quat::from_rotation_z(0.3 * k as f32) * Quat::from_rotation_x(0.1 * k as f32);
            let moved = Mat4::from_rotation_translation(turn, Vec3::new(k as f32, 0.0, -1.0));
            let world = [Mat4::IDENTITY, moved];
            let weights = [0.2 * k as f32 - 1.0];
            let matrices = deformation.matrices(&world);
            let columns: Vec<[f32; 4]> = matrices.flat_map(|m| m.to_cols_array_2d()).collect();
            let bounds = own.at(&columns, &weights);
            for x in deformation.deformed(&world, &weights) {
                assert_eq!(bounds.distance_squared(x), 0.0, "{x} in {bounds:?}");
            }
        }
    }
}
