//! CPU implementation of `shaders/contact/snapshot_positions.comp`.

use crate::cpu::math::{with_w, xyz};
use glam::Vec3;
use pliant_passes::passes::view::SnapshotPositions;
use pliant_passes::types::{
    CONTACT_AHEAD, RESTART_BOUND, RESTART_SUBSTEPS, SEARCH_BOUND_MOST, SEARCH_BOUND_MOVING,
};

pub(crate) fn snapshot_positions(mut pass: SnapshotPositions<'_>) {
    if pass.stale[0] == 0 {
        return;
    }
    for i in 0..pass.params.count as usize {
        let by_now = go_on(&mut pass, i);
        let (expected, room) = (pass.ways[i], by_now[3]);
        let way = xyz(pass.displacement[i]) - Vec3::from(pass.state[0].drift);
        let beside = xyz(pass.position[i]) - xyz(by_now);
        let astray = |substeps: f32| {
            (beside + substeps * way - substeps.min(expected[3]) * xyz(expected)).length()
        };
        let soon = beside.length().max(astray(1.0));
        let hardly = soon <= RESTART_BOUND * room && astray(RESTART_SUBSTEPS) <= room;
        let strays = pass.state[0].whole != 0 || !hardly;
        if strays {
            set_out(&mut pass, i, way);
        } else {
            pass.sought[i] = by_now;
        }
        pass.strayed[i] = u32::from(strays);
        pass.counts[i] = 0;
        pass.filled[i] = 0;
    }
}

fn set_out(pass: &mut SnapshotPositions<'_>, i: usize, way: Vec3) {
    let slack = pass.bodies[pass.body_of[i] as usize].slack;
    let far = way.length();
    let room = slack + far.max((SEARCH_BOUND_MOVING * far).min(SEARCH_BOUND_MOST * slack));
    pass.sought[i] = with_w(xyz(pass.position[i]), room);
    pass.ways[i] = with_w(way, CONTACT_AHEAD as f32);
}

/// Where a particle was expected by now; what is left of its way becomes its way.
fn go_on(pass: &mut SnapshotPositions<'_>, i: usize) -> [f32; 4] {
    let gone = pass.state[0].elapsed.min(pass.ways[i][3]);
    pass.ways[i][3] -= gone;
    with_w(
        xyz(pass.sought[i]) + gone * xyz(pass.ways[i]),
        pass.sought[i][3],
    )
}
