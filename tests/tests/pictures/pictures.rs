//! Pictures of the renderer, compared pixel by pixel, without messages from the validation layer.

use glam::{Quat, Vec3, Vec4};
use pliant_gpu::VulkanEngine;
use pliant_passes::{BufferId, Engine, Memory};
use pliant_render::{Colors, Error, Frame, Show, Simulated};
use pliant_scene::{Alpha, Scene};
use pliant_scenes::{Document, Material, Node, shapes};
use pliant_tests::studio::{Studio, brightness, scene, sheet};
use std::f32::consts::{FRAC_PI_2, PI};
use std::sync::Arc;

/// A red ball 1 m above the ground, with the sun on its right.
fn ball() -> Scene {
    let mut document = Document::new();
    let red = document.material(&Material::new("Red", 0.7, 0.05, 0.04).roughness(0.5));
    let ball = document.mesh("Ball", [shapes::sphere(0.5, 48, 24).material(red)]);
    document.add(Node::new("Ball").mesh(ball).at(Vec3::Y));
    document.sun(Vec3::new(2.0, 4.0, 0.0), 3.0);
    scene(&document)
}

#[test]
fn a_ball_casts_a_shadow_under_the_sky() {
    let mut studio = Studio::new(ball());
    let picture = studio.draw("ball", studio.view());
    let sky = picture.pixel(160, 2);
    assert!(sky.z > sky.x && brightness(sky) > 150.0, "the sky is {sky}");
    let red = picture.at(Vec3::Y);
    assert!(
        red.x > 2.0 * red.y && red.x > 2.0 * red.z,
        "the ball is {red}"
    );
    let (shadow, lit) = (picture.at([-0.5, 0.0, 0.0]), picture.at([-1.2, 0.0, -0.8]));
    assert!(
        brightness(shadow) < 0.75 * brightness(lit),
        "shadow {shadow}, lit ground {lit}"
    );
    assert!(
        picture
            .image
            .rgba
            .iter()
            .skip(3)
            .step_by(4)
            .all(|a| *a == 255)
    );
}

#[test]
fn two_pictures_of_a_scene_have_the_same_bits() {
    let mut studio = Studio::new(ball());
    let view = studio.view();
    let once = studio.draw("once", view);
    let again = studio.draw("again", view);
    assert!(once.image == again.image);
}

#[test]
fn transparent_sheets_blend_back_to_front() {
    let draw = |near_first: bool| {
        let mut document = Document::new();
        let green = document.material(&Material::new("Green", 0.0, 0.8, 0.0));
        let blue = document.material(&Material::new("Blue", 0.0, 0.0, 0.8));
        let near = document.mesh("Near", [sheet(1.0).material(green)]);
        let far = document.mesh("Far", [sheet(1.0).material(blue)]);
        let near = Node::new("Near").mesh(near).at(Vec3::Z * 0.5);
        let far = Node::new("Far").mesh(far);
        let (first, second) = if near_first { (near, far) } else { (far, near) };
        document.add(first);
        document.add(second);
        let mut scene = scene(&document);
        for material in &mut scene.materials {
            material.alpha = Alpha::Blend;
            material.base_color.w = 0.5;
        }
        let mut studio = Studio::new(scene);
        studio.draw(&format!("blend_{near_first}"), studio.front())
    };
    let (one, other) = (draw(true), draw(false));
    assert!(
        one.image == other.image,
        "the picture depends on the order of nodes"
    );
    let middle = one.at(Vec3::ZERO);
    let sky = one.pixel(4, 40);
    assert!(
        middle.y > middle.z && middle.z > middle.x,
        "green over blue is {middle}"
    );
    assert!(
        middle.x > 40.0 && middle.x < sky.x,
        "the sky {sky} does not blend into {middle}"
    );
}

#[test]
fn masked_fragments_are_discarded() {
    let pixels = [0.3, 0.7].map(|alpha| {
        let mut document = Document::new();
        let red = document.material(&Material::new("Red", 0.8, 0.0, 0.0));
        let mesh = document.mesh("Sheet", [sheet(1.0).material(red)]);
        document.add(Node::new("Sheet").mesh(mesh));
        let mut scene = scene(&document);
        for material in &mut scene.materials {
            material.alpha = Alpha::Mask(0.5);
            material.base_color.w = alpha;
        }
        let mut studio = Studio::new(scene);
        let picture = studio.draw(&format!("mask_{alpha}"), studio.front());
        picture.at(Vec3::ZERO)
    });
    assert!(
        pixels[1].x > 2.0 * pixels[1].y,
        "above the cutoff it is {}",
        pixels[1]
    );
    assert!(
        pixels[0].y > 0.7 * pixels[0].x,
        "below the cutoff it is {}",
        pixels[0]
    );
}

