#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One pair of colliders: where they can meet in this substep, at most POINTS places, and how far apart they are there.
layout(push_constant, scalar) uniform Params { RigidParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Frames { Frame frame[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Rigids { Rigid rigids[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Parts { RigidPart parts[]; };
layout(set = 0, binding = 3, scalar) readonly buffer Colliders { Collider colliders[]; };
layout(set = 0, binding = 4, scalar) readonly buffer Poses { Pose poses[]; };
layout(set = 0, binding = 5, scalar) readonly buffer ShellBoxes { Bounds shell_boxes[]; };
layout(set = 0, binding = 6, scalar) readonly buffer ShellFaces { Face shell_faces[]; };
layout(set = 0, binding = 7, scalar) readonly buffer States { RigidState states[]; };
layout(set = 0, binding = 8, scalar) readonly buffer Starts { uint starts[]; };
layout(set = 0, binding = 9, scalar) readonly buffer Pairs { RigidPair pairs[]; };
layout(set = 0, binding = 10, scalar) writeonly buffer Manifolds { Manifold manifolds[]; };
layout(set = 0, binding = 11, scalar) writeonly buffer Contacts { RigidContact contacts[]; };

#include "math.glsl"
#include "features.glsl"
#include "tree.glsl"
#include "mesh.glsl"
#include "shapes.glsl"
#include "rigid.glsl"
#include "friction.glsl"
#include "meetings.glsl"
#include "boxes.glsl"
#include "segments.glsl"
#include "probe.glsl"

// Where a collider is, seen from `origin`.
Pose pose_of(uint part, vec3 origin) {
    const RigidPart own = parts[part];
    const RigidState state = states[own.body];
    const vec3 center = (state.position - origin) + rotate(state.rotation, own.offset);
    return Pose(turned_by(state.rotation, own.turn), center, poses[params.first_pose + part].scale);
}

Cuboid cuboid(Collider c, Pose pose) {
    const vec4 q = pose.rotation;
    const mat3 axes = mat3(rotate(q, vec3(1.0, 0.0, 0.0)), rotate(q, vec3(0.0, 1.0, 0.0)), rotate(q, vec3(0.0, 0.0, 1.0)));
    return Cuboid(pose.translation, axes, c.size);
}

// How fast any point of a body can go.
float fastest(uint body) {
    const RigidState state = states[body];
    return length(state.velocity) + rigids[body].extent * length(spin(rigids[body], state.rotation, state.momentum));
}

float size_of(uint part) {
    const vec3 size = parts[part].half_size;
    return min(size.x, min(size.y, size.z));
}

void find(uvec2 pair, Pose first, Pose second, float size) {
    const Collider one = posed(colliders[pair.x], first);
    const Collider other = posed(colliders[pair.y], second);
    if (one.shape == BOX && other.shape == BOX) {
        meet_boxes(cuboid(one, first), cuboid(other, second), 1e-5 * size);
        return;
    }
    const bool round_one = one.shape == SPHERE || one.shape == CAPSULE;
    const bool round_other = other.shape == SPHERE || other.shape == CAPSULE;
    const vec2 radii = vec2(length(parts[pair.x].half_size), length(parts[pair.y].half_size));
    for (uint turn = 0; turn < 2; ++turn) {
        Probe probe = Probe(one, first, other, second, radii.y, 1.0, 1e-3 * size);
        if (turn == 1) probe = Probe(other, second, one, first, radii.x, -1.0, 1e-3 * size);
        // What is round is met by its core alone.
        const bool wanted = turn == 0 ? round_one || !round_other : !round_one;
        if (wanted && probe.one.shape != PLANE) try_segments(probe);
    }
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= min(starts[params.parts], params.capacity)) return;
    const uvec2 pair = pairs[i].parts;
    const uvec2 bodies = pairs[i].bodies;
    const vec3 origin = states[bodies.x].position;
    const float h = frame[0].h;
    const float size = min(size_of(pair.x), size_of(pair.y));
    reach = h * (fastest(bodies.x) + fastest(bodies.y) + 2.0 * frame[0].rest_speed) + 1e-3 * size;
    find(pair, pose_of(pair.x, origin), pose_of(pair.y, origin), size);
    choose(1e-5 * size);
    const Coefficients both = combine(colliders[pair.x].coefficients, colliders[pair.y].coefficients);
    manifolds[i] = Manifold(meetings, both, vec3(0.0), 0.0);
    const vec3 apart = states[bodies.y].position - origin;
    const vec3 turn_x = spin(rigids[bodies.x], states[bodies.x].rotation, states[bodies.x].momentum);
    const vec3 turn_y = spin(rigids[bodies.y], states[bodies.y].rotation, states[bodies.y].momentum);
    for (uint k = 0; k < meetings; ++k) {
        const vec3 arm_x = found[k].place;
        const vec3 arm_y = found[k].place - apart;
        const vec3 parting = states[bodies.x].velocity + cross(turn_x, arm_x) - states[bodies.y].velocity - cross(turn_y, arm_y);
        contacts[POINTS * i + k] = RigidContact(found[k].normal, found[k].gap, arm_x, arm_y, 0.0, dot(parting, found[k].normal));
    }
}
