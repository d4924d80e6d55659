//! KHR_implicit_shapes and KHR_physics_rigid_bodies as the file has them; what OMI's extensions say is brought to the same.

use crate::coefficients::{self, Coefficients};
use crate::collider::Shape;
use crate::document::{Document, Object, index};
use crate::filters::{self, Filter};
use crate::forms::forms;
use crate::gravity::{GRAVITY, GravityItem};
use crate::joint::JointItem;
use crate::omi;
use crate::omi_joint::OmiJoint;
use crate::report::Report;
use crate::scene::Scene;
use crate::text::{one_line, quote};
use crate::trigger::TriggerItem;
use crate::{Error, Result};
use glam::Vec3;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

const SHAPES: &str = "KHR_implicit_shapes";
pub(crate) const BODIES: &str = "KHR_physics_rigid_bodies";

/// The document's shapes, physics materials and collision filters.
#[derive(Debug, Default)]
pub(crate) struct Implicit {
    /// Those of KHR_implicit_shapes, or else of glTF 2.1 itself.
    shapes: Vec<Form>,
    /// Those of OMI_physics_shape.
    omi: Vec<Form>,
    materials: Vec<Coefficients>,
    filters: Vec<Filter>,
    /// Names of what filters tell apart.
    pub(crate) systems: Vec<String>,
}

/// What KHR_physics_rigid_bodies says of a node.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct PhysicsNode {
    pub(crate) motion: Option<Motion>,
    pub(crate) collider: Option<ColliderItem>,
    pub(crate) trigger: Option<TriggerItem>,
    pub(crate) joint: Option<JointItem>,
    /// Of OMI_physics_joint.
    #[serde(skip)]
    pub(crate) omi_joint: Option<OmiJoint>,
    /// It has an OMI_physics_body of the first version.
    #[serde(skip)]
    pub(crate) outdated: bool,
    /// Of OMI_physics_gravity.
    #[serde(skip)]
    pub(crate) gravity: Option<GravityItem>,
}

/// A node with motion is a rigid body.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Motion {
    pub(crate) is_kinematic: bool,
    /// kg; 0 is infinite.
    pub(crate) mass: Option<f32>,
    /// m, in the node's frame.
    pub(crate) center_of_mass: Option<[f32; 3]>,
    /// kg m²; 0 is infinite.
    pub(crate) inertia_diagonal: Option<[f32; 3]>,
    /// From the axes of that to the node's.
    pub(crate) inertia_orientation: Option<[f32; 4]>,
    pub(crate) linear_velocity: Option<[f32; 3]>,
    pub(crate) angular_velocity: Option<[f32; 3]>,
    pub(crate) gravity_factor: f32,
}