#[test]
fn back_faces_of_double_sided_materials_are_drawn() {
    let draw = |double_sided: bool, turn: f32| {
        let mut document = Document::new();
        let mut red = Material::new("Red", 0.8, 0.05, 0.05);
        if double_sided {
            red = red.two_sided();
        }
        let red = document.material(&red);
        let mesh = document.mesh("Sheet", [sheet(1.0).material(red)]);
        document.add(
            Node::new("Sheet")
                .mesh(mesh)
                .rotated(Quat::from_rotation_y(turn)),
        );
        document.sun(Vec3::new(0.0, 1.0, 4.0), 3.0);
        let mut studio = Studio::new(scene(&document));
        let name = format!("sides_{double_sided}_{}", turn > 0.0);
        studio.draw(&name, studio.front()).at(Vec3::ZERO)
    };
    let front = draw(false, 0.0);
    let hidden = draw(false, PI);
    let back = draw(true, PI);
    assert!(front.x > 3.0 * front.y, "the front is {front}");
    assert!(
        hidden.y > 0.7 * hidden.x,
        "the back of a one-sided material is {hidden}"
    );
    assert!(back.abs_diff_eq(front, 4.0), "back {back}, front {front}");
}

#[test]
fn mirrored_nodes_keep_their_outside() {
    let draw = |x: f32| {
        let mut document = Document::new();
        let red = document.material(&Material::new("Red", 0.8, 0.05, 0.05));
        let mesh = document.mesh("Ball", [shapes::sphere(0.5, 48, 24).material(red)]);
        document.add(Node::new("Ball").mesh(mesh).scaled(Vec3::new(x, 1.0, 1.0)));
        document.sun(Vec3::new(0.0, 3.0, 4.0), 3.0);
        let mut studio = Studio::new(scene(&document));
        studio
            .draw(&format!("mirrored_{x}"), studio.front())
            .at(Vec3::ZERO)
    };
    let (plain, mirrored) = (draw(1.0), draw(-1.0));
    assert!(
        mirrored.abs_diff_eq(plain, 4.0),
        "mirrored {mirrored}, plain {plain}"
    );
}

/// A pinned blue cloth of 9 × 9 vertices around the origin.
fn cloth() -> Scene {
    let mut document = Document::new();
    let blue = document.material(&Material::new("Blue", 0.05, 0.1, 0.7));
    let mesh = document.mesh("Sheet", [sheet(1.0).material(blue)]);
    document.add(
        Node::new("Cloth")
            .mesh(mesh)
            .extra("pliant_body", "cloth")
            .extra("pliant_pin", "top"),
    );
    scene(&document)
}

/// Positions and normals at half size and rotated from those of the file, so that the front shows the underside.
fn rotated(scene: &Scene) -> [Vec<Vec3>; 2] {
    let turn = Quat::from_rotation_x(0.2 - FRAC_PI_2);
    let position = scene.meshes[0].primitives[0].position;
    let position_of = |v| turn * scene.accessors.vec3(position, v) * 0.5;
    [(0..81).map(position_of).collect(), vec![turn * Vec3::Z; 81]]
}

/// A buffer with this content.
fn buffer(engine: &mut VulkanEngine, bytes: &[u8]) -> BufferId {
    let size = bytes.len() as u64;
    let id = engine.create("drawn", size, Memory::Device);
    let id = id.expect("a buffer");
    engine.write(id, 0, bytes).expect("a device");
    id
}

