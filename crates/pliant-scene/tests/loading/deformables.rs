//! Soft bodies, balloons, attachments, tearing and the keys of deformable bodies.

use crate::common::{self, attached, cloth, cube, mesh, open, open_with, rope};
use glam::Vec3;
use pliant_scene::{Anchor, BendModel, BodyKind, Error, Lattice, Mass, Model, Overrides, Scene};
use serde_json::{Value, json};

/// The volume inside of a body's surface about the origin, m³.
fn volume(scene: &Scene, body: usize) -> f32 {
    let body = &scene.bodies[body];
    let mesh = &scene.meshes[scene.nodes[body.node].mesh.unwrap()];
    let at = scene.mesh_positions(mesh, scene.pose(0.0, false)[body.node]);
    let sixfold = |t: &[u32; 3]| {
        let [a, b, c] = t.map(|v| at[v as usize]);
        a.cross(b).dot(c)
    };
    body.surface.iter().map(sixfold).sum::<f32>() / 6.0
}

fn balloon(mut file: Value) -> Value {
    file["nodes"][0]["extras"] = json!({"pliant_body": "balloon", "pliant_self_collision": false});
    file
}

fn said(scene: &Scene) -> Vec<&str> {
    scene.warnings.iter().map(String::as_str).collect()
}

#[test]
fn a_balloon_has_a_skin_that_faces_outwards_and_keys_of_its_own() {
    let mut file = balloon(cube());
    file["nodes"][0]["extras"]["pliant_pressure"] = json!(1.5);
    file["nodes"][0]["extras"]["pliant_volume_compliance"] = json!(1e-6);
    let scene = open(&file).unwrap();
    let body = &scene.bodies[0];
    assert_eq!(said(&scene), [""; 0]);
    assert_eq!(
        (body.kind, body.kind.name()),
        (BodyKind::Balloon, "balloon")
    );
    assert_eq!((body.particles(), body.triangles.len()), (8, 12));
    assert_eq!(
        (volume(&scene, 0), body.triangles.len()),
        (1.0, body.surface.len())
    );
    let keys = &body.keys;
    assert_eq!(
        (keys.mass, keys.bend_model),
        (Mass::Density(0.2), BendModel::Dihedral)
    );
    assert_eq!((keys.pressure, keys.volume_compliance), (1.5, 1e-6));
}

#[test]
fn a_mirrored_or_inside_out_balloon_is_turned() {
    let mut file = balloon(cube());
    file["nodes"][0]["scale"] = json!([-1, 1, 1]);
    let scene = open(&file).unwrap();
    assert_eq!((volume(&scene, 0), said(&scene).len()), (1.0, 0));
    let (positions, mut indices) = common::cube_parts();
    indices.chunks_mut(3).for_each(|t| t.swap(1, 2));
    let scene = open(&balloon(mesh(&positions, &indices, 4))).unwrap();
    assert_eq!(volume(&scene, 0), 1.0);
    assert_eq!(
        said(&scene),
        ["node \"Cloth\": its surface has 12 triangles facing the wrong way, turned around"]
    );
}

#[test]
fn a_balloon_with_holes_is_reported_and_a_flat_one_refused() {
    let (positions, indices) = common::cube_parts();
    let scene = open(&balloon(mesh(&positions, &indices[3..], 4))).unwrap();
    assert_eq!(
        said(&scene),
        [
            "node \"Cloth\": its surface has 3 open edges; it encloses its volume as if it were closed"
        ]
    );
    let Err(Error::Scene(line)) = open(&balloon(cloth())) else {
        panic!("a flat balloon")
    };
    assert!(
        line.contains("\"Cloth\"") && line.contains("encloses"),
        "{line}"
    );
}

/// Attachments of the body `Cloth` in a scene of `Cloth`, a static `Pole`, a `Sheet` 1 m behind, and a `Line` above.
fn attachments(attach: &Value) -> Result<Vec<(u32, Anchor)>, String> {
    let scene = open(&attached(attach)).map_err(|error| {
        assert!(matches!(error, Error::Scene(_)));
        error.to_string()
    })?;
    let list = scene.bodies[0].attachments.iter();
    Ok(list.map(|a| (a.vertex, a.to)).collect())
}

