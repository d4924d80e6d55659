//! Contacts and attachments between particles and rigid bodies, which move both by their masses (docs/method.md §28).

mod attach;
mod color;
mod contacts;
mod impulses;
mod vertex_face;

pub(crate) use attach::{RigidAttachmentBuffers, RigidAttachments};
pub(crate) use contacts::{CoupleBuffers, Couples};
pub(crate) use impulses::{apply_impulses, sum_impulses};
pub(crate) use vertex_face::{VertexFaceBuffers, VertexFaces};
