//! CPU implementation of `shaders/contact/count_contacts.comp`.

use pliant_passes::passes::view::CountContacts;
use pliant_passes::types::STATUS_DEFORMABLE_CONTACTS;

pub(crate) fn count_contacts(pass: CountContacts<'_>) {
    let active_contacts = &pass.active_contacts[..pass.state[0].active_contacts as usize];
    let pushed = |row: &&u32| pass.lambdas[**row as usize][3] > 0.0;
    pass.status[STATUS_DEFORMABLE_CONTACTS as usize] +=
        active_contacts.iter().filter(pushed).count() as u32;
}
