//! CPU implementation of `shaders/collide/deforming.glsl`.

use crate::cpu::shapes::surface;
use crate::cpu::surface_displacement::surface_displacement;
use crate::cpu::sweep::{Surroundings, Sweep};
use glam::Vec3;

/// The first hit of a point on a collider, which may deform.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct SurfaceSweep {
    pub(crate) hit: Sweep,
    /// Displacement in the substep of the surface point that is nearest to the path's end, where the collider deforms, m.
    pub(crate) motion: Vec3,
    /// Whether the point starts inside a collider that deforms, by more than the margin.
    pub(crate) enclosed: bool,
}

impl Surroundings<'_> {
    /// As [`Self::sweep_to`]. What starts deep inside is pushed out slowly.
    pub(crate) fn sweep_surface(
        &self,
        collider: u32,
        old: Vec3,
        d: Vec3,
        margin: f32,
    ) -> SurfaceSweep {
        if !self.deforms(collider) {
            return SurfaceSweep {
                hit: self.sweep_to(collider, old, d, margin),
                motion: Vec3::ZERO,
                enclosed: false,
            };
        }
        let radius = margin + d.length() + self.largest_motion(collider);
        let own = &self.colliders[collider as usize];
        let surface_of = (self.collision_meshes, &self.motions.faces);
        let motion = surface_displacement(surface_of, own, old + d, radius);
        let start = old + motion;
        let mut hit = self.sweep_from(collider, start, (old, d), margin);
        let step = self.motions.expulsion;
        let mut enclosed = false;
        if hit.surface.distance < margin - step {
            let c = &self.colliders[collider as usize];
            let near = surface(self.collision_meshes, c, start, start, margin + hit.l);
            let depth = near.distance - margin;
            hit.surface.distance -= (depth + step).min(0.0);
            enclosed = depth + (2.0 * margin).max(step) < 0.0;
        }
        SurfaceSweep {
            hit,
            motion,
            enclosed,
        }
    }

    pub(crate) fn deforms(&self, collider: u32) -> bool {
        self.colliders[collider as usize].first_motion != 0
    }

    /// The largest displacement of any point of a deforming collider in the substep, m; 0 for a rigid shape.
    pub(crate) fn largest_motion(&self, collider: u32) -> f32 {
        if self.deforms(collider) {
            f32::from_bits(self.motions.largest[collider as usize])
        } else {
            0.0
        }
    }
}
