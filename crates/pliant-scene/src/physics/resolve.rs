//! What each node is physically: bodies, colliders, or only drawn.

use crate::bodies::attach::{self, Request};
use crate::bodies::body::BodyKind;
use crate::bodies::{deformables, fluid};
use crate::colliders::collider::{Collider, ColliderItem, Shape, split};
use crate::colliders::filters::Filter;
use crate::colliders::fit::{Placed, around, scaled};
use crate::colliders::mesh_colliders::{CollisionMeshes, Source};
use crate::colliders::physics_materials::Coefficients;
use crate::colliders::pieces;
use crate::colliders::shapes::Form;
use crate::error::{Error, Result};
use crate::graph::meshes::Primitive;
use crate::keys::extras::{Body, Keys, Raw};
use crate::keys::flags::Flags;
use crate::keys::key::Kind;
use crate::physics::implicit::{Implicit, physics_node};
use crate::physics::known;
use crate::physics::physics_node::PhysicsNode;
use crate::report::Report;
use crate::rigid_bodies::draft::Draft;
use crate::rigid_bodies::joint::Carrier;
use crate::rigid_bodies::motion::Motion;
use crate::rigid_bodies::read_joints::{self, JointRequest};
use crate::scene::Scene;
use crate::triggers::gravity_field::GravityField;
use crate::triggers::read_gravity_fields::{self, GravityItem};
use crate::triggers::read_triggers::{self, TriggerItem, TriggerRequest};
use glam::{Mat4, Quat, Vec3};
use pliant_gltf::document::{Document, NodeExtras};
use pliant_gltf::text::quote;

/// Most vertices of all bodies together.
const MAX_VERTICES: usize = 1 << 26;

/// Fills in the scene's bodies and colliders; the rest of the scene must be complete.
pub(crate) fn resolve(
    document: &Document,
    extras: &[Option<Box<NodeExtras>>],
    scene: &mut Scene,
    flags: &Flags,
    report: &mut Report,
) -> Result<()> {
    let world = scene.pose(0.0, false);
    if let Some(node) = world.iter().position(|matrix| !matrix.is_finite()) {
        let name = quote(&scene.nodes[node].name);
        return Error::scene(format!(
            "node {name}: its world transform is beyond single precision; check its scale"
        ));
    }
    known::check(document, extras, &scene.nodes, report);
    let mut resolver = Resolver {
        document,
        extras,
        implicit: Implicit::read(document, report)?,
        motions: Vec::new(),
        motion_of: vec![None; scene.nodes.len()],
        world,
        animated: targeted(scene),
        kinds: vec![Kind::None; scene.nodes.len()],
        carriers: vec![None; scene.nodes.len()],
        drafts: Vec::new(),
        requests: Vec::new(),
        joints: Vec::new(),
        triggers: Vec::new(),
        fields: Vec::new(),
        vertices_left: MAX_VERTICES,
        collision_meshes: CollisionMeshes::default(),
        flags,
        report,
    };
    for node in scene.order.clone() {
        resolver.node(scene, node)?;
    }
    let mut colliders = vec![Vec::new(); resolver.drafts.len()];
    for (index, collider) in scene.colliders.iter().enumerate() {
        if let Some(rigid) = collider.rigid {
            colliders[rigid].push(index);
        }
    }
    for (draft, colliders) in resolver.drafts.iter().zip(&colliders) {
        let rigid = draft.finish(scene, &resolver.world, colliders)?;
        scene.rigids.push(rigid);
    }
    resolver.animate_deforming(scene);
    pieces::cut(scene);
    attach::resolve(scene, &resolver.requests, &resolver.world)?;
    resolver.join(scene)?;
    read_triggers::resolve(scene, &resolver.triggers, resolver.report)?;
    read_gravity_fields::resolve(scene, resolver.fields, resolver.report);
    scene.systems = resolver.implicit.systems;
    Ok(())
}

/// Whether an animation moves each node by itself.
fn targeted(scene: &Scene) -> Vec<bool> {
    let mut targeted = vec![false; scene.nodes.len()];
    let channels = scene
        .animations
        .iter()
        .flat_map(|animation| &animation.channels);
    let moving = channels.filter(|channel| channel.moves_node());
    moving.for_each(|channel| targeted[channel.node] = true);
    targeted
}

