//! Twin of `shaders/solve/readout.comp`.

use crate::cpu::hinge::bend;
use crate::cpu::math::{with_w, xyz};
use crate::passes::view::Readout;
use glam::Vec3;

pub(crate) fn readout(pass: Readout<'_>) {
    for i in 0..pass.params.count as usize {
        let watch = pass.watches[i];
        let x = xyz(pass.position[watch.particle as usize]);
        let (links, hinges) = pass.ends[watch.first as usize..]
            [..(watch.links + watch.hinges) as usize]
            .split_at(watch.links as usize);
        let mut sum = if pass.params.fresh != 0 {
            Vec3::ZERO
        } else {
            xyz(pass.sums[i])
        };
        for &[other, lambda] in links {
            let d = x - xyz(pass.position[other as usize]);
            let length = d.length();
            sum += if length > 0.0 {
                pass.link_lambda[lambda as usize] / length * d
            } else {
                Vec3::ZERO
            };
        }
        for &[hinge, corner] in hinges {
            let h = pass.hinges[hinge as usize];
            let b = bend([h.a, h.b, h.c, h.d].map(|c| xyz(pass.position[c as usize])));
            sum += b.map_or(Vec3::ZERO, |b| {
                pass.hinge_lambda[hinge as usize] * b.gradient[corner as usize]
            });
        }
        for slot in 0..pass.params.slots {
            let contact = pass.contacts[(slot * pass.params.particles + watch.particle) as usize];
            sum += contact.lambda * Vec3::from(contact.normal) + Vec3::from(contact.tangent);
        }
        pass.sums[i] = with_w(sum, 0.0);
    }
}
