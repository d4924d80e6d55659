//! Twin of `shaders/touch/count.comp`.

use crate::passes::view::TouchCount;
use crate::types::STATUS_TOUCHES;

pub(crate) fn count(pass: TouchCount<'_>) {
    let touching = &pass.touching[..pass.state[0].touching as usize];
    let pushed = |row: &&u32| pass.lambdas[**row as usize][3] > 0.0;
    pass.status[STATUS_TOUCHES as usize] += touching.iter().filter(pushed).count() as u32;
}
