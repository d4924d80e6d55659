//! The surface of fluids as a closed mesh, and its form in binary little-endian PLY.

use crate::error;
use glam::Vec3;
use pliant_scene::{Body, BodyKind, Scene};
use pliant_sim::Particles;
use splashsurf_lib::mesh::TriMesh3d;
use splashsurf_lib::nalgebra::Vector3;
use splashsurf_lib::{Parameters, reconstruct_surface};
use std::io::{Error, Result, Write};

/// Radius of the density kernel, in particle spacings.
const KERNEL: f64 = 2.0;
/// Width of the cells of the density grid, in particle spacings.
const CELL: f64 = 0.4;
/// Density of the isosurface; 1 is the density inside the fluid.
const LEVEL: f64 = 0.6;

/// For each body, the particle spacing if it is a fluid, m.
///
/// # Errors
/// When no body is a fluid.
pub fn spacings(scene: &Scene) -> std::result::Result<Vec<Option<f32>>, error::Error> {
    let fluid = |body: &Body| (body.kind == BodyKind::Fluid).then_some(body.keys.spacing);
    let spacings: Vec<Option<f32>> = scene.bodies.iter().map(fluid).collect();
    if spacings.iter().all(Option::is_none) {
        let why = format!("--ply surface: {} has no fluid", scene.name);
        return Err(error::Error::Usage(why));
    }
    Ok(spacings)
}

/// Writes a mesh for each fluid; `spacings` has the distance of its particles for each fluid, m.
pub(super) fn write(
    out: &mut impl Write,
    particles: &Particles,
    spacings: &[Option<f32>],
) -> Result<()> {
    let mut meshes = Vec::new();
    for (body, spacing) in spacings.iter().enumerate() {
        if let Some(spacing) = spacing {
            meshes.push((body, mesh(particles, body, f64::from(*spacing))?));
        }
    }
    let vertices: usize = meshes.iter().map(|(_, m)| m.vertices.len()).sum();
    let faces: usize = meshes.iter().map(|(_, m)| m.triangles.len()).sum();
    out.write_all(b"ply\nformat binary_little_endian 1.0\n")?;
    writeln!(out, "element vertex {vertices}")?;
    out.write_all(b"property float x\nproperty float y\nproperty float z\nproperty uint body\n")?;
    writeln!(out, "element face {faces}")?;
    out.write_all(b"property list uchar uint vertex_indices\nend_header\n")?;
    for (body, mesh) in &meshes {
        for vertex in &mesh.vertices {
            for number in vertex.iter() {
                out.write_all(&(*number as f32).to_le_bytes())?;
            }
            out.write_all(&word(*body)?.to_le_bytes())?;
        }
    }
    let mut first = 0;
    for (_, mesh) in &meshes {
        for triangle in &mesh.triangles {
            out.write_all(&[3])?;
            for corner in triangle {
                out.write_all(&word(first + corner)?.to_le_bytes())?;
            }
        }
        first += mesh.vertices.len();
    }
    Ok(())
}

/// A surface as scene formats write it.
pub(super) struct Surface {
    /// Positions of vertices in the world, m.
    pub(super) positions: Vec<[f32; 3]>,
    /// Normals of vertices, of length 1.
    pub(super) normals: Vec<[f32; 3]>,
    pub(super) triangles: Vec<[u32; 3]>,
}

impl Surface {
    /// The surface of the present particles of a body, given the distance of particles, m. It is empty where none is present.
    pub(super) fn new(
        particles: &Particles,
        body: usize,
        spacing: f32,
    ) -> std::result::Result<Self, error::Error> {
        let mesh = mesh(particles, body, f64::from(spacing));
        let mesh = mesh.map_err(|e| error::Error::Internal(e.to_string()))?;
        let narrow = |v: &Vector3<f64>| [v.x, v.y, v.z].map(|x| x as f32);
        let positions: Vec<[f32; 3]> = mesh.vertices.iter().map(narrow).collect();
        let triangles: Vec<[u32; 3]> = mesh.triangles.iter().map(|t| t.map(|v| v as u32)).collect();
        Ok(Self {
            normals: normals(&positions, &triangles),
            positions,
            triangles,
        })
    }
}

/// Normals of vertices: sums of those of their triangles, by area.
fn normals(positions: &[[f32; 3]], triangles: &[[u32; 3]]) -> Vec<[f32; 3]> {
    let mut normals = vec![Vec3::ZERO; positions.len()];
    for triangle in triangles {
        let [a, b, c] = triangle.map(|v| Vec3::from(positions[v as usize]));
        let normal = (b - a).cross(c - a);
        triangle.iter().for_each(|v| normals[*v as usize] += normal);
    }
    let unit = |normal: Vec3| normal.try_normalize().unwrap_or(Vec3::Y).to_array();
    normals.into_iter().map(unit).collect()
}

