//! Gravity fields (docs/method.md §32): their rows, zones and poses, and the passes that apply them.

use crate::collide::collision_meshes::CollisionMeshes;
use crate::collide::kinematic::{self, Kinematics};
use crate::error::Error;
use crate::memory::Maker;
use crate::rigid::{RigidBuffers, local_pose};
use crate::settings::Settings;
use crate::world::{ColliderBuffers, World};
use glam::{Mat4, Vec3};
use pliant_passes::passes::{groups, particles, rigid};
use pliant_passes::types::{
    Collider, FEATURE_FIELDS, FEATURE_MESHES, FIELD_DIRECTIONAL, FIELD_DISC, FIELD_LINE,
    FIELD_NEAREST, FIELD_REPLACES, FIELD_STOPS, FIELD_STOPS_WORLD, FIELD_TORUS, Field, MESH, NONE,
    Pose, PoseParams, PredictParams, RigidCollider,
};
use pliant_passes::{Buffer, Engine, Memory, Recording, Variant, bind};
use pliant_scene::{FieldKind, GravityField, Scene, Shape};

/// All gravity fields of a scene, on the host; empty where it has none.
#[derive(Default)]
pub(crate) struct Fields {
    pub(crate) rows: Vec<Field>,
    /// For each field its source, then the shapes of its trigger volume.
    shapes: Vec<pliant_scene::Collider>,
    /// The same shapes in the device's layout.
    pub(crate) zones: Vec<Collider>,
    /// Pose of each shape in the frame of the rigid body that carries it.
    parts: Vec<RigidCollider>,
    /// Points of line fields, in the frames of their sources, m.
    pub(crate) points: Vec<[f32; 3]>,
    /// Whether an animation moves a field.
    pub(crate) animated: bool,
    /// Whether a rigid body carries a field.
    pub(crate) carried: bool,
}

impl Fields {
    pub(crate) fn new(scene: &Scene, collision_meshes: &CollisionMeshes) -> Self {
        let mut all = Self::default();
        for field in &scene.fields {
            all.add(scene, field);
        }
        let world = scene.pose(0.0, false);
        all.zones = kinematic::colliders(scene, all.shapes.iter(), collision_meshes);
        for row in &all.rows {
            let zone = &mut all.zones[row.source as usize];
            zone.double_sided |= u32::from(is_surface(scene, &all.shapes[row.source as usize]));
        }
        let part = |shape: &pliant_scene::Collider| local_pose(scene, shape, world[shape.node]);
        all.parts = all.shapes.iter().map(part).collect();
        all.animated = all.shapes.iter().any(|shape| shape.animated);
        all.carried = all.parts.iter().any(|part| part.carried != 0);
        all
    }

    fn add(&mut self, scene: &Scene, field: &GravityField) {
        let volume = &scene.triggers[field.trigger].parts;
        let first_point = self.points.len() as u32;
        let mut row = Field {
            flags: flags(field),
            gravity: field.gravity,
            unit_distance: field.unit_distance,
            source: self.shapes.len() as u32,
            volumes: volume.len() as u32,
            first_point,
            carrier: field.source.rigid.map_or(NONE, |rigid| rigid as u32),
            ..Field::default()
        };
        row.kind = match &field.kind {
            FieldKind::Directional { direction } => {
                row.direction = direction.to_array();
                FIELD_DIRECTIONAL
            }
            FieldKind::Nearest => FIELD_NEAREST,
            FieldKind::Disc { radius } => {
                row.radius = *radius;
                FIELD_DISC
            }
            FieldKind::Torus { radius } => {
                row.radius = *radius;
                FIELD_TORUS
            }
            FieldKind::Line { points } => {
                self.points.extend(points.iter().map(Vec3::to_array));
                row.points = points.len() as u32;
                FIELD_LINE
            }
        };
        self.rows.push(row);
        self.shapes.push(field.source.clone());
        self.shapes.extend(volume.iter().cloned());
    }

    /// Largest gravity of a field at its unit distance, m/s².
    pub(crate) fn strongest(&self) -> f64 {
        let strengths = self.rows.iter().map(|row| f64::from(row.gravity.abs()));
        strengths.fold(0.0, f64::max)
    }

    pub(crate) fn any(&self) -> bool {
        !self.rows.is_empty()
    }

    /// Number of fields.
    pub(crate) fn count(&self) -> u32 {
        self.rows.len() as u32
    }

    /// Variant of passes that apply gravity.
    pub(crate) fn variant(&self) -> Variant {
        let mut variant = Variant::default();
        if self.any() {
            variant.features |= FEATURE_FIELDS;
        }
        if self.zones.iter().any(|zone| zone.shape == MESH) {
            variant.features |= FEATURE_MESHES;
        }
        variant
    }