impl Default for Motion {
    fn default() -> Self {
        Self {
            is_kinematic: false,
            mass: None,
            center_of_mass: None,
            inertia_diagonal: None,
            inertia_orientation: None,
            linear_velocity: None,
            angular_velocity: None,
            gravity_factor: 1.0,
        }
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct ColliderItem {
    geometry: Geometry,
    physics_material: Option<u64>,
    collision_filter: Option<u64>,
}

#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
#[serde(rename_all = "camelCase")]
struct Geometry {
    shape: Option<u64>,
    mesh: Option<u64>,
    node: Option<u64>,
    convex_hull: bool,
    /// In OMI_physics_shape.
    #[serde(skip)]
    omi: Option<u64>,
}

/// What a collider is made of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Form {
    /// A shape; `None` for a type that is not known.
    Shape(Option<Shape>),
    /// A mesh in `Scene::meshes` or its hull; `None` where the node that is named has no mesh.
    Mesh { mesh: Option<usize>, hull: bool },
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct ShapeItem {
    #[serde(rename = "type")]
    pub(crate) kind: String,
    pub(crate) sphere: Sphere,
    #[serde(rename = "box")]
    pub(crate) cuboid: Cuboid,
    pub(crate) capsule: Round,
    pub(crate) cylinder: Round,
    pub(crate) plane: Plane,
}

#[derive(Debug, Deserialize)]
#[serde(default)]
pub(crate) struct Sphere {
    radius: f32,
}

#[derive(Debug, Deserialize)]
#[serde(default)]
pub(crate) struct Cuboid {
    size: [f32; 3],
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Round {
    pub(crate) height: f32,
    pub(crate) radius_bottom: f32,
    pub(crate) radius_top: f32,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Plane {
    size_x: Option<f32>,
    size_z: Option<f32>,
    double_sided: bool,
}

impl Default for Sphere {
    fn default() -> Self {
        Self { radius: 0.5 }
    }
}

impl Default for Cuboid {
    fn default() -> Self {
        Self { size: [1.0; 3] }
    }
}

impl Default for Round {
    fn default() -> Self {
        Self {
            height: 0.5,
            radius_bottom: 0.25,
            radius_top: 0.25,
        }
    }
}

impl Motion {
    /// The motion of a node that an animation moves or not: animations go before the simulation.
    pub(crate) fn animated(self, animated: bool) -> Self {
        Self {
            is_kinematic: self.is_kinematic || animated,
            ..self
        }
    }

    /// Whether it is kinematic and goes by its own velocity.
    pub(crate) fn drifts(&self) -> bool {
        let still = |velocity: Option<[f32; 3]>| velocity.is_none_or(|v| v == [0.0; 3]);
        self.is_kinematic && !(still(self.linear_velocity) && still(self.angular_velocity))
    }

    /// Refuses numbers that no body has.
    pub(crate) fn check(&self, owner: &str) -> Result<()> {
        let negative = |numbers: &[f32]| numbers.iter().any(|n| !(n.is_finite() && *n >= 0.0));
        if self.mass.is_some_and(|mass| negative(&[mass])) {
            return Error::scene(format!(
                "{owner}: its mass must be 0 (infinite) or above, kg"
            ));
        }
        if self.inertia_diagonal.is_some_and(|i| negative(&i)) {
            return Error::scene(format!(
                "{owner}: its inertiaDiagonal must be 0 (infinite) or above, kg m²"
            ));
        }
        let vectors = [
            self.center_of_mass,
            self.linear_velocity,
            self.angular_velocity,
        ];
        let orientation = self.inertia_orientation.map(glam::Quat::from_array);
        let finite = vectors.iter().flatten().flatten().all(|n| n.is_finite());
        let turns = orientation.is_none_or(|q| crate::nodes::unit(q).is_some());
        if !(finite && turns && self.gravity_factor.is_finite()) {
            return Error::scene(format!(
                "{owner}: its motion has a number that is not finite"
            ));
        }
        Ok(())
    }
}

impl ColliderItem {
    /// A collider of OMI_physics_body.
    pub(crate) fn of_omi(shape: u64) -> Self {
        let geometry = Geometry {
            omi: Some(shape),
            ..Geometry::default()
        };
        Self {
            geometry,
            ..Self::default()
        }
    }

    /// Whether it says nothing of its shape.
    pub(crate) fn is_empty(&self) -> bool {
        self.geometry == Geometry::default()
    }
}

impl PhysicsNode {
    /// What it asks for beyond what is simulated.
    pub(crate) fn unread(&self) -> impl Iterator<Item = &'static str> {
        let outdated = "OMI_physics_body of its first version";
        self.outdated.then_some(outdated).into_iter()
    }
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
            materials: coefficients::read(document, report)?,
        })
    }

