//! Pictures of fluids: their colours, refraction and shadows, and a surface without holes that does not flicker.

use glam::Vec3;
use pliant_render::{Lens, OrbitCamera, RenderOptions, Show, Simulated, Viewpoint};
use pliant_scene::Scene;
use pliant_scenes::{Document, Material, Node, shapes};
use pliant_sim::Simulation;
use pliant_tests::fluids::tank;
use pliant_tests::studio::{Picture, Studio, brightness, scene, sheet};
use serde_json::json;

const SPACING: f32 = 0.02;
/// The smallest visible difference of two pixels, in levels of 255.
const VISIBLE: f32 = 6.0;

/// Adds a block of `counts` particles along each axis around `middle`.
fn block(document: &mut Document, color: [f32; 3], counts: [u32; 3], middle: Vec3) {
    let [red, green, blue] = color;
    let material = document.material(&Material::new("Liquid", red, green, blue));
    let mesh = document.mesh(
        "Block",
        [shapes::points(counts, SPACING).material(material)],
    );
    let half = Vec3::from(counts.map(|n| (n - 1) as f32)) * SPACING / 2.0;
    let node = Node::new("Fluid").mesh(mesh).at(middle - half);
    document.add(node.extras(json!({"pliant_body": "fluid", "pliant_friction": 0})));
}

const WATER: [f32; 3] = [0.1, 0.35, 0.6];
/// A colour that is dark even in thin layers.
const INK: [f32; 3] = [0.02, 0.03, 0.1];

/// A viewpoint above the target, at an angle of `pitch` above the horizon, rad.
fn above(target: Vec3, distance: f32, pitch: f32) -> Viewpoint {
    let camera = OrbitCamera {
        target,
        distance,
        yaw: 0.3,
        pitch,
        parallel: false,
    };
    camera.viewpoint()
}

/// Draws the current state of the simulation.
fn draw_simulated(
    studio: &mut Studio,
    simulation: &mut Simulation<pliant_gpu::VulkanEngine>,
    name: &str,
    view: Viewpoint,
) -> Picture {
    let buffers = simulation.draw_buffers();
    let simulated = Simulated {
        engine: simulation.engine(),
        vertices: buffers.vertices,
        normals: buffers.normals,
        tangents: buffers.tangents,
        first_vertex: &buffers.first_vertex,
        deforming: &buffers.deforming,
        velocities: buffers.velocities,
        first_particle: &buffers.first_particle,
        particles: None,
    };
    studio.draw_showing(name, view, Show::default(), Some(simulated))
}

fn simulation(studio: &Studio) -> Simulation<pliant_gpu::VulkanEngine> {
    let engine = pliant_gpu::VulkanEngine::new(studio.gpu.clone()).expect("an engine");
    let settings = pliant_sim::Settings {
        substeps: 6,
        iterations: 2,
        ..pliant_sim::Settings::of(&studio.scene)
    };
    Simulation::new(&studio.scene, settings, engine).expect("a small scene fits")
}

/// The pixels in which two pictures differ visibly.
fn mask(one: &Picture, other: &Picture) -> Vec<bool> {
    let (width, height) = (one.image.width, one.image.height);
    let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let differs = |(x, y)| (one.pixel(x, y) - other.pixel(x, y)).abs().max_element() > VISIBLE;
    pixels.map(differs).collect()
}

/// The number of pixels outside the mask that are not connected to the edge of the picture.
fn holes(mask: &[bool], width: usize) -> usize {
    let height = mask.len() / width;
    let mut reached = mask.to_vec();
    let mut next: Vec<usize> = (0..mask.len())
        .filter(|i| {
            i % width == 0 || i % width == width - 1 || i / width == 0 || i / width == height - 1
        })
        .collect();
    while let Some(i) = next.pop() {
        if std::mem::replace(&mut reached[i], true) {
            continue;
        }
        let (x, y) = (i % width, i / width);
        next.extend((x > 0).then(|| i - 1));
        next.extend((x + 1 < width).then(|| i + 1));
        next.extend((y > 0).then(|| i - width));
        next.extend((y + 1 < height).then(|| i + width));
    }
    reached.iter().filter(|s| !**s).count()
}

