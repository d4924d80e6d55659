// Friction and restitution of two surfaces in contact.

float combined(uint rule, float a, float b) {
    switch (rule) {
    case MINIMUM: return min(a, b);
    case MAXIMUM: return max(a, b);
    case MULTIPLY: return a * b;
    default: return 0.5 * (a + b);
    }
}

// Of two rules the lower number holds, as KHR_physics_rigid_bodies demands.
Coefficients combine(Coefficients a, Coefficients b) {
    const uint friction = min(a.combine & 0xFFu, b.combine & 0xFFu);
    const uint restitution = min(a.combine >> 8, b.combine >> 8);
    return Coefficients(
        combined(friction, a.friction, b.friction),
        combined(friction, a.static_friction, b.static_friction),
        combined(restitution, a.restitution, b.restitution),
        friction | restitution << 8);
}

// A pair nearly at rest: static friction holds it.
Coefficients resting(Coefficients pair) {
    pair.friction = max(pair.friction, pair.static_friction);
    return pair;
}

// Tangential λ of a pair: `target` would hold it still, clamped to the cone of the normal λ (docs/method.md §9). Static friction
// is at least kinetic friction, or it would push.
vec3 friction(Coefficients pair, vec3 target, float lambda) {
    const float size = length(target);
    const float slides = pair.friction * lambda;
    return size <= max(slides, pair.static_friction * lambda) ? target : target * (slides / size);
}
