//! CPU implementation of `shaders/rigid/blocks/surface_motion.glsl`.

use crate::cpu::lanes::{Vec3s, lanes};
use crate::cpu::rigid::blocks::block::Manifolds;
use crate::cpu::rigid::colors::Packet;
use crate::memory::Read;
use pliant_passes::types::{FEATURE_DEFORMING, SurfaceMotion};

/// Motions of the surfaces of deforming colliders by pair, in a pass with these features.
#[derive(Clone, Copy)]
pub(in crate::cpu::rigid) struct Surfaces<'a> {
    motions: Read<'a, SurfaceMotion>,
    features: u32,
    /// 1 for displacements; for velocities, 1 through the length of the substep, 1/s.
    rate: f32,
}

impl<'a> Surfaces<'a> {
    #[inline(always)]
    pub(in crate::cpu::rigid) fn of_displacements(
        motions: Read<'a, SurfaceMotion>,
        features: u32,
    ) -> Self {
        Self {
            motions,
            features,
            rate: 1.0,
        }
    }

    /// In a substep of `h` s.
    #[inline(always)]
    pub(in crate::cpu::rigid) fn of_velocities(
        motions: Read<'a, SurfaceMotion>,
        features: u32,
        h: f32,
    ) -> Self {
        Self {
            motions,
            features,
            rate: 1.0 / h,
        }
    }
}

impl Manifolds {
    /// Adds the motion of the second collider's surface relative to its body to the motion of that body, for each pair.
    #[inline(always)]
    pub(in crate::cpu::rigid) fn add_surface_motion(
        &mut self,
        packet: &Packet,
        surfaces: Surfaces<'_>,
    ) {
        if surfaces.features & FEATURE_DEFORMING == 0 {
            return;
        }
        let motions = packet.pairs.map(|pair| surfaces.motions[pair]);
        let across = |of: fn(&SurfaceMotion) -> [f32; 3]| {
            let axis = |axis: usize| lanes(|k| surfaces.rate * of(&motions[k])[axis]);
            Vec3s {
                x: axis(0),
                y: axis(1),
                z: axis(2),
            }
        };
        self.b.linear += across(|motion| motion.linear);
        self.b.angular += across(|motion| motion.angular);
    }
}
