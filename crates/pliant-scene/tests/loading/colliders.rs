//! Colliders of KHR_implicit_shapes and KHR_physics_rigid_bodies, and fitted ones.

use crate::common::{add_floats, cloth, cube_parts, mesh, open};
use glam::Vec3;
use pliant_scene::{CollisionMesh, Combine, Filter, Scene, Shape};
use serde_json::{Value, json};

/// A file whose node `Cloth` has `shape` by the physics extensions, under `node`'s other properties.
fn shaped(shape: Value, mut node: Value) -> Value {
    let mut file = cloth();
    file["extensionsUsed"] = json!(["KHR_implicit_shapes", "KHR_physics_rigid_bodies"]);
    file["extensions"] = json!({
        "KHR_implicit_shapes": {"shapes": [shape]},
        "KHR_physics_rigid_bodies": {"physicsMaterials": [{"dynamicFriction": 0.25, "restitution": 0.5}]}
    });
    node["name"] = json!("Solid");
    let physics = &mut node["extensions"]["KHR_physics_rigid_bodies"];
    physics["collider"] = json!({"geometry": {"shape": 0}, "physicsMaterial": 0});
    file["nodes"][0] = node;
    file
}

fn shape_of(shape: Value, node: Value) -> (Option<Shape>, Vec<String>) {
    let scene = open(&shaped(shape, node)).unwrap();
    (
        scene.colliders.first().map(|collider| collider.shape),
        scene.warnings,
    )
}

#[test]
fn every_shape_has_its_defaults() {
    let cases = [
        (json!({"type": "sphere"}), Shape::Sphere { radius: 0.5 }),
        (
            json!({"type": "box", "box": {}}),
            Shape::Box {
                half: Vec3::splat(0.5),
            },
        ),
        (
            json!({"type": "capsule", "capsule": {"radiusTop": 0.5}}),
            Shape::Capsule {
                height: 0.5,
                bottom: 0.25,
                top: 0.5,
            },
        ),
        (
            json!({"type": "cylinder"}),
            Shape::Cylinder {
                height: 0.5,
                bottom: 0.25,
                top: 0.25,
            },
        ),
        (
            json!({"type": "plane", "plane": {"sizeX": 2}}),
            Shape::Plane {
                size_x: Some(2.0),
                size_z: None,
                double_sided: false,
            },
        ),
    ];
    for (shape, expected) in cases {
        assert_eq!(
            shape_of(shape.clone(), json!({})),
            (Some(expected), vec![]),
            "{shape}"
        );
    }
}

#[test]
fn shapes_of_gltf_itself_are_read_where_the_extension_has_none() {
    let kinds = ["box", "capsule", "cylinder", "plane", "sphere"];
    let mut shapes: Vec<Value> = kinds.map(|kind| json!({"type": kind})).to_vec();
    shapes.push(json!({"type": "convexMesh", "convexMesh": {"mesh": 0}}));
    shapes.push(json!({"type": "mesh", "mesh": {"mesh": 0}}));
    let (positions, indices) = cube_parts();
    let mut file = mesh(&positions, &indices, 4);
    file["asset"] = json!({"version": "2.1", "minVersion": "2.1"});
    let node = |i: usize| json!({"extensions": {"KHR_physics_rigid_bodies": {"collider": {"geometry": {"shape": i}}}}});
    file["nodes"] = (0..shapes.len()).map(node).collect();
    file["scenes"][0]["nodes"] = (0..shapes.len()).collect();
    file["shapes"] = shapes.into();
    let scene = open(&file).unwrap();
    assert_eq!(scene.warnings, [""; 0]);
    let all: Vec<Shape> = scene.colliders.iter().map(|c| c.shape).collect();
    assert_eq!(
        all[1],
        Shape::Capsule {
            height: 1.0,
            bottom: 0.5,
            top: 0.5
        }
    );
    assert!(matches!(all[2], Shape::Cylinder { height: 2.0, .. }));
    // The hull of a cube is a box.
    assert!(matches!(all[5..], [Shape::Box { .. }, Shape::Mesh { .. }]));
    file["shapes"][0] = json!({"type": "box", "box": {"size": [1, 0, 1]}});
    let line = open(&file).unwrap_err().to_string();
    assert!(line.contains("glTF shape 0 (\"box\")"), "{line}");
    file["externalAssets"] = json!([{}]);
    file["shapes"][0] = json!({"type": "box"});
    assert!(open(&file).unwrap().warnings[0].contains("externalAssets"));
}

