//! Twin of `shaders/touch/ends.comp`.

use crate::passes::view::TouchEnds;
use crate::types::STATUS_PAIRS;

pub(crate) fn ends(pass: TouchEnds<'_>) {
    if pass.stale[0] == 0 {
        return;
    }
    let found = pass.state[0].found;
    let pairs = found.min(pass.params.capacity);
    let fill = pass.params.fill != 0;
    if fill && pass.params.capacity > 0 {
        pass.state[0].pairs = pairs;
        let most = &mut pass.status[STATUS_PAIRS as usize];
        *most = found.max(*most);
    }
    for i in 0..pairs {
        for (k, particle) in (0..).zip(pass.pairs[i as usize].corners) {
            let particle = particle as usize;
            if fill {
                let at = pass.starts[particle] + pass.cursor[particle];
                pass.entries[at as usize] = 4 * i + k;
            }
            pass.cursor[particle] += 1;
        }
    }
}
