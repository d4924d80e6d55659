//! The parts that a simulation is assembled from, made in order: particles, constraints, colours or slots, and what
//! is drawn and watched.

use crate::attach::{attachments, ties};
use crate::balloons::Balloons;
use crate::build::{Built, build};
use crate::collision_meshes::CollisionMeshes;
use crate::color::Coloring;
use crate::contact::DeformableContacts;
use crate::couple::{Couples, Pokes, RigidAttachments};
use crate::families::{ATTACHMENTS, Family, corner_lists, families, features_of};
use crate::fields::Fields;
use crate::fluid::Fluids;
use crate::kinematic::Kinematics;
use crate::links::{Slotted, color_links, free_links};
use crate::one_rings::OneRings;
use crate::pools::Pools;
use crate::rigid::Rigids;
use crate::state::{Plan, contact_slots};
use crate::step::Shape;
use crate::tear::Tears;
use crate::vertices::Vertices;
use crate::watch::Watches;
use crate::{Error, Settings, mass, material};
use pliant_passes::types::{
    FEATURE_CORNERS, FEATURE_MESHES, FEATURE_ONE_ITERATION, Link, Material,
};
use pliant_passes::{Engine, Variant};
use pliant_scene::{Scene, Solver};

/// Everything that a scene's geometry and settings amount to, on the host.
pub(crate) struct Parts {
    pub(crate) pools: Pools,
    pub(crate) built: Built,
    pub(crate) masses: Vec<f32>,
    pub(crate) inverse_masses: Vec<f32>,
    /// Distance links in the device's order.
    pub(crate) links: Vec<Link>,
    /// Of links; empty with Jacobi.
    pub(crate) colors: Coloring,
    /// Other constraints, kind by kind.
    pub(crate) families: Vec<Family>,
    pub(crate) one_rings: OneRings,
    /// Of passes that find distances to colliders.
    collision_meshes: Variant,
    pub(crate) balloons: Balloons,
    /// Jacobi: start of each particle's corners among the families, and the places of their pushes.
    corners: [Vec<u32>; 2],
    /// Colour ranges of links and of all families, one after the other.
    ranges: Vec<[u32; 3]>,
    /// Empty with Gauss-Seidel.
    pub(crate) slotted: Slotted,
    vertices: Vertices,
    pub(crate) kinematics: Kinematics,
    pub(crate) watches: Watches,
    pub(crate) tears: Tears,
    pub(crate) deformable_contacts: DeformableContacts,
    pub(crate) fluids: Fluids,
    pub(crate) rigids: Rigids,
    pub(crate) couples: Couples,
    pub(crate) rigid_attachments: RigidAttachments,
    pub(crate) pokes: Pokes,
    pub(crate) fields: Fields,
    /// The material pool.
    materials: Vec<Material>,
    /// With pieces of them.
    colliders: u32,
    /// Without.
    met: u32,
    /// Contact slots a particle.
    slots: u32,
    /// Bodies, where one of them has velocity damping, else 0.
    damped: u32,
}

