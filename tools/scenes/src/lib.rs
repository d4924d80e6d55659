//! A compact glTF writer. It makes the committed scenes under `scenes/` and the small scenes of the tests.
//!
//! Read [`Document`] first. [`Primitive`] is geometry, and [`shapes`] makes the usual primitives:
//!
//! ```
//! use pliant_scenes::{Document, Node, shapes};
//!
//! let mut scene = Document::new();
//! let mesh = scene.mesh("Sheet", [shapes::grid(21, 21, 1.0, 1.0)]);
//! scene.add(Node::new("Cloth").mesh(mesh).extra("pliant_body", "cloth").extra("pliant_pin", "corners"));
//! assert!(scene.to_gltf().contains("pliant_pin"));
//! ```
#![forbid(unsafe_code)]

mod animation;
pub mod ball;
mod buffer;
mod document;
mod expect;
mod material;
mod node;
mod physics;
mod primitive;
pub mod scenes;
pub mod shapes;

pub use animation::{Channel, Interpolation, Track};
pub use document::Document;
pub use expect::Expect;
pub use material::Material;
pub use node::Node;
pub use physics::Shape;
pub use primitive::{Mode, Primitive};

use serde_json::{Number, Value};

/// A JSON number with the fewest digits that parse to the same `f32`.
fn number(value: f32) -> Value {
    let shortest = value.to_string().parse().ok().and_then(Number::from_f64);
    Value::Number(shortest.expect("numbers in scenes are finite"))
}

/// A JSON array of such numbers.
fn numbers(values: &[f32]) -> Value {
    values.iter().copied().map(number).collect()
}
