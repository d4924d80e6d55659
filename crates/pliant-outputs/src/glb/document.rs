//! The document of the output: that of the scene, with baked nodes and meshes.

use super::animation::Animation;
use super::container::Added;
use super::data::Data;
use super::fluids::{Fluid, Key, KeyMesh, KeyNode};
use super::morphs::{Morph, Segment};
use super::tracks::Baked;
use crate::error::Error;
use pliant_scene::{Package, Scene};
use serde_json::{Map, Value, json};

/// Suffix of a body's node where the body's mesh has a node of its own.
const FRAME: &str = ".frame";
/// The properties of a node that are its transform.
const TRANSFORM: [&str; 4] = ["translation", "rotation", "scale", "matrix"];

/// Puts baked nodes and bodies into a document.
pub(super) struct Editor<'a> {
    pub(super) scene: &'a Scene,
    pub(super) package: Package,
    pub(super) data: Data,
    pub(super) fps: f64,
    animation: Animation,
    /// Nodes with channels.
    animated: Vec<usize>,
    /// Meshes and nodes of surfaces, which are written after those of the document.
    meshes: Vec<KeyMesh>,
    nodes: Vec<KeyNode>,
}

impl<'a> Editor<'a> {
    /// The scene's document, with data that was added to its buffer.
    pub(super) fn new(scene: &'a Scene, package: Package, data: Data, fps: f64) -> Self {
        Self {
            scene,
            package,
            data,
            fps,
            animation: Animation::new(),
            animated: Vec::new(),
            meshes: Vec::new(),
            nodes: Vec::new(),
        }
    }

    /// Keeps the channels of the scene that animate no transform; a body's own morph targets are replaced.
    pub(super) fn keep_channels(&mut self) {
        let animations = self.package.array("animations").clone();
        let scene = self.scene;
        self.animation
            .keep(&animations, |node| scene.nodes[node].body.is_none());
    }

    /// Replaces the transform of a node by its keys.
    pub(super) fn bake(&mut self, baked: Baked) {
        let host = match baked.stretch {
            Some(stretch) => self.lift(baked.node, stretch.inner()),
            None => baked.node,
        };
        let node = self.node(host);
        node.remove("matrix");
        for (key, value) in baked.start {
            node.insert(key.to_owned(), value);
        }
        for (path, accessors) in baked.channels {
            self.animation.add(host, path, accessors, "LINEAR");
            self.animated.push(host);
        }
    }

    /// Moves a node to the root of the scene, below a new node if it has a rotation of its own. Returns the node at the root.
    fn lift(&mut self, node: usize, inner: Option<[f32; 4]>) -> usize {
        self.detach(node);
        let Some(rotation) = inner else {
            self.add_root(node);
            return node;
        };
        let item = self.node(node);
        for key in TRANSFORM {
            item.remove(key);
        }
        item.insert("rotation".to_owned(), json!(rotation));
        let name = self.scene.nodes[node].name.clone() + FRAME;
        let outer = json!({ "name": name, "children": [node] });
        self.push_root(outer.as_object().cloned().unwrap_or_default())
    }

    /// Takes a node from its parent, or from the roots of scenes.
    fn detach(&mut self, node: usize) {
        for (owners, key) in [("nodes", "children"), ("scenes", "nodes")] {
            let owners = self.package.json.get_mut(owners);
            for owner in owners.and_then(Value::as_array_mut).into_iter().flatten() {
                let list = owner.get_mut(key).and_then(Value::as_array_mut);
                if let Some(list) = list {
                    list.retain(|item| *item != json!(node));
                    if let (true, Some(owner)) = (list.is_empty(), owner.as_object_mut()) {
                        owner.remove(key);
                    }
                }
            }
        }
    }

    /// Writes a body: a node at the scene's root, whose mesh has world coordinates.
    pub(super) fn add_body(&mut self, morph: &Morph) -> Result<(), Error> {
        let node = self.scene.bodies[morph.body].node;
        let mesh = self.mesh_properties(node);
        let first = self.root(node);
        let last = morph.segments.len() - 1;
        for (i, segment) in morph.segments.iter().enumerate() {
            let host = match i {
                0 => first,
                _ => self.next_root(first, i),
            };
            let mesh = self.mesh(mesh.clone(), morph, segment);
            self.node(host).insert("mesh".to_owned(), json!(mesh));
            self.animate_weights(host, segment)?;
            if last > 0 {
                let start = if i == 0 { None } else { segment.frames.first() };
                let end = if i == last {
                    None
                } else {
                    segment.frames.last()
                };
                let scale = self.animate_visibility(host, start.copied(), end.copied())?;
                self.node(host).insert("scale".to_owned(), json!(scale));
            }
        }
        Ok(())
    }

