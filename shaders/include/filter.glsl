// Collision filters of KHR_physics_rigid_bodies.

bool lets(Filter a, Filter b) { return (b.systems & ~a.meets) == 0u && (b.systems & ~a.avoids) != 0u; }

// Whether two surfaces may collide.
bool meets(Filter a, Filter b) { return lets(a, b) && lets(b, a); }
