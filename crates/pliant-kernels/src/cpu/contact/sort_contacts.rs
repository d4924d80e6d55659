//! CPU implementation of `shaders/contact/sort_contacts.comp`.

use crate::cpu::contact::contact_row::Rows;
use crate::views::view::SortContacts;

pub(crate) fn sort_contacts(pass: &SortContacts<'_>, i: usize) {
    if i >= pass.params.count as usize {
        return;
    }
    let rows = Rows(pass.rows);
    let range = pass.starts[i] as usize..pass.starts[i + 1] as usize;
    let active = pass.entries.update_range(range, |entries| {
        // Sums depend on the order.
        entries.sort_unstable_by_key(|entry| (rows.order_of(*entry as usize / 4), entry % 4));
        let active = |entry: &&u32| rows.is_predicted(**entry as usize / 4);
        entries.iter().filter(active).count()
    });
    pass.split_inverse_mass
        .set(i, pass.velocity[i][3] * active as f32);
}
