//! Structs of gravity fields that host and GPU share.

use crate::layout::{gpu_constants, gpu_struct};

gpu_constants! {
    /// `Field::kind`: the same everywhere.
    FIELD_DIRECTIONAL = 0;
    /// To the nearest point of a shape; of a ball without size, to a point.
    FIELD_NEAREST = 1;
    /// To a filled circle in the source's XZ plane.
    FIELD_DISC = 2;
    /// To the edge of such a circle.
    FIELD_TORUS = 3;
    /// To a line through points.
    FIELD_LINE = 4;
    /// `Field::flags`: what fields before it gave is dropped.
    FIELD_REPLACES = 1;
    /// Fields behind it do not count.
    FIELD_STOPS = 2;
    /// Nor does the world's gravity.
    FIELD_STOPS_WORLD = 4;
    /// Where strength falls with distance it is at most what turns a body about its source by 1 rad in so many substeps.
    FIELD_STEPS = 8;
}

gpu_struct! {
    /// A volume with a gravity of its own. Its shapes are zones: its source, then those of the volume.
    struct Field {
        /// FIELD_DIRECTIONAL … FIELD_LINE.
        kind: u32,
        /// FIELD_… bits.
        flags: u32,
        /// m/s²; away where it is negative.
        gravity: f32,
        /// How far from what it pulls to it is that strong, m; 0 where distance does not count.
        unit_distance: f32,
        /// FIELD_DIRECTIONAL: which way, in the source's frame, of unit length.
        direction: [f32; 3],
        /// Of a circle, m.
        radius: f32,
        /// The zone of what it pulls to, in whose frame all else is.
        source: u32,
        /// How many zones behind it are the volume.
        volumes: u32,
        /// FIELD_LINE: its first place among the points of lines.
        first_point: u32,
        /// How many.
        points: u32,
        /// The rigid body that carries it, which it does not pull, or NONE.
        carrier: u32,
    }

    /// Push constants of `particles/predict_particles`.
    struct PredictParams {
        /// How many particles.
        count: u32,
        /// How many gravity fields.
        fields: u32,
        /// First pose of their zones at this substep's start.
        first_zone: u32,
    }
}
