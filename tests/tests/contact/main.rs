//! Contacts: of particles with colliders, with each other, and of surfaces with themselves.

mod behaviour;
mod collider_edges;
mod contact_sweep;
mod deformable_contacts;
mod deforming;
mod intersections;
mod many_colliders;
mod mesh_colliders;
mod particle_contacts;
mod sliding;
mod tunnelling;
mod untangling;
