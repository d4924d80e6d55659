//! Twin of `shaders/solve/volume.comp`.

use super::constraint::{Rows, rows};
use crate::passes::view::Volumes;
use crate::types::Volume;

pub(crate) fn volume(pass: Volumes<'_>) {
    let volumes = pass.volumes;
    rows!(pass).run(|rows, at| project(rows, at, &volumes[at]));
}

/// C = V − rest [MMC16, eqs 18, 26].
fn project(rows: &mut Rows<'_>, at: usize, volume: &Volume) {
    let corners = [volume.a, volume.b, volume.c, volume.d].map(|p| rows.corner(p));
    let edge = [1, 2, 3].map(|k| rows.between(&corners[0], &corners[k]));
    let [b, c, d] = [0, 1, 2].map(|k| edge[(k + 1) % 3].cross(edge[(k + 2) % 3]) / 6.0);
    let gradient = [-(b + c + d), b, c, d];
    let held = rows.held(at);
    let material = rows.materials[volume.material as usize];
    let of = |f: &dyn Fn(usize) -> f32| (0..4).map(f).sum::<f32>();
    let w = of(&|k| corners[k].w * gradient[k].length_squared());
    let damped = of(&|k| gradient[k].dot(corners[k].moved));
    let r = volume.rest - b.dot(edge[0]) - material.compliance * held - material.damping * damped;
    let row = (1.0 + material.damping) * w + material.compliance;
    let change = if w > 0.0 {
        rows.params.relaxation * material.stiffness * r / row
    } else {
        0.0
    };
    rows.leave_open(at, r);
    rows.keep(at, held, change);
    let lambda = if rows.forces() { held } else { change };
    for (k, corner) in corners.iter().enumerate() {
        rows.give(4 * at + k, corner, lambda * gradient[k]);
    }
}
