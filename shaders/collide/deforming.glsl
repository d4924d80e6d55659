// Sweeps against colliders that deform (docs/method.md §9). Needs "sweep.glsl" and the pools `face_motions` and `largest_motions`.

bool deforms(uint collider) { return DEFORMING && colliders[collider].first_motion != 0; }

// The largest displacement of any point of a deforming collider in the substep, m; 0 for a rigid shape, whose pose moves it.
float largest_motion(uint collider) { return deforms(collider) ? uintBitsToFloat(largest_motions[collider]) : 0.0; }

#include "include/surface_displacement.glsl"

// As sweep_to. Where the collider deforms, the path is relative to the surface point that is nearest to its end: `motion` is the
// displacement of that point, m. What starts deep in the thickness or inside is pushed out slowly, so that parts of a mesh that pass
// through each other throw nothing across; `enclosed` tells whether it starts inside by more than the margin.
Sweep sweep_surface(uint collider, vec3 old, vec3 d, float margin, out vec3 motion, out bool enclosed) {
    motion = vec3(0.0);
    enclosed = false;
    if (!deforms(collider)) return sweep_to(collider, old, d, margin);
    motion = surface_displacement(colliders[collider], old + d, margin + length(d) + largest_motion(collider));
    Sweep hit = sweep_from(collider, old + motion, old, d, margin);
    const float step = EXPULSION_SPEED * frame[0].h;
    if (hit.surface.distance < margin - step) {
        const vec3 start = old + motion;
        const float depth = surface(colliders[collider], start, start, margin + hit.l).distance - margin;
        hit.surface.distance -= min(depth + step, 0.0);
        enclosed = depth + max(2.0 * margin, step) < 0.0;
    }
    return hit;
}
