//! Reads OMI_physics_gravity of nodes that have a trigger.

use crate::colliders::collider::Collider;
use crate::colliders::omi_shapes::named;
use crate::error::{Error, Result};
use crate::extensions::GRAVITY;
use crate::report::Report;
use crate::scene::Scene;
use crate::triggers::gravity_field::{FieldKind, GravityField};
use glam::Vec3;
use pliant_gltf::text::quote;
use serde::Deserialize;

/// What the extension says of a node.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct GravityItem {
    #[serde(rename = "type")]
    kind: String,
    gravity: Option<f32>,
    priority: f64,
    replace: bool,
    stop: bool,
    directional: DirectionItem,
    point: SourceItem,
    disc: SourceItem,
    torus: SourceItem,
    line: SourceItem,
    shaped: SourceItem,
}

#[derive(Debug, Deserialize)]
#[serde(default)]
struct DirectionItem {
    direction: [f32; 3],
}

impl Default for DirectionItem {
    fn default() -> Self {
        Self {
            direction: Vec3::NEG_Y.to_array(),
        }
    }
}

/// Values of all types but `directional`; each type uses some of them.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct SourceItem {
    unit_distance: f32,
    radius: f32,
    points: Vec<f32>,
    shape: Option<i64>,
}

impl Default for SourceItem {
    fn default() -> Self {
        Self {
            unit_distance: 0.0,
            radius: 1.0,
            points: Vec::new(),
            shape: None,
        }
    }
}

impl GravityItem {
    /// The shape that a field of type `shaped` pulls to.
    pub(crate) fn shape(&self) -> Option<u64> {
        named(self.shaped.shape).filter(|_| self.kind == "shaped")
    }

    /// The field around its source, whose node has this scale; `None` where it would have no effect.
    pub(crate) fn field(
        &self,
        source: Collider,
        scale: Vec3,
        owner: &str,
        report: &mut Report,
    ) -> Result<Option<GravityField>> {
        let wrong = |what: &str| Error::Scene(format!("{owner}: {GRAVITY}: {what}"));
        let gravity = self.gravity.filter(|gravity| gravity.is_finite());
        let gravity = gravity.ok_or_else(|| wrong("gravity must be a finite number, m/s²"))?;
        if self.priority.fract() != 0.0 || self.priority.abs() > 9e15 {
            return Err(wrong("priority must be a whole number"));
        }
        let unit_distance = self.toward().map_or(0.0, |item| item.unit_distance);
        if !(unit_distance.is_finite() && unit_distance >= 0.0) {
            return Err(wrong("unitDistance must be finite, and 0 or above, m"));
        }
        if let Some(why) = self.idle() {
            report.warn(format!("{owner}: {why}, so its gravity is off"));
            return Ok(None);
        }
        Ok(Some(GravityField {
            trigger: 0,
            kind: self.kind(scale).map_err(wrong)?,
            source,
            gravity,
            unit_distance,
            #[expect(clippy::cast_possible_truncation, reason = "whole and in range")]
            priority: self.priority as i64,
            replaces: self.replace,
            stops: self.stop,
            stops_world: self.stop && self.priority >= 0.0,
        }))
    }

    /// The values of the item's type.
    fn toward(&self) -> Option<&SourceItem> {
        match self.kind.as_str() {
            "point" => Some(&self.point),
            "disc" => Some(&self.disc),
            "torus" => Some(&self.torus),
            "line" => Some(&self.line),
            "shaped" => Some(&self.shaped),
            _ => None,
        }
    }

    /// Why it has no effect, by the extension's rules.
    fn idle(&self) -> Option<&'static str> {
        match self.kind.as_str() {
            "line" if self.line.points.is_empty() => Some("its line has no points"),
            "shaped" if self.shape().is_none() => Some("it names no shape to pull to"),
            "directional" => None,
            _ if self.toward().is_some() => None,
            _ => Some("its gravity has a type that is not known"),
        }
    }

    fn kind(&self, scale: Vec3) -> std::result::Result<FieldKind, &'static str> {
        Ok(match self.kind.as_str() {
            "disc" => FieldKind::Disc {
                radius: self.disc.radius(scale)?,
            },
            "torus" => FieldKind::Torus {
                radius: self.torus.radius(scale)?,
            },
            "line" => FieldKind::Line {
                points: self.line.points(scale)?,
            },
            "point" | "shaped" => FieldKind::Nearest,
            _ => {
                let direction = (scale * Vec3::from(self.directional.direction)).try_normalize();
                FieldKind::Directional {
                    direction: direction.ok_or("direction must be finite, and not zero")?,
                }
            }
        })
    }
}

impl SourceItem {
    /// Circles stay round under an uneven scale; the larger one applies.
    fn radius(&self, scale: Vec3) -> std::result::Result<f32, &'static str> {
        let radius = self.radius * scale.x.abs().max(scale.z.abs());
        let fits = radius.is_finite() && radius >= 0.0;
        fits.then_some(radius)
            .ok_or("radius must be finite, and 0 or above, m")
    }

    fn points(&self, scale: Vec3) -> std::result::Result<Vec<Vec3>, &'static str> {
        if self.points.len() < 6 || !self.points.len().is_multiple_of(3) {
            return Err("points must be three numbers each, for two points or more");
        }
        let points = self.points.chunks_exact(3);
        let points: Vec<Vec3> = points.map(|p| scale * Vec3::from_slice(p)).collect();
        let finite = points.iter().all(|point| point.is_finite());
        finite.then_some(points).ok_or("points must be finite, m")
    }
}

/// Gives fields their triggers and sorts them by priority; equal ones keep the order of their nodes.
pub(crate) fn resolve(scene: &mut Scene, fields: Vec<GravityField>, report: &mut Report) {
    for field in fields {
        let node = field.source.node;
        let trigger = (scene.triggers.iter()).position(|trigger| trigger.node == node);
        match trigger {
            Some(trigger) => scene.fields.push(GravityField { trigger, ..field }),
            None => report.warn(format!(
                "node {}: its gravity is off, because it has no trigger, or one that is part of another",
                quote(&scene.nodes[node].name)
            )),
        }
    }
    scene
        .fields
        .sort_by_key(|field| (std::cmp::Reverse(field.priority), field.source.node));
}
