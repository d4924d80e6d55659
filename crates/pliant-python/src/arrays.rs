//! Arrays of numpy: made without a second copy, and read as vectors.

use numpy::ndarray::Array2;
use numpy::{Element, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2};
use pyo3::prelude::*;

/// An array of rows with `width` numbers each.
pub(crate) fn rows<T: Element>(
    py: Python<'_>,
    values: Vec<T>,
    width: usize,
) -> PyResult<Bound<'_, PyArray2<T>>> {
    let count = values.len() / width;
    PyArray1::from_vec(py, values).reshape([count, width])
}

/// The rows of an array of three columns.
pub(crate) fn vectors(array: &PyReadonlyArray2<'_, f32>) -> Vec<[f32; 3]> {
    let array: Array2<f32> = array.as_array().to_owned();
    let row = |row: numpy::ndarray::ArrayView1<'_, f32>| [row[0], row[1], row[2]];
    array.rows().into_iter().map(row).collect()
}

/// The first three of every four numbers of a buffer.
pub(crate) fn triples(bytes: &[u8]) -> Vec<f32> {
    let all: &[[f32; 4]] = bytemuck::cast_slice(bytes);
    let mut triples = Vec::with_capacity(3 * all.len());
    triples.extend(all.iter().flat_map(|[x, y, z, _]| [*x, *y, *z]));
    triples
}
