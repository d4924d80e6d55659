//! Stiffness with XPBD and with PBD.

use crate::scenes::stage;
use crate::{Document, Expect, Material, Node, shapes};
use serde_json::{Value, json};

const TOP: f32 = 1.4;

pub(in crate::scenes) fn scene() -> Document {
    let mut scene = stage(
        "Five banners of 1 kg. XPBD: compliance 0, 0.01 and 0.05 m/N, the same for any --substeps and --iterations. \
         PBD: stiffness 1 and 0.01, which those options change.",
    );
    scene.camera([0.0, 0.9, 5.6], [0.0, 0.8, 0.0], 35.0);
    let rod = scene.material(
        &Material::new("Steel", 0.6, 0.6, 0.62)
            .metal()
            .roughness(0.35),
    );
    let rod = scene.mesh(
        "Rod",
        [shapes::cuboid([4.9, 0.03, 0.03].into()).material(rod)],
    );
    scene.add(Node::new("Rod").at([0.0, TOP + 0.015, 0.0]).mesh(rod));

    for (column, (name, color, keys)) in banners().into_iter().enumerate() {
        let cloth = Material::new(name, 1.0, 1.0, 1.0)
            .two_sided()
            .checker(color, [235; 3], 4);
        let cloth = scene.material(&cloth);
        let sheet = scene.mesh(
            name,
            [shapes::grid(17, 17, 0.8, 0.8).upright().material(cloth)],
        );
        let at = [column as f32 - 2.0, TOP - 0.4, 0.0];
        scene.add(
            Node::new(name)
                .at(at)
                .mesh(sheet)
                .extras(common())
                .extras(keys),
        );
    }
    expectations(&mut scene);
    scene
}

fn common() -> Value {
    json!({
        "pliant_body": "cloth",
        "pliant_pin": "top",
        "pliant_mass": 1,
        "pliant_links": "grid",
        "pliant_bend_model": "none",
        "pliant_air_drag": 3,
        "pliant_self_collision": false,
    })
}

fn banners() -> [(&'static str, [u8; 3], Value); 5] {
    let xpbd = |stretch: f64, shear: f64| json!({ "pliant_model": "xpbd", "pliant_stretch_compliance": stretch, "pliant_shear_compliance": shear });
    let pbd = |stiffness: f64| json!({ "pliant_model": "pbd", "pliant_stiffness": stiffness });
    [
        ("XPBD_0", [28, 64, 140], xpbd(0.0, 0.01)),
        ("XPBD_0.01", [32, 110, 170], xpbd(0.01, 0.1)),
        ("XPBD_0.05", [36, 150, 160], xpbd(0.05, 0.5)),
        ("PBD_1", [150, 40, 40], pbd(1.0)),
        ("PBD_0.01", [200, 110, 40], pbd(0.01)),
    ]
}

/// A column of n links carries 9.81/16 N at its top and nothing at its foot. So it stretches by n·α·F/2: 0.049 m and
/// 0.245 m of 0.8 m. The diagonals carry a part of that. PBD with 0.01 at 20 substeps corresponds to 0.04 m/N.
fn expectations(scene: &mut Document) {
    let foot = |body| Expect::body(body, "aabb.min.y").at_end();
    scene.expect(Expect::body("XPBD_0", "max_strain").max(0.05));
    scene.expect(foot("XPBD_0").near(0.595, 0.01));
    scene.expect(foot("XPBD_0.01").near(0.555, 0.015));
    scene.expect(foot("XPBD_0.05").near(0.38, 0.04));
    scene.expect(Expect::body("PBD_1", "max_strain").max(0.05));
    scene.expect(foot("PBD_0.01").near(0.5, 0.05));
    for (body, ..) in banners() {
        // The pinned row carries all other rows: 31/32 of the weight.
        scene.expect(Expect::body(body, "pin_force.y").at_end().near(-9.50, 0.5));
    }
}
