//! Twin of `shaders/touch/detect.comp`.

use super::{Nearest, Ways, across};
use crate::passes::view::TouchDetect;
use crate::types::{EDGE_EDGE, Pair, Touch};
use glam::Vec3;

const STEPS: usize = 8;

pub(crate) fn detect(pass: TouchDetect<'_>) {
    for i in 0..pass.state[0].pairs as usize {
        let pair = pass.pairs[i];
        // Pairs that were sought anew are others than before.
        let held = pass.state[0].substeps > 0.0 && pass.touches[i].lambda > 0.0;
        pass.touches[i] = Touch {
            slip: if held { pass.touches[i].slip } else { [0.0; 3] },
            ..touch(pair, &Ways::new(pair, pass.position, pass.moved))
        };
        // A fluid's particle that is gone has a negative mass.
        let corners = pair.corners;
        if corners.iter().any(|c| pass.position[*c as usize][3] < 0.0) {
            (pass.touches[i].near, pass.touches[i].apart) = (0, 0.0);
        }
        pass.pushes[i] = [0.0; 3];
    }
}

fn touch(pair: Pair, ways: &Ways) -> Touch {
    let most = ways.closing();
    let at_start = ways.nearest_at(0.0);
    let apart_at_start = at_start.apart.length();
    let met = first_meeting(pair, ways, at_start, most);
    let apart = met.apart.length();
    let near = apart - pair.gap <= most + 0.2 * pair.gap && (pair.kind != EDGE_EDGE || met.inside);
    let normal = if apart > 0.0 {
        met.apart / apart
    } else {
        across(pair.kind, ways.at_start)
    };
    let along = |x: [Vec3; 4]| {
        let of = (0..4).map(|k| met.weights[k] * normal.dot(x[k]));
        of.sum::<f32>()
    };
    Touch {
        weights: met.weights,
        normal: normal.to_array(),
        open: along(ways.at_start) - pair.gap,
        approach: along(ways.way),
        apart: apart_at_start,
        near: u32::from(near),
        ..Touch::default()
    }
}

/// Where the parts first touch, or as near to that as they come.
fn first_meeting(pair: Pair, ways: &Ways, at_start: Nearest, most: f32) -> Nearest {
    let touching = 1.01 * pair.gap;
    let mut time = 0.0;
    let mut met = at_start;
    for _ in 0..STEPS {
        let apart = met.apart.length();
        if apart <= touching || (1.0 - time) * most <= apart - touching {
            break;
        }
        time += (apart - pair.gap) / most;
        met = ways.nearest_at(time);
    }
    met
}
