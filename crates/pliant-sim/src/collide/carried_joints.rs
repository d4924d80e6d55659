//! Joints of skins that rigid bodies carry: a mesh that is skinned to simulated bodies follows them (docs/method.md §9).

use crate::error::Error;
use crate::memory::Maker;
use crate::rigid::{RigidBuffers, Rigids};
use glam::{DMat4, Mat4};
use pliant_passes::passes::particles;
use pliant_passes::types::{CarriedJoint, CarryParams};
use pliant_passes::{Buffer, Engine, Recording, bind};
use pliant_scene::{Scene, SkinJoint};

/// All joints that rigid bodies carry, themselves or by a node below them.
#[derive(Default)]
pub(crate) struct CarriedJoints {
    rows: Vec<CarriedJoint>,
    sources: Vec<Source>,
}

/// Where the matrix of a carried joint comes from.
struct Source {
    joint: SkinJoint,
    /// Node of the rigid body.
    carrier: usize,
    /// From the frame of that node to the body's frame.
    frame: DMat4,
}

/// What a substep needs to compute the matrices.
#[derive(Clone, Copy)]
pub(crate) struct Carrying {
    /// Number of the substep's set of matrices; set 0 is that of the frame's start.
    pub(crate) set: u32,
    /// Matrices per set.
    pub(crate) matrices: u32,
    /// Whether the bodies have reached the poses of the set.
    pub(crate) ended: bool,
}

impl CarriedJoints {
    /// Adds those joints of a skin that rigid bodies carry; `first_matrix`: index of the skin's first matrix in a set.
    pub(crate) fn add(
        &mut self,
        (scene, rigids): (&Scene, &Rigids),
        joints: &[SkinJoint],
        first_matrix: u32,
    ) {
        for (matrix, joint) in (first_matrix..).zip(joints) {
            let Some(body) = scene.rigid_above(joint.node) else {
                continue;
            };
            let (carrier, frame) = rigids.frame_in_node(body);
            self.rows.push(CarriedJoint {
                body: body as u32,
                matrix,
            });
            self.sources.push(Source {
                joint: *joint,
                carrier,
                frame,
            });
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    fn count(&self) -> u32 {
        self.rows.len() as u32
    }

    /// Columns of the matrices in the frames of the bodies, for given world matrices of all nodes as animations have them.
    pub(crate) fn columns<'a>(&'a self, world: &'a [Mat4]) -> impl Iterator<Item = [f32; 4]> + 'a {
        let matrix = |source: &Source| {
            let [carrier, joint] =
                [source.carrier, source.joint.node].map(|node| world[node].as_dmat4());
            let local = source.frame * carrier.inverse() * joint;
            (local * source.joint.inverse_bind.as_dmat4()).as_mat4()
        };
        let matrices = self.sources.iter().map(matrix);
        matrices.flat_map(|matrix| matrix.to_cols_array_2d())
    }

    /// Computes the matrices at the start of a substep and at its end.
    pub(crate) fn record(
        &self,
        record: &mut Recording,
        (own, matrices): (&CarriedJointBuffers, Buffer<[f32; 4]>),
        rigids: &RigidBuffers,
        carrying: Carrying,
    ) {
        let buffers = bind!(particles::CarryJoints {
            joints, locals from own; states, steps from rigids; matrices;
        });
        let Carrying {
            set,
            matrices,
            ended,
        } = carrying;
        let params = CarryParams {
            count: self.count(),
            first_matrix: set * matrices,
            // Set 0 has no other before it.
            matrices: if set == 0 { 0 } else { matrices },
            first_local: set * self.count(),
            locals: self.count(),
            ended: u32::from(ended),
        };
        record.pass(buffers, params, params.count);
    }
}

/// Buffers of joints that rigid bodies carry; a few bytes each where there are none.
pub(crate) struct CarriedJointBuffers {
    joints: Buffer<CarriedJoint>,
    /// Their matrices in the frames of the bodies at the frame's start and at each substep's end, four columns each.
    pub(crate) locals: Buffer<[f32; 4]>,
}

impl CarriedJointBuffers {
    /// `sets`: sets of matrices in a frame.
    pub(crate) fn new<E: Engine>(
        make: &mut Maker<'_, E>,
        joints: &CarriedJoints,
        sets: usize,
    ) -> Result<Self, Error> {
        Ok(Self {
            joints: make.filled("carried joints", &joints.rows)?,
            locals: make.upload("matrices of carried joints", 4 * sets * joints.rows.len())?,
        })
    }
}
