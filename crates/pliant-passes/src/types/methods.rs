//! Methods of the shared structs for code on the CPU.

use super::{
    Bounds, Collider, ColliderContactParams, ContactActivationParams, ContactSolveParams,
    ContactVelocityParams, MESH, Pose, RIGID_SLEEPS, Rigid, RigidStep,
};
use glam::{Mat3, Quat, Vec3};

impl Pose {
    /// Transforms a position to the frame of the collider.
    #[inline]
    pub fn to_local(self, x: Vec3) -> Vec3 {
        self.turn_back(x - Vec3::from(self.translation))
    }

    /// Transforms a position to the frame of the collider at this pose, in units of its scale at `now`.
    #[inline]
    pub fn to_local_then(self, now: Self, x: Vec3) -> Vec3 {
        self.to_local(x) * (Vec3::from(now.scale) / Vec3::from(self.scale))
    }

    /// Displacement from this pose to `now` of the collider's point that is at x at `now`.
    #[inline]
    pub fn carried(self, now: Self, x: Vec3) -> Vec3 {
        let local = now.to_local(x);
        let before = local * (Vec3::from(self.scale) / Vec3::from(now.scale));
        let rotated = now.turn(local) - self.turn(before);
        Vec3::from(now.translation) - Vec3::from(self.translation) + rotated
    }

    /// Rotates a world direction to the frame of the collider.
    #[must_use]
    #[inline]
    pub fn turn_back(self, direction: Vec3) -> Vec3 {
        Quat::from_array(self.rotation).conjugate() * direction
    }

    /// Rotates a direction from the frame of the collider to the world.
    #[must_use]
    #[inline]
    pub fn turn(self, direction: Vec3) -> Vec3 {
        Quat::from_array(self.rotation) * direction
    }
}

impl ColliderContactParams {
    /// Those of `couple/activate_particle_contacts`.
    #[must_use]
    #[inline]
    pub fn activation(self, begins: bool) -> ContactActivationParams {
        ContactActivationParams {
            count: self.count,
            slots: self.slots,
            colliders: self.colliders,
            first_pose: self.first_pose,
            begins: u32::from(begins),
        }
    }

    /// Those of the passes that solve contacts.
    #[must_use]
    #[inline]
    pub fn solve(self, momentum: bool) -> ContactSolveParams {
        ContactSolveParams {
            count: self.count,
            slots: self.slots,
            colliders: self.colliders,
            first_pose: self.first_pose,
            momentum: u32::from(momentum),
        }
    }

    /// Those of the passes that change velocities.
    #[must_use]
    #[inline]
    pub fn velocities(self, counts_contacts: bool) -> ContactVelocityParams {
        ContactVelocityParams {
            count: self.count,
            slots: self.slots,
            colliders: self.colliders,
            first_pose: self.first_pose,
            counts_contacts: u32::from(counts_contacts),
        }
    }
}

impl Bounds {
    /// The empty box.
    pub const NOTHING: Self = Self {
        low: [f32::INFINITY; 3],
        high: [f32::NEG_INFINITY; 3],
    };

    /// The bounding box of points, m.
    pub fn around(points: impl IntoIterator<Item = Vec3>) -> Self {
        let boxes = points.into_iter().map(|p| Self {
            low: p.to_array(),
            high: p.to_array(),
        });
        boxes.fold(Self::NOTHING, Self::join)
    }

    /// The bounding box of two boxes.
    #[must_use]
    #[inline]
    pub fn join(self, other: Self) -> Self {
        Self {
            low: Vec3::from(self.low).min(other.low.into()).to_array(),
            high: Vec3::from(self.high).max(other.high.into()).to_array(),
        }
    }

    /// Whether two boxes overlap.
    #[must_use]
    #[inline]
    pub fn overlaps(self, other: Self) -> bool {
        let below = |a: [f32; 3], b: [f32; 3]| Vec3::from(a).cmple(b.into()).all();
        below(self.low, other.high) && below(other.low, self.high)
    }

    /// Squared distance from a point to the box, m².
    #[must_use]
    #[inline]
    pub fn distance_squared(self, p: Vec3) -> f32 {
        let away = (Vec3::from(self.low) - p).max(p - Vec3::from(self.high));
        away.max(Vec3::ZERO).length_squared()
    }
}

impl Collider {
    /// The collider with the size at a pose: a mesh takes its scale from the pose.
    #[must_use]
    #[inline]
    pub fn posed(self, pose: &Pose) -> Self {
        let size = if self.shape == MESH {
            pose.scale
        } else {
            self.size
        };
        Self { size, ..self }
    }
}

impl RigidStep {
    /// The inverse inertia tensor in world space.
    pub fn inverse_inertia(&self) -> Mat3 {
        let (d, o) = (self.diagonal, self.off_diagonal);
        Mat3::from_cols_array(&[d[0], o[2], o[1], o[2], d[1], o[0], o[1], o[0], d[2]])
    }
}

impl Rigid {
    /// Whether it can translate or rotate.
    #[must_use]
    #[inline]
    pub fn is_free(&self) -> bool {
        self.inverse_mass > 0.0 || self.turns()
    }

    /// Whether it sleeps.
    #[must_use]
    #[inline]
    pub fn sleeps(&self) -> bool {
        self.activity == RIGID_SLEEPS
    }

    /// Whether it can rotate.
    #[must_use]
    #[inline]
    pub fn turns(&self) -> bool {
        self.inverse_inertia != [0.0; 3]
    }

    /// The angular velocity of an angular momentum.
    pub fn spin(&self, rotation: Quat, momentum: Vec3) -> Vec3 {
        if self.turns() {
            rotation * (Vec3::from(self.inverse_inertia) * (rotation.conjugate() * momentum))
        } else {
            momentum
        }
    }
}