#[test]
fn scales_grow_shapes() {
    let double = json!({"scale": [-2, 2, 2]});
    assert_eq!(
        shape_of(json!({"type": "sphere"}), double).0,
        Some(Shape::Sphere { radius: 1.0 })
    );
    let uneven = || json!({"scale": [1, 3, 1]});
    let (sphere, warnings) = shape_of(json!({"type": "sphere"}), uneven());
    assert_eq!(sphere, Some(Shape::Sphere { radius: 1.5 }));
    assert!(
        warnings[0].contains("\"Solid\"") && warnings[0].contains("uneven"),
        "{warnings:?}"
    );
    let cylinder = Shape::Cylinder {
        height: 1.5,
        bottom: 0.25,
        top: 0.25,
    };
    assert_eq!(
        shape_of(json!({"type": "cylinder"}), uneven()),
        (Some(cylinder), vec![])
    );
    let (none, warnings) = shape_of(json!({"type": "box"}), json!({"scale": [1, 0, 1]}));
    assert!(
        none.is_none() && warnings[0].contains("zero"),
        "{warnings:?}"
    );
}

#[test]
fn materials_give_friction_and_keys_win_over_them() {
    let coefficients = |node| {
        let scene = open(&shaped(json!({"type": "box"}), node)).unwrap();
        let collider = &scene.colliders[0];
        (
            collider.coefficients.friction,
            collider.coefficients.static_friction,
            collider.coefficients.restitution,
        )
    };
    assert_eq!(coefficients(json!({})), (0.25, 0.6, 0.5));
    assert_eq!(
        coefficients(json!({"extras": {"pliant_friction": 0.75}})),
        (0.75, 0.6, 0.5)
    );
}

#[test]
fn materials_say_how_they_combine_with_others() {
    let mut file = shaped(json!({"type": "box"}), json!({}));
    let materials = &mut file["extensions"]["KHR_physics_rigid_bodies"]["physicsMaterials"];
    materials[0]["frictionCombine"] = json!("minimum");
    materials[0]["restitutionCombine"] = json!("multiply");
    let scene = open(&file).unwrap();
    let found = scene.colliders[0].coefficients;
    assert_eq!(found.friction_combine, Some(Combine::Minimum));
    assert_eq!(found.restitution_combine, Some(Combine::Multiply));

    let materials = &mut file["extensions"]["KHR_physics_rigid_bodies"]["physicsMaterials"];
    materials[0]["frictionCombine"] = json!("geometricMean");
    let scene = open(&file).unwrap();
    assert_eq!(scene.colliders[0].coefficients.friction_combine, None);
    assert!(
        scene.warnings[0].contains("physicsMaterials 0")
            && scene.warnings[0].contains("\"geometricMean\""),
        "{:?}",
        scene.warnings
    );
    for wrong in [json!(3), json!(["minimum"])] {
        let materials = &mut file["extensions"]["KHR_physics_rigid_bodies"]["physicsMaterials"];
        materials[0]["frictionCombine"] = wrong;
        let line = open(&file).unwrap_err().to_string();
        assert!(line.contains("physicsMaterials 0"), "{line}");
    }
}

#[test]
fn a_body_takes_the_material_of_its_collider() {
    let mut file = cloth();
    file["extensions"]["KHR_physics_rigid_bodies"]["physicsMaterials"] =
        json!([{"dynamicFriction": 0.25, "frictionCombine": "maximum", "restitution": 3}]);
    file["nodes"][0]["extras"] = json!({"pliant_body": "cloth", "pliant_static_friction": 0.75});
    file["nodes"][0]["extensions"]["KHR_physics_rigid_bodies"]["collider"] =
        json!({"geometry": {"node": 0}, "physicsMaterial": 0});
    let found = open(&file).unwrap().bodies[0].keys.coefficients;
    assert_eq!(
        (found.friction, found.static_friction, found.restitution),
        (0.25, 0.75, 1.0)
    );
    assert_eq!(found.friction_combine, Some(Combine::Maximum));
    file["nodes"][0]["extensions"]["KHR_physics_rigid_bodies"]["collider"]["physicsMaterial"] =
        json!(1);
    let line = open(&file).unwrap_err().to_string();
    assert!(line.contains("\"Cloth\""), "{line}");
}

