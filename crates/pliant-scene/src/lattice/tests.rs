use super::faces::Faces;
use super::quality::{self, determinant, dihedral_angles};
use super::shapes::{self, Mesh};
use super::*;
use glam::EulerRot;

fn turn() -> Quat {
    Quat::from_euler(EulerRot::XYZ, 0.3, 0.5, 0.7)
}

fn filled((positions, triangles): &Mesh, spacing: f32, frame: Quat) -> Lattice {
    let (lattice, defects) = fill(positions, triangles, spacing, frame).expect("a lattice");
    assert!(defects.is_empty(), "{defects:?}");
    lattice
}

fn refused((positions, triangles): &Mesh, spacing: f32) -> String {
    let message = fill(positions, triangles, spacing, Quat::IDENTITY).err();
    message.expect("no lattice")
}

fn corners(lattice: &Lattice) -> impl Iterator<Item = [DVec3; 4]> {
    let corners = |t: &[u32; 4]| t.map(|node| lattice.rests[node as usize].as_dvec3());
    lattice.tetrahedra.iter().map(corners)
}

fn volume(lattice: &Lattice) -> f64 {
    corners(lattice).map(|c| determinant(&c) / 6.0).sum()
}

/// Least and largest angle between faces, degrees.
fn angles(lattice: &Lattice) -> (f64, f64) {
    let angles = corners(lattice).flat_map(|c| dihedral_angles(&c));
    angles.fold((180.0, 0.0), |(least, largest), angle| {
        (angle.min(least), angle.max(largest))
    })
}

/// The farthest that a boundary node is from the surface, m.
fn off_surface(lattice: &Lattice, (positions, triangles): &Mesh) -> f64 {
    let points: Vec<DVec3> = positions.iter().map(|p| p.as_dvec3()).collect();
    let surface = Surface::new(&points, triangles);
    let boundary = Faces::of(&lattice.tetrahedra).boundary;
    let nodes = boundary.iter().flat_map(|(face, _)| face);
    let away = nodes.map(|&node| {
        let at = lattice.rests[node as usize].as_dvec3();
        surface
            .nearest(at, f64::INFINITY)
            .map_or(f64::INFINITY, |hit| hit.distance)
    });
    away.fold(0.0, f64::max)
}

fn size(mesh: &Mesh) -> f32 {
    let bound = |pick: fn(Vec3, Vec3) -> Vec3| mesh.0.iter().copied().reduce(pick).unwrap();
    (bound(Vec3::max) - bound(Vec3::min)).max_element()
}

/// Checks every lattice: positive volumes, round tetrahedra, faces of at most two, a closed boundary on the
/// surface, one piece, vertices where they were.
fn check(name: &str, mesh: &Mesh, lattice: &Lattice) {
    let (least, largest) = angles(lattice);
    assert!(
        quality::ANGLES.contains(&least) && quality::ANGLES.contains(&largest),
        "{name}: {least}° to {largest}°"
    );
    assert!(corners(lattice).all(|c| determinant(&c) > 0.0), "{name}");
    let faces = Faces::of(&lattice.tetrahedra);
    assert_eq!(
        2 * faces.shared.len() + faces.boundary.len(),
        4 * lattice.tetrahedra.len(),
        "{name}"
    );
    assert!(
        faces
            .pieces(lattice.tetrahedra.len())
            .iter()
            .all(|&p| p == 0),
        "{name} has more than one piece"
    );
    let mut skin = Mesh::default();
    skin.0.clone_from(&lattice.rests);
    skin.1 = faces.boundary.iter().map(|(face, _)| *face).collect();
    let gap = shapes::volume(&skin) - volume(lattice);
    assert!(
        gap.abs() < 1e-9 * volume(lattice).max(1.0),
        "{name}: the boundary has a gap, {gap}"
    );
    let size = size(mesh);
    assert!(
        off_surface(lattice, mesh) < 2e-6 * f64::from(size),
        "{name}"
    );
    assert_eq!(lattice.embedding.len(), mesh.0.len());
    for (vertex, on) in mesh.0.iter().zip(&lattice.embedding) {
        let at: Vec3 = (0..4)
            .map(|i| on.weights[i] * lattice.rests[on.nodes[i] as usize])
            .sum();
        assert!(
            at.distance(*vertex) < 1e-5 * size,
            "{name}: {at} for {vertex}"
        );
        assert!((on.weights.iter().sum::<f32>() - 1.0).abs() < 1e-5);
    }
}

