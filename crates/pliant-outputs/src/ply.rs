//! `.ply`: particles, or the surface of fluids, as binary little-endian PLY.

use super::format::{Destination, Format, FrameData, Output};
use super::{file, surface};
use crate::error::Error;
use pliant_sim::Particles;
use std::io::{Result, Write};

/// The entry of the table of formats.
pub(super) static FORMAT: Format = Format {
    extension: "ply",
    help: "particles or fluid surfaces, see --ply",
    whole_run: false,
    draws: false,
    bakes: false,
    open: |plan, _| {
        let surfaces = plan.surfaces.clone();
        Ok(Box::new(Ply { surfaces }))
    },
};

/// Writes a PLY file for each frame.
struct Ply {
    /// With `--ply surface`: for each body, the particle spacing if it is a fluid, m.
    surfaces: Option<Vec<Option<f32>>>,
}

impl Output for Ply {
    fn write(
        &mut self,
        frame: &mut dyn FrameData,
        to: &Destination,
    ) -> std::result::Result<(), Error> {
        let particles = frame.particles()?;
        file::write(to.name(), |out| match &self.surfaces {
            Some(spacings) => surface::write(out, particles, spacings),
            None => write(out, particles),
        })
    }
}

/// Writes all present particles, with `id` counted in their body, and the triangles of bodies that have some.
fn write(out: &mut impl Write, particles: &Particles) -> Result<()> {
    let present = particles.present.iter();
    // Triangles count the written vertices.
    let vertices: Vec<u32> = present
        .scan(0, |next, there| {
            let own = *next;
            *next += u32::from(*there);
            Some(own)
        })
        .collect();
    let count = particles.present.iter().filter(|there| **there).count();
    header(out, count, particles.triangles.len())?;
    for (body, range) in particles.first.windows(2).enumerate() {
        for (id, particle) in (range[0]..range[1]).enumerate() {
            let particle = particle as usize;
            if !particles.present[particle] {
                continue;
            }
            let position = particles.positions[particle];
            let velocity = particles.velocities[particle];
            for number in position.iter().chain(&velocity) {
                out.write_all(&number.to_le_bytes())?;
            }
            for number in [body, id] {
                out.write_all(&word(number).to_le_bytes())?;
            }
        }
    }
    for triangle in &particles.triangles {
        out.write_all(&[3])?;
        for corner in triangle {
            out.write_all(&vertices[*corner as usize].to_le_bytes())?;
        }
    }
    Ok(())
}

fn header(out: &mut impl Write, particles: usize, faces: usize) -> Result<()> {
    out.write_all(b"ply\nformat binary_little_endian 1.0\n")?;
    writeln!(out, "element vertex {particles}")?;
    for name in ["x", "y", "z", "vx", "vy", "vz"] {
        writeln!(out, "property float {name}")?;
    }
    out.write_all(b"property uint body\nproperty uint id\n")?;
    if faces > 0 {
        writeln!(out, "element face {faces}")?;
        out.write_all(b"property list uchar uint vertex_indices\n")?;
    }
    out.write_all(b"end_header\n")
}

fn word(number: usize) -> u32 {
    u32::try_from(number).expect("particles are numbered in 32 bits")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn particles_of_a_rope_are_vertices() {
        let particles = Particles {
            positions: vec![[1.0, 2.0, 3.0], [9.0; 3], [4.0, 5.0, 6.0]],
            velocities: vec![[0.5; 3], [0.0; 3], [-0.5; 3]],
            // One particle is absent.
            present: vec![true, false, true],
            first: vec![0, 2, 3],
            triangles: Vec::new(),
        };
        let mut bytes = Vec::new();
        write(&mut bytes, &particles).expect("memory accepts all writes");
        let mark = b"end_header\n";
        let end = bytes
            .windows(mark.len())
            .position(|w| w == mark)
            .expect("a header");
        let header = String::from_utf8_lossy(&bytes[..end]).into_owned();
        assert!(header.contains("element vertex 2\nproperty float x\n"));
        assert!(!header.contains("face"));
        let data = &bytes[end + mark.len()..];
        assert_eq!(data.len(), 2 * 32);
        assert_eq!(data[32..36], 4f32.to_le_bytes());
        assert_eq!(data[56..60], 1u32.to_le_bytes());
        assert_eq!(data[60..64], 0u32.to_le_bytes());
    }
}
