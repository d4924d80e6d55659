//! Meshes that deform by skins and morph targets: points in the world, with a sample a frame.

use super::forms::{Channel, Form, Former, WIDTH, extent, extents, normals, points};
use super::layer::{Prim, Store};
use super::names::Names;

use super::shape::DeformedMesh;
use crate::exit::Error;
use pliant_scene::Scene;
use std::ops::Range;

/// The mesh of a node with its samples.
pub(super) struct Skinned {
    pub(super) node: usize,
    pieces: Vec<Piece>,
}

/// A primitive of the mesh.
struct Piece {
    prim: Prim,
    form: Form,
    /// Its vertices, counted in the mesh.
    vertices: Range<usize>,
    points: Channel,
    extent: Channel,
    normals: Option<Channel>,
}

/// Nodes whose meshes deform and are no bodies.
pub(super) fn skinned(scene: &Scene) -> impl Iterator<Item = usize> + '_ {
    let nodes = scene.order.iter().copied();
    nodes.filter(|node| scene.deforms(*node) && scene.nodes[*node].body.is_none())
}

impl Skinned {
    /// The mesh of a node without samples.
    pub(super) fn new(former: &mut Former<'_>, node: usize) -> Result<Self, Error> {
        let scene = former.scene;
        let mesh = scene.nodes[node].mesh;
        let primitives = mesh.map_or(&[][..], |mesh| &scene.meshes[mesh].primitives);
        let world = scene.pose(0.0, false);
        let mirrored = scene
            .deformation(node)
            .is_some_and(|deformation| deformation.mirrors(&world));
        let mut names = Names::default();
        let mut pieces = Vec::new();
        for primitive in primitives {
            let name = names.take(&scene.nodes[node].name);
            let (prim, form) = former.form(name, primitive, WIDTH, mirrored)?;
            let first = primitive.first_vertex as usize;
            let shaded = matches!(form, Form::Mesh);
            pieces.push(Piece {
                prim,
                form,
                vertices: first..first + primitive.vertex_count as usize,
                points: points(),
                extent: extents(),
                normals: shaded.then(normals),
            });
        }
        Ok(Self { node, pieces })
    }

    /// Adds a frame.
    pub(super) fn add(
        &mut self,
        frame: u64,
        mesh: &DeformedMesh<'_>,
        store: &mut Store,
    ) -> Result<(), Error> {
        for piece in &mut self.pieces {
            let (positions, normals) = mesh.vertices(piece.vertices.clone());
            let positions = piece.form.pick(positions);
            piece.points.add(frame, &positions, store)?;
            let margin = if piece.normals.is_some() {
                0.0
            } else {
                0.5 * WIDTH
            };
            piece
                .extent
                .add(frame, &extent(&positions, margin), store)?;
            if let (Some(channel), false) = (&mut piece.normals, normals.is_empty()) {
                channel.add(frame, normals, store)?;
            }
        }
        Ok(())
    }

    /// The prims of all primitives.
    pub(super) fn finish(self) -> Vec<Prim> {
        let prim = |piece: Piece| {
            let mut prim = piece.prim;
            let channels = [Some(piece.points), Some(piece.extent), piece.normals];
            let channels = channels.into_iter().flatten();
            channels.for_each(|channel| channel.finish(&mut prim));
            prim
        };
        self.pieces.into_iter().map(prim).collect()
    }
}
