//! Closed surfaces filled with tetrahedra. Read [`fill`] first; the method is in docs/method.md §16.

mod cut;
mod deform;
mod embed;
mod faces;
mod field;
mod grid;
mod held;
mod inside;
mod pieces;
mod quality;
mod relax;
mod repair;
#[cfg(test)]
pub(crate) mod shapes;
mod surface;
#[cfg(test)]
mod tests;

pub(crate) use deform::deform;
pub(crate) use held::held;
pub(crate) use inside::inside;
pub(crate) use repair::oriented;

use crate::bodies::body::Lattice;
use faces::Faces;
use field::Field;
use glam::{DVec3, Quat, Vec3};
use grid::Grid;
use pliant_gltf::text::count;
use surface::Surface;

/// A smaller filled fraction of the volume is reported; a round shape of a few cells loses a tenth.
const ENOUGH: f64 = 0.8;

/// A smaller filled fraction of the volume is an error: only a few tetrahedra fitted by chance.
const TOO_LITTLE: f64 = 0.05;

/// Fills the surface over `triangles` (counter-clockwise from outside) with cells of about `spacing`, m, along the axes
/// of `frame`, and returns the defects of the surface, a phrase each: "3 open edges". The lattice is at rest.
///
/// # Errors
/// What is wrong with a surface that can't be filled, and what to do: "its surface is flat …".
pub(crate) fn fill(
    positions: &[Vec3],
    triangles: &[[u32; 3]],
    spacing: f32,
    frame: Quat,
) -> Result<(Lattice, Vec<String>), String> {
    // Vertices of no triangle must not enlarge the box.
    let used = triangles.iter().flatten();
    let used = used.map(|&vertex| positions[vertex as usize]);
    let grid = Grid::around(used, spacing, frame)?;
    let points: Vec<DVec3> = positions.iter().map(|&p| grid.local(p)).collect();
    let (triangles, mut defects) = oriented(&points, triangles);
    let surface = Surface::new(&points, &triangles);
    let field = Field::sample(&grid, &surface, repair::is_closed(&triangles));
    let mut solid = cut::cut(&grid, &surface, field);
    relax::relax(&mut solid, &surface);
    solid.drop_slivers();
    solid.drop_unused();
    let mut faces = Faces::of(&solid.tetrahedra);
    if pieces::remove_small_pieces(&mut solid, &faces, &surface, &triangles) {
        solid.drop_unused();
        faces = Faces::of(&solid.tetrahedra);
    }
    let share = solid.volume() / surface.volume();
    if solid.tetrahedra.is_empty() || share < TOO_LITTLE {
        return Err(empty(&defects, spacing));
    }
    let (embedding, far) = embed::embed(&grid, &solid, &faces, &points);
    defects.extend(lost(share, far));
    let nodes: Vec<Vec3> = solid.nodes.iter().map(|&node| grid.world(node)).collect();
    let lattice = Lattice {
        positions: nodes.clone(),
        rests: nodes,
        tetrahedra: solid.tetrahedra,
        embedding,
        spacing: grid.spacing(),
    };
    Ok((lattice, defects))
}

/// The defect of a surface whose thin parts are not filled, given the filled fraction (`share`) and the number of vertices
/// `far` from the lattice.
fn lost(share: f64, far: usize) -> Option<String> {
    let lost = match far {
        0 if share >= ENOUGH => return None,
        0 => format!("{:.0} % of its inside is filled", 100.0 * share),
        _ => format!(
            "{} farther from the lattice than a cell",
            count(far, "particle")
        ),
    };
    Some(format!(
        "parts that are too thin for its pliant_spacing ({lost})"
    ))
}

/// Why nothing was filled.
fn empty(defects: &[String], spacing: f32) -> String {
    match defects.iter().find(|defect| defect.contains("open edge")) {
        Some(open) => {
            format!("its surface has {open} and no inside that could be filled; close it")
        }
        None => {
            format!(
                "its surface is too thin for a lattice of {spacing} m; set a smaller pliant_spacing"
            )
        }
    }
}
