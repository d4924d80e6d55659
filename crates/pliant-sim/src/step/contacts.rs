//! Contacts of particles: the passes that find them once a substep, and those that solve them in each iteration.

use super::recorder::{Iteration, Step};
use pliant_passes::bind;
use pliant_passes::passes::collide;

impl Step<'_> {
    /// Computes the boxes in which colliders stay during the frame.
    pub(super) fn bound_colliders(&mut self) {
        self.rigids(0).begin_frame(&mut self.record);
        let sets = self.model.kinematics.pose_sets(self.settings);
        let (colliders, rigids) = (&self.b.colliders, &self.b.rigids);
        let leaves = bind!(collide::BoundColliders {
            parts, order, deforming_boxes, nodes from colliders.tree;
            states, motion_bounds from rigids; poses from colliders;
            colliders = colliders.shapes;
        });
        let tree = &self.model.collider_tree;
        tree.record(&mut self.record, leaves, sets);
    }

    /// Finds the pairs of colliders of rigid bodies that may collide during the frame.
    pub(super) fn find_rigid_pairs(&mut self) {
        self.rigids(0).find_pairs(&mut self.record);
    }

    /// Finds contacts between the surfaces of deformable bodies, and with sharp edges of colliders.
    pub(super) fn find_deformable_contacts(&mut self, substep: u32) {
        let passes = (self.b.world(), &self.b.deformable_contacts);
        let contacts = &self.model.deformable_contacts;
        if substep == 0 || contacts.collider_edges.moving {
            let corners = self.model.corners(self.settings, substep);
            contacts.move_collider_corners(&mut self.record, passes, corners);
        }
        contacts.detect(&mut self.record, passes);
    }

    /// Finds contacts between particles and colliders.
    pub(super) fn find_collider_contacts(&mut self, substep: u32) {
        if self.model.solids == 0 {
            return;
        }
        let b = self.b;
        let buffers = bind!(collide::FindColliderContacts {
            frame, status from b;
            bodies, body_of, position, displacement from b.particles;
            face_motions, largest_motions, contacts, clearances from b.colliders;
            order, nodes, search_distances from b.colliders.tree;
            surroundings = b.colliders.surroundings();
        });
        let params = self.contact_params(substep);
        let variant = self.model.collision_meshes;
        self.record
            .pass_variant(buffers, params, params.count, variant);
    }

    /// Finds the neighbours of each fluid particle: other fluid particles, and sample points of colliders.
    pub(super) fn find_fluid_neighbours(&mut self, substep: u32) {
        let b = self.b;
        let passes = (b.world(), &b.fluids, &b.rigids);
        let params = self.contact_params(substep);
        let fluids = &self.model.fluids;
        fluids.find_neighbours(&mut self.record, passes, params);
    }

    /// Solves contacts between particles and rigid bodies that move freely.
    pub(super) fn solve_particle_contacts(&mut self, iteration: Iteration) {
        let b = self.b;
        let params = self.contact_params(iteration.substep);
        let couples = &self.model.couples;
        if couples.any() {
            let rigids = self.rigids(iteration.substep);
            rigids.pose(&mut self.record);
        }
        let passes = (b.world(), &b.couples, &b.rigids);
        let attached = b.rigid_attachments.attached_bodies;
        couples.solve(
            &mut self.record,
            (passes, attached),
            (
                params.activation(iteration.is_first()),
                params.solve(iteration.is_jacobi()),
            ),
            iteration.iterate,
        );
    }

    /// Solves contacts of vertices and edges of colliders with triangles that are large compared with the collider.
    pub(super) fn solve_vertex_faces(&mut self, iteration: Iteration) {
        let b = self.b;
        let params = self.contact_params(iteration.substep);
        let passes = (b.world(), &b.vertex_faces, &b.rigids);
        let variant = (params.first_pose, iteration.features);
        let vertex_faces = &self.model.vertex_faces;
        vertex_faces.solve(&mut self.record, passes, variant, iteration.iterate);
    }

    /// Solves contacts between particles and colliders of infinite mass: static ones, and animated ones.
    pub(super) fn solve_collider_contacts(&mut self, iteration: Iteration) {
        if self.model.solids == 0 {
            return;
        }
        let b = self.b;
        let buffers = bind!(collide::SolveColliderContacts {
            frame from b; bodies, body_of, velocity, position from b.particles;
            face_motions, largest_motions, contacts, clearances, surface_motions from b.colliders;
            displacement, displacement_before, current_position from iteration.iterate;
            surroundings = b.colliders.surroundings();
        });
        let params = self
            .contact_params(iteration.substep)
            .solve(iteration.is_jacobi());
        let variant = self.model.collision_meshes;
        self.record
            .pass_variant(buffers, params, params.count, variant);
    }
}
