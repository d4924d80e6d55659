//! CPU implementation of `shaders/contact/refit_elements.comp`.

use crate::cpu::refit::refit;
use crate::views::view::RefitElements;

pub(crate) fn refit_elements(pass: &RefitElements<'_>, _workgroup: usize) {
    refit(&pass.nodes, 0, pass.params.count);
}
