// An invocation of a pass that is one workgroup.
#define lane gl_LocalInvocationIndex

void sync() {
    memoryBarrierBuffer();
    barrier();
}
