// Sums over a workgroup, in a fixed order.

shared vec4 partial_sums[WORKGROUP];

// The sum of `value` over all invocations, which must all call it.
vec4 sum_of_workgroup(vec4 value) {
    partial_sums[gl_LocalInvocationIndex] = value;
    for (uint stride = WORKGROUP / 2; stride > 0; stride /= 2) {
        barrier();
        if (gl_LocalInvocationIndex < stride) partial_sums[gl_LocalInvocationIndex] += partial_sums[gl_LocalInvocationIndex + stride];
    }
    barrier();
    const vec4 sum = partial_sums[0];
    barrier();
    return sum;
}
