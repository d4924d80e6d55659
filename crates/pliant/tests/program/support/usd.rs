//! Reads a USD layer with the crate `openusd`, which shares nothing with the writer.

use glam::{DMat4, Vec3};
use openusd::sdf::{self, AbstractData, Value};
use openusd::{usda, usdc};
use std::path::Path;

/// A layer.
pub(crate) struct Usd(Box<dyn AbstractData>);

impl Usd {
    /// Reads a file, by its extension.
    pub(crate) fn read(path: &Path) -> Self {
        match path.extension().is_some_and(|e| e == "usda") {
            true => Self(Box::new(usda::read_file(path).expect("valid text"))),
            false => Self(usdc::read_file(path).expect("a valid crate file")),
        }
    }

    /// Paths of all prims and properties.
    pub(crate) fn paths(&self) -> Vec<String> {
        self.0
            .spec_paths()
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    /// A field of a prim or property, if it is there.
    pub(crate) fn field(&self, path: &str, name: &str) -> Option<Value> {
        let path = sdf::path(path).expect("a path");
        let field = self
            .0
            .try_field(&path, name)
            .expect("a field that can be read");
        field.map(|value| value.into_owned())
    }

    /// The schema of a prim.
    pub(crate) fn kind(&self, path: &str) -> String {
        let kind = self
            .field(path, "typeName")
            .and_then(|v| v.as_str().map(str::to_owned));
        kind.unwrap_or_else(|| panic!("{path} has no type"))
    }

    /// Frames of an attribute's samples.
    pub(crate) fn frames(&self, path: &str) -> Vec<f64> {
        match self.field(path, "timeSamples") {
            Some(Value::TimeSamples(samples)) => samples.iter().map(|(time, _)| *time).collect(),
            other => panic!("{path} has no samples: {other:?}"),
        }
    }

    /// The value of an attribute in a frame.
    pub(crate) fn value(&self, path: &str, frame: u32) -> Value {
        if let Some(Value::TimeSamples(samples)) = self.field(path, "timeSamples") {
            let sample = samples
                .into_iter()
                .find(|(time, _)| *time == f64::from(frame));
            return sample
                .unwrap_or_else(|| panic!("{path} has no frame {frame}"))
                .1;
        }
        self.field(path, "default")
            .unwrap_or_else(|| panic!("{path} has no value"))
    }

    /// An array of vectors.
    pub(crate) fn vectors(&self, path: &str, frame: u32) -> Vec<Vec3> {
        match self.value(path, frame) {
            Value::Vec3fVec(all) => all.iter().map(|v| Vec3::new(v.x, v.y, v.z)).collect(),
            other => panic!("{path} holds {other:?}"),
        }
    }

    /// An array of integers.
    pub(crate) fn ints(&self, path: &str, frame: u32) -> Vec<i64> {
        match self.value(path, frame) {
            Value::IntVec(all) => all.into_iter().map(i64::from).collect(),
            Value::Int64Vec(all) => all,
            other => panic!("{path} holds {other:?}"),
        }
    }

    /// World matrix of a prim in a frame, for column vectors.
    pub(crate) fn world(&self, path: &str, frame: u32) -> DMat4 {
        let Some((parent, _)) = path.rsplit_once('/') else {
            return DMat4::IDENTITY;
        };
        let transform = format!("{path}.xformOp:transform");
        let local = match self.field(&transform, "typeName") {
            None => DMat4::IDENTITY,
            Some(_) => match self.value(&transform, frame) {
                // Rows for row vectors are columns for column vectors.
                Value::Matrix4d(matrix) => DMat4::from_cols_array(&matrix.0),
                other => panic!("{transform} holds {other:?}"),
            },
        };
        self.world(parent, frame) * local
    }
}