    /// Writes the surfaces of fluids, after everything else: for each a node without a mesh at the scene's root, and below it one for
    /// each key, named by its frame.
    pub(super) fn add_surfaces(&mut self, fluids: &[Fluid]) -> Result<(), Error> {
        let roots: Vec<usize> = fluids
            .iter()
            .map(|fluid| self.surface_root(fluid))
            .collect();
        for (fluid, root) in fluids.iter().zip(roots) {
            let first = self.package.array("nodes").len() + self.nodes.len();
            for key in &fluid.keys {
                self.add_key(fluid, key)?;
            }
            if !fluid.keys.is_empty() {
                let children: Vec<usize> = (first..first + fluid.keys.len()).collect();
                self.node(root)
                    .insert("children".to_owned(), json!(children));
            }
        }
        Ok(())
    }

    fn surface_root(&mut self, fluid: &Fluid) -> usize {
        let root = self.root(self.scene.bodies[fluid.body].node);
        // Pliant would refuse a fluid without a mesh; so it plays the surface.
        let extras = self.node(root).get_mut("extras");
        if let Some(extras) = extras.and_then(Value::as_object_mut) {
            extras.retain(|key, _| !key.starts_with("pliant_"));
        }
        root
    }

    fn add_key(&mut self, fluid: &Fluid, key: &Key) -> Result<(), Error> {
        let body = self.scene.bodies[fluid.body].node;
        let name = format!("{}.{}", self.scene.nodes[body].name, key.frame);
        let mesh = self.package.array("meshes").len() + self.meshes.len();
        let host = self.package.array("nodes").len() + self.nodes.len();
        self.meshes.push(fluid.mesh(key, name.clone()));
        let scale = match key.start.or(key.end) {
            Some(_) => Some(self.animate_visibility(host, key.start, key.end)?),
            None => None,
        };
        self.nodes.push(KeyNode { name, mesh, scale });
        Ok(())
    }

    /// Name, extras and extensions of a node's mesh.
    fn mesh_properties(&mut self, node: usize) -> Map<String, Value> {
        let mesh = self.node(node).get("mesh").and_then(Value::as_u64);
        let mesh = mesh.and_then(|mesh| usize::try_from(mesh).ok());
        let mut mesh = mesh
            .and_then(|mesh| self.package.array("meshes").get(mesh)?.as_object().cloned())
            .unwrap_or_default();
        mesh.remove("primitives");
        mesh.remove("weights");
        mesh
    }

    /// The node of a body's mesh. It is the body's own node if nothing else needs its transform. Otherwise it is a new one,
    /// which takes the name and the extras.
    fn root(&mut self, node: usize) -> usize {
        let free = self.scene.nodes[node].parent.is_none() && !self.animated.contains(&node);
        let item = self.node(node);
        for key in ["mesh", "skin", "weights"] {
            item.remove(key);
        }
        if free
            && !["children", "camera", "extensions"]
                .iter()
                .any(|key| item.contains_key(*key))
        {
            for key in TRANSFORM {
                item.remove(key);
            }
            return node;
        }
        let mut root = Map::new();
        for key in ["name", "extras"] {
            if let Some(value) = item.remove(key) {
                root.insert(key.to_owned(), value);
            }
        }
        let name = self.scene.nodes[node].name.clone();
        self.node(node)
            .insert("name".to_owned(), json!(name + FRAME));
        self.push_root(root)
    }

    /// The node of a body's later segment.
    fn next_root(&mut self, first: usize, segment: usize) -> usize {
        let name = self
            .node(first)
            .get("name")
            .and_then(Value::as_str)
            .unwrap_or("body");
        let name = format!("{name}.{}", segment + 1);
        let root = json!({ "name": name });
        self.push_root(root.as_object().cloned().unwrap_or_default())
    }

    /// Adds a new node to the shown scene.
    fn push_root(&mut self, node: Map<String, Value>) -> usize {
        let nodes = self.package.array("nodes");
        nodes.push(node.into());
        let index = nodes.len() - 1;
        self.add_root(index);
        index
    }

