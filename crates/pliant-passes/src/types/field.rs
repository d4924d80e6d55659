//! Structs of gravity fields that CPU and GPU share.

use crate::layout::{gpu_constants, gpu_struct};

gpu_constants! {
    /// `Field::kind`: the same acceleration everywhere.
    FIELD_DIRECTIONAL = 0;
    /// Towards the nearest point of a shape; a sphere of radius 0 is a point.
    FIELD_NEAREST = 1;
    /// Towards a disc in the XZ plane of the source.
    FIELD_DISC = 2;
    /// Towards the rim of such a disc.
    FIELD_TORUS = 3;
    /// To a line through points.
    FIELD_LINE = 4;
    /// `Field::flags`: replaces the sum of earlier fields.
    FIELD_REPLACES = 1;
    /// Later fields are ignored.
    FIELD_STOPS = 2;
    /// Later fields and the gravity of the world are ignored.
    FIELD_STOPS_WORLD = 4;
    /// Limits a field that depends on distance: a body orbits its source by at most 1 rad in this number of substeps.
    FIELD_STEPS = 8;
}

gpu_struct! {
    /// A gravity field, which acts in a volume. Its shapes are zones: its source, then those of the volume.
    struct Field {
        /// FIELD_DIRECTIONAL … FIELD_LINE.
        kind: u32,
        /// FIELD_… bits.
        flags: u32,
        /// Acceleration, m/s²; negative is repulsive.
        gravity: f32,
        /// Distance from the source at which `gravity` applies, m; 0 if the field does not depend on distance.
        unit_distance: f32,
        /// FIELD_DIRECTIONAL: unit direction in the frame of the source.
        direction: [f32; 3],
        /// FIELD_DISC, FIELD_TORUS: radius of the circle, m.
        radius: f32,
        /// The zone of the source; all other values are in its frame.
        source: u32,
        /// Number of zones after the source, which make up the volume.
        volumes: u32,
        /// FIELD_LINE: index of its first point in the pool of line points.
        first_point: u32,
        /// FIELD_LINE: number of points.
        points: u32,
        /// The rigid body that the field is attached to and does not act on, or NONE.
        carrier: u32,
    }

    /// Push constants of `particles/predict_particles`.
    struct PredictParams {
        /// Number of particles.
        count: u32,
        /// Number of gravity fields.
        fields: u32,
        /// First pose of their zones at the start of this substep.
        first_zone: u32,
    }
}
