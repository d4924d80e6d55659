//! V12: a vertical chain and the catenary at rest, stiff and elastic.

use glam::DVec3;
use pliant_scenes::shapes;
use pliant_tests::bodies::{Stepping, rope};
use pliant_tests::reference::{near, number, reference, within};
use pliant_tests::world::World;
use serde_json::{Value, json};

#[test]
fn v12_each_link_carries_the_mass_below_it() {
    let wanted = &reference("analytic")["vertical_chain"];
    let keys = json!({
        "pliant_particle_mass": 1,
        "pliant_stretch_compliance": number(&wanted["alpha"]),
        "pliant_air_drag": 10,
    });
    let scene = rope(shapes::chain(19, 0.1, DVec3::NEG_Y), keys);
    let mut world = World::new(&scene, |s| {
        Stepping::new(20, 1).apply(s);
        s.probes = (0..20).map(|i| (0, i)).collect();
    });
    world.run(240);
    near(
        "length",
        -world.position(19).y,
        number(&wanted["length"]),
        0.001,
    );
    let forces = world.forces();
    near("top", -forces[0].y, number(&wanted["T_top"]), 0.005);
    // The tension of a link is the sum of the forces of links on the vertices below it.
    let mut force = 0.0;
    for (below, on_vertex) in forces[1..].iter().rev().enumerate() {
        force += on_vertex.y;
        near(
            &format!("link over {} kg", below + 1),
            force,
            9.81 * (below + 1) as f64,
            0.005,
        );
    }
}

/// Compares a rope at rest with the catenary; it starts as a V of two straight halves at rest length.
fn catenary(wanted: &Value) {
    let links = 40;
    let half = 0.5 * number(&wanted["span"]);
    let depth = (1.0 - half * half).sqrt();
    let corner = (0..=links).map(|i| f64::from(i - links / 2) / f64::from(links / 2));
    let line = shapes::polyline(corner.map(|t| DVec3::new(t * half, (t.abs() - 1.0) * depth, 0.0)));
    let compliance = number(&wanted["compliance"]);
    let keys = json!({
        "pliant_pin": [0, links],
        "pliant_mass": 1,
        "pliant_stretch_compliance": compliance,
        "pliant_air_drag": 5,
    });
    let mut world = World::new(&rope(line, keys), |s| {
        Stepping::new(20, 4).apply(s);
        s.probes = vec![(0, 0), (0, links as u32)];
    });
    world.run(360);
    let what = |part: &str| format!("α {compliance}: {part}");
    near(
        &what("sag"),
        -world.position(links as usize / 2).y,
        number(&wanted["sag"]),
        0.003,
    );
    let [left, right] = world.forces()[..] else {
        panic!("two probes");
    };
    for (side, end) in [("left", left), ("right", right)] {
        near(&what(side), end.length(), number(&wanted["T_end"]), 0.01);
        near(&what(side), end.x.abs(), number(&wanted["H"]), 0.01);
    }
    within(&what("balance"), left.x + right.x, -0.027, 0.027);
}

#[test]
fn v12_ropes_hang_as_catenaries() {
    for wanted in reference("analytic")["catenary"]
        .as_array()
        .expect("two ropes")
    {
        catenary(wanted);
    }
}
