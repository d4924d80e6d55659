//! Quantities that the viewer shows by colours and marks: they agree with metrics, with closed forms, and with geometry.

use glam::{DVec3, Vec3};
use pliant_scenes::{Document, Node, Shape, shapes};
use pliant_sim::Quantity;
use pliant_tests::reference::near;
use pliant_tests::world::{World, committed, scene_of};
use serde_json::json;

/// A scene of the folder after some frames, with contact forces.
fn after(name: &str, frames: u32) -> World {
    let mut world = World::new(&committed(name), |settings| settings.contact_forces = true);
    world.run(frames);
    world
}

fn quantity(world: &mut World, of: Quantity) -> Vec<f32> {
    world.quantity(of).expect("a device")
}

#[test]
fn strains_and_speeds_are_those_of_the_metrics() {
    let mut world = after("flag", 30);
    let strains = quantity(&mut world, Quantity::Strain);
    let largest = strains.iter().copied().fold(f32::MIN, f32::max);
    let metrics = world.body();
    near(
        "strain",
        largest.into(),
        metrics.max_strain.expect("links"),
        1e-5,
    );
    let particles = world.particles().expect("a device");
    let speeds = quantity(&mut world, Quantity::Speed);
    for (speed, velocity) in speeds.iter().zip(&particles.velocities) {
        assert!(
            (speed - Vec3::from(*velocity).length()).abs() < 1e-5,
            "{speed} {velocity:?}"
        );
    }
    let vertices = world.on_vertices(&speeds);
    assert_eq!(
        vertices.len(),
        world.vertices().expect("a device").positions.len()
    );
}

/// A sheet of .5 m and .2 kg/m² that lies on the ground, under another one if `two`.
fn sheets(two: bool) -> World {
    let mut document = Document::new();
    let plane = document.shape(Shape::Plane);
    document.add(Node::new("Ground").collider(plane, None));
    let keys = json!({"pliant_body": "cloth", "pliant_density": 0.2, "pliant_thickness": 0.01});
    for (name, height) in [("Lower", 0.008), ("Upper", 0.02)]
        .into_iter()
        .take(1 + usize::from(two))
    {
        let sheet = document.mesh(name, [shapes::grid(11, 11, 0.5, 0.5)]);
        document.add(
            Node::new(name)
                .at([0.0, height, 0.0])
                .mesh(sheet)
                .extras(keys.clone()),
        );
    }
    let mut world = World::new(&scene_of(&document), |settings| {
        settings.contact_forces = true;
    });
    world.run(120);
    world
}

#[test]
fn contact_forces_carry_the_weight() {
    let weight = 0.2 * 0.25 * 9.81;
    let mut one = sheets(false);
    let forces = quantity(&mut one, Quantity::ContactForce);
    near(
        "sum of contact forces",
        forces.iter().map(|f| f64::from(*f)).sum(),
        weight,
        0.02,
    );
    let mut two = sheets(true);
    let contacts = two.surface_contacts().expect("a device");
    let between: DVec3 = contacts
        .iter()
        .map(|[_, normal, force]| {
            assert!((normal.length() - 1.0).abs() < 1e-4, "{normal}");
            (normal.y.signum() * *force).as_dvec3()
        })
        .sum();
    near("force between the sheets", between.y, weight, 0.05);
}

#[test]
fn water_has_its_pressure_density_and_nothing_else_does() {
    let mut world = after("fluid_cube", 90);
    let densities = quantity(&mut world, Quantity::Density);
    let mean = densities.iter().map(|d| f64::from(*d)).sum::<f64>() / densities.len() as f64;
    near("mean density", mean, 1000.0, 0.03);
    let pressures = quantity(&mut world, Quantity::Pressure);
    assert!(pressures.iter().all(|p| p.is_finite()));
    let mut cloth = after("flag", 1);
    for of in [Quantity::Pressure, Quantity::Density] {
        assert!(quantity(&mut cloth, of).iter().all(|value| value.is_nan()));
    }
    let thickness = quantity(&mut cloth, Quantity::Thickness)[0];
    assert!(thickness > 0.0 && thickness < 0.1, "{thickness}");
}

#[test]
fn crossings_are_edges_that_pass_through_triangles() {
    let mut world = after("tangled", 0);
    let count = world.measure().intersections.expect("surfaces collide");
    let crossings = world.crossings().expect("a device");
    assert!(count > 0);
    assert_eq!(crossings.len() as u64, count);
    let positions = world.particles().expect("a device").positions;
    let at = |p: u32| Vec3::from(positions[p as usize]).as_dvec3();
    for crossing in crossings {
        let [a, b] = crossing.edge.map(at);
        let [i, j, k] = crossing.triangle.map(at);
        let normal = (j - i).cross(k - i);
        let sides = [a, b].map(|end| normal.dot(end - i));
        assert!(sides[0] * sides[1] <= 1e-18, "{crossing:?} {sides:?}");
    }
}

#[test]
fn truncations_add_up_to_the_metric() {
    let mut world = after("twist", 0);
    let mut sum = 0;
    for _ in 0..130 {
        world.run(1);
        sum += world.measure().truncated.expect("surfaces collide");
    }
    assert!(sum > 0, "nothing was truncated, so the test shows nothing");
    let truncations = world.truncations().expect("a device");
    assert_eq!(truncations.iter().map(|n| u64::from(*n)).sum::<u64>(), sum);
}

#[test]
fn boxes_of_the_hierarchy_enclose_the_surfaces() {
    let mut world = after("two_cloths", 10);
    let boxes = world.bounding_boxes(64).expect("a device");
    assert!(!boxes.is_empty());
    for position in world.particles().expect("a device").positions {
        let point = Vec3::from(position);
        // The boxes are those of the last search, and its allowances are a few centimetres.
        let inside = |corners: &[Vec3; 8]| {
            point.cmpge(corners[0] - 0.05).all() && point.cmple(corners[7] + 0.05).all()
        };
        assert!(boxes.iter().any(inside), "{point}");
    }
}
