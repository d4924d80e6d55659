//! The tree of nodes: transforms, meshes that do not deform, cameras and lights.

use super::forms::{Former, WIDTH, extent};
use super::layer::{Prim, Store, Value};
use super::names::Names;
use crate::error::Error;
use glam::{DMat4, Mat4};
use pliant_scene::{Camera, Light, LightKind, Scene};
use std::collections::BTreeMap;

/// Height of the picture in a camera, in tenths of a metre as USD counts it: 24 mm.
const APERTURE: f32 = 0.24;
/// Width over height where a camera does not say.
const ASPECT: f32 = 16.0 / 9.0;
/// Far plane of a camera without one, m.
const FAR: f32 = 10_000.0;
/// Radius of a light that has none, m.
const RADIUS: f32 = 0.01;
const TRANSFORM: &str = "xformOp:transform";

/// Nodes that move, with their matrices by frame.
pub(super) struct Tracks {
    nodes: BTreeMap<usize, Track>,
}

#[derive(Default)]
struct Track {
    last: Option<(DMat4, Value)>,
    samples: Vec<(u64, Value)>,
}

impl Tracks {
    /// Rigid bodies and nodes that the scene animates, without samples.
    pub(super) fn new(scene: &Scene) -> Self {
        let channels = scene.animations.iter().flat_map(|a| &a.channels);
        let moving = channels.filter(|channel| channel.moves_node());
        let animated = moving.map(|channel| channel.node);
        let moving = animated.chain(scene.rigids.iter().map(|rigid| rigid.node));
        Self {
            nodes: moving.map(|node| (node, Track::default())).collect(),
        }
    }

    /// Adds a frame, given the world matrix of each node.
    pub(super) fn add(
        &mut self,
        frame: u64,
        scene: &Scene,
        world: &[Mat4],
        store: &mut Store,
    ) -> Result<(), Error> {
        for (node, track) in &mut self.nodes {
            let parent = scene.nodes[*node].parent;
            let parent = parent.map_or(DMat4::IDENTITY, |parent| world[parent].as_dmat4());
            let local = parent.inverse() * world[*node].as_dmat4();
            // A parent without size has no inverse; the last transform stays.
            if !local.is_finite() {
                continue;
            }
            let value = match &track.last {
                Some((last, value)) if *last == local => value.clone(),
                _ => {
                    let value = store.matrix(&local)?;
                    track.last = Some((local, value.clone()));
                    value
                }
            };
            track.samples.push((frame, value));
        }
        Ok(())
    }
}

/// Builds the prims of nodes.
pub(super) struct Tree<'a> {
    pub(super) former: Former<'a>,
    pub(super) tracks: Tracks,
}

impl Tree<'_> {
    /// The prim of a node and what is below it; `None` where that is nothing. Its meshes, camera and light have the node's name:
    /// Blender joins a prim with its only child, and keeps the child's name.
    pub(super) fn prim(&mut self, node: usize, names: &mut Names) -> Result<Option<Prim>, Error> {
        let scene = self.former.scene;
        let item = &scene.nodes[node];
        let mut own = Names::default();
        let mut children = Vec::new();
        // The mesh of a body, or one that deforms, is written in the world.
        let in_world = item.body.is_some() || scene.deforms(node);
        if let Some(mesh) = item.mesh.filter(|_| !in_world) {
            children.extend(self.meshes(mesh, &item.name, &mut own)?);
        }
        children.extend(
            item.camera
                .map(|c| camera(&scene.cameras[c], own.take(&item.name))),
        );
        children.extend(
            item.light
                .map(|l| light(&scene.lights[l], own.take(&item.name))),
        );
        for child in &item.children {
            children.extend(self.prim(*child, &mut own)?);
        }
        if children.is_empty() && in_world {
            return Ok(None);
        }
        let name = if in_world {
            format!("{}_frame", item.name)
        } else {
            item.name.clone()
        };
        let mut prim = named(&name, "Xform", names);
        prim.children = children;
        self.transform(node, &mut prim)?;
        Ok(Some(prim))
    }

    fn transform(&mut self, node: usize, prim: &mut Prim) -> Result<(), Error> {
        let samples = self.tracks.nodes.remove(&node).map(|track| track.samples);
        let samples = samples.filter(|samples| !samples.is_empty());
        if let Some(samples) = samples {
            let fixed = samples.iter().all(|(_, value)| same(value, &samples[0].1));
            let property = prim.declare(TRANSFORM, "matrix4d");
            match fixed {
                true => property.value = samples.into_iter().next().map(|(_, value)| value),
                false => property.samples = samples,
            }
        } else {
            let local = self.former.scene.nodes[node].local.to_matrix();
            if local == Mat4::IDENTITY {
                return Ok(());
            }
            let matrix = self.former.store.matrix(&local.as_dmat4())?;
            prim.set(TRANSFORM, "matrix4d", matrix);
        }
        prim.set_uniform("xformOpOrder", "token[]", Value::Tokens(vec![TRANSFORM]));
        Ok(())
    }

    /// The primitives of a mesh that does not deform.
    fn meshes(&mut self, mesh: usize, name: &str, names: &mut Names) -> Result<Vec<Prim>, Error> {
        let scene = self.former.scene;
        let mut prims = Vec::new();
        for primitive in &scene.meshes[mesh].primitives {
            let (mut prim, form) = self
                .former
                .form(names.take(name), primitive, WIDTH, false)?;
            let read = |accessor: usize| -> Vec<[f32; 3]> {
                let vertices = 0..primitive.vertex_count as usize;
                vertices
                    .map(|v| scene.accessors.vec3(accessor, v).to_array())
                    .collect()
            };
            let points = form.pick(&read(primitive.position));
            let margin = if prim.kind == "Mesh" {
                0.0
            } else {
                0.5 * WIDTH
            };
            let store = &mut *self.former.store;
            prim.set(
                "extent",
                "float3[]",
                store.vectors(&extent(&points, margin))?,
            );
            prim.set("points", "point3f[]", store.vectors(&points)?);
            if let Some(normal) = primitive.normal.filter(|_| prim.kind == "Mesh") {
                let normals = store.vectors(&read(normal))?;
                prim.set("normals", "normal3f[]", normals).interpolation = Some("vertex");
            }
            prims.push(prim);
        }
        Ok(prims)
    }
}

