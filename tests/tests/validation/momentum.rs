//! V07: one projection of a constraint conserves momentum and angular momentum.

use bytemuck::Pod;
use glam::{DVec3, Vec3};
use pliant_passes::passes::groups::ConstraintRows;
use pliant_passes::passes::solve;
use pliant_passes::types::{
    Attachment, Balloon, CountParams, Hinge, Link, MATERIALS, Material, NONE, SolveParams,
    Tetrahedron, Triangle, Volume,
};
use pliant_passes::{Bind, Buffer, Memory, Recording, bind};
use pliant_tests::engines::{TestEngine, physics_engine};
use pliant_tests::reference::within;

const CONFIGURATIONS: u32 = 2000;
const MASS_RATIO: f32 = 25.0;

/// Pseudo-random numbers in 0..1 from a linear congruential generator.
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1 << 24) as f32
    }

    fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    fn point(&mut self) -> Vec3 {
        Vec3::new(self.unit(), self.unit(), self.unit()) - 0.5
    }

    /// 1/m for a mass between 1 and the ratio; both extremes are frequent.
    fn weight(&mut self, i: u32) -> f32 {
        match i % 3 {
            0 => 1.0,
            1 => 1.0 / MASS_RATIO,
            _ => 1.0 / self.between(1.0, MASS_RATIO),
        }
    }
}

fn buffer<T: Pod>(engine: &mut TestEngine, name: &str, content: &[T]) -> Buffer<T> {
    engine.buffer(name, content, Memory::Device)
}

/// The buffers of one projection of any type of constraint.
struct Projection<T> {
    constraints: Buffer<T>,
    rows: ConstraintRows,
}

/// Projects constraints that share no particle once on Vulkan; returns displacements, with w in the fourth component.
fn project<T: Pod, B: Bind<Params = SolveParams>>(
    constraints: &[T],
    x: &[[f32; 4]],
    bind: impl FnOnce(Projection<T>) -> B,
) -> Vec<[f32; 4]> {
    let mut engine = physics_engine();
    let at_rest: Vec<[f32; 4]> = x.iter().map(|x| [0.0, 0.0, 0.0, x[3]]).collect();
    let material = Material {
        compliance: 0.0,
        damping: 0.0,
        stiffness: 1.0,
        poisson: 0.3,
    };
    let displacement = buffer(&mut engine, "displacements", &at_rest);
    let rows = ConstraintRows {
        materials: buffer(&mut engine, "materials", &[material; MATERIALS as usize]),
        position: buffer(&mut engine, "positions", x),
        displacement,
        lambda: buffer(&mut engine, "lambda", &vec![0.0; 6 * constraints.len()]),
        lambda_before: buffer(&mut engine, "before", &[0.0]),
        correction: buffer(&mut engine, "corrections", &[[0.0; 3]]),
        ranges: buffer(&mut engine, "ranges", &[[0, CONFIGURATIONS, 0]]),
    };
    let constraints = buffer(&mut engine, "constraints", constraints);
    let buffers = Projection { constraints, rows };
    let params = SolveParams {
        count: CONFIGURATIONS,
        relaxation: 1.0,
        omega: 1.0,
        ..SolveParams::default()
    };
    let mut recording = Recording::default();
    recording.pass(bind(buffers), params, CONFIGURATIONS);
    run(&mut engine, &recording, displacement, x.len() as u32)
}

/// Runs a recording and reads a buffer.
fn run(
    engine: &mut TestEngine,
    recording: &Recording,
    buffer: Buffer<[f32; 4]>,
    count: u32,
) -> Vec<[f32; 4]> {
    engine.run_once(recording);
    engine.elements(buffer, 0, count as usize)
}

/// |Σ m Δx| and |Σ r × m Δx| of each configuration of `ends` particles over its Σ |m Δx|, ascending.
fn drifts(ends: usize, positions: &[[f32; 4]], displacements: &[[f32; 4]]) -> [Vec<f64>; 2] {
    let vector = |x: &[f32; 4]| DVec3::new(x[0].into(), x[1].into(), x[2].into());
    let mut drifts = [Vec::new(), Vec::new()];
    let configurations = positions.chunks(ends).zip(displacements.chunks(ends));
    for (positions, displacements) in configurations {
        let (mut linear, mut angular, mut all) = (DVec3::ZERO, DVec3::ZERO, 0.0);
        for (a, d) in positions.iter().zip(displacements) {
            let momentum = vector(d) / f64::from(a[3]);
            linear += momentum;
            angular += vector(a).cross(momentum);
            all += momentum.length();
        }
        assert!(all > 0.0, "a configuration does not move");
        drifts[0].push(linear.length() / all);
        drifts[1].push(angular.length() / all);
    }
    drifts.iter_mut().for_each(|d| d.sort_by(f64::total_cmp));
    drifts
}

