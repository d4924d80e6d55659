#version 460
#extension GL_GOOGLE_include_directive : require
// One attachment to a node or to a point of a deforming mesh: its target, and the displacement of the target in the substep. The target is relative to the first
// particle of the body's end at the start of the substep.
#include "bindings/particles/move_anchors.glsl"

#include "particles/matrix.glsl"

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.count) return;
    if (attachments[i].on_surface != 0) {
        const uvec3 v = attachments[i].vertices;
        const vec3 weights = attachments[i].vertex_weights;
        const vec3 at = weights.x * vertices[v.x] + weights.y * vertices[v.y] + weights.z * vertices[v.z];
        attachments[i].offset = at - position[attachments[i].own.x].xyz;
        attachments[i].target_displacement = weights.x * vertex_motions[v.x - params.first_vertex]
            + weights.y * vertex_motions[v.y - params.first_vertex] + weights.z * vertex_motions[v.z - params.first_vertex];
        return;
    }
    if (attachments[i].node == NONE) return;
    const uint matrix = params.first_matrix + attachments[i].node;
    const vec3 target = to_world(matrix, attachments[i].local);
    attachments[i].offset = target - position[attachments[i].own.x].xyz;
    attachments[i].target_displacement = target - to_world(matrix - params.matrices, attachments[i].local);
}