#[test]
fn colours_of_a_quantity_replace_materials() {
    let mut document = Document::new();
    let blue = document.material(&Material::new("Blue", 0.05, 0.1, 0.7));
    let sheet = document.mesh("Sheet", [sheet(0.6).material(blue)]);
    document.add(
        Node::new("Cloth")
            .at([-0.5, 0.0, 0.0])
            .mesh(sheet)
            .extra("pliant_body", "cloth"),
    );
    document.add(Node::new("Left").at([0.5, 0.5, 0.0]).mesh(sheet));
    document.add(Node::new("Right").at([0.5, -0.5, 0.0]).mesh(sheet));
    let mut studio = Studio::new(scene(&document));
    let mut engine = VulkanEngine::new(Arc::clone(&studio.gpu)).expect("an engine");
    let position = studio.scene.meshes[0].primitives[0].position;
    let at = |v| studio.scene.accessors.vec3(position, v) - 0.5 * Vec3::X;
    let positions: Vec<Vec3> = (0..81).map(at).collect();
    let vertices = buffer(&mut engine, bytemuck::cast_slice(&positions));
    let normals = buffer(&mut engine, bytemuck::cast_slice(&vec![Vec3::Z; 81]));
    let particles = buffer(&mut engine, bytemuck::cast_slice(&vec![Vec4::ZERO; 81]));
    let poses = studio.scene.pose(0.0, false);
    let [red, green] = [[200, 20, 20, 255], [20, 160, 20, 255]].map(u32::from_le_bytes);
    let frame = Frame {
        poses: &poses,
        simulated: Some(Simulated {
            engine: &engine,
            vertices,
            normals,
            tangents: None,
            first_vertex: &[0],
            deforming: &[],
            particles: None,
            velocities: particles,
            first_particle: &[0],
        }),
        viewpoint: studio.front(),
        show: Show::default(),
        hidden: &[],
        selected: None,
        colors: Some(Colors {
            vertices: &[red; 81],
            nodes: &[0, green, 0],
        }),
    };
    let picture = studio.picture("colours", &frame);
    let [body, node, plain] =
        [[-0.5, 0.0, 0.0], [0.5, 0.5, 0.0], [0.5, -0.5, 0.0]].map(|at| picture.at(at));
    assert!(body.x > 2.0 * body.y.max(body.z), "the body is {body}");
    assert!(node.y > 2.0 * node.x.max(node.z), "the node is {node}");
    assert!(
        plain.z > 2.0 * plain.x.max(plain.y),
        "the node without a colour is {plain}"
    );
}

#[test]
fn bodies_are_drawn_at_their_simulated_positions() {
    let mut studio = Studio::new(cloth());
    let mut engine = VulkanEngine::new(Arc::clone(&studio.gpu)).expect("an engine");
    let mut buffer = |bytes: &[u8]| buffer(&mut engine, bytes);
    let [positions, normals] = rotated(&studio.scene);
    let particles: Vec<Vec4> = positions.iter().map(|p| p.extend(1.0)).collect();
    let [vertices, normals] = [positions, normals].map(|v| buffer(bytemuck::cast_slice(&v)));
    let particles = buffer(bytemuck::cast_slice(&particles));
    let simulated = Some(Simulated {
        engine: &engine,
        vertices,
        normals,
        tangents: None,
        first_vertex: &[0],
        deforming: &[],
        particles: Some(particles),
        velocities: particles,
        first_particle: &[0],
    });
    let links: Vec<[u32; 3]> = (0..80).map(|i| [i, i + 1, 0.0625_f32.to_bits()]).collect();
    studio.renderer.set_links(&links).expect("memory for links");
    let front = studio.front();
    let plain = studio.draw_showing("simulated", front, Show::default(), simulated);
    let (inside, outside) = (plain.at(Vec3::ZERO), plain.at([0.4, 0.4, 0.0]));
    assert!(inside.z > 2.0 * inside.x, "the cloth is {inside}");
    assert!(
        outside.z < 1.5 * outside.x,
        "beside the cloth it is {outside}"
    );
    for name in ["wireframe", "particles", "links"] {
        let show = Show {
            wireframe: name == "wireframe",
            particles: name == "particles",
            links: name == "links",
            balls: false,
        };
        let with = studio.draw_showing(name, front, show, simulated);
        assert!(with.image != plain.image, "{name} is not drawn");
    }
}

#[test]
fn an_empty_scene_has_a_sky_and_a_grid() {
    let mut studio = Studio::new(scene(&Document::new()));
    let picture = studio.draw("nothing", studio.view());
    let (sky, ground) = (picture.pixel(160, 2), picture.pixel(160, 230));
    assert!(sky.z > sky.x + 10.0, "the sky is {sky}");
    assert!(
        ground.max_element() - ground.min_element() < 10.0,
        "the ground is {ground}"
    );
}

#[test]
fn pictures_of_zero_or_huge_size_are_refused() {
    let mut studio = Studio::new(ball());
    let poses = studio.scene.pose(0.0, false);
    let frame = Frame {
        poses: &poses,
        simulated: None,
        viewpoint: studio.view(),
        show: Show::default(),
        hidden: &[],
        selected: None,
        colors: None,
    };
    for size in [[0, 10], [10, 0], [1 << 20, 10]] {
        let refused = studio.renderer.image(&frame, size);
        assert!(matches!(refused, Err(Error::Size { .. })), "{size:?}");
    }
}
