//! Twin of `shaders/contact/count_contacts.comp`.

use pliant_passes::passes::view::CountContacts;
use pliant_passes::types::STATUS_TOUCHES;

pub(crate) fn count_contacts(pass: CountContacts<'_>) {
    let touching = &pass.touching[..pass.state[0].touching as usize];
    let pushed = |row: &&u32| pass.lambdas[**row as usize][3] > 0.0;
    pass.status[STATUS_TOUCHES as usize] += touching.iter().filter(pushed).count() as u32;
}
