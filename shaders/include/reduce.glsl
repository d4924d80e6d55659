// Sums over a workgroup, in a fixed order.

shared vec4 shares[WORKGROUP];

// Σ of what each invocation has; all of them come here, and all get it.
vec4 sum_of_workgroup(vec4 share) {
    shares[gl_LocalInvocationIndex] = share;
    for (uint reach = WORKGROUP / 2; reach > 0; reach /= 2) {
        barrier();
        if (gl_LocalInvocationIndex < reach) shares[gl_LocalInvocationIndex] += shares[gl_LocalInvocationIndex + reach];
    }
    barrier();
    const vec4 sum = shares[0];
    barrier();
    return sum;
}