#[test]
fn filters_are_bits_of_systems() {
    let mut file = cloth();
    file["extensions"]["KHR_physics_rigid_bodies"]["collisionFilters"] = json!([
        {"collisionSystems": ["figure", "skin"], "notCollideWithSystems": ["cloth"]},
        {"collideWithSystems": ["figure"]},
        {"collisionSystems": []},
        {"collideWithSystems": []}
    ]);
    let collider = &mut file["nodes"][0]["extensions"]["KHR_physics_rigid_bodies"]["collider"];
    *collider = json!({"collisionFilter": 0});
    file["nodes"][0]["extras"] = json!({"pliant_body": "cloth"});
    let filter = |file: &Value| open(file).unwrap().bodies[0].filter;
    let named = Filter {
        systems: 0b011,
        ignores: 0b100,
        ..Filter::default()
    };
    assert_eq!(filter(&file), named);
    assert_eq!(open(&file).unwrap().systems, ["figure", "skin", "cloth"]);
    let physics = "/nodes/0/extensions/KHR_physics_rigid_bodies/collider/collisionFilter";
    *file.pointer_mut(physics).unwrap() = json!(1);
    let only = Filter {
        collides_with: 0b001,
        ..Filter::default()
    };
    assert_eq!(filter(&file), only);
    *file.pointer_mut(physics).unwrap() = json!(2);
    assert_eq!(filter(&file), Filter::default());
    // It names the systems that it collides with, and there is none.
    *file.pointer_mut(physics).unwrap() = json!(3);
    let nothing = Filter {
        collides_with: 0,
        ..Filter::default()
    };
    assert_eq!(filter(&file), nothing);
    for (wrong, culprit) in [(json!(4), "collisionFilter 4"), (json!("a"), "KHR_physics")] {
        *file.pointer_mut(physics).unwrap() = wrong;
        let line = open(&file).unwrap_err().to_string();
        assert!(
            line.contains("\"Cloth\"") && line.contains(culprit),
            "{line}"
        );
    }
}

#[test]
fn more_systems_than_bits_are_named() {
    let mut file = cloth();
    let names: Vec<String> = (0..40).map(|i| format!("system {i:02}")).collect();
    let filters = &mut file["extensions"]["KHR_physics_rigid_bodies"]["collisionFilters"];
    *filters = json!([{"collisionSystems": names}]);
    let warnings = open(&file).unwrap().warnings;
    assert!(
        warnings[0].contains("\"system 31\"") && warnings[0].contains("8 others"),
        "{warnings:?}"
    );
    file["extensions"]["KHR_physics_rigid_bodies"]["collisionFilters"] =
        json!([{"collisionSystems": "figure"}]);
    let line = open(&file).unwrap_err().to_string();
    assert!(line.contains("collisionFilters 0"), "{line}");
}

#[test]
fn motion_decides_what_a_collider_is() {
    let motion = |motion| json!({"extensions": {"KHR_physics_rigid_bodies": {"motion": motion}}});
    let scene = open(&shaped(
        json!({"type": "box"}),
        motion(json!({"isKinematic": true})),
    ))
    .unwrap();
    assert_eq!((scene.colliders.len(), scene.warnings.len()), (1, 0));
    let scene = open(&shaped(json!({"type": "box"}), motion(json!({"mass": 2})))).unwrap();
    assert_eq!((scene.colliders.len(), scene.warnings.len()), (1, 0));
    assert_eq!((scene.colliders[0].rigid, scene.rigids.len()), (Some(0), 1));

    let mut compound = shaped(json!({"type": "box"}), json!({}));
    let parent =
        json!({"children": [0], "extensions": {"KHR_physics_rigid_bodies": {"motion": {}}}});
    compound["nodes"].as_array_mut().unwrap().push(parent);
    compound["scenes"][0]["nodes"] = json!([1]);
    let scene = open(&compound).unwrap();
    assert_eq!(scene.colliders[0].rigid, Some(0));
    assert_eq!(scene.rigids[0].node, 1, "the body is the parent");
}

#[test]
fn animated_ancestors_animate_colliders() {
    let mut file = shaped(json!({"type": "box"}), json!({}));
    file["nodes"]
        .as_array_mut()
        .unwrap()
        .push(json!({"children": [0]}));
    file["scenes"][0]["nodes"] = json!([1]);
    assert!(!open(&file).unwrap().colliders[0].animated);
    let input = add_floats(&mut file, &[0.0, 1.0], "SCALAR", 2);
    let output = add_floats(&mut file, &[0.0, 0.0, 0.0, 0.0, 4.0, 0.0], "VEC3", 2);
    file["animations"] = json!([{"samplers": [{"input": input, "output": output}],
        "channels": [{"sampler": 0, "target": {"node": 1, "path": "translation"}}]}]);
    let scene = open(&file).unwrap();
    assert!(scene.colliders[0].animated);
    let place = |scene: &Scene, time| scene.colliders[0].placement(scene.pose(time, false)[0]).0;
    assert_eq!(place(&scene, 0.5), Vec3::new(0.0, 2.0, 0.0));

    file["nodes"][1]["extensions"] = json!({"KHR_physics_rigid_bodies": {"motion": {}}});
    assert!(
        open(&file).unwrap().colliders[0].animated,
        "animations go before the simulation"
    );
}

