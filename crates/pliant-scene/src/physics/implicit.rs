//! KHR_implicit_shapes and KHR_physics_rigid_bodies as the file has them, with OMI's extensions translated to them.

use crate::colliders::collider::ColliderItem;
use crate::colliders::filters;
use crate::colliders::filters::Filter;
use crate::colliders::omi_shapes::forms;
use crate::colliders::physics_materials;
use crate::colliders::physics_materials::Coefficients;
use crate::colliders::shapes::{Form, ShapeItem};
use crate::error::Result;
use crate::extensions::{BODIES, GRAVITY};
use crate::physics::omi;
use crate::physics::physics_node::PhysicsNode;
use crate::report::Report;
use crate::scene::Scene;
use pliant_gltf::document::{Document, Object, index};
use pliant_gltf::extension::{list, parse};

const SHAPES: &str = "KHR_implicit_shapes";

/// The document's shapes, physics materials and collision filters.
#[derive(Debug, Default)]
pub(crate) struct Implicit {
    /// Those of KHR_implicit_shapes, or else of glTF 2.1 itself.
    shapes: Vec<Form>,
    /// Those of OMI_physics_shape.
    omi: Vec<Form>,
    materials: Vec<Coefficients>,
    filters: Vec<Filter>,
    /// Names of the systems of filters.
    pub(crate) systems: Vec<String>,
}

impl Implicit {
    /// Reads and checks what the document's extensions list.
    pub(crate) fn read(document: &Document, report: &mut Report) -> Result<Self> {
        let (filters, systems) = filters::read(document, report)?;
        Ok(Self {
            shapes: shapes(document)?,
            omi: omi::shapes(document)?,
            filters,
            systems,
            materials: physics_materials::read(document, report)?,
        })
    }

    /// The shape of a node's collider: an implicit shape, a mesh, the mesh of another node (without its transform), or else
    /// its own mesh.
    pub(crate) fn form(
        &self,
        collider: &ColliderItem,
        scene: &Scene,
        node: usize,
        owner: &str,
    ) -> Result<Form> {
        let geometry = &collider.geometry;
        if let Some(shape) = geometry.omi {
            return Ok(self.omi[index(shape, self.omi.len(), owner, "OMI shape")?]);
        }
        if let Some(shape) = geometry.shape {
            let shape = index(shape, self.shapes.len(), owner, "implicit shape")?;
            return Ok(self.shapes[shape].as_hull(geometry.convex_hull));
        }
        let mesh = match (geometry.mesh, geometry.node) {
            (Some(mesh), _) => Some(index(mesh, scene.meshes.len(), owner, "mesh")?),
            (None, Some(other)) => {
                scene.nodes[index(other, scene.nodes.len(), owner, "node")?].mesh
            }
            (None, None) => scene.nodes[node].mesh,
        };
        Ok(Form::Mesh {
            mesh,
            hull: geometry.convex_hull,
        })
    }

    /// The material a collider names.
    pub(crate) fn material(
        &self,
        collider: &ColliderItem,
        owner: &str,
    ) -> Result<Option<Coefficients>> {
        let material = collider.physics_material;
        let material = material
            .map(|material| index(material, self.materials.len(), owner, "physicsMaterial"));
        Ok(material
            .transpose()?
            .map(|material| self.materials[material]))
    }

    /// The filter a collider names.
    pub(crate) fn filter(&self, collider: &ColliderItem, owner: &str) -> Result<Option<Filter>> {
        let filter = collider.collision_filter;
        let filter =
            filter.map(|filter| index(filter, self.filters.len(), owner, "collisionFilter"));
        Ok(filter.transpose()?.map(|filter| self.filters[filter]))
    }
}

/// The shapes that colliders name.
fn shapes(document: &Document) -> Result<Vec<Form>> {
    if !document.extensions.contains_key(SHAPES) {
        let items = document.shapes.iter().enumerate();
        let items = items.map(|(i, item)| parse(item, &format!("shape {i}")));
        return forms(
            items.collect::<std::result::Result<_, _>>()?,
            document,
            "glTF",
        );
    }
    let items: Vec<ShapeItem> = list(&document.extensions, SHAPES, "shapes")?;
    let shape = |(i, item): (usize, &ShapeItem)| item.shape(SHAPES, i).map(Form::Shape);
    items.iter().enumerate().map(shape).collect()
}

/// What the extensions say of a node. Where both have a body, KHR's overrides OMI's.
pub(crate) fn physics_node(extensions: &Object, owner: &str) -> Result<PhysicsNode> {
    let said: PhysicsNode = match extensions.get(BODIES) {
        Some(value) => parse(value, &format!("{owner}: {BODIES}"))?,
        None => omi::node(extensions, owner)?,
    };
    let gravity = extensions.get(GRAVITY);
    let gravity = gravity.map(|value| parse(value, &format!("{owner}: {GRAVITY}")));
    Ok(PhysicsNode {
        gravity: gravity.transpose()?,
        ..said
    })
}
