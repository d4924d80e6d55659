//! Host side of a scene: particles, constraints in solving order, and the host data of each subsystem.

use crate::build::built::{Built, build};
use crate::build::mass;
use crate::build::one_rings::OneRings;
use crate::build::pools::Pools;
use crate::build::vertices::Vertices;
use crate::collide::collider_tree::ColliderTree;
use crate::collide::collision_meshes::CollisionMeshes;
use crate::collide::deforming::DeformingMeshes;
use crate::collide::kinematic::Kinematics;
use crate::constraints::Constraints;
use crate::constraints::attachment_slots::attachment_slots;
use crate::constraints::attachments::attachments;
use crate::constraints::balloons::Balloons;
use crate::constraints::constraint_lists::{ATTACHMENTS, ConstraintList};
use crate::constraints::watch::Watches;
use crate::contact::{DeformableContacts, search_distances};
use crate::couple::{Couples, RigidAttachments, VertexFaces};
use crate::error::Error;
use crate::fluid::Fluids;
use crate::particles::fields::Fields;
use crate::rigid::Rigids;
use crate::settings::Settings;
use crate::tearing::tears::Tears;
use crate::world::contact_slots;
use pliant_passes::types::{
    ColliderCornerParams, FEATURE_DEFORMING, FEATURE_JACOBI, FEATURE_MESHES,
};
use pliant_passes::{Engine, Variant};
use pliant_scene::{Scene, Solver};

/// Host data of a scene and its settings, from which the buffers are made: one entry for each subsystem.
pub(crate) struct Model {
    pub(crate) pools: Pools,
    pub(crate) built: Built,
    pub(crate) masses: Vec<f32>,
    pub(crate) inverse_masses: Vec<f32>,
    pub(crate) constraints: Constraints,
    pub(crate) one_rings: OneRings,
    pub(crate) balloons: Balloons,
    pub(crate) vertices: Vertices,
    pub(crate) kinematics: Kinematics,
    pub(crate) deforming: DeformingMeshes,
    pub(crate) watches: Watches,
    pub(crate) tears: Tears,
    pub(crate) deformable_contacts: DeformableContacts,
    pub(crate) fluids: Fluids,
    pub(crate) rigids: Rigids,
    pub(crate) couples: Couples,
    pub(crate) rigid_attachments: RigidAttachments,
    pub(crate) vertex_faces: VertexFaces,
    pub(crate) fields: Fields,
    pub(crate) collider_tree: ColliderTree,
    /// Variant of the passes that compute distances to colliders: with or without meshes.
    pub(crate) collision_meshes: Variant,
    /// Number of colliders, including the convex pieces of meshes.
    pub(crate) solids: u32,
    /// Number of colliders of the scene, without pieces.
    pub(crate) colliders: u32,
    /// Contact slots of each particle.
    pub(crate) contact_slots: u32,
    /// Number of bodies where one of them has velocity damping, else 0.
    pub(crate) damped_bodies: u32,
    /// Whether a program gives external forces.
    pub(crate) forced: bool,
}

impl Model {
    /// `masses` replaces the scene's masses of all particles, kg.
    pub(crate) fn new<E: Engine>(
        scene: &Scene,
        (settings, collision_meshes): (&Settings, &CollisionMeshes),
        engine: &mut E,
        masses: Option<Vec<f32>>,
    ) -> Result<Self, Error> {
        let pools = Pools::new(scene);
        let mut built = build(&pools, engine)?;
        built.add_elements(scene, &pools);
        let mut kinematics = Kinematics::new(scene, &pools);
        let rigids = Rigids::new(scene, settings);
        let deforming = deforming((scene, &rigids), &pools, collision_meshes, &mut kinematics);
        built.attachments =
            attachments(scene, &pools, &built.positions, &mut kinematics, &deforming);
        let couples = Couples::new(scene, &rigids, pools.particles(), mesh_variant(scene));
        let mut fluids = Fluids::new(
            scene,
            settings,
            &pools,
            &built,
            (mesh_variant(scene), &couples),
        );
        fluids.choose_lanes(engine.lanes());
        let distances = search_distances(scene, &pools, &built.rests, fluids.radius);
        let masses = masses.unwrap_or_else(|| mass::masses(scene, &pools, &built));
        let inverse_masses = mass::inverse_masses(scene, &pools, &masses);
        let mut constraints = Constraints::new(scene, settings, engine, &built, &inverse_masses)?;
        let mut balloons = Balloons::new(scene, &pools, &built.rests, constraints.corner_count());
        let mut watches = constraints.watches(scene, &pools, settings, &mut balloons);
        let rigid_attachments =
            RigidAttachments::new(scene, &pools, &built.positions, balloons.end());
        let attachments = (&mut constraints.lists[..], &rigid_attachments);
        let followed = (&kinematics, &deforming);
        let deformable_contacts =
            DeformableContacts::new(scene, collision_meshes, (&pools, &built));
        let edges = &deformable_contacts.collider_edges;
        watch_attachments(scene, (&pools, followed), attachments, &mut watches);
        Ok(Self {
            watches,
            couples,
            rigid_attachments,
            vertex_faces: VertexFaces::new(scene, (&pools, &built.rests), (&rigids, edges)),
            fields: Fields::new(scene, collision_meshes),
            collider_tree: ColliderTree::new(scene, rigids.boxes(scene, settings), distances),
            collision_meshes: mesh_variant(scene),
            one_rings: OneRings::new(scene, &pools, settings.wind.is_some()),
            balloons,
            vertices: Vertices::new(scene, &pools, &deforming),
            kinematics,
            deforming,
            tears: Tears::new(scene, &pools, &built.rests),
            deformable_contacts,
            fluids,
            rigids,
            solids: scene.solids().count() as u32,
            colliders: scene.colliders.len() as u32,
            contact_slots: contact_slots(scene),
            damped_bodies: damped_bodies(scene),
            forced: false,
            constraints,
            pools,
            built,
            masses,
            inverse_masses,
        })
    }

