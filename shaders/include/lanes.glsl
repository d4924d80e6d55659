// LANES invocations value one item of a pass: 1, or a whole subgroup of any size. Each takes every LANES-th part of its work,
// and all get the sum of their results, in an order that is fixed on a device.
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(constant_id = 0) const uint LANES = 1;

uint item_index() { return LANES == 1 ? gl_GlobalInvocationID.x : gl_WorkGroupID.x * gl_NumSubgroups + gl_SubgroupID; }

uint lane_index() { return LANES == 1 ? 0 : gl_SubgroupInvocationID; }

float sum_of_lanes(float value) {
    if (LANES > 1) value = subgroupAdd(value);
    return value;
}

vec3 sum_of_lanes(vec3 value) {
    if (LANES > 1) value = subgroupAdd(value);
    return value;
}
