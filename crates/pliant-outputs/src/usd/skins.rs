//! Meshes that deform by skins and morph targets: points in the world, with a sample a frame.

use super::forms::{Former, WIDTH};
use super::layer::{Prim, Store};
use super::piece::{Piece, Style};
use crate::error::Error;
use pliant_scene::Scene;
use pliant_sim::DrawnVertices;

/// The mesh of a node with its samples.
pub(super) struct Skinned {
    pub(super) node: usize,
    pieces: Vec<Piece>,
}

/// Nodes whose meshes deform and are no bodies.
pub(super) fn skinned(scene: &Scene) -> impl Iterator<Item = usize> + '_ {
    let nodes = scene.order.iter().copied();
    nodes.filter(|node| scene.deforms(*node) && scene.nodes[*node].body.is_none())
}

impl Skinned {
    /// The mesh of a node without samples.
    pub(super) fn new(former: &mut Former<'_>, node: usize) -> Result<Self, Error> {
        let (scene, world) = (former.scene, former.scene.pose(0.0, false));
        let deformation = scene.deformation(node);
        let style = Style {
            width: WIDTH,
            mirrored: deformation.is_some_and(|deformation| deformation.mirrors(&world)),
            has_velocities: false,
        };
        let pieces = Piece::of_node(former, node, style)?;
        Ok(Self { node, pieces })
    }

    /// Adds a frame.
    pub(super) fn add(
        &mut self,
        frame: u64,
        drawn: &DrawnVertices,
        store: &mut Store,
    ) -> Result<(), Error> {
        let mut meshes = drawn.deforming.iter();
        let Some((_, first)) = meshes.find(|(node, _)| *node == self.node) else {
            return Ok(());
        };
        let first = *first as usize;
        let vertices = (
            &drawn.positions[first..],
            drawn.normals.get(first..).unwrap_or_default(),
        );
        self.pieces
            .iter_mut()
            .try_for_each(|piece| piece.add(frame, vertices, &[], store))
    }

    /// The prims of all primitives.
    pub(super) fn finish(self) -> Vec<Prim> {
        self.pieces.into_iter().map(Piece::finish).collect()
    }
}