    /// What the collider of a node is made of: an implicit shape, a mesh, that of a node, whose transform does not count,
    /// or else its own.
    pub(crate) fn form(
        &self,
        collider: &ColliderItem,
        scene: &Scene,
        node: usize,
        owner: &str,
    ) -> Result<Form> {
        let geometry = &collider.geometry;
        if let Some(shape) = geometry.omi {
            return index(shape, self.omi.len(), owner, "OMI shape").map(|shape| self.omi[shape]);
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

impl Form {
    /// The same, or its hull.
    fn as_hull(self, wanted: bool) -> Self {
        match self {
            Self::Mesh { mesh, hull } => Self::Mesh {
                mesh,
                hull: hull || wanted,
            },
            Self::Shape(_) => self,
        }
    }
}

/// The shapes that colliders name.
fn shapes(document: &Document) -> Result<Vec<Form>> {
    if !document.extensions.contains_key(SHAPES) {
        let items = document.shapes.iter().enumerate();
        let items = items.map(|(i, item)| parse(item, &format!("shape {i}")));
        return forms(items.collect::<Result<_>>()?, document, "glTF");
    }
    let items: Vec<ShapeItem> = list(&document.extensions, SHAPES, "shapes")?;
    let shape = |(i, item): (usize, &ShapeItem)| item.shape(SHAPES, i).map(Form::Shape);
    items.iter().enumerate().map(shape).collect()
}

/// What the extensions say of a node, if they say anything; of what both may say KHR's goes before OMI's.
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

/// The items of a list that an extension of the document has.
pub(crate) fn list<T: DeserializeOwned>(
    extensions: &Object,
    extension: &str,
    key: &str,
) -> Result<Vec<T>> {
    let items = extensions
        .get(extension)
        .and_then(|extension| extension.get(key));
    let Some(Value::Array(items)) = items else {
        return Ok(Vec::new());
    };
    items
        .iter()
        .enumerate()
        .map(|(i, item)| parse(item, &format!("{extension} {key} {i}")))
        .collect()
}

/// A value of an extension.
pub(crate) fn parse<T: DeserializeOwned>(value: &Value, owner: &str) -> Result<T> {
    T::deserialize(value)
        .map_err(|error| Error::Scene(format!("{owner}: {}", one_line(&error.to_string()))))
}

impl ShapeItem {
    /// The shape; `None` for a type that is not known.
    pub(crate) fn shape(&self, extension: &str, i: usize) -> Result<Option<Shape>> {
        let (shape, lengths) = match self.kind.as_str() {
            "sphere" => (
                Shape::Sphere {
                    radius: self.sphere.radius,
                },
                vec![self.sphere.radius],
            ),
            "box" => (
                Shape::Box {
                    half: Vec3::from(self.cuboid.size) / 2.0,
                },
                self.cuboid.size.to_vec(),
            ),
            "capsule" => (self.capsule.capsule(), self.capsule.lengths()),
            "cylinder" => (self.cylinder.cylinder(), self.cylinder.lengths()),
            "plane" => (
                self.plane.shape(),
                self.plane
                    .size_x
                    .into_iter()
                    .chain(self.plane.size_z)
                    .collect(),
            ),
            _ => return Ok(None),
        };
        if lengths
            .iter()
            .all(|length| length.is_finite() && *length > 0.0)
        {
            return Ok(Some(shape));
        }
        Error::scene(format!(
            "{extension} shape {i} ({}): its sizes must be finite and above 0 m",
            quote(&self.kind)
        ))
    }
}

impl Round {
    fn capsule(&self) -> Shape {
        Shape::Capsule {
            height: self.height,
            bottom: self.radius_bottom,
            top: self.radius_top,
        }
    }

    fn cylinder(&self) -> Shape {
        Shape::Cylinder {
            height: self.height,
            bottom: self.radius_bottom,
            top: self.radius_top,
        }
    }

    /// The sizes that must be above zero: a cone has one radius of zero.
    fn lengths(&self) -> Vec<f32> {
        let least = self.radius_bottom.min(self.radius_top);
        let largest = if least >= 0.0 {
            self.radius_bottom.max(self.radius_top)
        } else {
            least
        };
        vec![self.height, largest]
    }
}

impl Plane {
    fn shape(&self) -> Shape {
        Shape::Plane {
            size_x: self.size_x,
            size_z: self.size_z,
            double_sided: self.double_sided,
        }
    }
}
