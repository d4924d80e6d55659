//! Contacts and attachments between particles and rigid bodies, which move both by their masses (docs/method.md §28).

mod color;
mod impulses;
mod particle_contacts;
mod rigid_attachments;
mod vertex_face;

pub(crate) use impulses::{apply_impulses, sum_impulses};
pub(crate) use particle_contacts::{CoupleBuffers, Couples};
pub(crate) use rigid_attachments::{RigidAttachmentBuffers, RigidAttachments};
pub(crate) use vertex_face::{VertexFaceBuffers, VertexFaces};