    /// Index of the first zone pose at a substep's start; the poses of its end follow.
    pub(crate) fn first_zone(&self, substep: u32) -> u32 {
        let set = if self.animated { substep } else { 0 };
        set * self.zones.len() as u32
    }

    /// Sets of zone poses in a frame.
    fn sets(&self, settings: &Settings) -> u32 {
        if self.animated {
            settings.substeps + 1
        } else {
            2
        }
    }

    /// Poses of all zones, from the world matrices of nodes.
    pub(crate) fn poses(&self, world: &[Mat4]) -> Vec<Pose> {
        let pose = |shape| kinematic::pose(shape, world);
        self.shapes.iter().map(pose).collect()
    }

    /// Poses of all sets for the frame that starts at `start` s; the device moves zones that rigid bodies carry.
    pub(crate) fn frame(
        &self,
        kinematics: &Kinematics,
        start: f64,
        settings: &Settings,
    ) -> Vec<Pose> {
        let set = |set: u32| {
            let time = start + f64::from(set) * settings.h();
            self.poses(&kinematics.nodes_at(time, settings.repeat, &[]))
        };
        (0..self.sets(settings)).flat_map(set).collect()
    }

    /// Records the prediction of particles: gravity and wind. `features` are bits of the pass.
    pub(crate) fn predict(
        &self,
        record: &mut Recording,
        (world, own): (World<'_>, &FieldBuffers),
        (count, substep): (u32, u32),
        features: u32,
    ) {
        let params = PredictParams {
            count,
            fields: self.count(),
            first_zone: self.first_zone(substep),
        };
        let buffers = bind!(particles::PredictParticles {
            frame from world;
            position, compensation, wind_change, velocity, displacement from world.particles;
            gravity = own.gravity(world.colliders);
        });
        let mut variant = self.variant();
        variant.features |= features;
        record.pass_variant(buffers, params, count, variant);
    }

    /// Records the motion of zones with the rigid bodies that carry them.
    pub(crate) fn move_zones(
        &self,
        record: &mut Recording,
        (own, rigids): (&FieldBuffers, &RigidBuffers),
        substep: u32,
    ) {
        if !self.carried {
            return;
        }
        let zones = self.zones.len() as u32;
        let params = PoseParams {
            colliders: zones,
            first_pose: self.first_zone(substep) + zones,
        };
        let buffers = bind!(rigid::PoseColliders {
            parts, poses from own; states, steps from rigids;
        });
        record.pass(buffers, params, zones);
    }
}

/// Whether a field attracts to both sides of a shape's surface: a mesh that is no hull.
fn is_surface(scene: &Scene, shape: &pliant_scene::Collider) -> bool {
    match shape.shape {
        Shape::Mesh { collision_mesh, .. } => !scene.collision_meshes[collision_mesh].hull,
        _ => false,
    }
}

fn flags(field: &GravityField) -> u32 {
    let bit = |on: bool, bit: u32| if on { bit } else { 0 };
    bit(field.replaces, FIELD_REPLACES)
        | bit(field.stops, FIELD_STOPS)
        | bit(field.stops_world, FIELD_STOPS_WORLD)
}

/// Buffers of gravity fields; a few bytes each in a scene without them.
pub(crate) struct FieldBuffers {
    pub(crate) rows: Buffer<Field>,
    pub(crate) zones: Buffer<Collider>,
    pub(crate) poses: Buffer<Pose>,
    pub(crate) points: Buffer<[f32; 3]>,
    parts: Buffer<RigidCollider>,
}

impl FieldBuffers {
    /// All gravity fields, as passes bind them.
    pub(crate) fn gravity(&self, colliders: &ColliderBuffers) -> groups::GravityFields {
        bind!(groups::GravityFields {
            zones from self; fields = self.rows; zone_poses = self.poses;
            line_points = self.points; meshes = colliders.meshes();
        })
    }

    pub(crate) fn new<E: Engine>(
        make: &mut Maker<'_, E>,
        plan: &Fields,
        settings: &Settings,
    ) -> Result<Self, Error> {
        let poses = plan.sets(settings) as usize * plan.zones.len();
        Ok(Self {
            rows: make.filled("gravity fields", &plan.rows)?,
            zones: make.filled("zones of gravity fields", &plan.zones)?,
            poses: make.create::<Pose>("poses of gravity fields", poses, Memory::Upload)?,
            points: make.filled("points of gravity fields", &plan.points)?,
            parts: make.filled("carried gravity fields", &plan.parts)?,
        })
    }
}
