//! Twin of `shaders/collide/detect.comp`.

use crate::cpu::filter::meets;
use crate::cpu::math::xyz;
use crate::cpu::mesh::Shells;
use crate::cpu::shapes::{FAR, surface};
use crate::passes::view::Detect;
use crate::types::{Contact, NONE, STATUS_OVERFLOW};

pub(crate) fn detect(pass: Detect<'_>) {
    let shells = Shells {
        boxes: pass.shell_boxes,
        faces: pass.shell_faces,
    };
    for i in 0..pass.params.count as usize {
        let (before, d) = (xyz(pass.position[i]), xyz(pass.moved[i]));
        let x = before + d;
        let body = pass.bodies[pass.body_of[i] as usize];
        let reach = body.half_thickness + d.length();
        let wide = 2.0 * reach;
        let mut found: Vec<(f32, u32)> = (0..pass.params.colliders)
            .filter(|c| meets(body.filters, pass.colliders[*c as usize].filters))
            .map(|c| {
                let pose = pass.poses[(pass.params.first_pose + c) as usize];
                let then =
                    pass.poses[(pass.params.first_pose - pass.params.colliders + c) as usize];
                let collider = pass.colliders[c as usize].posed(&pose);
                let previous = then.to_local_then(pose, before);
                let surface = surface(shells, &collider, pose.to_local(x), previous, wide);
                (surface.distance, c)
            })
            .filter(|(distance, _)| *distance < FAR)
            .collect();
        let near = found
            .iter()
            .filter(|(distance, _)| *distance < reach)
            .count();
        found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        for slot in 0..pass.params.slots as usize {
            let collider = found.get(slot).map_or(NONE, |(_, c)| *c);
            pass.contacts[slot * pass.params.count as usize + i] = Contact {
                collider,
                ..Contact::default()
            };
        }
        pass.status[STATUS_OVERFLOW as usize] +=
            near.saturating_sub(pass.params.slots as usize) as u32;
    }
}