struct Resolver<'a> {
    document: &'a Document<'a>,
    extras: &'a [Option<Box<NodeExtras>>],
    implicit: Implicit,
    motions: Vec<Motion>,
    /// The motion of each node or its nearest ancestor that has one, in `motions`.
    motion_of: Vec<Option<usize>>,
    /// World matrices at t = 0.
    world: Vec<Mat4>,
    /// Whether an animation moves each node, at first by itself only, later also by an ancestor.
    animated: Vec<bool>,
    /// What each node is.
    kinds: Vec<Kind>,
    /// The rigid body that carries each node, if one does.
    carriers: Vec<Option<usize>>,
    /// Rigid bodies, which need all colliders.
    drafts: Vec<Draft>,
    /// Bodies that ask for attachments, which need all bodies.
    requests: Vec<Request>,
    /// Joints, which need all rigid bodies.
    joints: Vec<JointRequest>,
    /// Triggers, which need each other.
    triggers: Vec<TriggerRequest>,
    /// Gravity fields, which need triggers.
    fields: Vec<GravityField>,
    vertices_left: usize,
    collision_meshes: CollisionMeshes,
    flags: &'a Flags,
    report: &'a mut Report,
}

impl Resolver<'_> {
    fn node(&mut self, scene: &mut Scene, node: usize) -> Result<()> {
        let name = scene.nodes[node].name.clone();
        let extras = self.extras[node].as_deref();
        let mut physics = match extras {
            Some(node) => physics_node(&node.extensions, &format!("node {}", quote(&name)))?,
            None => PhysicsNode::default(),
        };
        let parent = scene.nodes[node].parent;
        let motion = self.motion(node, parent, &physics);
        for feature in physics.unread() {
            self.report.not_simulated(feature, &name);
        }
        let mut raw = Raw::gather(
            self.document,
            scene.nodes[node].mesh,
            extras,
            self.flags.of(node),
        );
        let explicit = raw.kind(&name, self.report)?;
        // A node without a motion of its own moves with its parent.
        let moves = motion.is_some() || explicit.is_some_and(|body| body.kind != Kind::Trigger);
        let inherited = parent
            .and_then(|parent| self.carriers[parent])
            .filter(|_| !moves);
        let carried = inherited.is_some();
        let kind = self.kind(scene, node, explicit, carried, &physics)?;
        let keys = raw.check(&name, kind, explicit.is_some(), self.report)?;
        let joint = JointRequest::new(
            node,
            physics.joint.take(),
            physics.omi_joint.take(),
            &keys,
            &name,
            self.report,
        );
        self.joints.extend(joint);
        self.kinds[node] = kind;
        scene.nodes[node].kind = kind.name();
        scene.nodes[node].keys = keys.given();
        self.carriers[node] = inherited;
        if kind == Kind::Rigid && inherited.is_none() {
            self.draft(node, motion, &keys, &name)?;
        }
        self.trigger(scene, node, physics.trigger.take(), &keys)?;
        self.gravity(scene, node, &mut physics)?;
        if let Some(kind) = deformable(kind) {
            return self.body(scene, node, kind, &physics, keys);
        }
        let solid = match kind {
            Kind::Static | Kind::Kinematic => true,
            Kind::Rigid => {
                let has_key = keys.word("collider").is_some();
                explicit.is_some() || physics.collider.is_some() || has_key
            }
            _ => false,
        };
        if solid {
            let collider = self.collider(scene, node, &physics, &keys)?;
            scene.colliders.extend(collider);
        }
        Ok(())
    }

    /// The motion that the node itself has; also notes what it inherits.
    fn motion(
        &mut self,
        node: usize,
        parent: Option<usize>,
        physics: &PhysicsNode,
    ) -> Option<Motion> {
        let motion = physics.motion;
        let motion = motion.map(|motion| motion.animated(self.animated[node]));
        self.motions.extend(motion);
        self.motion_of[node] = match motion {
            Some(_) => Some(self.motions.len() - 1),
            None => parent.and_then(|parent| self.motion_of[parent]),
        };
        self.animated[node] |= parent.is_some_and(|parent| self.animated[parent]);
        motion
    }

    /// Requests the node's trigger, given by its key or by the extension.
    fn trigger(
        &mut self,
        scene: &mut Scene,
        node: usize,
        item: Option<TriggerItem>,
        keys: &Keys,
    ) -> Result<()> {
        if self.kinds[node] == Kind::Trigger {
            let own = self.collider(scene, node, &PhysicsNode::default(), keys)?;
            self.triggers.push(TriggerRequest::plain(node, own));
            return Ok(());
        }
        let Some(item) = item else {
            return Ok(());
        };
        let is_compound = item.is_compound();
        let owner = format!("node {}", quote(&scene.nodes[node].name));
        let physics = PhysicsNode {
            collider: Some(item.volume),
            ..PhysicsNode::default()
        };
        let own = if is_compound {
            None
        } else {
            self.collider(scene, node, &physics, &Keys::default())?
        };
        self.triggers.push(TriggerRequest {
            node,
            own,
            filter: self.filter(&physics, &owner)?,
            nodes: item.nodes,
        });
        Ok(())
    }

    /// Adds the node's gravity field, if it has one, with its source.
    fn gravity(&mut self, scene: &mut Scene, node: usize, physics: &mut PhysicsNode) -> Result<()> {
        let Some(item) = physics.gravity.take() else {
            return Ok(());
        };
        // At scale zero its trigger is off, which is reported.
        if self.world[node].determinant() == 0.0 {
            return Ok(());
        }
        let owner = format!("node {}", quote(&scene.nodes[node].name));
        let solid = physics.motion.is_some() || physics.collider.is_some();
        if solid || !matches!(self.kinds[node], Kind::None | Kind::Trigger) {
            self.report.warn(format!(
                "{owner}: it is a body or collider, so its gravity is off; give that to a trigger of its own"
            ));
            return Ok(());
        }
        let Some(source) = self.source(scene, node, &item)? else {
            return Ok(());
        };
        let scale = split(self.world[node]).0;
        let field = item.field(source, scale, &owner, self.report)?;
        self.fields.extend(field);
        Ok(())
    }

    /// The source of a field: its shape, or else its node as a sphere of radius 0.
    fn source(
        &mut self,
        scene: &mut Scene,
        node: usize,
        item: &GravityItem,
    ) -> Result<Option<Collider>> {
        if let Some(shape) = item.shape() {
            let physics = PhysicsNode {
                collider: Some(ColliderItem::of_omi(shape)),
                ..PhysicsNode::default()
            };
            return self.collider(scene, node, &physics, &Keys::default());
        }
        Ok(Some(Collider {
            node,
            shape: Shape::Sphere { radius: 0.0 },
            offset: Vec3::ZERO,
            rotation: Quat::IDENTITY,
            animated: self.animated[node],
            deforms: false,
            rigid: self.carriers[node],
            coefficients: Coefficients::of(&Keys::default(), None),
            filter: Filter::default(),
        }))
    }

    /// What a node is: by its `pliant_body`, by the body that carries it, or by the extension.
    fn kind(
        &self,
        scene: &Scene,
        node: usize,
        explicit: Option<Body>,
        carried: bool,
        physics: &PhysicsNode,
    ) -> Result<Kind> {
        let kind = match explicit {
            Some(body) => body.kind,
            None if carried && physics.collider.is_some() => Kind::Rigid,
            None => self.khr_kind(physics, node),
        };
        let misfit = deformable(kind).and_then(|kind| deformables::misfit(scene, node, kind));
        match (misfit, explicit) {
            (None, _) => Ok(kind),
            (Some(_), Some(body)) if body.glob => Ok(Kind::None),
            (Some(why), Some(body)) if body.flag => Error::usage(why),
            (Some(why), _) => Error::scene(why),
        }
    }

    /// No `motion` on the node or an ancestor means static.
    fn khr_kind(&self, physics: &PhysicsNode, node: usize) -> Kind {
        match self.motion_of[node].map(|motion| self.motions[motion]) {
            _ if physics.collider.is_none() && physics.motion.is_none() => Kind::None,
            Some(motion) if !motion.is_kinematic => Kind::Rigid,
            Some(motion) if motion.moves_by_itself() && !self.animated[node] => Kind::Rigid,
            _ if physics.collider.is_none() => Kind::None,
            Some(_) => Kind::Kinematic,
            None => Kind::Static,
        }
    }

    /// Marks deforming colliders as animated where an animation moves their joints or weights.
    fn animate_deforming(&mut self, scene: &mut Scene) {
        let targeted = targeted(scene);
        let animated = |scene: &Scene, node: usize| {
            let skin = scene.nodes[node].skin.map(|skin| &scene.skins[skin].joints);
            let joints = skin.into_iter().flatten().map(|joint| joint.node);
            let mut bones = joints.chain([node]).flat_map(|node| scene.ancestors(node));
            let mut channels = scene.animations.iter().flat_map(|a| &a.channels);
            bones.any(|bone| targeted[bone]) || channels.any(|c| c.node == node && !c.moves_node())
        };
        for collider in 0..scene.colliders.len() {
            let node = scene.colliders[collider].node;
            if scene.colliders[collider].deforms {
                scene.colliders[collider].animated = animated(scene, node);
                self.warn_carried(scene, node);
            }
        }
    }

    /// Warns where a rigid body without a collider moves a mesh: other rigid bodies pass through both.
    fn warn_carried(&mut self, scene: &Scene, node: usize) {
        let bare = |rigid: &usize| scene.colliders.iter().all(|c| c.rigid != Some(*rigid));
        if let Some(rigid) = scene.rigids_below_skin(node).find(bare) {
            let [mesh, carrier] =
                [node, scene.rigids[rigid].node].map(|node| quote(&scene.nodes[node].name));
            self.report.warn(format!(
                "node {mesh}: {carrier} moves its mesh and has no collider, so rigid bodies pass through both; give {carrier} a collider"
            ));
        }
    }

    /// Adds the requested joints.
    fn join(&mut self, scene: &mut Scene) -> Result<()> {
        let requests = std::mem::take(&mut self.joints);
        let carrier = |scene: &Scene, node: usize| match self.carriers[node] {
            Some(rigid) => Carrier::Rigid(rigid),
            None if self.animated[node] => carried(scene, node),
            None => Carrier::World,
        };
        read_joints::resolve(self.document, scene, requests, carrier, self.report)?;
        for joint in &scene.joints {
            let ends = [joint.node, joint.connected]
                .into_iter()
                .zip(joint.carriers);
            let stays =
                |(node, end): &(usize, Carrier)| *end == Carrier::World && self.animated[*node];
            for (node, _) in ends.filter(stays) {
                self.report.warn(format!(
                    "node {}: it is animated, but has no collider; its joint keeps its position at the start",
                    quote(&scene.nodes[node].name)
                ));
            }
        }
        Ok(())
    }

    /// Adds a rigid body for the node.
    fn draft(
        &mut self,
        node: usize,
        motion: Option<Motion>,
        keys: &Keys,
        name: &str,
    ) -> Result<()> {
        let owner = format!("node {}", quote(name));
        let draft = Draft::new(node, motion.unwrap_or_default(), keys, &owner)?;
        self.carriers[node] = Some(self.drafts.len());
        self.drafts.push(draft);
        Ok(())
    }

    fn body(
        &mut self,
        scene: &mut Scene,
        node: usize,
        kind: BodyKind,
        physics: &PhysicsNode,
        keys: Keys,
    ) -> Result<()> {
        deformables::deform(scene, node, &self.world)?;
        let name = scene.nodes[node].name.clone();
        let mesh = scene.nodes[node].mesh;
        // In a body that may tear, each corner becomes a vertex.
        let tears = keys.number("tear_strain").is_some();
        let vertices =
            |p: &Primitive| p.vertex_count as usize + usize::from(tears) * p.indices.len();
        let vertices = mesh.map_or(0, |mesh| {
            scene.meshes[mesh].primitives.iter().map(vertices).sum()
        });
        self.vertices_left = self.vertices_left.checked_sub(vertices).ok_or_else(|| {
            let name = quote(&name);
            Error::Scene(format!(
                "node {name}: all bodies together exceed {MAX_VERTICES} vertices; split the scene"
            ))
        })?;
        let owner = format!("node {}", quote(&name));
        let world = self.world[node];
        let mut body = match kind {
            BodyKind::Fluid => fluid::build(scene, node, &keys, world, self.report)?,
            _ => deformables::build(scene, node, kind, &keys, world, self.report)?,
        };
        body.keys.coefficients = self.coefficients(physics, &keys, &owner)?;
        body.filter = self.filter(physics, &owner)?;
        let index = scene.bodies.len();
        scene.nodes[node].body = Some(index);
        self.requests.extend(Request::new(index, mesh, keys));
        scene.bodies.push(body);
        Ok(())
    }

    fn collider(
        &mut self,
        scene: &mut Scene,
        node: usize,
        physics: &PhysicsNode,
        keys: &Keys,
    ) -> Result<Option<Collider>> {
        let owner = format!("node {}", quote(&scene.nodes[node].name));
        let (scale, _, _) = split(self.world[node]);
        let deforms = self.deforms(scene, node, physics, keys);
        if !deforms && (self.world[node].determinant() == 0.0 || !scale.is_finite()) {
            self.report.warn(format!(
                "{owner}: its scale is zero, so its collider is off"
            ));
            return Ok(None);
        }
        let placed = if deforms {
            self.deforming(scene, node)?
        } else {
            self.placed(scene, node, physics, keys, scale)?
        };
        let Some(placed) = placed else {
            return Ok(None);
        };
        self.warn_rigid_shape(scene, node, &placed);
        if !deforms
            && !self.world[node].abs_diff_eq(
                unsheared(self.world[node]),
                1e-3 * scale.abs().max_element(),
            )
        {
            self.report.warn(format!(
                "{owner}: its transform is sheared; the collider is not"
            ));
        }
        Ok(Some(Collider {
            node,
            shape: placed.shape,
            offset: placed.offset,
            rotation: placed.rotation,
            animated: self.animated[node],
            deforms: placed.deforms,
            rigid: self.carriers[node],
            coefficients: self.coefficients(physics, keys, &owner)?,
            filter: self.filter(physics, &owner)?,
        }))
    }

    /// Whether the collider of a node is its own mesh, which deforms.
    fn deforms(&self, scene: &Scene, node: usize, physics: &PhysicsNode, keys: &Keys) -> bool {
        let carried = matches!(self.kinds[node], Kind::Static | Kind::Kinematic);
        let own = self.collider_word(node, physics, keys) == Some("mesh");
        carried && own && scene.deforms(node)
    }

    /// `pliant_collider` or its default; `None` where only the extension gives the node a collider.
    fn collider_word(
        &self,
        node: usize,
        physics: &PhysicsNode,
        keys: &Keys,
    ) -> Option<&'static str> {
        match physics.collider {
            Some(_) => keys.word("collider"),
            None => keys.word_or_default("collider", self.kinds[node]),
        }
    }

    fn deforming(&mut self, scene: &mut Scene, node: usize) -> Result<Option<Placed>> {
        let collision_mesh =
            self.collision_meshes
                .deforming(scene, node, &self.world, self.report)?;
        Ok(collision_mesh.map(|collision_mesh| Placed {
            deforms: true,
            ..Placed::at_node(Shape::Mesh {
                collision_mesh,
                ratio: Vec3::ONE,
            })
        }))
    }

    /// Warns where a mesh deforms, but the collider that was made from it does not.
    fn warn_rigid_shape(&mut self, scene: &Scene, node: usize, placed: &Placed) {
        if scene.deforms(node) && !placed.deforms {
            self.report.warn(format!(
                "node {}: its mesh deforms, but its collider keeps its shape; pliant_body = kinematic with pliant_collider = mesh deforms with it",
                quote(&scene.nodes[node].name)
            ));
        }
    }

    /// Keys override the physics material of the collider that the extension gives the node.
    fn coefficients(
        &self,
        physics: &PhysicsNode,
        keys: &Keys,
        owner: &str,
    ) -> Result<Coefficients> {
        let material = match &physics.collider {
            Some(collider) => self.implicit.material(collider, owner)?,
            None => None,
        };
        Ok(Coefficients::of(keys, material))
    }

    /// The filter of the collider that the extension gives the node.
    fn filter(&self, physics: &PhysicsNode, owner: &str) -> Result<Filter> {
        let filter = match &physics.collider {
            Some(collider) => self.implicit.filter(collider, owner)?,
            None => None,
        };
        Ok(filter.unwrap_or_default())
    }

    /// The shape by `pliant_collider`, else by the extension, else the node's mesh; `None` where there is none.
    fn placed(
        &mut self,
        scene: &mut Scene,
        node: usize,
        physics: &PhysicsNode,
        keys: &Keys,
        scale: Vec3,
    ) -> Result<Option<Placed>> {
        let owner = format!("node {}", quote(&scene.nodes[node].name));
        let own = |hull| Form::Mesh {
            mesh: scene.nodes[node].mesh,
            hull,
        };
        let word = self.collider_word(node, physics, keys);
        let form = match (word, &physics.collider) {
            (None, Some(collider)) => self.implicit.form(collider, scene, node, &owner)?,
            (None | Some("mesh"), _) => own(false),
            (Some("hull"), _) => own(true),
            (Some(word), _) => return Ok(self.fitted(scene, node, word, scale)),
        };
        let warning = match form {
            Form::Mesh {
                mesh: Some(mesh),
                hull,
            } => {
                // A mesh follows an animated scale, where a box keeps its size.
                let fixed = hull && !self.animated[node];
                return match fixed.then(|| self.boxed(scene, mesh, scale)).flatten() {
                    Some(cuboid) => Ok(Some(cuboid)),
                    None => self.meshed(scene, mesh, hull, scale),
                };
            }
            Form::Shape(Some(shape)) => {
                let (shape, rounded) = scaled(shape, scale);
                if rounded {
                    self.report.warn(format!(
                        "{owner}: its scale is uneven; the collider stays round, with the largest"
                    ));
                }
                return Ok(Some(Placed::at_node(shape)));
            }
            Form::Shape(None) => "its collider's shape has a type that is not known; ignored",
            Form::Mesh { mesh: None, .. } => {
                "there is no mesh to collide with, so its collider is off"
            }
        };
        self.report.warn(format!("{owner}: {warning}"));
        Ok(None)
    }

    /// A mesh or its hull. An uneven scale is applied to its vertices, so that normals match the drawn mesh.
    fn meshed(
        &mut self,
        scene: &mut Scene,
        mesh: usize,
        hull: bool,
        scale: Vec3,
    ) -> Result<Option<Placed>> {
        let ratio = ratio(scale);
        let source = Source { mesh, hull, ratio };
        let collision_mesh = self
            .collision_meshes
            .collision_mesh(scene, source, self.report)?;
        Ok(collision_mesh.map(|collision_mesh| Placed {
            offset: scene.collision_meshes[collision_mesh].center,
            ..Placed::at_node(Shape::Mesh {
                collision_mesh,
                ratio,
            })
        }))
    }

    /// The box that a mesh has as its hull; `None` where the hull is no box.
    fn boxed(&mut self, scene: &Scene, mesh: usize, scale: Vec3) -> Option<Placed> {
        let found = (self.collision_meshes).hull_box(scene, mesh, ratio(scale))?;
        let size = scale.abs().max_element();
        Some(Placed {
            offset: size * found.center,
            rotation: found.rotation,
            ..Placed::at_node(Shape::Box {
                half: size * found.half,
            })
        })
    }

    /// The shape `word` fitted to the node's mesh.
    fn fitted(&mut self, scene: &Scene, node: usize, word: &str, scale: Vec3) -> Option<Placed> {
        let mesh = scene.nodes[node].mesh.map(|mesh| &scene.meshes[mesh]);
        let points = mesh
            .map(|mesh| scene.mesh_positions(mesh, Mat4::from_scale(scale)))
            .unwrap_or_default();
        if points.is_empty() {
            let owner = quote(&scene.nodes[node].name);
            self.report.warn(format!(
                "node {owner} has no mesh to fit a {word} to, so its collider is off"
            ));
            return None;
        }
        Some(around(word, &points))
    }
}

