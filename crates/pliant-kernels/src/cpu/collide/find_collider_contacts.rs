//! CPU implementation of `shaders/collide/find_collider_contacts.comp`.

use crate::cpu::filter::filters_allow;
use crate::cpu::math::xyz;
use crate::cpu::sweep::{SurfaceMotions, Surroundings};
use crate::tree::for_each_overlapping;
use crate::views::view::FindColliderContacts;
use pliant_passes::types::{
    Bounds, ColliderContact, MOST_CONTACTS, NO_SURFACE, NONE, SEARCHED_MOTION, STATUS_ENCLOSED,
    STATUS_OVERFLOW,
};

pub(crate) fn find_collider_contacts(pass: &FindColliderContacts<'_>, i: usize) {
    if i >= pass.params.count as usize {
        return;
    }
    let params = pass.params;
    let motions = SurfaceMotions::new(pass.face_motions, pass.largest_motions, pass.frame[0].h);
    let poses = [pass.params.first_pose, pass.params.colliders];
    let surroundings = Surroundings::new(&pass.surroundings, poses, motions);
    let old = xyz(pass.position[i]);
    let d = xyz(pass.displacement[i]);
    let body = pass.bodies[pass.body_of[i] as usize];
    let margin = body.half_thickness;
    let searched =
        pass.search_distances[pass.body_of[i] as usize].max(SEARCHED_MOTION * d.length());
    let reach = margin + searched + 4e-6 * old.length();
    let (mut near, mut clearance) = (0, searched);
    let mut nearest = [(NO_SURFACE, NONE); MOST_CONTACTS as usize];
    let allowed = |c: u32| {
        c < params.whole_colliders
            && filters_allow(
                body.filters,
                pass.surroundings.colliders[c as usize].filters,
            )
    };
    let path = Bounds {
        low: (old.min(old + d) - reach).to_array(),
        high: (old.max(old + d) + reach).to_array(),
    };
    let is_near = |node: usize| pass.nodes[node].overlaps(path);
    for_each_overlapping(params.colliders, is_near, |leaf| {
        let c = pass.order[leaf as usize];
        if !allowed(c) {
            return;
        }
        let found = surroundings.sweep_surface(c, old, d, margin);
        if found.enclosed {
            pass.status.add(STATUS_ENCLOSED as usize, 1);
        }
        let hit = found.hit;
        near += u32::from(hit.surface.distance < margin + hit.l);
        clearance = clearance.min(surroundings.clearance(hit, c, (old, d), margin));
        let key = if hit.time <= 1.0 {
            hit.time - 2.0
        } else {
            hit.surface.distance
        };
        insert(&mut nearest, (key, c));
    });
    for (slot, (_, collider)) in nearest.into_iter().take(params.slots as usize).enumerate() {
        let contact = ColliderContact {
            collider,
            ..ColliderContact::default()
        };
        pass.contacts.set(slot * params.count as usize + i, contact);
    }
    pass.clearances.set(i, clearance);
    if near > params.slots {
        pass.status
            .add(STATUS_OVERFLOW as usize, near - params.slots);
    }
}

/// Keeps the colliders of the least keys, in order; of equal keys, the first collider.
fn insert(nearest: &mut [(f32, u32)], mut new: (f32, u32)) {
    for kept in nearest {
        if new < *kept {
            std::mem::swap(kept, &mut new);
        }
    }
}
