//! Structs of what has gone through each other that host and GPU share.

use crate::layout::{gpu_constants, gpu_struct};

gpu_constants! {
    /// Bit of a particle's word: it is next to a line that becomes shorter.
    NEAR_INTERSECTION = 1;
    /// Bit of a particle's word: it was part of a tangle lately.
    LATELY = 2;
    /// From here on the word is 1 + a body, where the particle has to come back out of that body.
    OUT_OF = 4;
    /// The same of several bodies.
    OUT_OF_ALL = 0x3FFF_FFFF;
    /// Of the gap that they keep: how far tangles are drawn in a second.
    INTERSECTION_SPEED = 20;
    /// Entries of a particle's list: a power of two above the corners of a crossing.
    INTERSECTION_CORNERS = 8;
    /// Least sine of the angle between an edge and a triangle. A smaller one would send the edge far along the triangle.
    FLATTEST: f32 = 0.1;
}

gpu_struct! {
    /// An edge that goes through a triangle.
    struct Intersection {
        /// The ends of the edge: particles.
        edge: [u32; 2],
        /// The corners of the triangle: particles.
        triangle: [u32; 3],
        /// Of the triangles at the edge the corners across it, or NONE.
        wings: [u32; 2],
        /// Which end has to come back through the triangle, 0 or 1; NONE where the way is the one that shortens the line
        /// along which both surfaces meet.
        back: u32,
    }

    /// What an edge through a triangle is drawn by in a substep: C = (Σ weight x)·normal − wanted ≥ 0, x being displacements.
    struct Pull {
        /// Of the edge's ends 1 − along and along, of the triangle's corners −inside.
        along: f32,
        /// Their sum is 1.
        inside: [f32; 3],
        /// Which way the edge has to go, world.
        normal: [f32; 3],
        /// How far it is to go in this substep at least, m; 0 where it does not go through the triangle now.
        wanted: f32,
        /// λ ≥ 0 of this substep.
        lambda: f32,
    }

    /// Push constants of the passes of what has gone through each other.
    struct IntersectionParams {
        /// Particles. `intersection/find_intersections`: how many times two elements near each other there is room for.
        count: u32,
        /// Edges through triangles that there is room for.
        capacity: u32,
    }
}