/// Scale of each axis relative to the largest; ±1 where it is even.
fn ratio(scale: Vec3) -> Vec3 {
    let ratio = scale / scale.abs().max_element();
    let even = ratio.abs().abs_diff_eq(Vec3::ONE, 1e-5);
    if even { ratio.signum() } else { ratio }
}

/// The animated collider of a node or of its nearest ancestor that has one.
fn carried(scene: &Scene, node: usize) -> Carrier {
    let collider = |node: usize| {
        scene
            .colliders
            .iter()
            .position(|c| c.node == node && c.animated)
    };
    scene
        .ancestors(node)
        .find_map(collider)
        .map_or(Carrier::World, Carrier::Collider)
}

fn deformable(kind: Kind) -> Option<BodyKind> {
    match kind {
        Kind::Cloth => Some(BodyKind::Cloth),
        Kind::Rope => Some(BodyKind::Rope),
        Kind::Soft => Some(BodyKind::Soft),
        Kind::Balloon => Some(BodyKind::Balloon),
        Kind::Fluid => Some(BodyKind::Fluid),
        _ => None,
    }
}

/// The matrix without its shear.
fn unsheared(world: Mat4) -> Mat4 {
    let (scale, rotation, translation) = split(world);
    Mat4::from_scale_rotation_translation(scale, rotation, translation)
}