#[test]
fn vertices_attach_to_nodes_vertices_and_surfaces() {
    assert_eq!(
        attachments(&json!(["top=Pole", "0,2=Sheet:5"])).unwrap(),
        [
            (6, Anchor::Node(1)),
            (7, Anchor::Node(1)),
            (8, Anchor::Node(1)),
            (0, Anchor::Vertex { body: 1, vertex: 5 }),
            (2, Anchor::Vertex { body: 1, vertex: 5 })
        ]
    );
    // One string with semicolons is what Blender can hold; what stands twice counts once.
    assert_eq!(
        attachments(&json!("0 = Pole; 0,1=Pole;")).unwrap(),
        [(0, Anchor::Node(1)), (1, Anchor::Node(1))]
    );
    let [
        (
            4,
            Anchor::Surface {
                body: 1,
                vertices,
                weights,
            },
        ),
    ] = attachments(&json!(["4=Sheet"])).unwrap()[..]
    else {
        panic!("a surface")
    };
    // The sheet's vertex 4 is right behind the cloth's.
    let at = vertices.iter().position(|&v| v == 4).unwrap();
    assert_eq!(weights[at], 1.0);
    let [
        (
            8,
            Anchor::Surface {
                body: 2,
                vertices: [2, 3, 3],
                weights,
            },
        ),
    ] = attachments(&json!(["8=Line"])).unwrap()[..]
    else {
        panic!("a segment")
    };
    assert_eq!(weights, [0.5, 0.5, 0.0]);
}

#[test]
fn names_may_hold_colons_and_numbers() {
    let mut file = attached(&json!(["0=Line:3"]));
    let to = |file: &Value| open(file).unwrap().bodies[0].attachments[0].to;
    assert_eq!(to(&file), Anchor::Vertex { body: 2, vertex: 3 });
    file["nodes"][1]["name"] = json!("Line:3");
    assert_eq!(to(&file), Anchor::Node(1));
}

#[test]
fn attachments_that_name_what_is_not_there_are_errors() {
    for (attach, culprits) in [
        (json!(["top=Mast"]), ["pliant_attach", "\"Mast\""]),
        (json!(["top=Sheet:9"]), ["vertex 9", "\"Sheet\""]),
        (json!(["top=Pole:1"]), ["\"Pole\"", "not a deformable body"]),
        (json!(["topp=Pole"]), ["\"topp\"", "selector"]),
        (json!(["99=Pole"]), ["vertex 99", "pliant_attach"]),
        (json!(["=Pole"]), ["\"=Pole\"", "selects no vertex"]),
        (json!(["top"]), ["\"top\"", "SELECTOR=NODE"]),
        (json!(["top=Cloth"]), ["itself", "pliant_attach"]),
        (json!([3]), ["pliant_attach", "list of strings"]),
    ] {
        let line = attachments(&attach).unwrap_err();
        assert!(line.contains("node \"Cloth\""), "{line}");
        for culprit in culprits {
            assert!(line.contains(culprit), "{line:?} does not name {culprit:?}");
        }
    }
    let mut file = attached(&json!(["top=Pole"]));
    file["nodes"][1]["scale"] = json!([1, 0, 1]);
    let line = open(&file).map(|_| ()).unwrap_err().to_string();
    assert!(line.contains("\"Pole\" has scale zero"), "{line}");
    let sets = vec![(
        "Cloth".to_owned(),
        "attach".to_owned(),
        "top=Mast".to_owned(),
    )];
    let flags = Overrides {
        sets,
        ..Overrides::default()
    };
    let result = open_with(&attached(&json!([])), &flags);
    assert!(matches!(result, Err(Error::Usage(line)) if line.contains("\"Mast\"")));
}

#[test]
fn seams_attach_once_also_to_rigid_nodes() {
    let positions = [
        [0.0; 3],
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [1.0, 0.0, 0.0],
        [1.0, 1.0, 0.0],
        [0.0, 1.0, 0.0],
    ];
    let mut file = mesh(&positions, &[0, 1, 2, 3, 4, 5], 4);
    file["nodes"][0]["extras"] = json!({"pliant_body": "cloth", "pliant_attach": ["top=Pole"]});
    let nodes = file["nodes"].as_array_mut().unwrap();
    nodes.push(json!({"name": "Pole"}));
    file["scenes"][0]["nodes"] = json!([0, 1]);
    let scene = open(&file).unwrap();
    let vertices: Vec<u32> = scene.bodies[0]
        .attachments
        .iter()
        .map(|a| a.vertex)
        .collect();
    assert_eq!(vertices, [2, 4]);
    file["nodes"][1]["extras"] = json!({"pliant_body": "rigid"});
    let scene = open(&file).unwrap();
    assert_eq!(scene.bodies[0].attachments.len(), 2);
    assert!(!scene.warnings.iter().any(|line| line.contains("attach")));
}

