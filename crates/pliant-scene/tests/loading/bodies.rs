//! Nodes become bodies by their keys.

use crate::common::{add_floats, cloth, mesh, open, open_with, pairs, rope};
use glam::Vec3;
use pliant_scene::{
    At, BendModel, BodyKind, Contact, Links, Mass, Model, Overrides, Shape, Solver,
};
use serde_json::{Value, json};

#[test]
fn a_mesh_in_an_unnamed_child_has_the_name_and_the_keys_of_its_parent() {
    let mut file = cloth();
    file["nodes"][0]["extras"] = json!({"pliant_body": "cloth"});
    // As gltfpack writes a mesh with quantized positions.
    let mut child = json!({"mesh": file["nodes"][0]["mesh"], "scale": [2, 2, 2]});
    file["nodes"][0].as_object_mut().unwrap().remove("mesh");
    let at = file["nodes"].as_array().unwrap().len();
    file["nodes"][0]["children"] = json!([at]);
    file["nodes"].as_array_mut().unwrap().push(child.clone());
    let scene = open(&file).unwrap();
    let body = &scene.bodies[0];
    assert_eq!((scene.body_name(body), body.node), ("Cloth", at));
    let mut physics = file.clone();
    physics["nodes"][0]["extensions"] = json!({"KHR_physics_rigid_bodies": {"motion": {}}});
    physics["nodes"][0]["extras"] = json!({});
    let scene = open(&physics).unwrap();
    assert_eq!(scene.nodes[scene.rigids[0].node].name, "Cloth");
    child["name"] = "Mesh".into();
    file["nodes"][at] = child;
    let error = open(&file).unwrap_err().to_string();
    assert!(error.contains("needs a mesh"), "{error}");
}

#[test]
fn a_cloth_has_particles_triangles_pins_and_keys() {
    let mut file = cloth();
    file["nodes"][0]["extras"] = json!({"pliant_body": "cloth", "pliant_pin": "top", "pliant_links": "grid", "pliant_mass": 2,
        "pliant_stretch_compliance": 0.5, "pliant_self_collision": 0, "pliant_velocity": [1, 2, 3]});
    let scene = open(&file).unwrap();
    let body = &scene.bodies[0];
    assert_eq!(scene.warnings, [""; 0]);
    assert_eq!(
        (scene.body_name(body), body.kind),
        ("Cloth", BodyKind::Cloth)
    );
    assert_eq!(body.particle_of_vertex, (0..9).collect::<Vec<_>>());
    assert_eq!(
        (body.triangles.len(), &body.pinned[..]),
        (8, &[6, 7, 8][..])
    );
    let keys = &body.keys;
    assert_eq!(
        (keys.mass, keys.links, keys.model),
        (Mass::Total(2.0), Links::Grid, Model::Xpbd)
    );
    assert_eq!(
        (
            keys.stretch_compliance,
            keys.shear_compliance,
            keys.bend_compliance
        ),
        (0.5, 0.5, 0.01)
    );
    assert_eq!(
        (
            keys.thickness,
            keys.coefficients.friction,
            keys.coefficients.static_friction
        ),
        (0.02, 0.3, 0.3)
    );
    assert_eq!(
        (keys.velocity, keys.bend_model),
        (Vec3::new(1.0, 2.0, 3.0), BendModel::Dihedral)
    );
}

#[test]
fn a_body_meets_others_by_its_surface_or_its_particles() {
    for (word, contact) in [
        ("surface", Contact::Surface),
        ("particles", Contact::Particles),
    ] {
        let mut file = cloth();
        file["nodes"][0]["extras"] =
            json!({"pliant_body": "cloth", "pliant_contact": word, "pliant_self_collision": false});
        let scene = open(&file).unwrap();
        assert_eq!(scene.bodies[0].keys.contact, contact);
        assert_eq!(scene.warnings, [""; 0]);
    }
}

#[test]
fn a_rope_has_segments_and_its_own_defaults() {
    let mut file = rope(5);
    file["nodes"][0]["extras"] = json!({"pliant_body": "rope", "pliant_pin": [0, 4]});
    let scene = open(&file).unwrap();
    let body = &scene.bodies[0];
    assert_eq!(body.segments, [[0, 1], [1, 2], [2, 3], [3, 4]]);
    assert_eq!(
        (&body.strand, &body.pinned[..]),
        (&body.segments, &[0, 4][..])
    );
    assert_eq!(
        (body.keys.mass, body.keys.bend_model),
        (Mass::Density(0.1), BendModel::Distance)
    );
    assert!(scene.warnings.is_empty(), "{:?}", scene.warnings);
}

