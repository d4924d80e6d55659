//! Points on a grid that a surface encloses.

use super::oriented;
use super::surface::Surface;
use glam::{DVec3, Quat, Vec3};

/// Most cells that are tested.
const MOST_CELLS: f64 = 2e8;

/// The centres of the cells of `spacing` m along the axes of `frame` that lie inside of `triangles`, and the defects of the
/// surface, a phrase each. The cells are centred in its bounding box.
///
/// # Errors
/// Why there are no such cells, and what to do.
pub(crate) fn inside(
    positions: &[Vec3],
    triangles: &[[u32; 3]],
    spacing: f32,
    frame: Quat,
) -> Result<(Vec<Vec3>, Vec<String>), String> {
    let (spacing, frame) = (f64::from(spacing), frame.as_dquat());
    let points: Vec<DVec3> = positions
        .iter()
        .map(|p| frame.conjugate() * p.as_dvec3())
        .collect();
    let (triangles, defects) = oriented(&points, triangles);
    let corners = || triangles.iter().flatten().map(|&v| points[v as usize]);
    let low = corners().fold(DVec3::INFINITY, DVec3::min);
    let high = corners().fold(DVec3::NEG_INFINITY, DVec3::max);
    let cells = ((high - low) / spacing).round().max(DVec3::ONE);
    if cells.element_product() > MOST_CELLS {
        return Err(format!(
            "pliant_spacing {spacing} m is too small for its size; set a larger one"
        ));
    }
    let first = (low + high - (cells - 1.0) * spacing) / 2.0;
    let surface = Surface::new(&points, &triangles);
    let [nx, ny, nz] = cells.as_u64vec3().to_array();
    let rows = (0..ny).flat_map(|y| (0..nz).map(move |z| (y, z)));
    let all =
        rows.flat_map(|(y, z)| (0..nx).map(move |x| DVec3::new(x as f64, y as f64, z as f64)));
    let points_inside: Vec<Vec3> = all
        .map(|cell| first + cell * spacing)
        .filter(|centre| surface.contains(*centre))
        .map(|centre| (frame * centre).as_vec3())
        .collect();
    if points_inside.is_empty() {
        return Err(format!(
            "its surface has no inside with room for particles {spacing} m apart; close it, or set a smaller pliant_spacing"
        ));
    }
    Ok((points_inside, defects))
}
