//! CPU implementation of `shaders/contact/sort_contacts.comp`.

use pliant_passes::passes::view::SortContacts;

pub(crate) fn sort_contacts(pass: SortContacts<'_>) {
    for i in 0..pass.params.count as usize {
        if pass.renewed[i] != 0 {
            pass.renewed[i] = 0;
            pass.entries[pass.starts[i] as usize..pass.ends[i] as usize].sort_unstable();
        }
    }
}
