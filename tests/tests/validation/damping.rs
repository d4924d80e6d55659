//! V08: velocity damping conserves momentum, angular momentum and rigid motion.

use bytemuck::Pod;
use glam::{DMat3, DVec3};
use pliant_passes::passes::particles;
use pliant_passes::types::{Body, CountParams, Motion};
use pliant_passes::{Buffer, Memory, Recording};
use pliant_scenes::{Document, Node, shapes};
use pliant_tests::bodies::Stepping;
use pliant_tests::engines::{TestEngine, physics_engine};
use pliant_tests::reference::{near, within};
use pliant_tests::world::{World, scene_of};
use serde_json::json;

/// Number of particles: more than a workgroup has invocations.
const PARTICLES: u32 = 700;
/// One of this many particles is pinned.
const PINNED: usize = 50;

/// A pseudo-random number in −0.5..0.5.
fn noise(i: u32, k: u32) -> f32 {
    let mixed = (i * 3 + k + 1).wrapping_mul(2_654_435_761);
    (mixed ^ (mixed >> 15)).wrapping_mul(2_246_822_519) as f32 / u32::MAX as f32 - 0.5
}

/// Positions and masses of a cloud of particles around (5, −3, 2) m.
fn positions() -> Vec<[f32; 4]> {
    let position = |i| {
        let [x, y, z] = [0, 1, 2].map(|k| noise(i, k));
        [5.0 + 2.0 * x, y - 3.0, 2.0 + z, 1.0 + noise(i + 9000, 0)]
    };
    (0..PARTICLES).map(position).collect()
}

fn buffer<T: Pod>(engine: &mut TestEngine, name: &str, content: &[T]) -> Buffer<T> {
    engine.buffer(name, content, Memory::Device)
}

/// Velocities after damping that removes the fraction `damping` of the relative motion.
fn damped(x: &[[f32; 4]], v: &[DVec3], damping: f32) -> Vec<DVec3> {
    let engine = &mut physics_engine();
    let weight = |i: usize| f32::from(!i.is_multiple_of(PINNED)) / x[i][3];
    let with = |(i, v): (usize, &DVec3)| v.as_vec3().extend(weight(i)).to_array();
    let v: Vec<[f32; 4]> = v.iter().enumerate().map(with).collect();
    let body = Body {
        damping,
        ..Body::default()
    };
    let bodies = buffer(engine, "bodies", &[body]);
    let body_of = buffer(engine, "bodies of particles", &[0; PARTICLES as usize]);
    let firsts = buffer(engine, "first particles", &[0, PARTICLES]);
    let motion = buffer(engine, "motion", &[Motion::default()]);
    let position = buffer(engine, "positions", x);
    let velocity = buffer(engine, "velocities", &v);
    let mut record = Recording::default();
    let fit = particles::FitRigidMotion {
        bodies,
        firsts,
        position,
        velocity,
        motion,
    };
    record.pass(fit, CountParams { count: 1 }, 256);
    let damp = particles::DampVelocities {
        bodies,
        body_of,
        firsts,
        motion,
        position,
        velocity,
    };
    record.pass(damp, CountParams { count: PARTICLES }, PARTICLES);
    engine.run_once(&record);
    let damped: Vec<[f32; 4]> = engine.elements(velocity, 0, PARTICLES as usize);
    damped
        .iter()
        .map(|v| DVec3::from_slice(&v.map(f64::from)))
        .collect()
}

/// Momentum and angular momentum about the centre of mass of free particles, and the velocities of their rigid motion.
fn rigid(x: &[[f32; 4]], v: &[DVec3]) -> (DVec3, DVec3, Vec<DVec3>) {
    let position = |x: &[f32; 4]| DVec3::from_slice(&x.map(f64::from));
    let free = || {
        let all = x.iter().zip(v).enumerate();
        all.filter(|(i, _)| !i.is_multiple_of(PINNED))
            .map(|(_, (x, v))| (f64::from(x[3]), position(x), *v))
    };
    let mass: f64 = free().map(|(m, ..)| m).sum();
    let center = free().map(|(m, x, _)| m * x).sum::<DVec3>() / mass;
    let momentum: DVec3 = free().map(|(m, _, v)| m * v).sum();
    let angular: DVec3 = free().map(|(m, x, v)| (x - center).cross(m * v)).sum();
    let mut inertia = DMat3::ZERO;
    for (m, x, _) in free() {
        let r = x - center;
        let outer = DMat3::from_cols(r * r.x, r * r.y, r * r.z);
        inertia += m * (r.length_squared() * DMat3::IDENTITY - outer);
    }
    let spin = inertia.inverse() * angular;
    let velocities = x
        .iter()
        .map(|x| momentum / mass + spin.cross(position(x) - center));
    (momentum, angular, velocities.collect())
}

