//! Balloons, attachments and the keys of deformable bodies.

mod common;

use common::{attached, cloth, cube, mesh, open, open_with, rope};
use pliant_scene::{Anchor, BendModel, BodyKind, Error, Mass, Overrides, Scene};
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

/// Warnings but those of what is not simulated yet.
fn said(scene: &Scene) -> Vec<&str> {
    let lines = scene.warnings.iter().map(String::as_str);
    lines
        .filter(|line| !line.starts_with("not simulated"))
        .collect()
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
        ["node \"Cloth\": its surface is inside out; it is turned around"]
    );
}

#[test]
fn a_balloon_with_holes_is_told_and_a_flat_one_refused() {
    let (positions, indices) = common::cube_parts();
    let scene = open(&balloon(mesh(&positions, &indices[3..], 4))).unwrap();
    assert_eq!(
        said(&scene),
        ["node \"Cloth\": its surface has 3 open edges; it encloses its volume as if it had none"]
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
        (json!(["top=Pole:1"]), ["\"Pole\"", "no deformable body"]),
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
fn seams_attach_once_and_rigid_nodes_not_yet() {
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
    assert!(scene.bodies[0].attachments.is_empty());
    assert!(
        scene
            .warnings
            .iter()
            .any(|line| line.contains("to rigid bodies (node \"Cloth\")"))
    );
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