fn cuboid() -> Mesh {
    shapes::cuboid(Vec3::new(1.0, 0.5, 0.7))
}

fn turned(mesh: Mesh, turn: Quat) -> Mesh {
    shapes::moved(mesh, |p| turn * p)
}

/// The filled fraction of the volume.
fn fraction(mesh: &Mesh, lattice: &Lattice) -> f64 {
    volume(lattice) / shapes::volume(mesh)
}

#[test]
fn shapes_fill_with_round_tetrahedra() {
    let ellipsoid = shapes::moved(shapes::ball(4), |p| p * Vec3::new(1.0, 0.5, 0.3));
    let cases: Vec<(&str, Mesh, f64)> = vec![
        ("ball", shapes::ball(4), 0.005),
        ("ring", shapes::ring(1.0, 0.35, 96, 48), 0.02),
        ("figure", shapes::figure(4), 0.02),
        ("ellipsoid", turned(ellipsoid, turn()), 0.02),
        ("turned box", turned(cuboid(), turn()), 0.02),
        ("plate", shapes::cuboid(Vec3::new(1.0, 0.04, 0.7)), 1e-6),
        ("long box", shapes::cuboid(Vec3::new(1.0, 0.1, 0.1)), 1e-6),
    ];
    for (name, mesh, lost) in cases {
        let lattice = filled(&mesh, size(&mesh) / 24.0, Quat::IDENTITY);
        check(name, &mesh, &lattice);
        let fraction = fraction(&mesh, &lattice);
        assert!(
            (1.0 - fraction).abs() < lost,
            "{name}: {fraction} of the volume"
        );
    }
}

#[test]
fn no_turn_makes_slivers() {
    let shapes = [
        ("ball", shapes::ball(3)),
        ("ring", shapes::ring(1.0, 0.35, 48, 24)),
        ("figure", shapes::figure(4)),
        ("box", cuboid()),
    ];
    for (name, mesh) in shapes {
        for step in 0..8 {
            let step = step as f32;
            let turn = Quat::from_euler(EulerRot::XYZ, 1.1 * step, 0.7 * step, 2.3 * step);
            let mesh = turned(mesh.clone(), turn);
            let cells = 16.0 + step;
            let lattice = filled(&mesh, size(&mesh) / cells, Quat::IDENTITY);
            check(&format!("{name}, turn {step}"), &mesh, &lattice);
        }
    }
}

#[test]
fn volumes_converge() {
    let ball = shapes::ball(5);
    let lost =
        [8.0, 16.0, 32.0].map(|n| 1.0 - fraction(&ball, &filled(&ball, 2.0 / n, Quat::IDENTITY)));
    assert!(
        lost[0] < 0.04 && lost[1] < lost[0] / 3.0 && lost[2] < lost[1] / 3.0,
        "{lost:?}"
    );
}

#[test]
fn boxes_are_exact() {
    let cube = shapes::cuboid(Vec3::ONE);
    let lattice = filled(&cube, 1.0 / 21.0, Quat::IDENTITY);
    assert_eq!(
        (lattice.rests.len(), lattice.tetrahedra.len()),
        (22 * 22 * 22, 46_305)
    );
    let mut isolated = cube.clone();
    isolated.0.push(Vec3::splat(1.5));
    let (same, _) = fill(&isolated.0, &isolated.1, 1.0 / 21.0, Quat::IDENTITY).expect("a lattice");
    assert_eq!(
        same.rests, lattice.rests,
        "a vertex of no triangle makes no difference"
    );
    for corner in &cube.0 {
        assert!(lattice.rests.contains(corner));
    }
    for (at, spacing) in [(Vec3::ZERO, 0.1), (Vec3::new(40.0, -7.0, 3.0), 0.06)] {
        let mesh = shapes::moved(cuboid(), |p| turn() * p + at);
        let lattice = filled(&mesh, spacing, turn());
        let (least, largest) = angles(&lattice);
        assert!(least > 45.0 && largest < 100.0, "{least}° to {largest}°");
        assert!((fraction(&mesh, &lattice) - 1.0).abs() < 1e-4);
        assert_eq!(lattice.tetrahedra.len() % 5, 0);
    }
}

