//! Twin of `shaders/tangle/settle.comp`.

use super::pulled;
use crate::cpu::math::{set_xyz, xyz};
use crate::passes::view::TangleSettle;

pub(crate) fn settle(pass: TangleSettle<'_>) {
    for i in 0..pass.params.count as usize {
        let sum = pulled(pass.starts, pass.entries, i, pass.pulls, pass.pushes);
        let v = xyz(pass.velocity[i]) + pass.velocity[i][3] * sum;
        set_xyz(&mut pass.velocity[i], v);
    }
}