#[test]
fn v07_a_distance_conserves_momentum() {
    let mut random = Random(1);
    let x: Vec<[f32; 4]> = (0..2 * CONFIGURATIONS)
        .map(|i| random.point().extend(random.weight(i)).to_array())
        .collect();
    let link = |i| Link {
        a: 2 * i,
        b: 2 * i + 1,
        rest: random.unit(),
        material: 0,
    };
    let links: Vec<Link> = (0..CONFIGURATIONS).map(link).collect();
    let [linear, angular] = drifts(
        2,
        &x,
        &project(&links, &x, |p| {
            bind!(solve::SolveLinks {
                links = p.constraints;
                materials, position, displacement, lambda, ranges from p.rows;
            })
        }),
    );
    within("distance, linear", linear[linear.len() - 1], 0.0, 3e-7);
    within("distance, angular", angular[angular.len() - 1], 0.0, 3e-7);
}

#[test]
fn v07_bending_conserves_momentum() {
    let mut random = Random(2);
    let x: Vec<[f32; 4]> = (0..4 * CONFIGURATIONS)
        .map(|i| random.point().extend(random.weight(i)).to_array())
        .collect();
    let hinge = |i| {
        let rest = random.between(-3.0, 3.0);
        Hinge {
            a: 4 * i,
            b: 4 * i + 1,
            c: 4 * i + 2,
            d: 4 * i + 3,
            rest,
            material: 3,
        }
    };
    let hinges: Vec<Hinge> = (0..CONFIGURATIONS).map(hinge).collect();
    let [linear, angular] = drifts(
        4,
        &x,
        &project(&hinges, &x, |p| solve::SolveBending {
            hinges: p.constraints,
            rows: p.rows,
        }),
    );
    within("bending, linear", linear[linear.len() - 1], 0.0, 3e-7);
    within("bending, angular", angular[angular.len() - 1], 0.0, 5e-5);
    within(
        "bending, angular, of 99 %",
        angular[angular.len() * 99 / 100],
        0.0,
        5e-6,
    );
}

/// Positions of `ends` corners for each configuration, with their weights.
fn positions(random: &mut Random, ends: u32) -> Vec<[f32; 4]> {
    let count = ends * CONFIGURATIONS;
    (0..count)
        .map(|i| random.point().extend(random.weight(i)).to_array())
        .collect()
}

fn assert_momentum<T: Pod, B: Bind<Params = SolveParams>>(
    name: &str,
    bind: impl FnOnce(Projection<T>) -> B,
    ends: usize,
    (constraints, x): (&[T], &[[f32; 4]]),
) {
    let [linear, angular] = drifts(ends, x, &project(constraints, x, bind));
    let most = linear[linear.len() - 1];
    within(&format!("{name}, linear"), most, 0.0, 3e-7);
    let most = angular[angular.len() - 1];
    within(&format!("{name}, angular"), most, 0.0, 3e-7);
}

#[test]
fn v07_a_tetrahedrons_volume_conserves_momentum() {
    let mut random = Random(3);
    let x = positions(&mut random, 4);
    let volume = |i| Volume {
        a: 4 * i,
        b: 4 * i + 1,
        c: 4 * i + 2,
        d: 4 * i + 3,
        rest: random.between(0.01, 0.2),
        material: 0,
    };
    let volumes: Vec<Volume> = (0..CONFIGURATIONS).map(volume).collect();
    assert_momentum(
        "volume",
        |p| solve::SolveVolumes {
            volumes: p.constraints,
            rows: p.rows,
        },
        4,
        (&volumes, &x),
    );
}

