//! OMI_physics_joint, read as limits of KHR_physics_rigid_bodies: each axis may have bounds of its own.

use crate::error::{Error, Result};
use crate::rigid_bodies::joint::{Freedom, Limit};
use pliant_gltf::document::{Document, index};
use pliant_gltf::extension::list;
use serde::Deserialize;

pub(crate) const JOINTS: &str = "OMI_physics_joint";

/// A node that joins two others at its own frame.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct OmiJoint {
    pub(crate) constraints: Vec<u64>,
    pub(crate) node_a: Option<i64>,
    pub(crate) node_b: Option<i64>,
}

/// A constraint of the document's joints.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Constraint {
    linear_axes: Vec<u64>,
    angular_axes: Vec<u64>,
    lower_limit: f32,
    upper_limit: f32,
    stiffness: Option<f32>,
    damping: f32,
}

impl Default for Constraint {
    fn default() -> Self {
        Self {
            linear_axes: Vec::new(),
            angular_axes: Vec::new(),
            lower_limit: 0.0,
            upper_limit: 0.0,
            stiffness: None,
            damping: 1.0,
        }
    }
}

/// The document's constraints.
pub(crate) fn constraints(document: &Document) -> Result<Vec<Constraint>> {
    let constraints: Vec<Constraint> = list(&document.extensions, JOINTS, "constraints")?;
    for (i, constraint) in constraints.iter().enumerate() {
        constraint.check(&format!("{JOINTS} constraints {i}"))?;
    }
    Ok(constraints)
}

impl Constraint {
    fn check(&self, whose: &str) -> Result<()> {
        let (low, high) = (self.lower_limit, self.upper_limit);
        if !(low.is_finite() && high.is_finite() && low <= high) {
            return Error::scene(format!(
                "{whose}: its lowerLimit {low} is above its upperLimit {high}, or not finite"
            ));
        }
        if self.stiffness.is_some_and(|k| !(k.is_finite() && k > 0.0)) {
            return Error::scene(format!("{whose}: its stiffness must be above 0"));
        }
        if !(self.damping.is_finite() && self.damping >= 0.0) {
            return Error::scene(format!("{whose}: its damping must be 0 or above"));
        }
        for axis in self.axes(Freedom::Linear) {
            index(*axis, 3, whose, "axis")?;
        }
        for axis in self.axes(Freedom::Angular) {
            index(*axis, 3, whose, "axis")?;
        }
        Ok(())
    }

    fn axes(&self, freedom: Freedom) -> &[u64] {
        match freedom {
            Freedom::Linear => &self.linear_axes,
            Freedom::Angular => &self.angular_axes,
        }
    }

    fn limit(&self, freedom: Freedom, axes: [bool; 3]) -> Limit {
        Limit {
            freedom,
            axes,
            min: self.lower_limit,
            max: self.upper_limit,
            stiffness: self.stiffness.unwrap_or(f32::INFINITY),
            // A hard limit needs no damping.
            damping: self.stiffness.map_or(0.0, |_| self.damping),
        }
    }
}

/// The limits of a joint. Where several constraints name one axis, the last one applies.
pub(crate) fn limits(joint: &OmiJoint, all: &[Constraint], owner: &str) -> Result<Vec<Limit>> {
    let indices = joint.constraints.iter();
    let indices: Vec<usize> = indices
        .map(|number| index(*number, all.len(), owner, "OMI joint constraint"))
        .collect::<std::result::Result<_, _>>()?;
    let mut limits = Vec::new();
    for freedom in [Freedom::Linear, Freedom::Angular] {
        for (order, number) in indices.iter().enumerate() {
            let constraint = &all[*number];
            let later = |axis: u64| {
                let rest = &indices[order + 1..];
                rest.iter().any(|p| all[*p].axes(freedom).contains(&axis))
            };
            let mut held = [false; 3];
            let own = constraint.axes(freedom).iter();
            own.filter(|axis| !later(**axis))
                .for_each(|axis| held[*axis as usize] = true);
            let one = |axis: usize| std::array::from_fn(|other| other == axis);
            // Axes locked at 0 become one limit; otherwise each axis has its own bounds.
            if constraint.lower_limit == 0.0 && constraint.upper_limit == 0.0 {
                let any = held.contains(&true);
                limits.extend(any.then(|| constraint.limit(freedom, held)));
            } else {
                let axes = (0..3).filter(|axis| held[*axis]);
                limits.extend(axes.map(|axis| constraint.limit(freedom, one(axis))));
            }
        }
    }
    Ok(limits)
}
