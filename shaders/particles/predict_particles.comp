#version 460
#extension GL_GOOGLE_include_directive : require
// One particle: applies gravity and wind, then predicts its displacement, compensation + h v. A pinned particle stays.
// Solvers work on displacements, which a float32 resolves far better than positions: g h² is 28 steps of one at 2 m
// (docs/method.md §2).
#include "bindings/particles/predict_particles.glsl"

#include "include/math.glsl"
#include "include/features.glsl"
#include "include/tree.glsl"
#include "include/mesh.glsl"
#include "include/shapes.glsl"
#include "include/fields.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const float w = velocity[i].w;
    const float h = frame[0].h;
    vec3 g = frame[0].gravity;
    if (FIELDS && w > 0.0) g = gravity_at(frame[0], params.fields, params.first_zone, NONE, position[i].xyz);
    vec3 v = w > 0.0 ? velocity[i].xyz + h * g : vec3(0.0);
    if (WIND) v += wind_change[i];
    velocity[i].xyz = v;
    displacement[i] = vec4(compensation[i] + h * v, w);
}
