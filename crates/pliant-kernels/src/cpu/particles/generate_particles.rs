//! CPU implementation of `shaders/particles/generate_particles.comp`.

use crate::cpu::math::with_w;
use crate::cpu::particles::matrix::to_world;
use crate::memory::Read;
use crate::views::view::GenerateParticles;
use pliant_passes::types::{Accessor, NONE};

pub(crate) fn generate_particles(pass: &GenerateParticles<'_>, i: usize) {
    if i >= pass.params.count as usize {
        return;
    }
    let source = pass.sources[i];
    let mesh = pass.meshes[source.mesh as usize];
    let world_position = |accessor: u32| {
        let local = read_vec3(pass.pool, pass.accessors[accessor as usize], source.vertex);
        with_w(to_world(pass.matrices, mesh.matrix, local), 0.0)
    };
    pass.position.set(i, world_position(mesh.position));
    pass.rest.set(
        i,
        if mesh.rest == NONE {
            pass.position.get(i)
        } else {
            world_position(mesh.rest)
        },
    );
}

fn read_vec3(pool: Read<'_, u32>, a: Accessor, element: u32) -> [f32; 3] {
    let at = (a.offset + element * a.stride) as usize;
    let size = match a.component {
        5126 => 4,
        5122 | 5123 => 2,
        _ => 1,
    };
    let words = pool.range(at / 4..(at + 3 * size).div_ceil(4));
    let bytes: &[u8] = bytemuck::cast_slice(words);
    [0, 1, 2].map(|k| pool_component(a, &bytes[at % 4 + k * size..]))
}

fn pool_component(a: Accessor, bytes: &[u8]) -> f32 {
    let half = || [bytes[0], bytes[1]];
    let (value, full) = match a.component {
        5120 => (f32::from(bytes[0].cast_signed()), 127.0),
        5121 => (f32::from(bytes[0]), 255.0),
        5122 => (f32::from(i16::from_le_bytes(half())), 32767.0),
        5123 => (f32::from(u16::from_le_bytes(half())), 65535.0),
        _ => return f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]),
    };
    if a.normalized != 0 {
        (value / full).max(-1.0)
    } else {
        value
    }
}
