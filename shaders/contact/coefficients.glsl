// Friction and restitution of a particle's surface. Needs "friction.glsl", `coefficients` by body and `body_of`.

Coefficients coefficients_of(uint particle) {
    const uvec4 words = FETCH(coefficients, FETCH(body_of, particle).x);
    return Coefficients(uintBitsToFloat(words.x), uintBitsToFloat(words.y), uintBitsToFloat(words.z), words.w);
}