#[test]
fn bad_shapes_are_named() {
    let line = |shape| open(&shaped(shape, json!({}))).unwrap_err().to_string();
    assert!(line(json!({"type": "sphere", "sphere": {"radius": -1}})).contains("shape 0"));
    assert!(
        line(json!({"type": "sphere", "sphere": {"radius": "big"}}))
            .contains("KHR_implicit_shapes")
    );
    let mut file = shaped(json!({"type": "box"}), json!({}));
    file["nodes"][0]["extensions"]["KHR_physics_rigid_bodies"]["collider"]["geometry"]["shape"] =
        json!(3);
    let line = open(&file).unwrap_err().to_string();
    assert!(
        line.contains("\"Solid\"") && line.contains("shape 3"),
        "{line}"
    );
}

/// A file whose nodes have a mesh `Rock` of these triangles.
fn meshed(points: &[[f32; 3]], triangles: &[u16], nodes: Value) -> Value {
    let mut file = mesh(points, triangles, 4);
    file["meshes"][0]["name"] = json!("Rock");
    file["scenes"][0]["nodes"] = (0..nodes.as_array().unwrap().len()).collect();
    file["nodes"] = nodes;
    file
}

/// A tetrahedron whose faces share no vertex, as files with hard edges have it.
fn rock(nodes: Value) -> Value {
    let corners = [
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.0, 0.0, 1.0],
    ];
    let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    let points: Vec<[f32; 3]> = faces.iter().flatten().map(|i| corners[*i]).collect();
    meshed(&points, &(0..12).collect::<Vec<_>>(), nodes)
}

fn still() -> Value {
    json!({"name": "Solid", "mesh": 0, "extras": {"pliant_body": "static"}})
}

#[test]
fn a_mesh_is_welded_once_for_all_nodes_of_its_shape() {
    let mut mirrored = still();
    mirrored["scale"] = json!([-2, 2, 2]);
    let mut flat = still();
    flat["scale"] = json!([1, 0.5, 1]);
    let scene = open(&rock(json!([still(), still(), mirrored, flat]))).unwrap();
    assert_eq!(scene.warnings, [] as [&str; 0]);
    let collision_meshes: Vec<_> = scene
        .colliders
        .iter()
        .map(|collider| match collider.shape {
            Shape::Mesh {
                collision_mesh,
                ratio,
            } => (collision_mesh, ratio),
            _ => panic!("no mesh"),
        })
        .collect();
    assert_eq!(collision_meshes[0], (0, Vec3::ONE));
    assert_eq!(collision_meshes[1], collision_meshes[0]);
    assert_eq!(collision_meshes[2], (1, Vec3::new(-1.0, 1.0, 1.0)));
    assert_eq!(collision_meshes[3], (2, Vec3::new(1.0, 0.5, 1.0)));
    let scales = [Vec3::ONE, Vec3::ONE, Vec3::splat(2.0), Vec3::ONE];
    for (i, collider) in scene.colliders.iter().enumerate() {
        assert_eq!(collider.scale(scene.pose(0.0, false)[i]), scales[i]);
    }
    for collision_mesh in &scene.collision_meshes {
        assert_eq!(
            (
                collision_mesh.positions.len(),
                collision_mesh.triangles.len()
            ),
            (4, 4)
        );
        assert!(collision_mesh.closed && !collision_mesh.hull);
        let volume: f32 = collision_mesh
            .triangles
            .iter()
            .map(|t| sixfold(collision_mesh, *t))
            .sum();
        assert!(volume > 0.0, "mirrored ones face outwards, too");
    }
}