/// A prim with a free name, and the name of the scene where it differs.
pub(super) fn named(name: &str, kind: &'static str, names: &mut Names) -> Prim {
    let mut prim = Prim::new(names.take(name), kind);
    if prim.name != name {
        prim.display_name = Some(name.to_owned());
    }
    prim
}

fn same(a: &Value, b: &Value) -> bool {
    matches!((a, b), (Value::Matrix(a), Value::Matrix(b)) if a == b)
}

/// Both look along −Z, with Y up.
fn camera(camera: &Camera, name: String) -> Prim {
    let mut prim = Prim::new(name, "Camera");
    let (projection, [width, height], [near, far]) = match *camera {
        Camera::Perspective {
            yfov,
            aspect,
            near,
            far,
        } => {
            let focal = 0.5 * APERTURE / (0.5 * yfov).tan();
            prim.set("focalLength", "float", Value::Float(focal));
            let width = aspect.unwrap_or(ASPECT) * APERTURE;
            ("perspective", [width, APERTURE], [near, far.unwrap_or(FAR)])
        }
        Camera::Orthographic {
            xmag,
            ymag,
            near,
            far,
        } => ("orthographic", [20.0 * xmag, 20.0 * ymag], [near, far]),
    };
    prim.set("projection", "token", Value::Token(projection));
    prim.set("horizontalAperture", "float", Value::Float(width));
    prim.set("verticalAperture", "float", Value::Float(height));
    prim.set("clippingRange", "float2", Value::Vec2([near, far]));
    prim
}

/// Both shine along −Z. Intensities are normalized, so that they do not depend on the size of a light.
fn light(light: &Light, name: String) -> Prim {
    let mut prim = Prim::new(name, "SphereLight");
    // A small sphere of radiance L shines with a quarter of its surface times L, and normalization divides by the surface.
    let mut intensity = 4.0 * light.intensity;
    match light.kind {
        LightKind::Directional => {
            prim.kind = "DistantLight";
            intensity = light.intensity;
        }
        LightKind::Point => {}
        LightKind::Spot { inner, outer } => {
            prim.schemas.push("ShapingAPI");
            let softness = 1.0 - inner / outer.max(f32::MIN_POSITIVE);
            prim.set(
                "inputs:shaping:cone:angle",
                "float",
                Value::Float(outer.to_degrees()),
            );
            prim.set(
                "inputs:shaping:cone:softness",
                "float",
                Value::Float(softness),
            );
        }
    }
    if prim.kind == "SphereLight" {
        prim.set("inputs:radius", "float", Value::Float(RADIUS));
        prim.set("treatAsPoint", "bool", Value::Bool(true));
    }
    prim.set(
        "inputs:color",
        "color3f",
        Value::Vec3(light.color.to_array()),
    );
    prim.set("inputs:intensity", "float", Value::Float(intensity));
    prim.set("inputs:normalize", "bool", Value::Bool(true));
    prim
}