#[test]
fn keys_of_limits_and_attachments() {
    let mut file = rope(3);
    file["nodes"][0]["extras"] = json!({"pliant_body": "rope", "pliant_tear_strain": 0.5,
        "pliant_attach_compliance": 0.1, "pliant_strain_limit": 1});
    let scene = open(&file).unwrap();
    let keys = &scene.bodies[0].keys;
    assert_eq!((keys.tear_strain, keys.attach_compliance), (Some(0.5), 0.1));
    assert_eq!((keys.strain_limit, keys.pressure), (None, 1.0));
    assert!(said(&scene)[0].contains("pliant_strain_limit does not fit"));
    let mut file = cloth();
    file["nodes"][0]["extras"] = json!({"pliant_body": "cloth", "pliant_strain_limit": 0.1,
        "pliant_youngs_modulus": 5, "pliant_poissons_ratio": 0.4, "pliant_model": "stvk",
        "pliant_stretch_compliance": 1, "pliant_self_collision": false});
    let scene = open(&file).unwrap();
    let keys = &scene.bodies[0].keys;
    assert_eq!((keys.strain_limit, keys.tear_strain), (Some(0.1), None));
    assert_eq!((keys.youngs_modulus, keys.poissons_ratio), (5.0, 0.4));
    assert_eq!(
        said(&scene),
        [
            "node \"Cloth\": pliant_stretch_compliance has no effect with pliant_model stvk; it is for xpbd"
        ]
    );
}

#[test]
fn a_cloth_that_may_tear_has_a_vertex_for_each_corner() {
    let mut file = cloth();
    let floats: Vec<f32> = (1..10u8).map(f32::from).collect();
    let mass = common::add_floats(&mut file, &floats, "SCALAR", 9);
    let uv = common::add_floats(&mut file, &floats.repeat(2), "VEC2", 9);
    let attributes = &mut file["meshes"][0]["primitives"][0]["attributes"];
    (attributes["_MASS"], attributes["TEXCOORD_0"]) = (json!(mass), json!(uv));
    let whole = json!({"pliant_body": "cloth", "pliant_pin": [8], "pliant_attach": ["4=Whole:4"]});
    let mut torn = whole.clone();
    torn["pliant_attach"] = json!("top=Whole:4");
    torn["pliant_tear_strain"] = json!(0.2);
    file["nodes"] =
        json!([{"name": "Whole", "mesh": 0}, {"name": "Torn", "mesh": 0, "extras": torn}]);
    file["nodes"][0]["extras"] = json!({"pliant_body": "cloth", "pliant_attach": "0=Torn:7"});
    file["scenes"][0]["nodes"] = json!([0, 1]);
    let scene = open(&file).unwrap();
    let (whole, torn) = (&scene.bodies[0], &scene.bodies[1]);
    assert_ne!(scene.nodes[0].mesh, scene.nodes[1].mesh);
    assert_eq!(whole.triangles, torn.triangles);
    assert_eq!(
        (torn.particles(), torn.vertices(), &torn.pinned[..]),
        (9, 24, &[8][..])
    );

    // No two triangles share a vertex, and each corner is where its particle is, with all its attributes.
    let mut corners: Vec<u32> = torn.surface.iter().flatten().copied().collect();
    corners.sort_unstable();
    assert_eq!(corners, (0..24).collect::<Vec<_>>());
    let primitive = |body: &pliant_scene::Body| {
        scene.meshes[scene.nodes[body.node].mesh.unwrap()].primitives[0].clone()
    };
    let (old, new) = (primitive(whole), primitive(torn));
    assert_eq!((new.vertex_count, new.indices.len()), (24, 24));
    let mut masses = [0.0; 9];
    for (triangle, vertices) in torn.triangles.iter().zip(&torn.surface) {
        for (&particle, &vertex) in triangle.iter().zip(vertices) {
            let (p, v) = (particle as usize, vertex as usize);
            assert_eq!(torn.particle_of_vertex[v], particle);
            let at = |accessor, element| scene.accessors.vec4(accessor, element);
            assert_eq!(at(new.position, v), at(old.position, p));
            assert_eq!(
                at(new.texcoords[0].unwrap(), v),
                at(old.texcoords[0].unwrap(), p)
            );
            masses[p] += scene.accessors.scalar(new.mass.unwrap(), v);
        }
    }
    assert_eq!(masses.to_vec(), floats);

    // Numbers are the file's.
    assert_eq!(
        whole.attachments[0].to,
        Anchor::Vertex { body: 1, vertex: 7 }
    );
    let vertices: Vec<u32> = torn.attachments.iter().map(|a| a.vertex).collect();
    assert_eq!(vertices, [6, 7, 8]);
}

