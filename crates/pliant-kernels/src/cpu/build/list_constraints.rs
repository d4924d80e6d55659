//! CPU implementation of `shaders/build/list_constraints.comp`.

use pliant_passes::passes::view::ListConstraints;

pub(crate) fn list_constraints(pass: ListConstraints<'_>) {
    for c in 0..pass.params.count {
        for end in 0..pass.params.ends {
            let particle = pass.constraints[(c * pass.params.stride + end) as usize] as usize;
            if pass.params.fill != 0 {
                pass.entries[(pass.starts[particle] + pass.cursor[particle]) as usize] =
                    [c, end, 0];
            }
            pass.cursor[particle] += 1;
        }
    }
}
