//! Structs of intersections that CPU and GPU share.

use crate::layout::{gpu_constants, gpu_struct};

gpu_constants! {
    /// Bit of a particle's word: it is adjacent to an intersection curve that becomes shorter.
    NEAR_INTERSECTION = 1;
    /// Bit of a particle's word: it was part of an intersection recently.
    LATELY = 2;
    /// From this value on, the word is 1 + the body that the particle has to leave.
    OUT_OF = 4;
    /// The particle has to leave several bodies.
    OUT_OF_ALL = 0x3FFF_FFFF;
    /// Multiple of the gap by which intersecting features move per second.
    INTERSECTION_SPEED = 20;
    /// Stride of entries in a particle's list: a power of two above the corners of an intersection.
    INTERSECTION_CORNERS = 8;
    /// Least sine of the angle between an edge and a triangle. A smaller one would send the edge far along the triangle.
    FLATTEST: f32 = 0.1;
}

gpu_struct! {
    /// An edge that passes through a triangle.
    struct Intersection {
        /// The ends of the edge: particles.
        edge: [u32; 2],
        /// The corners of the triangle: particles.
        triangle: [u32; 3],
        /// The corners opposite the edge in its triangles, or NONE.
        wings: [u32; 2],
        /// The end that has to return through the triangle, 0 or 1; NONE if the direction is the one that shortens the curve
        /// along which both surfaces intersect.
        back: u32,
    }

    /// An intersection constraint in a substep: C = (Σ weight x)·normal − wanted ≥ 0, x being displacements.
    struct Pull {
        /// Weights: 1 − along and along of the ends of the edge, −inside of the corners of the triangle.
        along: f32,
        /// Barycentric coordinates in the triangle; their sum is 1.
        inside: [f32; 3],
        /// Direction in which the edge has to move, world.
        normal: [f32; 3],
        /// Least displacement in this substep, m; 0 if the edge no longer intersects the triangle.
        wanted: f32,
        /// λ ≥ 0 of this substep.
        lambda: f32,
    }

    /// Push constants of the intersection passes.
    struct IntersectionParams {
        /// Number of particles.
        count: u32,
        /// 1 to change velocities, 0 to change displacements.
        velocities: u32,
    }
}