fn floating_block(fluid: bool) -> Scene {
    let mut document = Document::new();
    let floor = document.mesh("Floor", [shapes::cuboid(Vec3::new(4.0, 0.02, 4.0))]);
    document.add(Node::new("Floor").mesh(floor));
    if fluid {
        block(&mut document, INK, [9, 9, 9], Vec3::Y * 0.5);
    }
    document.sun(Vec3::new(1.0, 2.0, 0.5), 3.0);
    scene(&document)
}

#[test]
fn a_block_of_water_has_no_holes() {
    let mut with = Studio::new(floating_block(true));
    let mut without = Studio::new(floating_block(false));
    for pitch in [0.1, 0.6, 1.2] {
        let view = above(Vec3::Y * 0.5, 0.6, pitch);
        let name = format!("water_{pitch}");
        let (wet, dry) = (with.draw(&name, view), without.draw("dry", view));
        let mask = mask(&wet, &dry);
        // About the fraction of the picture that the block covers.
        let fraction = mask.iter().filter(|m| **m).count() as f32 / mask.len() as f32;
        assert!((0.15..0.5).contains(&fraction), "{name} covers {fraction}");
        assert_eq!(holes(&mask, 320), 0, "holes in {name}");
    }
}

#[test]
fn water_at_rest_has_no_holes_and_does_not_flicker() {
    let counts = [12, 5, 12];
    let size = Vec3::from(counts.map(|n| n as f32)) * SPACING;
    let make = |fluid: bool| {
        let mut document = Document::new();
        if fluid {
            block(&mut document, INK, counts, size / 2.0);
        }
        tank(
            &mut document,
            size + 0.04 * Vec3::Y,
            json!({"pliant_friction": 0}),
        );
        Studio::new(scene(&document))
    };
    let (mut with, mut without) = (make(true), make(false));
    let mut simulation = simulation(&with);
    for _ in 0..90 {
        simulation.step().expect("a stable simulation");
    }
    let view = above(size / 2.0, 0.6, 1.45);
    let dry = without.draw("rest_dry", view);
    // The whole water level except where it wets the walls.
    let steps = |from: f32, to: f32| (0..=60).map(move |i| from + (to - from) * i as f32 / 60.0);
    let inside = steps(SPACING, size.x - SPACING)
        .flat_map(|x| steps(SPACING, size.z - SPACING).map(move |z| Vec3::new(x, size.y, z)));
    let mut last: Option<Picture> = None;
    for frame in 0..4 {
        let picture = draw_simulated(&mut with, &mut simulation, &format!("rest_{frame}"), view);
        let holes = inside.clone().filter(|at| {
            let change = picture.at(*at) - dry.at(*at);
            change.abs().max_element() <= VISIBLE
        });
        assert_eq!(holes.count(), 0, "holes in frame {frame}");
        if let Some(last) = &last {
            let pairs = picture.image.rgba.iter().zip(&last.image.rgba);
            let changes: Vec<u32> = pairs.map(|(a, b)| u32::from(a.abs_diff(*b))).collect();
            let mean = changes.iter().sum::<u32>() as f32 / changes.len() as f32;
            let much = changes.iter().filter(|c| **c > 30).count() as f32 / changes.len() as f32;
            assert!(
                mean < 1.0 && much < 2e-3,
                "changes: {mean} on average, {much} of them large"
            );
        }
        last = Some(picture);
        simulation.step().expect("a stable simulation");
    }
}

