//! Structs of meshes that deform by skins and morph targets.

use crate::layout::{gpu_constants, gpu_struct};

gpu_constants! {
    /// Sine of half of the least angle by which two faces are bent if rigid bodies are tested against their edge.
    LEAST_BEND: f32 = 1e-4;
    /// Fraction of the spread of contact points that is added about all axes where a rotation is fitted to them: points on a line do not
    /// determine the rotation about it, which becomes 0.
    FIT_REGULARIZATION: f32 = 1e-4;
}

gpu_struct! {
    /// A vertex of a deforming mesh.
    struct DeformingVertex {
        /// Position before it deforms, m.
        position: [f32; 3],
        /// Index of the first matrix that blends it.
        first_influence: u32,
        /// End of these.
        last_influence: u32,
        /// Index of the first morph target that moves it.
        first_delta: u32,
        /// End of these.
        last_delta: u32,
    }

    /// A matrix that blends the position of a vertex.
    struct Influence {
        /// Its index in a substep's matrices.
        matrix: u32,
        /// Its weight; those of a vertex sum to 1.
        weight: f32,
    }

    /// Displacement of a vertex by a morph target.
    struct MorphDelta {
        /// Index of its weight in a substep's weights.
        target: u32,
        /// At weight 1, m.
        displacement: [f32; 3],
    }

    /// A face of a deforming collider.
    struct DeformingFace {
        /// Its corners, counter-clockwise seen from outside.
        corners: [u32; 3],
        /// Its index in the pool of faces.
        face: u32,
        /// Its box in the pool of boxes.
        node: u32,
        /// Its collider.
        collider: u32,
        /// Features at a boundary, which have no normal: bits 0 to 2 for corners, 3 to 5 for the edges from these to the next.
        open: u32,
        /// Features that may be tested from this face, as bits of `Face::tested`. Faces share features, and each is tested from one face.
        owned: u32,
        /// 1 where the mesh has no inside, so that bodies touch it from both sides.
        two_sided: u32,
    }

    /// A corner that faces of a deforming collider share.
    struct DeformingCorner {
        /// Its vertex among those that are drawn.
        vertex: u32,
        /// Index of the first face around it.
        first: u32,
        /// End of these.
        last: u32,
    }

    /// Displacements of a deforming face in a substep, m.
    struct FaceMotion {
        /// Of its first corner.
        a: [f32; 3],
        /// Of the next.
        b: [f32; 3],
        /// Of the last one.
        c: [f32; 3],
    }

    /// How the surface of a deforming collider moves in a substep at the contact points of a pair, as if it were rigid there.
    struct SurfaceMotion {
        /// Displacement at the centre of the collider's body, m.
        linear: [f32; 3],
        /// Rotation, radians.
        angular: [f32; 3],
    }

    /// A joint that a rigid body carries.
    struct CarriedJoint {
        /// The rigid body.
        body: u32,
        /// The joint's index in a substep's matrices.
        matrix: u32,
    }

    /// Push constants of `particles/carry_joints`.
    struct CarryParams {
        /// Number of joints that rigid bodies carry.
        count: u32,
        /// First matrix of this substep.
        first_matrix: u32,
        /// Matrices per substep; those before them are of the previous substep.
        matrices: u32,
        /// First of their matrices in the frames of their bodies, of this substep.
        first_local: u32,
        /// Such matrices per substep.
        locals: u32,
        /// 1 where the substep is over, so that the bodies are where their states say.
        ended: u32,
    }

    /// Push constants of `particles/deform_vertices`.
    struct DeformParams {
        /// Number of vertices.
        count: u32,
        /// Index of the first one among all drawn vertices.
        first_vertex: u32,
        /// First matrix of this substep.
        first_matrix: u32,
        /// Matrices per substep; those before them are of the previous substep.
        matrices: u32,
        /// First morph weight of this substep.
        first_weight: u32,
        /// Morph weights per substep.
        weights: u32,
    }

    /// Push constants of `collide/deform_faces`.
    struct DeformFacesParams {
        /// Number of faces.
        count: u32,
        /// Index of the first deforming vertex among all drawn vertices.
        first_vertex: u32,
    }
}
