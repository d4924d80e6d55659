//! CPU implementation of `shaders/contact/refit_elements.comp`.

use crate::tree::levels;
use crate::views::view::RefitElements;
use glam::Vec3;
use pliant_passes::types::Bounds;

pub(crate) fn refit_elements(pass: &RefitElements<'_>, _workgroup: usize) {
    let levels = levels(pass.params.count);
    for pair in levels.windows(2) {
        let ([below, size], [first, nodes]) = (pair[0], pair[1]);
        for node in 0..nodes {
            let children = 8 * node..size.min(8 * node + 8);
            let boxes = children.map(|k| pass.nodes.get((below + k) as usize));
            let all = boxes.reduce(join).expect("a child");
            pass.nodes.set((first + node) as usize, all);
        }
    }
}

fn join(a: Bounds, b: Bounds) -> Bounds {
    let min = |a, b| Vec3::from(a).min(Vec3::from(b)).to_array();
    let max = |a, b| Vec3::from(a).max(Vec3::from(b)).to_array();
    Bounds {
        low: min(a.low, b.low),
        high: max(a.high, b.high),
    }
}