#[test]
fn a_static_sphere_is_fitted_to_its_mesh() {
    let mut file = cloth();
    file["nodes"][0] = json!({"name": "Ball", "mesh": 0, "translation": [5, 0, 0], "scale": [2, 2, 2],
        "extras": {"pliant_body": "static", "pliant_collider": "sphere", "pliant_friction": 0.5}});
    let scene = open(&file).unwrap();
    let collider = &scene.colliders[0];
    assert_eq!(
        collider.shape,
        Shape::Sphere {
            radius: 8f32.sqrt()
        }
    );
    assert_eq!(
        collider.placement(scene.pose(0.0, false)[0]).0,
        Vec3::new(7.0, 2.0, 0.0)
    );
    assert_eq!(
        (
            collider.coefficients.friction,
            collider.coefficients.static_friction,
            collider.animated
        ),
        (0.5, 0.5, false)
    );
}

#[test]
fn nodes_win_over_meshes_over_materials_and_flags_over_all() {
    let mut file = cloth();
    file["materials"] = json!([{"extras": {"pliant_body": "rope", "pliant_friction": 1, "pliant_density": 1, "pliant_damping": 1}}]);
    file["meshes"][0]["primitives"][0]["material"] = json!(0);
    file["meshes"][0]["extras"] =
        json!({"pliant_friction": 2, "pliant_density": 2, "pliant_pin": "bottom"});
    file["nodes"][0]["extras"] = json!({"pliant_body": "cloth", "pliant_density": 3});
    let keys = open(&file).unwrap().bodies[0].keys.clone();
    assert_eq!(
        (keys.mass, keys.coefficients.friction, keys.damping),
        (Mass::Density(3.0), 2.0, 1.0)
    );
    let flags = Overrides {
        pins: pairs(&[("Cl?th", "top"), ("Cloth", "0")]),
        sets: vec![("*".to_owned(), "density".to_owned(), "4".to_owned())],
        ..Overrides::default()
    };
    let body = open_with(&file, &flags).unwrap().bodies[0].clone();
    assert_eq!(
        (body.keys.mass, &body.pinned[..]),
        (Mass::Density(4.0), &[0, 6, 7, 8][..])
    );
}

#[test]
fn seams_become_one_particle_pinned_if_one_vertex_is() {
    let positions = [
        [0.0; 3],
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [1.0, 0.0, 0.0],
        [1.0, 1.0, 0.0],
        [0.0, 1.0, 0.0],
    ];
    let mut file = mesh(&positions, &[0, 1, 2, 3, 4, 5, 1, 3, 4], 4);
    file["nodes"][0]["extras"] = json!({"pliant_body": "cloth", "pliant_self_collision": false});
    let pin = add_floats(&mut file, &[0.0, 0.0, 0.0, 0.5, 0.4, 0.0], "SCALAR", 6);
    file["meshes"][0]["primitives"][0]["attributes"]["_PIN"] = json!(pin);
    let scene = open(&file).unwrap();
    let body = &scene.bodies[0];
    assert_eq!(body.particle_of_vertex, [0, 1, 2, 1, 3, 2]);
    assert_eq!(
        (&body.vertex_of_particle[..], &body.pinned[..]),
        (&[0, 1, 2, 4][..], &[1][..])
    );
    assert_eq!(body.triangles, [[0, 1, 2], [1, 3, 2]]);
    assert_eq!(
        scene.warnings,
        ["node \"Cloth\": left out 1 degenerate triangle"]
    );

    let rest: Vec<f32> = (0..6u8)
        .flat_map(|i| [f32::from(i), f32::from(i * i), 0.0])
        .collect();
    let rest = add_floats(&mut file, &rest, "VEC3", 6);
    file["meshes"][0]["primitives"][0]["attributes"]["_REST_POSITION"] = json!(rest);
    assert_eq!(open(&file).unwrap().bodies[0].vertex_of_particle.len(), 6);
}

#[test]
fn selectors_see_the_world_at_the_start() {
    // A quarter turn about Z brings the left side to the bottom.
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let mut file = cloth();
    file["nodes"][0]["extras"] = json!({"pliant_body": "cloth", "pliant_pin": "bottom"});
    let input = add_floats(&mut file, &[0.0], "SCALAR", 1);
    let output = add_floats(&mut file, &[0.0, 0.0, half, half], "VEC4", 1);
    file["animations"] = json!([{"samplers": [{"input": input, "output": output}],
        "channels": [{"sampler": 0, "target": {"node": 0, "path": "rotation"}}]}]);
    assert_eq!(open(&file).unwrap().bodies[0].pinned, [0, 3, 6]);
}

#[test]
fn a_mesh_of_two_nodes_is_two_bodies_and_mirrors_turn_triangles() {
    let mut file = cloth();
    let extras = json!({"pliant_body": "cloth", "pliant_self_collision": 0});
    file["nodes"] = json!([{"name": "A", "mesh": 0, "extras": extras}, {"name": "A", "mesh": 0, "scale": [-1, 1, 1], "extras": extras}]);
    file["scenes"][0]["nodes"] = json!([1, 0]);
    let scene = open(&file).unwrap();
    let names: Vec<_> = scene
        .bodies
        .iter()
        .map(|body| scene.body_name(body))
        .collect();
    assert_eq!(
        (names, scene.nodes[0].body, scene.nodes[1].body),
        (vec!["A#2", "A"], Some(1), Some(0))
    );
    let [a, b, c] = scene.bodies[1].triangles[0];
    assert_eq!(scene.bodies[0].triangles[0], [a, c, b]);
}