    /// Adds a node to the roots of the shown scene.
    fn add_root(&mut self, index: usize) {
        let shown = self
            .package
            .json
            .get("scene")
            .and_then(Value::as_u64)
            .unwrap_or(0);
        let shown = usize::try_from(shown).unwrap_or(0);
        let scenes = self
            .package
            .json
            .get_mut("scenes")
            .and_then(Value::as_array_mut);
        let scene = scenes.and_then(|scenes| scenes.get_mut(shown)?.as_object_mut());
        if let Some(scene) = scene {
            let roots = scene.entry("nodes").or_insert_with(|| json!([]));
            if let Some(roots) = roots.as_array_mut() {
                roots.push(json!(index));
            }
        }
    }

    /// Adds a mesh of a segment with its targets.
    fn mesh(&mut self, mut mesh: Map<String, Value>, morph: &Morph, segment: &Segment) -> usize {
        let count = morph.pieces.len();
        let primitive = |p: usize| {
            let piece = &morph.pieces[p];
            let attributes = |[positions, normals]: [usize; 2]| match piece.shaded {
                true => json!({ "POSITION": positions, "NORMAL": normals }),
                false => json!({ "POSITION": positions }),
            };
            let mut own = segment
                .accessors
                .iter()
                .skip(p)
                .step_by(count)
                .copied()
                .map(attributes);
            let mut json = piece.json.clone();
            if let (Some(Value::Object(base)), Some(Value::Object(all))) =
                (own.next(), json.get_mut("attributes"))
            {
                all.extend(base);
            }
            let targets: Vec<Value> = own.collect();
            if !targets.is_empty() {
                json.insert("targets".to_owned(), targets.into());
            }
            Value::Object(json)
        };
        let primitives: Vec<Value> = (0..count).map(primitive).collect();
        mesh.insert("primitives".to_owned(), primitives.into());
        let targets = segment.frames.len() - 1;
        if targets > 0 {
            // These are the default, but VTK 9.5 (F3D 4.0) does not deform a mesh without them.
            mesh.insert("weights".to_owned(), json!(vec![0; targets]));
        }
        let meshes = self.package.array("meshes");
        meshes.push(mesh.into());
        meshes.len() - 1
    }

    fn animate_weights(&mut self, node: usize, segment: &Segment) -> Result<(), Error> {
        if segment.frames.len() > 1 {
            let times: Vec<f32> = segment
                .frames
                .iter()
                .map(|frame| self.seconds(*frame))
                .collect();
            let accessors = [
                self.data.times(&times)?,
                self.data.values(&segment.weights(), 1)?,
            ];
            self.animation.add(node, "weights", accessors, "LINEAR");
        }
        Ok(())
    }

    /// Shows a node between two frames by its scale. Returns its scale at the start.
    fn animate_visibility(
        &mut self,
        node: usize,
        start: Option<u64>,
        end: Option<u64>,
    ) -> Result<[f32; 3], Error> {
        let visible = f32::from(u8::from(start.is_none()));
        let mut times = vec![0.0];
        let mut scales = vec![visible; 3];
        for (frame, scale) in [(start, 1.0), (end, 0.0)] {
            if let Some(frame) = frame {
                times.push(self.seconds(frame));
                scales.extend([scale; 3]);
            }
        }
        let accessors = [self.data.times(&times)?, self.data.values(&scales, 3)?];
        self.animation.add(node, "scale", accessors, "STEP");
        Ok([visible; 3])
    }

    fn seconds(&self, frame: u64) -> f32 {
        (frame as f64 / self.fps) as f32
    }

    /// The JSON of a node.
    fn node(&mut self, node: usize) -> &mut Map<String, Value> {
        let item = &mut self.package.array("nodes")[node];
        item.as_object_mut()
            .expect("the loader accepts only nodes that are objects")
    }

    /// The finished document, what is added to it, and its data.
    pub(super) fn finish(mut self) -> ((Map<String, Value>, Added), Data) {
        let animation = self.animation.replace(&mut self.package.json);
        if let Some(asset) = self
            .package
            .json
            .get_mut("asset")
            .and_then(Value::as_object_mut)
        {
            let generator = format!("Pliant {}", env!("CARGO_PKG_VERSION"));
            asset.insert("generator".to_owned(), json!(generator));
        }
        let added = Added {
            meshes: self.meshes,
            nodes: self.nodes,
            animation,
        };
        ((self.package.json, added), self.data)
    }
}