    pub(crate) fn particles(&self) -> u32 {
        self.pools.particles()
    }

    /// How the corners of colliders move in a substep.
    pub(crate) fn corners(
        &self,
        settings: &Settings,
        substep: u32,
    ) -> (ColliderCornerParams, Variant) {
        let params = ColliderCornerParams {
            count: self.deformable_contacts.collider_edges.corners.len() as u32,
            first_corner: self.particles(),
            first_pose: self.kinematics.first_pose(substep),
            colliders: self.solids,
            h: settings.h() as f32,
        };
        let mut variant = self.collision_meshes;
        if settings.solver == Solver::Jacobi {
            variant.features |= FEATURE_JACOBI;
        }
        (params, variant)
    }

    /// Slots for corrections: of every corner if `all`, else only where some are read out; 0 where nothing needs them.
    pub(crate) fn corrections(&self, all: bool) -> usize {
        let rigid = self.rigid_attachments.count();
        if all
            || rigid > 0
            || self.balloons.watched
            || self.constraints.lists.iter().any(|f| f.watched)
        {
            self.balloons.end() as usize + rigid
        } else {
            0
        }
    }

    /// Whether each body has pins, and whether it has constraints.
    pub(crate) fn pinned(&self, scene: &Scene) -> Vec<(bool, bool)> {
        let mut constrained = vec![false; scene.bodies.len()];
        let of = |particle: u32| self.pools.body_of[particle as usize] as usize;
        let links = self.constraints.links.iter().map(|l| of(l.a));
        links
            .chain(
                self.constraints
                    .lists
                    .iter()
                    .flat_map(|f| f.corners().map(|(p, _)| of(p))),
            )
            .for_each(|body| constrained[body] = true);
        let pins = scene.bodies.iter().map(|body| !body.pinned.is_empty());
        pins.zip(constrained).collect()
    }
}

/// The meshes that deform; pins that follow them are added to the others.
fn deforming(
    (scene, rigids): (&Scene, &Rigids),
    pools: &Pools,
    collision_meshes: &CollisionMeshes,
    kinematics: &mut Kinematics,
) -> DeformingMeshes {
    let of = (scene, rigids);
    let all = DeformingMeshes::new(of, pools.vertices(), collision_meshes, kinematics);
    kinematics.pins.extend(all.pins(scene, pools));
    all
}

/// Adds the forces of attachments to what is read out.
fn watch_attachments(
    scene: &Scene,
    (pools, followed): (&Pools, (&Kinematics, &DeformingMeshes)),
    (lists, rigid): (&mut [ConstraintList], &RigidAttachments),
    watches: &mut Watches,
) {
    let attachments = lists.iter_mut().find(|f| *f.kind == ATTACHMENTS);
    watches.add_attachments(
        scene,
        attachment_slots(scene, pools, followed, (attachments.as_deref(), rigid)),
    );
    attachments.into_iter().for_each(|list| list.watched = true);
}

/// Number of bodies where one of them has velocity damping, else 0.
fn damped_bodies(scene: &Scene) -> u32 {
    let any = scene.bodies.iter().any(|b| b.keys.velocity_damping > 0.0);
    if any { scene.bodies.len() as u32 } else { 0 }
}

/// Variant of the passes that compute distances to colliders: without meshes where the scene has none.
fn mesh_variant(scene: &Scene) -> Variant {
    let mut variant = Variant::default();
    let is_mesh = |c: &pliant_scene::Collider| matches!(c.shape, pliant_scene::Shape::Mesh { .. });
    if scene.colliders.iter().any(is_mesh) {
        variant.features = FEATURE_MESHES;
    }
    if scene.colliders.iter().any(|c| c.deforms) {
        variant.features |= FEATURE_DEFORMING;
    }
    variant
}