#[test]
fn fluids_have_colours_and_are_transparent() {
    let mut document = Document::new();
    let across = Vec3::X * 0.15;
    let white = document.material(&Material::new("White", 0.8, 0.8, 0.8));
    let red = document.material(&Material::new("Red", 0.8, 0.02, 0.02));
    for (material, position) in [(white, -across), (white, across), (red, Vec3::ZERO)] {
        let mesh = document.mesh("Sheet", [sheet(0.15).material(material)]);
        document.add(Node::new("Sheet").mesh(mesh).at(position - 0.1 * Vec3::Z));
    }
    let counts = [6, 6, 4];
    block(&mut document, WATER, counts, -across);
    block(&mut document, [0.75, 0.55, 0.1], counts, across);
    block(&mut document, WATER, counts, Vec3::ZERO);
    let mut studio = Studio::new(scene(&document));
    let view = studio.front();
    let picture = studio.draw("colours", view);
    let [water, red, oil] = [-across, Vec3::ZERO, across].map(|position| picture.at(position));
    assert!(water.z > 1.3 * water.x, "water is {water}");
    assert!(oil.x > 1.3 * oil.z, "oil is {oil}");
    assert!(
        red.x > red.z + 10.0 && red.z < 0.7 * water.z,
        "red through water is {red}, white {water}"
    );
    let balls = Show {
        balls: true,
        ..Show::default()
    };
    let balls = studio.draw_showing("balls", view, balls, None);
    assert!(balls.image != picture.image, "balls are not drawn");
}

#[test]
fn water_is_drawn_up_to_its_walls() {
    let mut document = Document::new();
    let white = document.material(&Material::new("White", 0.8, 0.8, 0.8));
    let sheet = document.mesh("Sheet", [sheet(0.4).material(white)]);
    document.add(Node::new("Sheet").mesh(sheet).at(-0.1 * Vec3::Z));
    block(&mut document, INK, [8, 8, 3], Vec3::ZERO);
    let mut studio = Studio::new(scene(&document));
    let view = studio.front();
    let picture = studio.draw("sides", view);
    let dry = brightness(picture.at(Vec3::X * 0.13));
    let dark = |x: f32| dry - brightness(picture.at(Vec3::X * x));
    // The water extends half a spacing beyond its outermost particles, to a wall that would hold it.
    let wall = 4.0 * SPACING;
    let fraction = dark(wall - 0.25 * SPACING) / dark(0.0);
    assert!(
        fraction > 0.7,
        "beside a wall {fraction} of the ink is visible"
    );
    let fraction = dark(wall + 0.5 * SPACING) / dark(0.0);
    assert!(
        fraction < 0.1,
        "behind the wall {fraction} of the ink is visible"
    );
}

#[test]
fn water_casts_a_lighter_shadow_than_a_solid() {
    let draw = |name: &str, solid: Option<bool>| {
        let mut document = Document::new();
        document.sun(Vec3::Y, 3.0);
        let floor = document.mesh("Floor", [shapes::cuboid(Vec3::new(2.0, 0.02, 2.0))]);
        document.add(Node::new("Floor").mesh(floor).at(-0.01 * Vec3::Y));
        let middle = Vec3::Y * 0.5;
        match solid {
            Some(false) => block(&mut document, WATER, [9, 9, 9], middle),
            Some(true) => {
                let cube = document.mesh("Cube", [shapes::cuboid(Vec3::splat(9.0 * SPACING))]);
                document.add(Node::new("Cube").mesh(cube).at(middle));
            }
            None => {}
        }
        let mut studio = Studio::new(scene(&document));
        let picture = studio.draw(name, above(Vec3::Y * 0.2, 2.0, 0.5));
        brightness(picture.at(Vec3::ZERO))
    };
    let [open, water, solid] = [
        ("open", None),
        ("water", Some(false)),
        ("solid", Some(true)),
    ]
    .map(|(n, s)| draw(n, s));
    assert!(
        water < 0.93 * open,
        "in the shadow of water {water}, in the sun {open}"
    );
    assert!(
        solid < 0.95 * water,
        "in the shadow of a solid {solid}, of water {water}"
    );
}

