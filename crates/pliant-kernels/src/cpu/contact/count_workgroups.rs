//! CPU implementation of `shaders/contact/count_workgroups.comp`.

use pliant_passes::passes::view::CountWorkgroups;
use pliant_passes::types::{
    CALLS_ACTIVE, CALLS_AGAIN_ACTIVE, CALLS_AGAIN_ONCE, CALLS_AGAIN_PARTICLES, CALLS_BOUNCING,
    CALLS_DETECT_PAIRS, CALLS_DETECT_PARTICLES, CALLS_DROP, CALLS_GUARD_PAIRS,
    CALLS_GUARD_PARTICLES, CALLS_KEEP, CALLS_PARTICLES, CALLS_RENEW, CALLS_SEEK_ELEMENTS,
    CALLS_SEEK_GROUPS, CALLS_SEEK_IN_GROUPS, CALLS_SEEK_NEAR, CALLS_SEEK_ONCE, CALLS_SEEK_PAIRS,
    CALLS_SEEK_PARTICLES, CALLS_SEEK_PARTS, CALLS_SETTLE, CALLS_SORT, CALLS_STIR, CALLS_UNPARTED,
    CallsParams, ContactState, MANY_PARTICLES, STALE_GUARD, STALE_PAIRS, STALE_ROUNDS,
    STATUS_ELEMENT_PAIRS, STATUS_PAIRS, WORKGROUP,
};

pub(crate) fn count_workgroups(pass: CountWorkgroups<'_>) {
    let params = pass.params;
    let state = &mut pass.state[0];
    let mut call = |index: u32, invocations: u32| {
        pass.calls[index as usize] = [invocations.div_ceil(WORKGROUP), 1, 1];
    };
    let seek = pass.stale[STALE_PAIRS as usize].min(1);
    let seeking = (1..5).contains(&params.done);
    if params.particles == 0 || seeking && seek == 0 {
        return;
    }
    let guard = pass.stale[STALE_GUARD as usize].min(1);
    let near = &mut pass.status[STATUS_ELEMENT_PAIRS as usize];
    match params.done {
        0 => {
            let many = MANY_PARTICLES * state.stirring > params.particles;
            let anew = u32::from((seek | state.told) > 0 || many);
            call(CALLS_GUARD_PAIRS, guard * state.pairs);
            call(CALLS_GUARD_PARTICLES, guard * params.particles);
            before_seeking(params, state, (seek, anew), call);
        }
        1 => call(CALLS_SEEK_IN_GROUPS, 8 * state.groups.min(params.room / 2)),
        2 => {
            call(CALLS_SEEK_NEAR, state.near.min(params.room));
            *near = state.near.max(2 * state.groups).max(*near);
        }
        3 => {
            call(CALLS_SEEK_PARTS, state.parts.min(params.room));
            state.unparted += state.unparting.saturating_sub(state.vacant);
            call(CALLS_UNPARTED, state.unparted.min(params.room));
            *near = state.parts.max(state.unparted).max(*near);
        }
        4 => {
            let most = &mut pass.status[STATUS_PAIRS as usize];
            *most = state.found.max(*most);
            after_seeking(params, state, &mut call);
            call(CALLS_GUARD_PAIRS, guard * state.pairs);
        }
        5 => {
            call(CALLS_ACTIVE, state.active_contacts);
            if state.anew == 0 {
                call(CALLS_DETECT_PARTICLES, state.renewed);
            }
        }
        _ => {
            call(CALLS_BOUNCING, state.bouncing);
            call(CALLS_SETTLE, state.bouncing.min(1) * params.particles);
            let again = u32::from(pass.stale[STALE_ROUNDS as usize] >= params.done - 5);
            call(CALLS_AGAIN_ONCE, again);
            call(CALLS_AGAIN_ACTIVE, again * state.active_contacts);
            call(CALLS_AGAIN_PARTICLES, again * params.particles);
        }
    }
}

fn before_seeking(
    params: CallsParams,
    state: &mut ContactState,
    (seek, anew): (u32, u32),
    mut call: impl FnMut(u32, u32),
) {
    let whole = MANY_PARTICLES * state.straying > params.particles || state.drift != [0.0; 3];
    let around = seek * u32::from(!whole);
    call(CALLS_KEEP, around * state.pairs);
    call(CALLS_DROP, around * state.unparted.min(params.room));
    call(CALLS_SEEK_ONCE, seek);
    call(CALLS_SEEK_PARTICLES, seek * params.particles);
    call(CALLS_SEEK_ELEMENTS, seek * params.elements);
    call(CALLS_SEEK_GROUPS, seek * params.elements.div_ceil(8));
    call(CALLS_SEEK_IN_GROUPS, 0);
    call(CALLS_SEEK_NEAR, 0);
    call(CALLS_SEEK_PARTS, 0);
    call(CALLS_SEEK_PAIRS, 0);
    call(CALLS_SORT, 0);
    let some = u32::from(anew == 0 && state.stirring > 0);
    call(CALLS_STIR, some * state.stirring);
    call(CALLS_RENEW, some * params.particles);
    call(CALLS_DETECT_PAIRS, anew * state.pairs);
    call(CALLS_DETECT_PARTICLES, anew * params.particles);
    (state.listed, state.stirring) = (some * state.stirring, 0);
    (state.anew, state.stirred, state.renewed) = (anew, 0, 0);
    state.stamp += 1;
    (state.told, state.bouncing) = (0, 0);
    (state.straying, state.whole) = (0, u32::from(whole));
    state.elapsed = state.substeps + params.passed;
    state.substeps = if seek > 0 { 0.0 } else { state.elapsed };
    state.active_contacts *= 1 - anew;
    for count in [
        &mut state.groups,
        &mut state.near,
        &mut state.vacant,
        &mut state.unparting,
        &mut state.parts,
        &mut state.found,
    ] {
        *count *= 1 - seek;
    }
    state.unparted *= 1 - (seek - around);
}

fn after_seeking(params: CallsParams, state: &mut ContactState, call: &mut impl FnMut(u32, u32)) {
    let near = (state.near.max(state.parts)).max(state.unparted.max(2 * state.groups));
    let fit = state.found <= params.capacity && near <= params.room;
    let pairs = if fit { state.found } else { 0 };
    let any = state.found > 0 || state.pairs > 0;
    call(CALLS_SEEK_PAIRS, pairs);
    call(CALLS_DETECT_PAIRS, pairs);
    call(CALLS_PARTICLES, u32::from(any) * params.particles);
    (state.pairs, state.paired) = (pairs, u32::from(any));
}