/// The surface of the present particles of a body, given the distance of particles, m.
fn mesh(particles: &Particles, body: usize, spacing: f64) -> Result<TriMesh3d<f64>> {
    let own = particles.first[body] as usize..particles.first[body + 1] as usize;
    let positions: Vec<Vector3<f64>> = own
        .filter(|p| particles.present[*p])
        .map(|p| Vector3::from(particles.positions[p].map(f64::from)))
        .collect();
    if positions.is_empty() {
        return Ok(TriMesh3d::default());
    }
    let mut parameters = Parameters::new(0.5 * spacing, KERNEL * spacing, CELL * spacing);
    parameters.iso_surface_threshold = LEVEL;
    // The order of its vertices must not depend on threads.
    parameters.enable_multi_threading = false;
    parameters.enable_simd = false;
    reconstruct_surface::<i64, f64>(&positions, &parameters)
        .map(|made| made.mesh)
        .map_err(|why| {
            Error::other(format!(
                "the surface of the fluid cannot be reconstructed: {why}"
            ))
        })
}

fn word(number: usize) -> Result<u32> {
    u32::try_from(number).map_err(|_| Error::other("the surface has too many vertices"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    const SPACING: f32 = 0.02;
    const SIDE: u32 = 12;

    fn block() -> Particles {
        let position =
            |i: u32| [i % SIDE, i / SIDE % SIDE, i / SIDE / SIDE].map(|c| SPACING * c as f32);
        let count = SIDE.pow(3);
        Particles {
            positions: (0..count).map(position).collect(),
            velocities: vec![[0.0; 3]; count as usize],
            present: vec![true; count as usize],
            first: vec![0, 0, count],
            triangles: Vec::new(),
        }
    }

    #[test]
    fn the_surface_of_a_block_is_closed_and_holds_its_volume() {
        let mesh = mesh(&block(), 1, f64::from(SPACING)).expect("a surface");
        let mut edges: HashMap<[usize; 2], i32> = HashMap::new();
        let mut volume = 0.0;
        for [a, b, c] in &mesh.triangles {
            let [p, q, r] = [a, b, c].map(|v| mesh.vertices[*v]);
            volume += p.cross(&q).dot(&r) / 6.0;
            for (from, to) in [(a, b), (b, c), (c, a)] {
                let direction = if from < to { 1 } else { -1 };
                *edges.entry([*from.min(to), *from.max(to)]).or_default() += direction;
            }
        }
        assert!(edges.values().all(|ways| *ways == 0), "an edge is open");
        let expected = f64::from(SIDE).powi(3) * f64::from(SPACING).powi(3);
        let off = volume / expected - 1.0;
        assert!(off.abs() < 0.1, "the volume is off by {off:.3}");
    }

    #[test]
    fn normals_face_the_side_of_the_triangles() {
        let positions = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [9.0; 3]];
        let normals = normals(&positions, &[[0, 1, 2]]);
        assert_eq!(
            normals,
            [
                [0.0, 0.0, 1.0],
                [0.0, 0.0, 1.0],
                [0.0, 0.0, 1.0],
                [0.0, 1.0, 0.0]
            ]
        );
    }

    #[test]
    fn meshes_of_several_fluids_stand_in_one_file_the_same_twice() {
        let mut particles = block();
        particles.first = vec![0, SIDE.pow(3) / 2, SIDE.pow(3)];
        particles.present[5] = false;
        let file = || {
            let mut bytes = Vec::new();
            write(&mut bytes, &particles, &[Some(SPACING); 2]).expect("memory accepts all writes");
            bytes
        };
        let bytes = file();
        assert!(bytes == file(), "two runs differ");
        let [vertices, faces] = ["vertex", "face"].map(|element| {
            let text = String::from_utf8_lossy(&bytes[..200]).into_owned();
            let line = text
                .lines()
                .find_map(|l| l.strip_prefix(&format!("element {element} ")));
            line.and_then(|n| n.parse::<usize>().ok()).expect("a count")
        });
        let end = bytes
            .windows(11)
            .position(|w| w == b"end_header\n")
            .expect("a header")
            + 11;
        assert_eq!(bytes.len() - end, 16 * vertices + 13 * faces);
        let bodies = bytes[end..end + 16 * vertices].as_chunks::<16>().0.iter();
        let ones = bodies.filter(|v| v[12] == 1).count();
        assert!(ones > 0 && ones < vertices, "both fluids have vertices");
    }
}