impl Parts {
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
        built.attachments = attachments(scene, &pools, &built.positions, &mut kinematics);
        let rigids = Rigids::new(scene, settings);
        let couples = Couples::new(scene, &rigids, pools.particles(), meshes(scene));
        let mut fluids = Fluids::new(scene, settings, &pools, &built, (meshes(scene), &couples));
        fluids.share(engine.lanes());
        let masses = masses.unwrap_or_else(|| mass::masses(scene, &pools, &built));
        let inverse_masses = mass::inverse_masses(scene, &pools, &masses);
        let mut links = free_links(&built, &inverse_masses);
        let mut families = families(scene, &built, &inverse_masses);
        let pushes = families.iter().map(Family::corner_count).sum();
        let mut balloons = Balloons::new(scene, &pools, &built.rests, pushes);
        let rows = (&mut links, &mut families[..]);
        let ordered = Ordered::new(settings, engine, &built, &inverse_masses, rows)?;
        let (colors, slotted, corners) = (ordered.colors, ordered.slotted, ordered.corners);
        let ranges = ranges(&colors, &mut families);
        let lambda_of = |link: usize, end: usize| match slotted.slots_of.get(link) {
            Some(slots) => slots[end],
            None => link as u32,
        };
        let rows = (&mut families[..], &mut balloons);
        let mut watches = Watches::new(scene, &pools, settings, &links, rows, lambda_of);
        let held = RigidAttachments::new(scene, &pools, &built.positions, balloons.end());
        let tied = (&mut families[..], &held);
        tie(scene, (&pools, &kinematics), tied, &mut watches);
        Ok(Self {
            watches,
            couples,
            rigid_attachments: held,
            pokes: Pokes::new(scene, &pools, &built.rests, &rigids),
            fields: Fields::new(scene, collision_meshes),
            collision_meshes: meshes(scene),
            one_rings: OneRings::new(scene, &pools, settings.wind.is_some()),
            balloons,
            vertices: Vertices::new(scene, &pools),
            kinematics,
            tears: Tears::new(scene, &pools, &built.rests),
            deformable_contacts: DeformableContacts::new(scene, &pools, &built),
            fluids,
            rigids,
            materials: material::materials(scene, settings),
            colliders: scene.solids().count() as u32,
            met: scene.colliders.len() as u32,
            slots: contact_slots(scene),
            damped: damped(scene),
            ranges,
            pools,
            built,
            masses,
            inverse_masses,
            links,
            colors,
            families,
            corners,
            slotted,
        })
    }

    /// What the buffers are filled with.
    pub(crate) fn plan<'a>(
        &'a self,
        scene: &'a Scene,
        settings: &'a Settings,
        collision_meshes: &'a CollisionMeshes,
    ) -> Plan<'a> {
        Plan {
            scene,
            settings,
            body_of: &self.pools.body_of,
            first_particles: &self.pools.first_particle,
            links: &self.links,
            families: &self.families,
            one_rings: &self.one_rings,
            balloons: &self.balloons,
            corners: &self.corners,
            ranges: &self.ranges,
            slotted: &self.slotted,
            vertices: &self.vertices,
            kinematics: &self.kinematics,
            collision_meshes,
            watches: &self.watches,
            edges: &self.tears.edges,
            deformable_contacts: &self.deformable_contacts,
            fluids: &self.fluids,
            rigids: &self.rigids,
            couples: &self.couples,
            rigid_attachments: &self.rigid_attachments,
            pokes: &self.pokes,
            fields: &self.fields,
        }
    }

    /// What the recordings depend on.
    pub(crate) fn shape<'a>(&'a self, settings: &'a Settings, subgroup: u32) -> Shape<'a> {
        Shape {
            settings,
            kinematics: &self.kinematics,
            particles: self.pools.particles(),
            colliders: self.colliders,
            met: self.met,
            slots: self.slots,
            damped: self.damped,
            windy: settings.wind.is_some() && !self.one_rings.one_ring.is_empty(),
            watches: self.watches.watches.len() as u32,
            edges: self.tears.edges.len() as u32,
            vertices: self.pools.vertices(),
            shaded: self.vertices.ranges.len() as u32,
            riders: self.vertices.riders.len() as u32,
            tangents: !self.vertices.texcoords.is_empty(),
            link_colors: &self.colors,
            link_features: self.link_features(settings),
            families: self
                .families
                .iter()
                .map(|family| (family, family.features(&self.materials)))
                .collect(),
            balloons: &self.balloons,
            deformable_contacts: &self.deformable_contacts,
            fluids: &self.fluids,
            rigids: &self.rigids,
            couples: &self.couples,
            rigid_attachments: &self.rigid_attachments,
            pokes: &self.pokes,
            fields: &self.fields,
            collision_meshes: self.collision_meshes,
            lanes: lanes(subgroup, &self.slotted, self.pools.particles()),
        }
    }

    fn link_features(&self, settings: &Settings) -> u32 {
        let bit = |on: bool, feature: u32| if on { feature } else { 0 };
        bit(settings.iterations == 1, FEATURE_ONE_ITERATION)
            | bit(!self.families.is_empty(), FEATURE_CORNERS)
            | features_of(self.links.iter().map(|l| l.material), &self.materials)
    }

    /// Whether each body has pins, and whether it has constraints.
    pub(crate) fn pinned(&self, scene: &Scene) -> Vec<(bool, bool)> {
        let mut held = vec![false; scene.bodies.len()];
        let of = |particle: u32| self.pools.body_of[particle as usize] as usize;
        let links = self.links.iter().map(|l| of(l.a));
        links
            .chain(
                self.families
                    .iter()
                    .flat_map(|f| f.corners().map(|(p, _)| of(p))),
            )
            .for_each(|body| held[body] = true);
        let pins = scene.bodies.iter().map(|body| !body.pinned.is_empty());
        pins.zip(held).collect()
    }
}

