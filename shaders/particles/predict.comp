#version 460
#extension GL_GOOGLE_include_directive : require
#include "pass.glsl"

// One particle: gravity and wind, then its displacement from its stored position, remainder + h v; a pinned particle stays. Solvers work on displacements, which a
// float32 resolves far better than positions: g h² is 28 steps of one at 2 m (docs/method.md §2).
layout(push_constant, scalar) uniform Params { PredictParams params; };
layout(set = 0, binding = 0, scalar) readonly buffer Frames { Frame frame[]; };
layout(set = 0, binding = 1, scalar) readonly buffer Fields { Field fields[]; };
layout(set = 0, binding = 2, scalar) readonly buffer Zones { Collider zones[]; };
layout(set = 0, binding = 3, scalar) readonly buffer ZonePoses { Pose zone_poses[]; };
layout(set = 0, binding = 4, scalar) readonly buffer LinePoints { vec3 line_points[]; };
layout(set = 0, binding = 5, scalar) readonly buffer ShellBoxes { Bounds shell_boxes[]; };
layout(set = 0, binding = 6, scalar) readonly buffer ShellFaces { Face shell_faces[]; };
layout(set = 0, binding = 7, scalar) readonly buffer Positions { vec4 position[]; };
layout(set = 0, binding = 8, scalar) readonly buffer Remainders { vec3 remainder[]; };
layout(set = 0, binding = 9, scalar) readonly buffer Gusts { vec3 gust[]; };
layout(set = 0, binding = 10, scalar) buffer Velocities { vec4 velocity[]; };
layout(set = 0, binding = 11, scalar) writeonly buffer Moved { vec4 moved[]; };

#include "math.glsl"
#include "features.glsl"
#include "tree.glsl"
#include "mesh.glsl"
#include "shapes.glsl"
#include "fields.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    const float w = velocity[i].w;
    const float h = frame[0].h;
    vec3 g = frame[0].gravity;
    if (FIELDS && w > 0.0) g = gravity_at(frame[0], params.fields, params.first_zone, NONE, position[i].xyz);
    vec3 v = w > 0.0 ? velocity[i].xyz + h * g : vec3(0.0);
    if (WIND) v += gust[i];
    velocity[i].xyz = v;
    moved[i] = vec4(remainder[i] + h * v, w);
}