/// A prism whose end is an L of three squares, 1 m long and 2 m wide.
fn angle(nodes: Value) -> Value {
    let rim = [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]];
    let ends = [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]];
    let at = |[x, y]: [u8; 2], z: u8| [x, y, z].map(f32::from);
    let mut points = Vec::new();
    for end in ends {
        points.extend(end.map(|i: usize| at(rim[i], 1)));
        points.extend(end.map(|i| at(rim[i], 0)).iter().rev());
    }
    for (i, a) in rim.into_iter().enumerate() {
        let b = rim[(i + 1) % rim.len()];
        let [low, far, high, near] = [at(a, 0), at(b, 0), at(b, 1), at(a, 1)];
        points.extend([low, far, high, low, high, near]);
    }
    let indices: Vec<u16> = (0..points.len() as u16).collect();
    meshed(&points, &indices, nodes)
}

#[test]
fn a_mesh_that_moves_freely_is_cut_into_convex_pieces() {
    let of_kind = |kind: &str, form: &str| {
        let extras = json!({"pliant_body": kind, "pliant_collider": form});
        json!({"name": "Solid", "mesh": 0, "scale": [2, 2, 2], "extras": extras})
    };
    let loose = of_kind("rigid", "mesh");
    let scene = open(&angle(json!([
        loose,
        of_kind("static", "mesh"),
        loose,
        of_kind("rigid", "hull")
    ])))
    .unwrap();
    let counts: Vec<usize> = (0..4).map(|i| scene.pieces_of(i)).collect();
    assert_eq!((counts[1], counts[3]), (0, 0), "a hull, and what stands");
    assert!((2..=4).contains(&counts[0]), "{counts:?}");
    assert_eq!(counts[0], counts[2]);
    let volume = |piece: &pliant_scene::Collider| {
        let Shape::Mesh { collision_mesh, .. } = piece.shape else {
            panic!("a piece is a hull");
        };
        let collision_mesh = &scene.collision_meshes[collision_mesh];
        assert!(collision_mesh.hull && collision_mesh.closed);
        let sum: f32 = collision_mesh
            .triangles
            .iter()
            .map(|t| sixfold(collision_mesh, *t))
            .sum();
        sum / 6.0
    };
    let all: f32 = scene.pieces[..counts[0]].iter().map(volume).sum();
    assert!((all - 3.0).abs() < 0.03 * 3.0, "{all} m³ of 3");
    let whole = scene.rigids[0].mass / 1000.0;
    assert!(
        (whole - 24.0).abs() < 1e-4,
        "mass is that of the mesh: {whole} m³ of 24"
    );
}

#[test]
fn a_mesh_that_is_convex_is_one_piece() {
    let extras = json!({"pliant_body": "rigid", "pliant_collider": "mesh"});
    let node = json!({"name": "Solid", "mesh": 0, "extras": extras});
    let scene = open(&rock(json!([node]))).unwrap();
    assert_eq!(scene.pieces_of(0), 1);
}

fn sixfold(collision_mesh: &CollisionMesh, triangle: [u32; 3]) -> f32 {
    let [a, b, c] = triangle.map(|v| collision_mesh.positions[v as usize]);
    a.dot(b.cross(c))
}

#[test]
fn triangles_that_are_none_are_left_out_and_holes_make_two_sides() {
    let corners = [
        [0.0, 0.0, 0.0],
        [2.0, 0.0, 0.0],
        [0.0, 0.0, 2.0],
        [-0.0, 0.0, 0.0],
    ];
    // One is a line; one is the first one's back.
    let triangles = [0, 2, 1, 0, 1, 3, 3, 1, 2];
    let scene = open(&meshed(&corners, &triangles, json!([still()]))).unwrap();
    assert_eq!(
        scene.warnings,
        [
            "mesh \"Rock\": 1 of its 3 triangles have two corners at one position; its collider leaves them out"
        ]
    );
    let collision_mesh = &scene.collision_meshes[0];
    assert_eq!(
        (collision_mesh.triangles.len(), collision_mesh.closed),
        (1, false)
    );
    assert_eq!(collision_mesh.center, Vec3::new(1.0, 0.0, 1.0));
    assert_eq!(scene.colliders[0].offset, collision_mesh.center);

    let scene = open(&meshed(&corners, &[0, 1, 3], json!([still()]))).unwrap();
    assert!(scene.colliders.is_empty());
    assert!(scene.warnings[1].contains("\"Rock\" has no triangle"));
}