#[test]
fn v07_an_elastic_triangle_conserves_momentum() {
    let mut random = Random(4);
    // Triangles that are not nearly collinear.
    let wide = |x: &[[f32; 4]]| {
        let [a, b, c] = [0, 1, 2].map(|k| Vec3::from_slice(&x[k]));
        (b - a).cross(c - a).length() > 0.15
    };
    let all = positions(&mut random, 12);
    let x: Vec<[f32; 4]> = all
        .chunks(3)
        .filter(|x| wide(x))
        .flatten()
        .copied()
        .collect();
    let x = &x[..3 * CONFIGURATIONS as usize];
    let triangle = |i| Triangle {
        a: 3 * i,
        b: 3 * i + 1,
        c: 3 * i + 2,
        inverse_b: [random.between(0.8, 2.0), random.between(-0.5, 0.5)],
        inverse_c: [0.0, random.between(0.8, 2.0)],
        area: random.between(0.2, 1.0),
        material: 0,
    };
    let triangles: Vec<Triangle> = (0..CONFIGURATIONS).map(triangle).collect();
    assert_momentum(
        "triangle",
        |p| solve::SolveStvkTriangles {
            triangles: p.constraints,
            rows: p.rows,
        },
        3,
        (&triangles, x),
    );
}

/// Random tetrahedra whose six-fold volume is `accepted`.
fn tetrahedra(seed: u64, accepted: impl Fn(f32) -> bool) -> (Vec<Tetrahedron>, Vec<[f32; 4]>) {
    let mut random = Random(seed);
    let volume = |x: &[[f32; 4]]| {
        let [a, b, c, d] = [0, 1, 2, 3].map(|k| Vec3::from_slice(&x[k]));
        (b - a).cross(c - a).dot(d - a)
    };
    let all = positions(&mut random, 64);
    let chosen = all.chunks(4).filter(|x| accepted(volume(x)));
    let x: Vec<[f32; 4]> = chosen
        .take(CONFIGURATIONS as usize)
        .flatten()
        .copied()
        .collect();
    assert_eq!(x.len(), 4 * CONFIGURATIONS as usize);
    let tetrahedron = |i| Tetrahedron {
        a: 4 * i,
        b: 4 * i + 1,
        c: 4 * i + 2,
        d: 4 * i + 3,
        inverse_b: [random.between(1.5, 2.0), 0.1, random.between(-0.5, 0.5)],
        inverse_c: [0.0, random.between(1.5, 2.0), 0.2],
        inverse_d: [0.0, 0.0, random.between(1.5, 2.0)],
        volume: random.between(0.05, 0.3),
        material: 0,
    };
    ((0..CONFIGURATIONS).map(tetrahedron).collect(), x)
}

#[test]
fn v07_an_elastic_tetrahedron_conserves_momentum() {
    let (tetrahedra, x) = tetrahedra(5, |volume| volume > 0.15);
    assert_momentum(
        "tetrahedron",
        |p| solve::SolveStvkTetrahedra {
            tetrahedra: p.constraints,
            rows: p.rows,
        },
        4,
        (&tetrahedra, &x),
    );
}

#[test]
fn v07_an_inverted_tetrahedron_conserves_momentum() {
    let (tetrahedra, x) = tetrahedra(6, |volume| volume < -0.01);
    assert_momentum(
        "inverted tetrahedron",
        |p| solve::SolveStvkTetrahedra {
            tetrahedra: p.constraints,
            rows: p.rows,
        },
        4,
        (&tetrahedra, &x),
    );
}

#[test]
fn v07_an_attachment_conserves_momentum() {
    let mut random = Random(6);
    let x = positions(&mut random, 4);
    let seam = |i| {
        let (u, v) = (random.unit(), random.unit());
        Attachment {
            own: [4 * i, NONE, NONE, NONE],
            own_weights: [1.0, 0.0, 0.0, 0.0],
            other: [4 * i + 1, 4 * i + 2, 4 * i + 3, NONE],
            other_weights: [-u, (u - 1.0) * v, (u - 1.0) * (1.0 - v), 0.0],
            node: NONE,
            ..Attachment::default()
        }
    };
    let seams: Vec<Attachment> = (0..CONFIGURATIONS).map(seam).collect();
    assert_momentum(
        "seam",
        |p| solve::SolveAttachments {
            attachments: p.constraints,
            rows: p.rows,
        },
        4,
        (&seams, &x),
    );
}