#[test]
fn cavities_stay_empty_and_overlaps_fill_once() {
    let at = |size: f32, at: Vec3| shapes::moved(shapes::cuboid(Vec3::splat(size)), |p| p + at);
    let mut cavity = at(1.0, Vec3::ONE);
    cavity.1.iter_mut().for_each(|t| t.swap(1, 2));
    let shell = shapes::joined(&at(3.0, Vec3::ZERO), &cavity);
    check("shell", &shell, &filled(&shell, 0.25, Quat::IDENTITY));
    let crossed = shapes::joined(&at(2.0, Vec3::ZERO), &at(2.0, Vec3::ONE));
    let lattice = filled(&crossed, 0.25, Quat::IDENTITY);
    assert!((volume(&lattice) - 15.0).abs() < 1e-5);
    let apart = shapes::joined(&at(1.0, Vec3::ZERO), &at(1.0, Vec3::splat(2.0)));
    assert!((volume(&filled(&apart, 0.25, Quat::IDENTITY)) - 2.0).abs() < 1e-5);
}

#[test]
fn holes_are_closed_and_reported() {
    // Holes narrower than a cell, and wider ones.
    for (times, spacing) in [(4, 0.1), (2, 0.1)] {
        let whole = shapes::ball(times);
        let (positions, mut triangles) = whole.clone();
        triangles.drain(100..103);
        triangles[7].swap(0, 1);
        let (lattice, defects) =
            fill(&positions, &triangles, spacing, Quat::IDENTITY).expect("a lattice");
        assert_eq!(
            defects,
            [
                "1 triangle facing the wrong way, turned around",
                "9 open edges"
            ]
        );
        let fraction = fraction(&whole, &lattice);
        assert!((1.0 - fraction).abs() < 0.03, "{fraction}");
        let (least, largest) = angles(&lattice);
        assert!(quality::ANGLES.contains(&least) && quality::ANGLES.contains(&largest));
    }
}

#[test]
fn what_cannot_be_filled_says_why() {
    let (positions, triangles) = shapes::ball(3);
    let cap = |t: &&[u32; 3]| t.iter().all(|&v| positions[v as usize].y > 0.8);
    let cap: Vec<[u32; 3]> = triangles.iter().filter(cap).copied().collect();
    let used = |t: &[u32; 3]| t.map(|v| positions[v as usize]);
    let points: Vec<Vec3> = cap.iter().flat_map(used).collect();
    let open = (0..points.len() as u32 / 3).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]);
    let message = refused(&(points, open.collect()), 0.1);
    assert!(message.contains("open edges and no inside"), "{message}");

    let flat = shapes::moved(cuboid(), |p| p * Vec3::new(1.0, 0.0, 1.0));
    assert!(refused(&flat, 0.1).starts_with("its surface is flat"));

    let message = refused(&cuboid(), 1e-3);
    assert!(
        message.ends_with("set pliant_spacing to 0.0057 or more"),
        "{message}"
    );
    assert!(Grid::around(cuboid().0.into_iter(), 0.0057, Quat::IDENTITY).is_ok());

    let thin = shapes::moved(shapes::ball(3), |p| {
        turn() * (p * Vec3::new(1.0, 0.01, 1.0))
    });
    let message = refused(&thin, 0.2);
    assert!(
        message.ends_with("set a smaller pliant_spacing"),
        "{message}"
    );
}

#[test]
fn thin_parts_that_are_lost_are_reported() {
    let needle = shapes::cuboid(Vec3::new(0.02, 0.02, 1.0));
    let needle = shapes::moved(needle, |p| p + Vec3::new(0.48, 0.23, 0.6));
    let (positions, triangles) = shapes::joined(&cuboid(), &needle);
    let (_, defects) = fill(&positions, &triangles, 0.1, Quat::IDENTITY).expect("a lattice");
    let [defect] = defects.as_slice() else {
        panic!("{defects:?}");
    };
    assert!(defect.contains("(4 particles farther"), "{defect}");
}
