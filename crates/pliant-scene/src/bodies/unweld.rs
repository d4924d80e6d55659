//! Meshes that may tear: every corner of an element has a vertex of its own, so that a tear only changes the particle of
//! a vertex.

use crate::bodies::particles::Particles;
use crate::graph::meshes::{Mesh, Primitive};
use crate::graph::topology::Topology;
use pliant_gltf::pool::AccessorPool;
use std::mem::replace;

/// A mesh whose elements share no vertex.
#[derive(Debug)]
pub(crate) struct Unwelded {
    pub(crate) mesh: Mesh,
    pub(crate) particles: Particles,
    /// New number of each vertex of the given mesh; `None` where no number changed.
    pub(crate) vertex_of_index: Option<Vec<u32>>,
}

/// Gives each corner of the elements of `topology` its own vertex; `None` beyond the pool's limit.
///
/// The first corner at a vertex keeps it, so a primitive's vertices keep their numbers. The other corners get copies, which
/// follow them.
pub(crate) fn unweld(
    mesh: &Mesh,
    particles: &Particles,
    topology: Topology,
    pool: &mut AccessorPool,
) -> Option<Unwelded> {
    let mut unwelded = Mesh {
        name: mesh.name.clone(),
        primitives: Vec::with_capacity(mesh.primitives.len()),
        weights: mesh.weights.clone(),
    };
    let (mut of_vertex, mut vertex_of_index) = (Vec::new(), Vec::new());
    for whole in &mesh.primitives {
        let first_vertex = u32::try_from(of_vertex.len()).ok()?;
        let (indices, copies) = match whole.topology == topology {
            true => corners(whole),
            false => (whole.indices.clone(), Vec::new()),
        };
        let own = whole.first_vertex as usize..(whole.first_vertex + whole.vertex_count) as usize;
        let own = &particles.of_vertex[own];
        of_vertex.extend_from_slice(own);
        of_vertex.extend(copies.iter().map(|&v| own[v as usize]));
        vertex_of_index.extend(first_vertex..first_vertex + whole.vertex_count);
        unwelded.primitives.push(Primitive {
            first_vertex,
            vertex_count: whole.vertex_count + u32::try_from(copies.len()).ok()?,
            indices,
            ..with_copies(whole, &copies, pool)?
        });
    }
    let moved = vertex_of_index
        .iter()
        .zip(0..)
        .any(|(&at, index)| at != index);
    Some(Unwelded {
        mesh: unwelded,
        particles: Particles::new(of_vertex, particles.vertex.len()),
        vertex_of_index: moved.then_some(vertex_of_index),
    })
}

/// Indices that name each vertex once, and the original vertex of each copy.
fn corners(primitive: &Primitive) -> (Vec<u32>, Vec<u32>) {
    let mut used = vec![false; primitive.vertex_count as usize];
    let (mut copies, mut next) = (Vec::new(), primitive.vertex_count);
    let indices = primitive.indices.iter().map(|&vertex| {
        if !replace(&mut used[vertex as usize], true) {
            return vertex;
        }
        copies.push(vertex);
        next += 1;
        next - 1
    });
    (indices.collect(), copies)
}

/// The primitive with attributes extended by the copies.
fn with_copies(whole: &Primitive, copies: &[u32], pool: &mut AccessorPool) -> Option<Primitive> {
    let mut unwelded = whole.clone();
    unwelded.position = pool.extended(whole.position, copies)?;
    let [first, second] = &mut unwelded.texcoords;
    let attributes = [
        &mut unwelded.normal,
        &mut unwelded.tangent,
        first,
        second,
        &mut unwelded.color,
        &mut unwelded.rest_position,
        &mut unwelded.pin,
        &mut unwelded.bind_position,
    ];
    let targets = unwelded.targets.iter_mut();
    for accessor in attributes.into_iter().chain(targets).flatten() {
        *accessor = pool.extended(*accessor, copies)?;
    }
    for set in &mut unwelded.joint_sets {
        set.joints = pool.extended(set.joints, copies)?;
        set.weights = pool.extended(set.weights, copies)?;
    }
    if let Some(mass) = &mut unwelded.mass {
        *mass = pool.extended(*mass, copies)?;
        // A particle has the sum of its vertices' masses, so the copies have none.
        pool.clear(*mass, whole.vertex_count);
    }
    Some(unwelded)
}
