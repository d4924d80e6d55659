//! CPU implementation of `shaders/include/closest.glsl`.

use glam::{Vec2, Vec3};

/// Barycentric weights of the triangle's point nearest to the origin \[Eri05, §5.1.5\].
pub(crate) fn nearest_on_triangle([a, b, c]: [Vec3; 3]) -> Vec3 {
    let (ab, ac) = (b - a, c - a);
    let (ab_a, ac_a) = (-ab.dot(a), -ac.dot(a));
    if ab_a <= 0.0 && ac_a <= 0.0 {
        return Vec3::X;
    }
    let (ab_b, ac_b) = (-ab.dot(b), -ac.dot(b));
    if ab_b >= 0.0 && ac_b <= ab_b {
        return Vec3::Y;
    }
    let weight_c = ab_a * ac_b - ab_b * ac_a;
    if weight_c <= 0.0 && ab_a >= 0.0 && ab_b <= 0.0 {
        let v = ab_a / (ab_a - ab_b);
        return Vec3::new(1.0 - v, v, 0.0);
    }
    let (ab_c, ac_c) = (-ab.dot(c), -ac.dot(c));
    if ac_c >= 0.0 && ab_c <= ac_c {
        return Vec3::Z;
    }
    let weight_b = ab_c * ac_a - ab_a * ac_c;
    if weight_b <= 0.0 && ac_a >= 0.0 && ac_c <= 0.0 {
        let w = ac_a / (ac_a - ac_c);
        return Vec3::new(1.0 - w, 0.0, w);
    }
    let weight_a = ab_b * ac_c - ab_c * ac_b;
    let (from_b, from_c) = (ac_b - ab_b, ab_c - ac_c);
    if weight_a <= 0.0 && from_b >= 0.0 && from_c >= 0.0 {
        let w = from_b / (from_b + from_c);
        return Vec3::new(0.0, 1.0 - w, w);
    }
    Vec3::new(weight_a, weight_b, weight_c) / (weight_a + weight_b + weight_c)
}

/// Parameters, 0 to 1, of the nearest points of segments a–b and c–d \[Eri05, §5.1.9\].
pub(crate) fn nearest_on_segments([a, b, c, d]: [Vec3; 4]) -> Vec2 {
    let (u, v, r) = (b - a, d - c, a - c);
    let (uu, vv, uv) = (u.dot(u), v.dot(v), u.dot(v));
    let (ur, vr) = (u.dot(r), v.dot(r));
    let across = uu * vv - uv * uv;
    let mut s = 0.5;
    if across > 1e-6 * uu * vv {
        s = ((uv * vr - ur * vv) / across).clamp(0.0, 1.0);
    }
    let mut t = if vv > 0.0 { (uv * s + vr) / vv } else { 0.5 };
    if !(0.0..=1.0).contains(&t) {
        t = t.clamp(0.0, 1.0);
        s = if uu > 0.0 {
            ((uv * t - ur) / uu).clamp(0.0, 1.0)
        } else {
            0.0
        };
    }
    Vec2::new(s, t)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reproducible numbers, −1..1.
    fn point(seed: u32) -> Vec3 {
        let axis = |k: u32| {
            let bits = (3 * seed + k).wrapping_mul(0x9E37_79B9).rotate_left(11) ^ seed;
            (bits.wrapping_mul(0x85EB_CA6B) >> 8) as f32 / (1 << 23) as f32 - 1.0
        };
        Vec3::new(axis(0), axis(1), axis(2))
    }

    #[test]
    fn no_point_of_a_triangle_is_nearer() {
        for seed in 0..300 {
            let x = [0, 1, 2].map(|k| point(3 * seed + k) + 0.7 * point(1000 + seed));
            let at = |u: Vec3| u.x * x[0] + u.y * x[1] + u.z * x[2];
            let u = nearest_on_triangle(x);
            assert!((u.element_sum() - 1.0).abs() < 1e-5 && u.min_element() >= 0.0);
            for i in 0..=20 {
                for j in 0..=20 - i {
                    let (v, w) = (i as f32 / 20.0, j as f32 / 20.0);
                    let other = at(Vec3::new(1.0 - v - w, v, w)).length();
                    assert!(at(u).length() <= other + 1e-5, "{x:?}");
                }
            }
        }
    }

    #[test]
    fn no_points_of_two_segments_are_nearer() {
        for seed in 0..300 {
            let [a, b, c, d] = [0, 1, 2, 3].map(|k| point(4 * seed + k));
            let apart = |s: f32, t: f32| a.lerp(b, s).distance(c.lerp(d, t));
            let at = nearest_on_segments([a, b, c, d]);
            for i in 0..=20 {
                for j in 0..=20 {
                    let other = apart(i as f32 / 20.0, j as f32 / 20.0);
                    assert!(apart(at.x, at.y) <= other + 1e-5);
                }
            }
        }
    }
}