#[test]
fn parts_of_a_mesh_that_tears_keep_the_numbers_of_the_file() {
    let mut file = cloth();
    let primitive = file["meshes"][0]["primitives"][0].clone();
    let parts = file["meshes"][0]["primitives"].as_array_mut().unwrap();
    parts.extend([json!({"attributes": {"POSITION": 0}, "mode": 0}), primitive]);
    file["nodes"][0]["extras"] = json!({"pliant_body": "cloth", "pliant_tear_strain": 1});
    let body = &open(&file).unwrap().bodies[0];
    assert_eq!(
        (body.vertices(), body.particle_of_vertex.len()),
        (27, 24 + 9 + 24)
    );
    let places = [8, 9, 18, 26].map(|index| body.vertex(index));
    assert_eq!(places, [Some(8), Some(24), Some(33), Some(41)]);
    assert_eq!(body.vertex(27), None);
}

#[test]
fn a_rope_that_may_break_shares_no_vertex_between_segments() {
    let mut file = rope(4);
    file["nodes"][0]["extras"] = json!({"pliant_body": "rope", "pliant_tear_strain": 1});
    let body = &open(&file).unwrap().bodies[0];
    assert_eq!(body.segments, [[0, 1], [1, 2], [2, 3]]);
    assert_eq!(body.strand, [[0, 1], [4, 2], [5, 3]]);
    assert_eq!(body.particle_of_vertex, [0, 1, 2, 3, 1, 2]);
    assert_eq!(body.vertex_of_particle, [0, 1, 2, 3]);
}

/// The cube as a soft body.
fn soft(extras: &Value) -> Value {
    let mut file = cube();
    file["nodes"][0]["extras"] = extras.clone();
    file["nodes"][0]["extras"]["pliant_body"] = json!("soft");
    file["nodes"][0]["extras"]["pliant_self_collision"] = json!(false);
    file
}

fn lattice(scene: &Scene) -> &Lattice {
    scene.bodies[0].lattice.as_ref().unwrap()
}

/// Where the lattice carries each vertex, by the positions of its nodes.
fn carried(lattice: &Lattice, nodes: &[Vec3]) -> Vec<Vec3> {
    let carry = |at: &pliant_scene::Embedded| -> Vec3 {
        let pairs = at.nodes.iter().zip(at.weights);
        pairs
            .map(|(&node, weight)| nodes[node as usize] * weight)
            .sum()
    };
    lattice.embedding.iter().map(carry).collect()
}

fn filled(lattice: &Lattice) -> f32 {
    let at = |node: u32| lattice.rests[node as usize];
    let sixfold =
        |&[a, b, c, d]: &[u32; 4]| (at(b) - at(a)).cross(at(c) - at(a)).dot(at(d) - at(a));
    assert!(lattice.tetrahedra.iter().all(|t| sixfold(t) > 0.0));
    lattice.tetrahedra.iter().map(sixfold).sum::<f32>() / 6.0
}

#[test]
fn a_soft_body_is_filled_and_its_mesh_rides_on_the_lattice() {
    let mut file = soft(&json!({"pliant_spacing": 0.25, "pliant_pin": "bottom"}));
    file["nodes"][0]["translation"] = json!([1, 2, 3]);
    file["nodes"][0]["scale"] = json!([-2, 2, 2]);
    let scene = open(&file).unwrap();
    let (body, lattice) = (&scene.bodies[0], lattice(&scene));
    assert_eq!(said(&scene), [""; 0]);
    assert_eq!(
        (body.kind, body.particles()),
        (BodyKind::Soft, lattice.positions.len())
    );
    assert_eq!(
        (body.triangles.len(), body.surface.len(), body.vertices()),
        (0, 12, 8)
    );
    assert!((volume(&scene, 0) - 8.0).abs() < 1e-4 && (filled(lattice) - 8.0).abs() < 1e-3);
    assert!((lattice.spacing - 0.25).abs() < 1e-6, "{}", lattice.spacing);
    let mesh = &scene.meshes[0];
    let corners = scene.mesh_positions(mesh, scene.pose(0.0, false)[0]);
    for (at, corner) in carried(lattice, &lattice.positions).iter().zip(&corners) {
        assert!(at.distance(*corner) < 1e-4, "{at} is not {corner}");
    }
    for (&node, corner) in body.particle_of_vertex.iter().zip(&corners) {
        assert!(lattice.positions[node as usize].distance(*corner) < 0.3);
    }
    let low = body
        .pinned
        .iter()
        .map(|&node| lattice.positions[node as usize].y);
    assert!(body.pinned.len() >= 81 && low.into_iter().all(|y| y < 2.1));
    let keys = &body.keys;
    assert_eq!(
        (keys.mass, keys.model),
        (Mass::Density(1000.0), Model::Stvk)
    );
    assert_eq!((keys.youngs_modulus, keys.poissons_ratio), (1e5, 0.3));
}

