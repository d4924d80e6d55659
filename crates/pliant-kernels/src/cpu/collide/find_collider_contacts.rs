//! CPU implementation of `shaders/collide/find_collider_contacts.comp`.

use crate::cpu::filter::filters_allow;
use crate::cpu::math::xyz;
use crate::cpu::sweep::surroundings;
use crate::views::view::FindColliderContacts;
use pliant_passes::types::{ColliderContact, NO_SURFACE, NONE, STATUS_OVERFLOW};

pub(crate) fn find_collider_contacts(pass: &FindColliderContacts<'_>, i: usize) {
    if i >= pass.params.count as usize {
        return;
    }
    let params = pass.params;
    let surroundings = surroundings!(pass);
    let old = xyz(pass.position[i]);
    let d = xyz(pass.displacement[i]);
    let body = pass.bodies[pass.body_of[i] as usize];
    let margin = body.half_thickness;
    let mut near = 0;
    let mut found: Vec<(f32, u32)> = Vec::new();
    for c in 0..params.met {
        if !filters_allow(body.filters, pass.colliders[c as usize].filters) {
            continue;
        }
        let hit = surroundings.sweep(c, old, d, margin);
        near += u32::from(hit.surface.distance < margin + hit.l);
        let key = if hit.time <= 1.0 {
            hit.time - 2.0
        } else {
            hit.surface.distance
        };
        found.push((key, c));
    }
    found.retain(|(key, _)| *key < NO_SURFACE);
    found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    for slot in 0..params.slots as usize {
        let contact = ColliderContact {
            collider: found.get(slot).map_or(NONE, |(_, c)| *c),
            ..ColliderContact::default()
        };
        pass.contacts.set(slot * params.count as usize + i, contact);
    }
    if near > params.slots {
        pass.status
            .add(STATUS_OVERFLOW as usize, near - params.slots);
    }
}