#[test]
fn hulls_are_closed_and_flat_ones_stay_meshes() {
    let mut hulled = still();
    hulled["extras"]["pliant_collider"] = json!("hull");
    let scene = open(&rock(json!([hulled.clone()]))).unwrap();
    let collision_mesh = &scene.collision_meshes[0];
    assert!(collision_mesh.hull && collision_mesh.closed && collision_mesh.triangles.len() == 4);
    let quad = [0.0, 2.0].map(|x| [[x, 0.0, 0.0], [x, 0.0, 2.0]]).concat();
    for (points, triangles, why) in [
        (&quad[..], &[0, 1, 2, 2, 1, 3][..], "is too flat for a hull"),
        (&quad[..3], &[0, 1, 2], "fewer than the 4 of a hull"),
    ] {
        let scene = open(&meshed(points, triangles, json!([hulled.clone()]))).unwrap();
        assert!(!scene.collision_meshes[0].hull && scene.colliders.len() == 1);
        assert!(scene.warnings[0].contains(why), "{:?}", scene.warnings);
    }
}

#[test]
fn the_extension_names_meshes_and_nodes_with_one() {
    let solid = |geometry| {
        json!({"name": "Solid", "extensions": {"KHR_physics_rigid_bodies": {
            "collider": {"geometry": geometry}}}})
    };
    let bare = json!({"name": "Bare"});
    let shown = json!({"name": "Shown", "mesh": 0});
    let nodes = json!([
        solid(json!({"mesh": 0})),
        solid(json!({"node": 4, "convexHull": true})),
        solid(json!({"node": 3})),
        bare,
        shown
    ]);
    let scene = open(&rock(nodes)).unwrap();
    let hulls = scene
        .collision_meshes
        .iter()
        .map(|collision_mesh| collision_mesh.hull);
    assert_eq!(hulls.collect::<Vec<_>>(), [false, true]);
    assert_eq!(scene.colliders.len(), 2);
    assert!(scene.warnings[0].contains("no mesh to collide with"));
    for geometry in [json!({"mesh": 7}), json!({"node": 7})] {
        let line = open(&rock(json!([solid(geometry)])))
            .unwrap_err()
            .to_string();
        assert!(line.contains("\"Solid\"") && line.contains('7'), "{line}");
    }
}

#[test]
fn compound_colliders_follow_their_own_nodes() {
    let mut file = shaped(json!({"type": "box"}), json!({"translation": [1, 0, 0]}));
    let mut ball = file["nodes"][0].clone();
    ball["name"] = json!("Other");
    ball["translation"] = json!([-1, 0, 0]);
    let kinematic = json!({"motion": {"isKinematic": true}});
    let parent = json!({"name": "Body", "children": [0, 1],
        "extensions": {"KHR_physics_rigid_bodies": kinematic}});
    file["nodes"] = json!([file["nodes"][0], ball, parent]);
    file["scenes"][0]["nodes"] = json!([2]);
    let input = add_floats(&mut file, &[0.0, 1.0], "SCALAR", 2);
    let output = add_floats(&mut file, &[0.0, 0.0, 0.0, 0.0, 4.0, 0.0], "VEC3", 2);
    file["animations"] = json!([{"samplers": [{"input": input, "output": output}],
        "channels": [{"sampler": 0, "target": {"node": 2, "path": "translation"}}]}]);
    let scene = open(&file).unwrap();
    let world = scene.pose(0.5, false);
    let place = |i: usize| {
        scene.colliders[i]
            .placement(world[scene.colliders[i].node])
            .0
    };
    assert_eq!(scene.colliders.len(), 2);
    assert_eq!(place(0), Vec3::new(1.0, 2.0, 0.0));
    assert_eq!(place(1), Vec3::new(-1.0, 2.0, 0.0));
}

/// A cloth over a mesh with these keys, whose node is called `Ground`.
fn over_ground(keys: Value) -> Vec<String> {
    let mut file = cloth();
    file["nodes"][0]["extras"] = json!({"pliant_body": "cloth"});
    let mesh = file["nodes"][0]["mesh"].clone();
    let nodes = file["nodes"].as_array_mut().expect("nodes");
    nodes.push(json!({"name": "Ground", "mesh": mesh, "extras": keys}));
    let roots: Vec<usize> = (0..nodes.len()).collect();
    file["scenes"] = json!([{"nodes": roots}]);
    open(&file).expect("a scene").warnings
}

#[test]
fn what_falls_past_a_mesh_that_is_only_drawn_is_said() {
    let warnings = over_ground(json!({}));
    let [line] = &warnings[..] else {
        panic!("{warnings:?}");
    };
    assert!(
        line.contains("as it falls; \"Ground\" is only drawn"),
        "{line}"
    );
    assert!(
        line.ends_with("start with --body \"Ground\"=static"),
        "{line}"
    );
    assert_eq!(over_ground(json!({"pliant_body": "static"})), [""; 0]);
}