#[test]
fn a_soft_body_may_start_deformed() {
    let mut file =
        soft(&json!({"pliant_spacing": 0.25, "pliant_model": "pbd", "pliant_stiffness": 0.5}));
    let (positions, _) = common::cube_parts();
    let rests: Vec<f32> = positions
        .iter()
        .flat_map(|[x, y, z]| [x + 5.0, 2.0 * y, *z])
        .collect();
    let rest = common::add_floats(&mut file, &rests, "VEC3", 8);
    let mass = common::add_floats(&mut file, &[1.0; 8], "SCALAR", 8);
    let attributes = &mut file["meshes"][0]["primitives"][0]["attributes"];
    (attributes["_REST_POSITION"], attributes["_MASS"]) = (json!(rest), json!(mass));
    let scene = open(&file).unwrap();
    assert!(said(&scene)[0].contains("_MASS is not read"));
    let lattice = lattice(&scene);
    assert!((filled(lattice) - 2.0).abs() < 1e-3);
    assert_eq!(scene.bodies[0].keys.model, Model::Pbd);
    for (start, rest) in lattice.positions.iter().zip(&lattice.rests) {
        let expected = Vec3::new(rest.x - 5.0, rest.y / 2.0, rest.z);
        assert!(start.distance(expected) < 1e-3, "{start} is not {expected}");
    }
}

#[test]
fn soft_bodies_that_can_not_be_filled_say_why() {
    let mut open_cube = soft(&json!({"pliant_spacing": 0.25}));
    let (positions, indices) = common::cube_parts();
    let extras = open_cube["nodes"][0]["extras"].take();
    open_cube = mesh(&positions, &indices[3..], 4);
    open_cube["nodes"][0]["extras"] = extras.clone();
    assert_eq!(
        said(&open(&open_cube).unwrap()),
        ["node \"Cloth\": its surface has 3 open edges; it is filled as if it were closed"]
    );
    let mut flat = cloth();
    flat["nodes"][0]["extras"] = extras;
    let sets = |value: &str| Overrides {
        sets: vec![("Cloth".to_owned(), "spacing".to_owned(), value.to_owned())],
        ..Overrides::default()
    };
    for (result, culprits) in [
        (open(&flat), ["node \"Cloth\"", "flat"]),
        (
            open(&soft(&json!({"pliant_spacing": 1e-4}))),
            ["node \"Cloth\"", "pliant_spacing"],
        ),
        (open_with(&flat, &sets("0.5")), ["node \"Cloth\"", "flat"]),
    ] {
        let line = result.unwrap_err().to_string();
        for culprit in culprits {
            assert!(line.contains(culprit), "{line:?} does not name {culprit:?}");
        }
    }
}

#[test]
fn surfaces_of_soft_bodies_hold_attachments_by_vertex() {
    let mut file = soft(&json!({"pliant_attach": ["top=Pole", "0=Sheet"]}));
    let mut other = soft(&json!({}))["nodes"][0].clone();
    (other["name"], other["translation"]) = (json!("Sheet"), json!([0, -2, 0]));
    file["nodes"] = json!([file["nodes"][0], {"name": "Pole"}, other]);
    file["scenes"][0]["nodes"] = json!([0, 1, 2]);
    let scene = open(&file).unwrap();
    let list = &scene.bodies[0].attachments;
    let vertices: Vec<u32> = list.iter().map(|a| a.vertex).collect();
    assert_eq!(vertices, [2, 3, 6, 7, 0]);
    let Anchor::Surface {
        body: 1,
        vertices,
        weights,
    } = list[4].to
    else {
        panic!("{:?}", list[4])
    };
    let at = vertices.iter().position(|&v| v == 2).unwrap();
    assert_eq!(weights[at], 1.0);
}
