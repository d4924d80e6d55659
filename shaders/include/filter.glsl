// Collision filters of KHR_physics_rigid_bodies.

bool lets(Filter a, Filter b) { return (b.systems & ~a.collides_with) == 0u && (b.systems & ~a.ignores) != 0u; }

// Whether two surfaces may collide.
bool filters_allow(Filter a, Filter b) { return lets(a, b) && lets(b, a); }
