// LANES invocations share an item of a pass: 1, or a whole subgroup, of whatever size. They take turns in what belongs to it, and all
// get the sum of what they find, in an order that a device keeps.
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(constant_id = 0) const uint LANES = 1;

uint item() { return LANES == 1 ? gl_GlobalInvocationID.x : gl_WorkGroupID.x * gl_NumSubgroups + gl_SubgroupID; }

uint turn() { return LANES == 1 ? 0 : gl_SubgroupInvocationID; }

float sum_of_lanes(float share) {
    if (LANES > 1) share = subgroupAdd(share);
    return share;
}

vec3 sum_of_lanes(vec3 share) {
    if (LANES > 1) share = subgroupAdd(share);
    return share;
}
