#version 460
#extension GL_GOOGLE_include_directive : require
// One attachment to a node: its target, and the displacement of the target in the substep. The target is relative to the first
// particle of the body's end at the start of the substep.
#include "bindings/particles/move_anchors.glsl"

#include "matrix.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count || attachments[i].node == NONE) return;
    const uint matrix = params.first_matrix + attachments[i].node;
    const vec3 target = to_world(matrix, attachments[i].local);
    attachments[i].offset = target - position[attachments[i].own.x].xyz;
    attachments[i].target_displacement = target - to_world(matrix - params.matrices, attachments[i].local);
}