/// The largest difference of the velocities of free particles, over the largest velocity.
fn relative_difference(a: &[DVec3], b: &[DVec3]) -> f64 {
    let fastest = b.iter().map(|v| v.length()).fold(0.0, f64::max);
    let pairs = a.iter().zip(b).enumerate();
    let free = pairs.filter(|(i, _)| !i.is_multiple_of(PINNED));
    free.map(|(_, (a, b))| a.distance(*b)).fold(0.0, f64::max) / fastest
}

#[test]
fn v08_damping_removes_only_relative_motion() {
    let x = positions();
    let velocity = |i| DVec3::from([0, 1, 2].map(|k| f64::from(noise(i + 5000, k)) + 0.3));
    let v: Vec<DVec3> = (0..PARTICLES).map(velocity).collect();
    let (momentum, angular, rigid_velocities) = rigid(&x, &v);
    for k in [1.0, 0.2] {
        let found = damped(&x, &v, k as f32);
        let wanted: Vec<DVec3> = v
            .iter()
            .zip(&rigid_velocities)
            .map(|(v, r)| *v + k * (*r - *v))
            .collect();
        let what = |part: &str| format!("k = {k}, {part}");
        within(
            &what("velocities"),
            relative_difference(&found, &wanted),
            0.0,
            1e-6,
        );
        let (p, l, _) = rigid(&x, &found);
        let drift = (p - momentum).length() / momentum.length();
        within(&what("momentum"), drift, 0.0, 1e-6);
        let drift = (l - angular).length() / angular.length();
        within(&what("angular momentum"), drift, 0.0, 1e-5);
        let pinned = (0..v.len()).step_by(PINNED);
        pinned.for_each(|i| assert!(found[i].distance(v[i]) < 1e-6, "pin {i} moves"));
    }
    let found = damped(&x, &rigid_velocities, 1.0);
    within(
        "rigid motion",
        relative_difference(&found, &rigid_velocities),
        0.0,
        1e-5,
    );
}

/// A soft sheet flies and spins, which stretches it; damping removes its oscillation, and angular momentum is conserved to 10⁻³.
#[test]
fn a_damped_sheet_keeps_its_rigid_motion() {
    let run = |substeps| {
        let mut document = Document::new();
        let mesh = document.mesh("Sheet", [shapes::grid(9, 9, 1.0, 1.0)]);
        document.add(Node::new("Sheet").mesh(mesh).extras(json!({
            "pliant_body": "cloth",
            "pliant_mass": 1,
            "pliant_stretch_compliance": 1,
            "pliant_bend_model": "none",
            "pliant_velocity": [1, 0, 0],
            "pliant_angular_velocity": [0, 0.5, 0],
            "pliant_velocity_damping": 0.9,
            "pliant_self_collision": false,
        })));
        let mut world = World::new(&scene_of(&document), |s| {
            Stepping {
                gravity: 0.0,
                ..Stepping::new(substeps, 1)
            }
            .apply(s);
        });
        let start = world.body();
        world.run(60);
        let end = world.body();
        near("momentum", end.momentum[0], 1.0, 1e-5);
        let spin = |body: &pliant_sim::BodyMetrics| {
            let (x, p) = (DVec3::from(body.com), DVec3::from(body.momentum));
            body.angular_momentum[1] - x.cross(p).y
        };
        near("spin", spin(&end), spin(&start), 1e-3);
    };
    run(5);
    run(20);
}