#[test]
fn keys_that_are_unknown_unfit_or_out_of_range_are_warnings() {
    let mut file = cloth();
    file["nodes"][0]["extras"] = json!({"pliant_body": "cloth", "pliant_colour": 1, "pliant_viscosity": 1, "pliant_density": -1,
        "pliant_links": "hexagons", "pliant_stiffness": 0.5, "pliant_model": "stvk",
        "pliant_self_collision": false, "other": 1});
    let scene = open(&file).unwrap();
    assert_eq!(
        (scene.bodies[0].keys.mass, scene.bodies[0].keys.links),
        (Mass::Density(0.2), Links::Edges)
    );
    let said = [
        "pliant_colour",
        "pliant_viscosity",
        "pliant_density is -1",
        "pliant_links",
        "pliant_stiffness",
        "stvk",
    ];
    for said in said {
        let lines = scene
            .warnings
            .iter()
            .filter(|line| line.contains(said) && line.contains("\"Cloth\""))
            .count();
        assert!(lines > 0, "{said}: {:?}", scene.warnings);
    }
    assert_eq!(scene.warnings.len(), 5, "{:?}", scene.warnings);
}

#[test]
fn a_sheet_thicker_than_its_edges_is_a_warning() {
    let mut file = cloth();
    let warned = |file: &Value| {
        let warnings = open(file).unwrap().warnings;
        warnings
            .iter()
            .any(|line| line.contains("is more than the mean edge"))
    };
    file["nodes"][0]["extras"] = json!({"pliant_body": "cloth"});
    assert!(!warned(&file));
    file["nodes"][0]["extras"]["pliant_thickness"] = json!(100);
    assert!(warned(&file));
    file["nodes"][0]["extras"]["pliant_self_collision"] = json!(false);
    assert!(!warned(&file));
}

#[test]
fn what_is_no_kind_of_body_is_drawn() {
    let mut file = cloth();
    file["nodes"][0]["extras"] = json!({"pliant_body": "clothe"});
    assert!(open(&file).unwrap().warnings[0].contains("\"clothe\""));
    file["nodes"][0]["extras"] = json!({"pliant_density": 2});
    assert!(open(&file).unwrap().warnings[0].contains("set pliant_body"));
}

#[test]
fn globs_skip_nodes_that_do_not_fit() {
    let mut file = cloth();
    file["nodes"]
        .as_array_mut()
        .unwrap()
        .push(json!({"name": "Camera"}));
    file["scenes"][0]["nodes"] = json!([0, 1]);
    let flags = Overrides {
        bodies: pairs(&[("C*", "cloth")]),
        pins: pairs(&[("*", "top")]),
        ..Overrides::default()
    };
    let scene = open_with(&file, &flags).unwrap();
    assert_eq!((scene.bodies.len(), scene.warnings.len()), (1, 0));
}

#[test]
fn the_scene_sets_the_simulation_up() {
    let mut file = cloth();
    file["nodes"][0]["extras"] = json!({"pliant_body": "cloth", "pliant_self_collision": false});
    file["scenes"][0]["extensions"] =
        json!({"OMI_physics_gravity": {"gravity": 2, "direction": [0, 0, -1]}});
    assert_eq!(
        open(&file).unwrap().settings.gravity,
        Some(Vec3::new(0.0, 0.0, -2.0))
    );
    file["scenes"][0]["extras"] = json!({"pliant_wind": [1, 0, 0], "pliant_gravity": [0, -1, 0], "pliant_fps": 30, "pliant_substeps": 10.0,
        "pliant_iterations": 0, "pliant_solver": "jacobi", "pliant_colour": 1,
        "pliant_expect": [{"body": "Cloth", "metric": "com.y", "at": 1.5, "max": 2}, {"metric": "contacts", "at": "every frame", "min": 0}]});
    let scene = open(&file).unwrap();
    let settings = &scene.settings;
    assert_eq!(
        (settings.gravity, settings.wind, settings.fps),
        (Some(Vec3::NEG_Y), Some(Vec3::X), Some(30.0))
    );
    assert_eq!(
        (settings.substeps, settings.iterations, settings.solver),
        (Some(10), None, Some(Solver::Jacobi))
    );
    let [first, second] = &scene.expectations[..] else {
        panic!("two expectations")
    };
    assert_eq!(
        (first.body.as_deref(), first.at, first.max),
        (Some("Cloth"), At::Time(1.5), Some(2.0))
    );
    assert_eq!(
        (second.metric.as_str(), second.at),
        ("contacts", At::EveryFrame)
    );
    assert_eq!(scene.warnings.len(), 2, "{:?}", scene.warnings);
}
