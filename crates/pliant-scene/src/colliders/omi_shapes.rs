//! Shapes that may be meshes: those of OMI_physics_shape, and of glTF 2.1 itself.

use crate::colliders::shapes::{Cuboid, Form, Plane, Round, ShapeItem, Sphere};
use crate::error::Result;
use pliant_gltf::document::{Document, index};
use serde::Deserialize;

/// A shape as the file has it.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Item {
    #[serde(rename = "type")]
    kind: String,
    sphere: Sphere,
    #[serde(rename = "box")]
    cuboid: Cuboid,
    capsule: Measures,
    cylinder: Measures,
    plane: Plane,
    convex: Named,
    convex_mesh: Named,
    trimesh: Named,
    concave: Named,
    mesh: Named,
}

/// An index, below 0 for none.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Named {
    pub(crate) shape: Option<i64>,
    mesh: Option<i64>,
}

/// Sizes of a capsule or cylinder. Earlier versions of OMI_physics_shape had `radius` instead of the other two.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Measures {
    height: Option<f32>,
    radius: Option<f32>,
    radius_bottom: Option<f32>,
    radius_top: Option<f32>,
}

impl Measures {
    fn round(&self, height: f32) -> Round {
        let radius = self.radius.unwrap_or(0.5);
        Round {
            height: self.height.unwrap_or(height),
            radius_bottom: self.radius_bottom.unwrap_or(radius),
            radius_top: self.radius_top.unwrap_or(radius),
        }
    }
}

pub(crate) fn named(number: Option<i64>) -> Option<u64> {
    number.and_then(|number| u64::try_from(number).ok())
}

/// The forms of a list of shapes, which errors call `list`.
pub(crate) fn forms(items: Vec<Item>, document: &Document, list: &str) -> Result<Vec<Form>> {
    let form = |(i, item): (usize, Item)| item.form(list, i, document.meshes.len());
    items.into_iter().enumerate().map(form).collect()
}

impl Item {
    fn form(self, list: &str, i: usize, meshes: usize) -> Result<Form> {
        let owner = format!("{list} shape {i}");
        let mesh = |item: &Named, hull| {
            let mesh = named(item.mesh).map(|mesh| index(mesh, meshes, &owner, "mesh"));
            let mesh = mesh.transpose()?;
            Ok(Form::Mesh { mesh, hull })
        };
        match self.kind.as_str() {
            "convex" => return mesh(&self.convex, true),
            "convexMesh" => return mesh(&self.convex_mesh, true),
            "trimesh" => return mesh(&self.trimesh, false),
            // What a draft of glTF 2.1 called `mesh`.
            "concave" => return mesh(&self.concave, false),
            "mesh" => return mesh(&self.mesh, false),
            _ => {}
        }
        let item = ShapeItem {
            kind: self.kind,
            sphere: self.sphere,
            cuboid: self.cuboid,
            capsule: self.capsule.round(1.0),
            cylinder: self.cylinder.round(2.0),
            plane: self.plane,
        };
        item.shape(list, i).map(Form::Shape)
    }
}
