// What studs that poke patches and these patches do to each other. Belongs to couple/solve_vertex_face_contacts.

void move(Patch patch_, vec3 weights, vec3 push) {
    for (uint k = 0; k < 3; ++k) {
        const uint p = patch_.corners[k];
        const vec3 d = velocity[p].w * weights[k] * push;
        displacement[p].xyz += d;
        if (!JACOBI) continue;
        displacement_before[p].xyz += d;
        current_position[p].xyz += d;
    }
}

// A push out of the patch, with friction.
void push_out(Patch patch_, Poke poke) {
    const Stud stud = studs[poke.stud];
    const Collider collider = colliders[stud.collider];
    const Pose now = poses[params.first_pose + stud.collider];
    const Pose then = poses[params.first_pose - params.colliders + stud.collider];
    Copy copy = Copy(0.0, mat3(0.0));
    vec3 arm = vec3(0.0);
    if (collider.rigid != NONE) {
        const RigidStep s = steps[collider.rigid];
        copy = copy_of(s.inverse_mass, inverse_inertia(s), sums[collider.rigid].share);
        arm = place_of(stud, now) - (states[collider.rigid].position + s.displacement) - stud.radius * poke.normal;
    }
    float w = 0.0;
    vec3 past = rotate(then.rotation, stud.place) - rotate(now.rotation, stud.place) - (now.translation - then.translation);
    for (uint k = 0; k < 3; ++k) {
        w += velocity[patch_.corners[k]].w * poke.weights[k] * poke.weights[k];
        past += poke.weights[k] * displacement[patch_.corners[k]].xyz;
    }
    const float row = w + yields(copy, arm, poke.normal);
    if (row == 0.0) return;
    const float lambda = -poke.open / row;
    vec3 push = -lambda * poke.normal;
    const vec3 sliding = past - dot(past, poke.normal) * poke.normal;
    const float l = length(sliding);
    const Coefficients pair = combine(bodies[patch_.body].coefficients, collider.coefficients);
    if (l > 0.0) push += friction(resting(pair), -sliding / (w + yields(copy, arm, sliding / l)), lambda);
    move(patch_, poke.weights, push);
    if (collider.rigid != NONE) add_push(collider.rigid, -push, -cross(arm, push));
}

void solve(Patch patch_) {
    for (uint k = 0; k < found; ++k) {
        // What came before may have solved it.
        Poke poke;
        if (poked(patch_, pokes[k].stud, poke)) push_out(patch_, poke);
    }
}