/// The one-ring of each corner of an octahedron, in order; corners 0 to 3 lie around the axis from 4 to 5.
const OCTAHEDRON: [[u32; 5]; 6] = [
    [1, 4, 3, 5, 1],
    [2, 4, 0, 5, 2],
    [3, 4, 1, 5, 3],
    [0, 4, 2, 5, 0],
    [0, 1, 2, 3, 0],
    [3, 2, 1, 0, 3],
];

fn octahedron(i: u32) -> Balloon {
    Balloon {
        first: 6 * i,
        count: 6,
        ..Balloon::default()
    }
}

/// The edges opposite to particle `i` in the triangles of many octahedra.
fn opposite_edges(i: u32) -> [[u32; 2]; 4] {
    let corners = OCTAHEDRON[(i % 6) as usize].map(|corner| i / 6 * 6 + corner);
    [0, 1, 2, 3].map(|k| [corners[k], corners[k + 1]])
}

/// Projects the volumes of octahedra that share no particle to 0, on Vulkan; returns the displacements.
fn deflate(x: &[[f32; 4]]) -> Vec<[f32; 4]> {
    let engine = &mut physics_engine();
    let particles = x.len() as u32;
    let balloons: Vec<Balloon> = (0..CONFIGURATIONS).map(octahedron).collect();
    let members: Vec<[u32; 2]> = (0..particles).map(|i| [i, i / 6]).collect();
    let ring: Vec<[u32; 2]> = (0..particles).flat_map(opposite_edges).collect();
    let starts: Vec<u32> = (0..=particles).map(|i| 4 * i).collect();
    let at_rest: Vec<[f32; 4]> = x.iter().map(|x| [0.0, 0.0, 0.0, x[3]]).collect();
    let balloons = buffer(engine, "balloons", &balloons);
    let materials = buffer(engine, "materials", &[Material::default()]);
    let members = buffer(engine, "members", &members);
    let one_ring_starts = buffer(engine, "starts", &starts);
    let one_ring = buffer(engine, "one-rings", &ring);
    let position = buffer(engine, "positions", x);
    let velocity = buffer(engine, "velocities", &at_rest);
    let displacement = buffer(engine, "displacements", &at_rest);
    let gradient = buffer(engine, "gradients", &vec![[0.0; 3]; x.len()]);
    let volume_lambda = buffer(engine, "λ", &vec![[0.0; 2]; x.len()]);
    let [displacement_before, current_position] =
        ["previous displacements", "current positions"].map(|n| buffer(engine, n, &[[0.0; 4]]));
    let correction = buffer(engine, "corrections", &[[0.0; 3]]);
    let all = |count| SolveParams {
        count,
        ..SolveParams::default()
    };
    let mut record = Recording::default();
    let gradients = solve::ComputeVolumeGradients {
        members,
        one_ring_starts,
        one_ring,
        position,
        displacement,
        gradient,
    };
    record.pass(gradients, CountParams { count: particles }, particles);
    let volumes = solve::SolveBalloonVolumes {
        balloons,
        materials,
        members,
        gradient,
        velocity,
        position,
        displacement,
        volume_lambda,
    };
    record.pass(volumes, all(CONFIGURATIONS), 256 * CONFIGURATIONS);
    let apply = solve::ApplyBalloonVolumes {
        members,
        gradient,
        volume_lambda,
        velocity,
        displacement,
        displacement_before,
        current_position,
        correction,
    };
    record.pass(apply, all(particles), particles);
    run(engine, &record, displacement, particles)
}

#[test]
fn v07_a_balloon_conserves_momentum() {
    let mut random = Random(6);
    let corners = [
        Vec3::X,
        Vec3::Y,
        Vec3::NEG_X,
        Vec3::NEG_Y,
        Vec3::Z,
        Vec3::NEG_Z,
    ];
    let mut corner = |i: u32| {
        let point = 0.5 * corners[(i % 6) as usize] + random.point();
        point.extend(random.weight(i)).to_array()
    };
    let x: Vec<[f32; 4]> = (0..6 * CONFIGURATIONS).map(&mut corner).collect();
    let [linear, angular] = drifts(6, &x, &deflate(&x));
    within("balloon, linear", linear[linear.len() - 1], 0.0, 3e-7);
    within("balloon, angular", angular[angular.len() - 1], 0.0, 3e-7);
}
