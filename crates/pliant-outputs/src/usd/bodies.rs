//! Deformable bodies and fluids: points in the world, with a sample a frame.

use super::forms::{Channel, Former, extent, extents, points, velocities};
use super::layer::{Element, Prim, Store, Value};
use super::liquid::Liquid;
use super::piece::{Piece, Style};
use super::shape::Shape;
use crate::error::Error;
use pliant_scene::{Body, BodyKind, Primitive};
use pliant_sim::Particles;

/// A body with its samples.
pub(super) enum Bodied {
    /// A prim for each primitive.
    Deformable(Vec<Piece>),
    /// Its particles.
    Fluid(Box<Fluid>),
}

/// The particles of a fluid, and its surface where the run asks for it.
pub(super) struct Fluid {
    prim: Prim,
    surface: Option<Liquid>,
    margin: f32,
    points: Channel,
    velocities: Channel,
    extent: Channel,
    ids: Channel,
}

impl Bodied {
    /// A body without samples.
    pub(super) fn new(former: &mut Former<'_>, body: usize, surfaces: bool) -> Result<Self, Error> {
        let Body {
            node, kind, keys, ..
        } = &former.scene.bodies[body];
        let Some(mesh) = former.scene.nodes[*node].mesh else {
            return Ok(Self::Deformable(Vec::new()));
        };
        let scene = former.scene;
        let primitives = &scene.meshes[mesh].primitives;
        if *kind == BodyKind::Fluid {
            let first = primitives.first();
            return Fluid::new(former, keys.spacing, first, surfaces)
                .map(|fluid| Self::Fluid(Box::new(fluid)));
        }
        let mirrored = scene.pose(0.0, false)[*node].determinant() < 0.0;
        let style = Style {
            width: keys.thickness,
            mirrored,
            has_velocities: true,
        };
        let pieces = Piece::of_node(former, *node, style)?;
        Ok(Self::Deformable(pieces))
    }

    /// Adds a frame.
    pub(super) fn add(
        &mut self,
        frame: u64,
        shape: &Shape<'_>,
        store: &mut Store,
    ) -> Result<(), Error> {
        match self {
            Self::Fluid(fluid) => fluid.add(frame, shape, store),
            Self::Deformable(pieces) => {
                let (velocities, vertices) = (shape.velocities(), shape.vertices());
                pieces
                    .iter_mut()
                    .try_for_each(|piece| piece.add(frame, vertices, &velocities, store))
            }
        }
    }

    /// The prim of the body. A body of several primitives, or with a surface, has each as a child.
    pub(super) fn finish(self, name: String) -> Prim {
        let mut prims: Vec<Prim> = match self {
            Self::Fluid(fluid) => fluid.finish(),
            Self::Deformable(pieces) => pieces.into_iter().map(Piece::finish).collect(),
        };
        match prims.pop() {
            Some(mut only) if prims.is_empty() => {
                only.name = name;
                only
            }
            last => {
                prims.extend(last);
                let mut group = Prim::new(name, "Xform");
                group.children = prims;
                group
            }
        }
    }
}

impl Fluid {
    fn new(
        former: &mut Former<'_>,
        spacing: f32,
        primitive: Option<&Primitive>,
        surface: bool,
    ) -> Result<Self, Error> {
        let mut prim = Prim::new("Particles", "Points");
        let mut surface = surface.then(|| Liquid::new(spacing));
        former.width(&mut prim, spacing)?;
        if let Some(primitive) = primitive {
            former.plain(&mut prim, primitive.material)?;
            if let Some(surface) = &mut surface {
                former.plain(&mut surface.prim, primitive.material)?;
            }
        }
        if surface.is_some() {
            // Renderers show the surface alone.
            prim.set_uniform("purpose", "token", Value::Token("guide"));
        }
        Ok(Self {
            prim,
            surface,
            margin: 0.5 * spacing,
            points: points(),
            velocities: velocities(),
            extent: extents(),
            ids: Channel::new("ids", "int64[]", Element::Int64),
        })
    }

    fn add(&mut self, frame: u64, shape: &Shape<'_>, store: &mut Store) -> Result<(), Error> {
        let Particles {
            positions,
            velocities,
            present,
            first,
            ..
        } = shape.particles;
        let [start, end] = [first[shape.body], first[shape.body + 1]].map(|p| p as usize);
        let all: Vec<usize> = (start..end).filter(|p| present[*p]).collect();
        let of = |values: &[[f32; 3]]| all.iter().map(|p| values[*p]).collect::<Vec<[f32; 3]>>();
        let (points, velocities) = (of(positions), of(velocities));
        self.points.add(frame, &points, store)?;
        self.velocities.add(frame, &velocities, store)?;
        self.extent
            .add(frame, &extent(&points, self.margin), store)?;
        let ids: Vec<i64> = all.iter().map(|p| (p - start) as i64).collect();
        self.ids.add(frame, &ids, store)?;
        match &mut self.surface {
            Some(surface) => surface.add(frame, shape, [&points, &velocities], store),
            None => Ok(()),
        }
    }

    fn finish(self) -> Vec<Prim> {
        let mut prim = self.prim;
        for channel in [self.points, self.velocities, self.extent, self.ids] {
            channel.finish(&mut prim);
        }
        let surface = self.surface.map(Liquid::finish);
        surface.into_iter().chain([prim]).collect()
    }
}