/// How a solver goes over links and families: colours, or slots and corners of particles.
#[derive(Default)]
struct Ordered {
    colors: Coloring,
    slotted: Slotted,
    corners: [Vec<u32>; 2],
}

impl Ordered {
    fn new<E: Engine>(
        settings: &Settings,
        engine: &mut E,
        built: &Built,
        inverse_masses: &[f32],
        (links, families): (&mut Vec<Link>, &mut [Family]),
    ) -> Result<Self, Error> {
        match settings.solver {
            Solver::GaussSeidel => {
                for family in families {
                    family.color(&built.rests, inverse_masses);
                }
                Ok(Self {
                    colors: color_links(links, built, inverse_masses),
                    ..Self::default()
                })
            }
            Solver::Jacobi => Ok(Self {
                slotted: Slotted::new(engine, inverse_masses.len() as u32, links)?,
                corners: corner_lists(families, inverse_masses.len()),
                ..Self::default()
            }),
        }
    }
}

/// What attachments pull by is read out.
fn tie(
    scene: &Scene,
    (pools, kinematics): (&Pools, &Kinematics),
    (families, rigid): (&mut [Family], &RigidAttachments),
    watches: &mut Watches,
) {
    let tied = families.iter_mut().find(|f| *f.kind == ATTACHMENTS);
    watches.tie(
        scene,
        ties(scene, pools, kinematics, (tied.as_deref(), rigid)),
    );
    tied.into_iter().for_each(|family| family.watched = true);
}

/// Bodies, where one of them has velocity damping, else 0.
fn damped(scene: &Scene) -> u32 {
    let any = scene.bodies.iter().any(|b| b.keys.velocity_damping > 0.0);
    if any { scene.bodies.len() as u32 } else { 0 }
}

/// Passes that find distances to colliders do without meshes where there are none.
fn meshes(scene: &Scene) -> Variant {
    let mut variant = Variant::default();
    let is_mesh = |c: &pliant_scene::Collider| matches!(c.shape, pliant_scene::Shape::Mesh { .. });
    if scene.colliders.iter().any(is_mesh) {
        variant.features = FEATURE_MESHES;
    }
    variant
}

/// The ranges of all colours; tells families where theirs begin.
fn ranges(colors: &Coloring, families: &mut [Family]) -> Vec<[u32; 3]> {
    let mut ranges: Vec<[u32; 3]> = colors.ranges().collect();
    for family in families {
        family.first_range = ranges.len() as u32;
        ranges.extend(family.coloring.ranges());
    }
    ranges
}

/// Lanes that share a particle: a whole subgroup pays only where it has links for half of its lanes
/// (ARCHITECTURE.md, lanes), and never depends on timing.
fn lanes(subgroup: u32, slotted: &Slotted, particles: u32) -> u32 {
    let links = slotted.slots.len() as u32 / particles.max(1);
    if subgroup > 1 && links >= (subgroup / 2).max(16) {
        subgroup
    } else {
        1
    }
}
