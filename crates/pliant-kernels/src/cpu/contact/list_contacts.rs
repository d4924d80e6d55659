//! CPU implementation of `shaders/contact/list_contacts.comp`.

use super::strided;
use crate::cpu::contact::contact_row::Rows;
use crate::views::view::ListContacts;
use std::ops::Range;

pub(crate) fn list_contacts(pass: &ListContacts<'_>, invocations: Range<usize>) {
    let contacts = pass.state[0].contacts.min(pass.params.contacts) as usize;
    for row in strided(invocations, pass.params.count as usize, contacts) {
        for (corner, c) in Rows(pass.rows).corners_of(row).into_iter().enumerate() {
            let rank = pass.cursor.atomic(c, 0).subtract(1) - 1;
            let at = pass.starts[c] + rank;
            pass.entries.set(at as usize, (4 * row + corner) as u32);
        }
    }
}
