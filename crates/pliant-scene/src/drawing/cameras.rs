//! Cameras, and the lights of KHR_lights_punctual.

use crate::error::{Error, Result};
use glam::Vec3;
use pliant_gltf::document::{Camera as Item, Document, Object, index};
use pliant_gltf::text::{one_line, quote};
use serde::Deserialize;
use serde_json::Value;
use std::f32::consts::{FRAC_PI_2, FRAC_PI_4};

/// A camera; it looks along its node's −Z.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Camera {
    /// Perspective: vertical field of view in radians, aspect if given, near, far if finite (m).
    Perspective {
        /// Vertical field of view, rad.
        yfov: f32,
        /// Width over height, if the file says it.
        aspect: Option<f32>,
        /// Near plane, m.
        near: f32,
        /// Far plane, m.
        far: Option<f32>,
    },
    /// Orthographic: half width, half height, near, far (m).
    Orthographic {
        /// Half the width, m.
        xmag: f32,
        /// Half the height, m.
        ymag: f32,
        /// Near plane, m.
        near: f32,
        /// Far plane, m.
        far: f32,
    },
}

/// A punctual light; directional and spot lights shine along their node's −Z.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Light {
    /// Linear colour.
    pub color: Vec3,
    /// lux for directional lights, candela for the others.
    pub intensity: f32,
    /// Range of the light, m.
    pub range: Option<f32>,
    /// Which of the three it is.
    pub kind: LightKind,
}

/// The kinds of KHR_lights_punctual.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LightKind {
    /// A sun.
    Directional,
    /// A bulb.
    Point,
    /// A cone: inner and outer half angle, rad.
    Spot {
        /// Full intensity inside.
        inner: f32,
        /// None outside.
        outer: f32,
    },
}

const LIGHTS: &str = "KHR_lights_punctual";

/// All cameras.
pub(crate) fn cameras(document: &Document) -> Result<Vec<Camera>> {
    document
        .cameras
        .iter()
        .enumerate()
        .map(|(i, item)| camera(i, item))
        .collect()
}

fn camera(i: usize, item: &Item) -> Result<Camera> {
    let fail = |why: &str| Error::Scene(format!("camera {i}: {why}"));
    let positive = |number: f32| number.is_finite() && number > 0.0;
    match (item.kind.as_str(), &item.perspective, &item.orthographic) {
        ("perspective", Some(lens), _) => {
            let far = lens
                .zfar
                .is_none_or(|far| positive(far) && far > lens.znear);
            let sound = positive(lens.yfov)
                && lens.yfov < std::f32::consts::PI
                && positive(lens.znear)
                && far;
            if !sound || !lens.aspect_ratio.is_none_or(positive) {
                return Err(fail(
                    "needs 0 < yfov < π, 0 < znear < zfar and an aspectRatio above 0",
                ));
            }
            Ok(Camera::Perspective {
                yfov: lens.yfov,
                aspect: lens.aspect_ratio,
                near: lens.znear,
                far: lens.zfar,
            })
        }
        ("orthographic", _, Some(lens)) => {
            // Exporters write negative magnifications for mirrored views; only their absolute value matters.
            let (xmag, ymag) = (lens.xmag.abs(), lens.ymag.abs());
            let depth = lens.znear.is_finite()
                && lens.znear >= 0.0
                && lens.zfar.is_finite()
                && lens.zfar > lens.znear;
            if !positive(xmag) || !positive(ymag) || !depth {
                return Err(fail(
                    "needs xmag and ymag other than 0 and 0 ≤ znear < zfar",
                ));
            }
            Ok(Camera::Orthographic {
                xmag,
                ymag,
                near: lens.znear,
                far: lens.zfar,
            })
        }
        (kind, _, _) => Err(fail(&format!(
            "type {} has no parameters of that name",
            quote(kind)
        ))),
    }
}

#[derive(Debug, Deserialize)]
#[serde(default)]
struct LightItem {
    #[serde(rename = "type")]
    kind: String,
    color: [f32; 3],
    intensity: f32,
    range: Option<f32>,
    spot: Spot,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Spot {
    inner_cone_angle: f32,
    outer_cone_angle: f32,
}

impl Default for LightItem {
    fn default() -> Self {
        Self {
            kind: String::new(),
            color: [1.0; 3],
            intensity: 1.0,
            range: None,
            spot: Spot::default(),
        }
    }
}

impl Default for Spot {
    fn default() -> Self {
        Self {
            inner_cone_angle: 0.0,
            outer_cone_angle: FRAC_PI_4,
        }
    }
}

/// All lights.
pub(crate) fn lights(document: &Document) -> Result<Vec<Light>> {
    match document
        .extensions
        .get(LIGHTS)
        .and_then(|extension| extension.get("lights"))
    {
        Some(Value::Array(items)) => items
            .iter()
            .enumerate()
            .map(|(i, item)| light(i, item))
            .collect(),
        _ => Ok(Vec::new()),
    }
}

fn light(i: usize, item: &Value) -> Result<Light> {
    let fail = |why: &str| Error::Scene(format!("light {i}: {why}"));
    let item = LightItem::deserialize(item).map_err(|error| fail(&one_line(&error.to_string())))?;
    let kind = match item.kind.as_str() {
        "directional" => LightKind::Directional,
        "point" => LightKind::Point,
        "spot" => LightKind::Spot {
            inner: item.spot.inner_cone_angle,
            outer: item.spot.outer_cone_angle,
        },
        other => return Err(fail(&format!("type {} is none of {LIGHTS}", quote(other)))),
    };
    if let LightKind::Spot { inner, outer } = kind
        && !(inner >= 0.0 && inner < outer && outer <= FRAC_PI_2)
    {
        return Err(fail("needs 0 ≤ innerConeAngle < outerConeAngle ≤ π/2"));
    }
    let color = Vec3::from(item.color);
    let range = item
        .range
        .is_none_or(|range| range.is_finite() && range > 0.0);
    if !color.is_finite() || !item.intensity.is_finite() || item.intensity < 0.0 || !range {
        return Err(fail(
            "needs a finite color, an intensity of 0 or more and a range above 0",
        ));
    }
    Ok(Light {
        color: color.max(Vec3::ZERO),
        intensity: item.intensity,
        range: item.range,
        kind,
    })
}

/// The light of a node, if it has one.
pub(crate) fn node_light(extensions: &Object, lights: usize, owner: &str) -> Result<Option<usize>> {
    let Some(light) = extensions
        .get(LIGHTS)
        .and_then(|extension| extension.get("light"))
    else {
        return Ok(None);
    };
    let light = light
        .as_u64()
        .ok_or_else(|| Error::Scene(format!("{owner}: its light must be an index")))?;
    Ok(Some(index(light, lights, owner, "light")?))
}
