// Trees of joints (docs/method.md §27): all that hangs on a body folds into how a push moves it, from the leaves to the root; on the
// way back each joint learns what those behind it push. Needs "equations.glsl" and buffers `equations` and `folds`.

struct Screw {
    vec3 linear;
    vec3 angular;
};

float both(Screw p, Screw q) { return dot(p.linear, q.linear) + dot(p.angular, q.angular); }
Screw sum(Screw m, float by, Screw n) { return Screw(m.linear + by * n.linear, m.angular + by * n.angular); }
Screw on_a(Lever l) { return Screw(l.push, l.turn_a); }
Screw on_b(Lever l) { return Screw(-l.push, -l.turn_b); }

// How a push moves what is folded.
Screw answer(RigidFold f, Screw p) {
    return Screw(f.along * p.linear + f.across * p.angular, p.linear * f.across + f.about * p.angular);
}

// A body with what hangs on it so far.
RigidFold folded(uint body, End end, bool fresh) {
    if (fresh) return RigidFold(mat3(end.w), mat3(0.0), end.inverse, vec3(0.0), vec3(0.0), vec3(0.0), vec3(0.0));
    return folds[body];
}

// L of their matrix, D, and how pushes on the upper body answer to them.
float under[MOST_EQUATIONS][MOST_EQUATIONS];
float pivot[MOST_EQUATIONS];
Screw reach[MOST_EQUATIONS];

// A row of LDLᵀ; what others hold already is left to them.
void factor(uint j, RigidFold at_a, RigidFold at_b, bool upper_b) {
    const Screw a_moves = answer(at_a, on_a(levers[j]));
    const Screw b_moves = answer(at_b, on_b(levers[j]));
    const float alone = coupled(levers[j], levers[j]) + soft[j];
    const float own = both(on_a(levers[j]), a_moves) + both(on_b(levers[j]), b_moves) + soft[j];
    pivot[j] = max(own, LEAST_INVERSE_MASS * alone);
    left[j] = -left[j] - both(on_a(levers[j]), Screw(at_a.linear, at_a.angular)) - both(on_b(levers[j]), Screw(at_b.linear, at_b.angular));
    reach[j] = upper_b ? b_moves : a_moves;
    for (uint k = 0; k < j; ++k) {
        float value = both(on_a(levers[k]), a_moves) + both(on_b(levers[k]), b_moves);
        for (uint i = 0; i < k; ++i) value -= under[j][i] * under[k][i] * pivot[i];
        under[j][k] = pivot[k] > 0.0 ? value / pivot[k] : 0.0;
        pivot[j] -= under[j][k] * under[j][k] * pivot[k];
        left[j] -= under[j][k] * left[k];
        reach[j] = sum(reach[j], -under[j][k], reach[k]);
    }
    if (pivot[j] <= LEAST_PIVOT * alone) pivot[j] = 0.0;
}

// What an equation takes from how pushes move the upper body.
void take(inout RigidFold upper, Screw r, float by, float change) {
    upper.along -= by * outerProduct(r.linear, r.linear);
    upper.across -= by * outerProduct(r.linear, r.angular);
    upper.about -= by * outerProduct(r.angular, r.angular);
    upper.linear += by * change * r.linear;
    upper.angular += by * change * r.angular;
}

// Folds what hangs on the lower body, and the joint, into the upper one.
void fold(uint index, Joint joint, JointLoad load, uint count) {
    const bool upper_b = (joint.tree & JOINT_UPPER_B) != 0;
    const RigidFold at_a = folded(joint.bodies.x, a, (joint.tree & JOINT_FRESH_A) != 0);
    const RigidFold at_b = folded(joint.bodies.y, b, (joint.tree & JOINT_FRESH_B) != 0);
    RigidFold upper = at_a;
    if (upper_b) upper = at_b;
    if (count > 0) gather(joint, load);
    for (uint j = 0; j < count; ++j) {
        factor(j, at_a, at_b, upper_b);
        if (pivot[j] > 0.0) take(upper, reach[j], 1.0 / pivot[j], left[j]);
    }
    for (uint back = 0; back < count; ++back) {
        const uint j = count - 1 - back;
        const float by = pivot[j] > 0.0 ? 1.0 / pivot[j] : 0.0;
        left[j] *= by;
        reach[j] = Screw(by * reach[j].linear, by * reach[j].angular);
        for (uint k = j + 1; k < count; ++k) {
            const float share = by > 0.0 ? under[k][j] : 0.0;
            left[j] -= share * left[k];
            reach[j] = sum(reach[j], -share, reach[k]);
        }
        const Lever l = levers[j];
        const JointEquation done = JointEquation(l.push, l.turn_a, l.turn_b, left[j], reach[j].linear, reach[j].angular, places[j].x, places[j].y);
        equations[MOST_EQUATIONS * index + j] = done;
    }
    if (upper_b ? moves(b) : moves(a)) folds[upper_b ? joint.bodies.y : joint.bodies.x] = upper;
}

// Pushes by what an equation is once the joints nearer to the root are known.
void give(uint index, Joint joint, inout JointLoad load, uint count) {
    const bool upper_b = (joint.tree & JOINT_UPPER_B) != 0;
    const uint upper = upper_b ? joint.bodies.y : joint.bodies.x;
    const uint lower = upper_b ? joint.bodies.x : joint.bodies.y;
    Screw above = Screw(vec3(0.0), vec3(0.0));
    if ((joint.tree & JOINT_TOP) == 0) above = Screw(folds[upper].pushed, folds[upper].spun);
    Screw sum_a = Screw(vec3(0.0), vec3(0.0));
    Screw sum_b = sum_a;
    for (uint j = 0; j < count; ++j) {
        const JointEquation e = equations[MOST_EQUATIONS * index + j];
        const Lever l = Lever(e.push, e.turn_a, e.turn_b);
        const float change = e.change - both(Screw(e.linear, e.angular), above);
        shove(l, change, load);
        lambdas[e.row][e.axis] += change;
        sum_a = sum(sum_a, change, on_a(l));
        sum_b = sum(sum_b, change, on_b(l));
    }
    const Screw on_upper = sum(above, 1.0, upper_b ? sum_b : sum_a);
    const Screw on_lower = upper_b ? sum_a : sum_b;
    if (upper_b ? moves(b) : moves(a)) {
        folds[upper].pushed = on_upper.linear;
        folds[upper].spun = on_upper.angular;
    }
    if (upper_b ? moves(a) : moves(b)) {
        folds[lower].pushed = on_lower.linear;
        folds[lower].spun = on_lower.angular;
    }
    keep(joint.bodies.x, a);
    keep(joint.bodies.y, b);
}