#[test]
fn panes_blend_once_in_front_of_and_behind_water() {
    let draw = |depth: Option<f32>| {
        let mut document = Document::new();
        block(&mut document, WATER, [8, 8, 4], Vec3::ZERO);
        if let Some(z) = depth {
            let pane = Material::new("Pane", 0.9, 0.1, 0.1).opacity(0.5);
            let pane = document.material(&pane);
            let mesh = document.mesh("Pane", [sheet(0.3).material(pane)]);
            document.add(Node::new("Pane").mesh(mesh).at(Vec3::Z * z));
        }
        document.sun(Vec3::new(0.5, 1.0, 2.0), 3.0);
        let mut studio = Studio::new(scene(&document));
        let picture = studio.draw(&format!("pane_{depth:?}"), above(Vec3::ZERO, 0.7, 0.0));
        [Vec3::ZERO, Vec3::X * 0.12].map(|at| picture.at(at))
    };
    let [none, behind, before] = [None, Some(-0.1), Some(0.1)].map(draw);
    // Beside the water both panes look the same.
    assert!(
        (behind[1] - before[1]).abs().max_element() < 12.0,
        "{} and {}",
        behind[1],
        before[1]
    );
    let red = |color: Vec3| color.x - color.z;
    assert!(
        red(before[0]) > red(behind[0]) + 20.0,
        "{} and {}",
        before[0],
        behind[0]
    );
    assert!(
        red(behind[0]) > red(none[0]) + 5.0,
        "{} and {}",
        behind[0],
        none[0]
    );
    // In front of water, half of the colour is that of the pane.
    assert!(
        before[0].z > 0.3 * none[0].z,
        "{} and {}",
        before[0],
        none[0]
    );
}

#[test]
fn fast_crests_foam() {
    let draw = |speed: f32| {
        let mut document = Document::new();
        let red = document.material(&Material::new("Red", 0.8, 0.02, 0.02));
        let behind = document.mesh("Sheet", [sheet(0.15).material(red)]);
        document.add(Node::new("Sheet").mesh(behind).at(-0.05 * Vec3::Z));
        let mesh = document.mesh("Points", [shapes::points([1, 1, 1], SPACING)]);
        document.add(Node::new("Drop").mesh(mesh).extras(json!({
            "pliant_body": "fluid", "pliant_spacing": SPACING, "pliant_velocity": [0, 0, speed]})));
        let mut studio = Studio::new(scene(&document));
        let mut simulation = simulation(&studio);
        let picture = draw_simulated(
            &mut studio,
            &mut simulation,
            &format!("drop_{speed}"),
            above(Vec3::ZERO, 0.1, 0.0),
        );
        picture.at(Vec3::ZERO).y
    };
    let (still, fast) = (draw(0.0), draw(4.0));
    assert!(
        fast > still + 60.0,
        "the green of a fast drop in front of red is {fast}, of a still one {still}"
    );
}

#[test]
fn light_options_and_parallel_cameras_show_the_same_water() {
    let view = above(Vec3::Y * 0.5, 0.6, 0.4);
    let half_height = 0.6 * 0.3_f32.tan();
    let parallel = Viewpoint {
        lens: Lens::Parallel {
            half_height,
            near: 0.01,
            far: 10.0,
        },
        ..view
    };
    let mut full = Studio::new(floating_block(true));
    let mut light = Studio::with(floating_block(true), RenderOptions::LIGHT);
    let whole = full.draw("full", view);
    assert!(
        full.draw("again", view).image == whole.image,
        "two pictures differ"
    );
    for (name, picture) in [
        ("light", light.draw("light", view)),
        ("parallel", full.draw("parallel", parallel)),
    ] {
        // Outside the reflection of the sun.
        for at in [
            Vec3::Y * 0.5,
            Vec3::new(0.05, 0.45, 0.0),
            Vec3::new(0.3, 0.5, 0.0),
        ] {
            let off = (picture.at(at) - whole.at(at)).abs().max_element();
            assert!(off < 20.0, "{name} differs by {off} at {at}");
        }
    }
}
