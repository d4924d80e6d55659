//! A primitive of a mesh that changes its shape: points in the world, with a sample a frame.

use super::forms::{Channel, Form, Former, extent, extents, normals, points, velocities};
use super::layer::{Prim, Store};
use super::names::Names;
use crate::error::Error;
use std::ops::Range;

/// A primitive with its samples.
pub(super) struct Piece {
    prim: Prim,
    form: Form,
    /// Its vertices, counted in the mesh.
    vertices: Range<usize>,
    /// Half of the width of curves and points, m.
    margin: f32,
    points: Channel,
    velocities: Option<Channel>,
    extent: Channel,
    normals: Option<Channel>,
}

/// How the primitives of a mesh are written.
#[derive(Clone, Copy)]
pub(super) struct Style {
    /// Width of curves and points, m.
    pub(super) width: f32,
    /// Whether the node turns its triangles over.
    pub(super) mirrored: bool,
    pub(super) has_velocities: bool,
}

impl Piece {
    /// The primitives of a node's mesh without samples.
    pub(super) fn of_node(
        former: &mut Former<'_>,
        node: usize,
        style: Style,
    ) -> Result<Vec<Self>, Error> {
        let scene = former.scene;
        let mesh = scene.nodes[node].mesh;
        let primitives = mesh.map_or(&[][..], |mesh| &scene.meshes[mesh].primitives);
        let mut names = Names::default();
        let mut pieces = Vec::new();
        for primitive in primitives {
            let name = names.take(&scene.nodes[node].name);
            let (prim, form) = former.form(name, primitive, style.width, style.mirrored)?;
            let first = primitive.first_vertex as usize;
            let shaded = matches!(form, Form::Mesh);
            pieces.push(Self {
                prim,
                form,
                vertices: first..first + primitive.vertex_count as usize,
                margin: if shaded { 0.0 } else { 0.5 * style.width },
                points: points(),
                velocities: style.has_velocities.then(velocities),
                extent: extents(),
                normals: shaded.then(normals),
            });
        }
        Ok(pieces)
    }

    /// Adds a frame, given positions, m, normals and velocities, m/s, of all vertices of the mesh. Normals are empty where nothing has
    /// triangles, velocities where they are not written.
    pub(super) fn add(
        &mut self,
        frame: u64,
        (positions, normals): (&[[f32; 3]], &[[f32; 3]]),
        velocities: &[[f32; 3]],
        store: &mut Store,
    ) -> Result<(), Error> {
        let positions = self.form.pick(&positions[self.vertices.clone()]);
        self.points.add(frame, &positions, store)?;
        if let Some(channel) = &mut self.velocities {
            let velocities = self.form.pick(&velocities[self.vertices.clone()]);
            channel.add(frame, &velocities, store)?;
        }
        self.extent
            .add(frame, &extent(&positions, self.margin), store)?;
        match (&mut self.normals, normals.get(self.vertices.clone())) {
            (Some(channel), Some(normals)) => channel.add(frame, normals, store),
            _ => Ok(()),
        }
    }

    pub(super) fn finish(self) -> Prim {
        let mut prim = self.prim;
        let channels = [
            Some(self.points),
            self.velocities,
            Some(self.extent),
            self.normals,
        ];
        channels
            .into_iter()
            .flatten()
            .for_each(|channel| channel.finish(&mut prim));
        prim
    }
}
