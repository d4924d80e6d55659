//! The viewer on a virtual display: pictures of its window, and the effect of keys and mouse.

use crate::desk::{Desk, View, Viewer, Window, until};
use crate::support::{Folder, fails_late, one_line, software_driver, succeeds, vulkan};
use std::path::Path;
use std::process::Command;

/// At least this many pixels change when the cloth moves.
const MOTION: usize = 200;
/// At least this many pixels change when a dialog opens, more than by any motion of the cloth.
const DIALOG: usize = 40_000;
/// The corners of its 21 × 21 vertices.
const CORNERS: [&str; 4] = ["particle 0", "particle 20", "particle 420", "particle 440"];

fn scene(name: &str) -> String {
    format!("{}/../../scenes/{name}.gltf", env!("CARGO_MANIFEST_DIR"))
}

/// A viewer of `drape` on this device that has shown its first picture.
fn viewer(desk: &Desk, folder: &Folder, device: &str) -> Viewer {
    let scene = scene("drape");
    let words = [
        "view",
        &scene,
        "-v",
        "debug",
        "--validate",
        "--device",
        device,
    ];
    let mut viewer = Viewer::start(desk, folder.command(&words));
    viewer.says("the window shows the scene");
    viewer
}

#[test]
fn keys_and_mouse_drive_the_window() {
    let (desk, folder) = (Desk::new(), Folder::new());
    let mut viewer = viewer(&desk, &folder, &vulkan());
    let window = desk.window("drape.gltf");
    desk.hands("mousemove 700 500");
    it_moves(window);
    keys_pause_step_and_reset(&desk, window);
    screenshots_are_what_is_seen(&desk, window, &mut viewer, &folder);
    keys_change_what_is_shown(&desk, window);
    colours_show_quantities(&desk, window);
    keys_fly(&desk, window);
    the_camera_obeys(&desk, window);
    a_dragged_corner_follows(&desk, window, &mut viewer);
    the_window_changes_its_size(&desk, window);
    dropped_files_are_loaded(&desk, window, &mut viewer, &folder);
    window.close();
    assert_eq!(viewer.ends(), Some(0), "{:?}", viewer.said());
}

fn it_moves(window: Window<'_>) {
    let first = window.see().expect("a window");
    window.see_that("motion", |view| view.changes(&first) > MOTION);
}

fn keys_pause_step_and_reset(desk: &Desk, window: Window<'_>) {
    desk.hands("key space");
    let paused = window.see_rest();
    std::thread::sleep(std::time::Duration::from_secs(1));
    let later = window.see().expect("a window");
    assert_eq!(later.changes(&paused), 0, "it moves although it is paused");

    desk.hands("key r");
    let start = window.see_that("the start", |view| view.changes(&paused) > MOTION);
    desk.hands("key --repeat 4 period");
    window.see_that("steps", |view| view.changes(&start) > MOTION);
    window.see_rest();
    desk.hands("key r");
    window.see_that("the start again", |view| view.changes(&start) == 0);
}

fn screenshots_are_what_is_seen(
    desk: &Desk,
    window: Window<'_>,
    viewer: &mut Viewer,
    folder: &Folder,
) {
    desk.hands("key F12");
    viewer.says("wrote drape-001.png");
    desk.hands("key F12");
    viewer.says("wrote drape-002.png");
    let [first, second] = ["drape-001.png", "drape-002.png"].map(|n| picture(&folder.path(n)));
    assert_eq!(first, second);
    let seen = window.see().expect("a window");
    assert_eq!(first.changes(&seen), 0, "a screenshot shows something else");
    assert_eq!(folder.names().len(), 2, "{:?}", folder.names());
}

fn picture(file: &Path) -> View {
    let file = std::fs::File::open(file).expect("the screenshot is there");
    let decoder = png::Decoder::new(std::io::BufReader::new(file));
    let mut reader = decoder.read_info().expect("a PNG");
    let mut rgba = vec![0; reader.output_buffer_size().expect("a small picture")];
    let info = reader.next_frame(&mut rgba).expect("a whole PNG");
    View {
        size: [info.width as usize, info.height as usize],
        pixels: rgba.chunks_exact(4).map(|p| [p[0], p[1], p[2]]).collect(),
    }
}

fn keys_change_what_is_shown(desk: &Desk, window: Window<'_>) {
    let plain = window.see_rest();
    for key in ["w", "n", "c", "h", "o"] {
        desk.hands(&format!("key {key}"));
        window.see_that(key, |view| view.changes(&plain) > 20);
        desk.hands(&format!("key {key}"));
        window.see_that("what was before", |view| view.changes(&plain) == 0);
    }
}

fn colours_show_quantities(desk: &Desk, window: Window<'_>) {
    let plain = window.see_rest();
    desk.hands("key v");
    window.see_that("colours by strain", |view| view.changes(&plain) > MOTION);
    let strain = window.see_rest();
    desk.hands("key v");
    window.see_that("colours by speed", |view| view.changes(&strain) > MOTION);
    desk.hands("key v key v key v key v key v key v");
    window.see_that("materials", |view| view.changes(&plain) == 0);
}

fn keys_fly(desk: &Desk, window: Window<'_>) {
    let plain = window.see_rest();
    desk.hands("key g");
    desk.hands("keydown w sleep 0.4 keyup w");
    window.see_that("a nearer view", |view| view.changes(&plain) > MOTION);
    let near = window.see_rest();
    desk.hands("mousedown 1 mousemove 760 500 mouseup 1");
    window.see_that("another direction", |view| view.changes(&near) > MOTION);
    window.see_rest();
    desk.hands("mousedown 1 mousemove 700 500 mouseup 1");
    desk.hands("key Escape key Home");
    window.see_that("everything framed", |view| view.changes(&plain) == 0);
}

fn the_camera_obeys(desk: &Desk, window: Window<'_>) {
    let plain = window.see_rest();
    let mut last = plain.clone();
    for hands in [
        "click 5",
        "mousedown 2 mousemove 760 520 mouseup 2",
        "keydown shift mousedown 1 mousemove 700 500 mouseup 1 keyup shift",
    ] {
        desk.hands(hands);
        window.see_that(hands, |view| view.changes(&last) > MOTION);
        last = window.see_rest();
    }
    desk.hands("key f");
    window.see_that("everything framed", |view| view.changes(&plain) == 0);
    desk.hands("mousedown 1 mousemove 800 500 mouseup 1");
    window.see_that("an orbit", |view| view.changes(&plain) > MOTION);
    window.see_rest();
    desk.hands("mousedown 1 mousemove 700 500 mouseup 1");
    window.see_rest();
}

/// The rightmost pixel of the cloth at frame 0, which is a corner. The first frames change only the falling cloth.
fn rightmost_corner(desk: &Desk, window: Window<'_>) -> [usize; 2] {
    let start = window.see_rest();
    desk.hands("key --repeat 4 period");
    window.see_that("steps", |view| view.changes(&start) > MOTION);
    let fallen = window.see_rest();
    desk.hands("key r");
    window.see_that("the start again", |view| view.changes(&start) == 0);
    let pairs = start.scene().zip(fallen.scene());
    let moved = pairs.filter(|(a, b)| a != b).map(|(a, _)| a.0);
    moved.max().expect("a cloth in view")
}

fn a_dragged_corner_follows(desk: &Desk, window: Window<'_>, viewer: &mut Viewer) {
    let start = window.see_rest();
    let [x, y] = rightmost_corner(desk, window);
    desk.hands(&format!("mousemove {x} {y} mousedown 3"));
    let said = viewer.says("pulling");
    let corner = CORNERS.iter().any(|corner| said.ends_with(corner));
    assert!(corner, "{said}");
    desk.hands("key space");
    for target in [[x + 60, y + 110], [x + 120, y + 20]] {
        desk.hands(&format!("mousemove {} {}", target[0], target[1]));
        window.see_that("the corner at the cursor", |view| {
            view.changes_near(&start, target, 12) > 20
        });
    }
    // It swings for a while.
    std::thread::sleep(std::time::Duration::from_secs(2));
    desk.hands("mouseup 3");
    let said = viewer.says("let go of");
    let off = said
        .rsplit(", ")
        .next()
        .and_then(|end| end.split(' ').next())
        .and_then(|pixels| pixels.parse::<f32>().ok());
    assert!(off.is_some_and(|off| off < 25.0), "{said}");
    desk.hands("key space");
    window.see_rest();
    desk.hands("key r");
    window.see_that("the start again", |view| view.changes(&start) == 0);
}

fn the_window_changes_its_size(desk: &Desk, window: Window<'_>) {
    for size in [[800, 600], [1500, 900], [300, 700], [1280, 720]] {
        let [width, height] = size;
        desk.hands(&format!(
            "search --name drape.gltf windowsize {width} {height}"
        ));
        window.see_that("a picture of the window's size", |view| {
            let corner = [width - 2, height - 2];
            view.size == size && view.at(corner[0], corner[1]) != [0; 3]
        });
    }
}

fn dropped_files_are_loaded(desk: &Desk, window: Window<'_>, viewer: &mut Viewer, folder: &Folder) {
    let before = window.see_rest();
    folder.write("broken.glb", b"glTF and nothing else");
    window.drop_file(&folder.path("broken.glb"));
    viewer.says("ERROR \"broken.glb\"");
    let after = window.see_rest();
    assert_eq!(after.changes(&before), 0, "the old scene is gone");

    window.drop_file(Path::new(&scene("chain")));
    viewer.says("loaded");
    let chain = desk.window("chain.gltf");
    assert!(chain == window, "it has another window");
    it_moves(chain);
}

/// A viewer of a copy of `drape` in the folder, which has shown its first picture.
fn viewer_of_copy(desk: &Desk, folder: &Folder, more: &[&str]) -> Viewer {
    let drape = std::fs::read(scene("drape")).expect("the scene is committed");
    folder.write("drape.gltf", &drape);
    let mut words = vec!["view", "drape.gltf", "-v", "debug"];
    if !more.contains(&"--device") {
        words.extend(["--device", "cpu"]);
    }
    words.extend(more);
    let mut viewer = Viewer::start(desk, folder.command(&words));
    viewer.says("the window shows the scene");
    viewer
}

/// Such a viewer, paused after some frames, and its window; the cursor is beside the cloth.
fn paused_viewer<'a>(desk: &'a Desk, folder: &Folder) -> (Viewer, Window<'a>) {
    let viewer = viewer_of_copy(desk, folder, &[]);
    let window = desk.window("drape.gltf");
    desk.hands("mousemove 700 500");
    it_moves(window);
    desk.hands("key space");
    (viewer, window)
}

#[test]
fn states_are_saved_and_loaded() {
    let (desk, folder) = (Desk::new(), Folder::new());
    let (mut viewer, window) = paused_viewer(&desk, &folder);
    let saved = window.see_rest();
    desk.hands("key F5");
    let said = viewer.says("saved drape.pliant-state, frame ");
    let frame: u64 = said
        .rsplit(' ')
        .next()
        .and_then(|n| n.parse().ok())
        .expect("a frame");

    desk.hands("key --repeat 4 period");
    window.see_that("steps", |view| view.changes(&saved) > MOTION);
    desk.hands("key F9");
    viewer.says("loaded drape.pliant-state");
    window.see_that("the saved state", |view| view.changes(&saved) == 0);

    let whole = std::fs::read(folder.path("drape.pliant-state")).expect("it was saved");
    folder.write("drape.pliant-state", &whole[..whole.len() / 2]);
    desk.hands("key F9");
    viewer.says("cannot load drape.pliant-state: it is damaged");
    assert_eq!(
        window.see_rest().changes(&saved),
        0,
        "a damaged file changes the scene"
    );
    window.close();
    assert_eq!(viewer.ends(), Some(0), "{:?}", viewer.said());

    folder.write("drape.pliant-state", &whole);
    a_saved_state_continues_elsewhere(&desk, &folder, frame);
}

/// The checkpoint of a viewer continues in a run and in another viewer.
fn a_saved_state_continues_elsewhere(desk: &Desk, folder: &Folder, frame: u64) {
    let load = ["--load-state", "drape.pliant-state"];
    let frames = (frame + 1).to_string();
    let run = [
        "run",
        "drape.gltf",
        "--quiet",
        "--metrics",
        "-",
        "--frames",
        &frames,
    ];
    let metrics = succeeds(folder.command(&[&run[..], &load].concat()));
    assert!(
        metrics.contains(&format!("{{\"frame\":{frames},")),
        "{metrics}"
    );

    let mut viewer = viewer_of_copy(desk, folder, &load);
    assert!(
        viewer
            .said()
            .iter()
            .any(|line| line.contains("continues from drape.pliant-state"))
    );
    desk.window("drape.gltf").close();
    assert_eq!(viewer.ends(), Some(0), "{:?}", viewer.said());
    folder.write("drape.pliant-state", b"nothing");
    let view = [
        &["view", "drape.gltf", "--device", "cpu", "-v", "error"],
        &load[..],
    ]
    .concat();
    let mut command = folder.command(&view);
    command
        .env("DISPLAY", &desk.display)
        .env_remove("WAYLAND_DISPLAY");
    fails_late(command, 3, &["cannot load drape.pliant-state"]);
}

/// A viewer of a copy of `drape` with its panels, and its window of 960 × 540 pixels.
fn viewer_with_panels<'a>(desk: &'a Desk, folder: &Folder) -> (Viewer, Window<'a>) {
    let drape = std::fs::read(scene("drape")).expect("the scene is committed");
    folder.write("drape.gltf", &drape);
    let words = ["view", "drape.gltf", "-v", "debug", "--device", "cpu"];
    let mut viewer = Viewer::with_prefs(desk, folder.command(&words), "adapt = false");
    viewer.says("the window shows the scene");
    let window = desk.window("drape.gltf");
    desk.hands("mousemove 480 200");
    (viewer, window)
}

#[test]
fn panels_select_change_and_hide() {
    let (desk, folder) = (Desk::new(), Folder::new());
    let (mut viewer, window) = viewer_with_panels(&desk, &folder);
    it_moves(window);
    desk.hands("key space");
    let plain = window.see_rest();
    // The ball and the cloth on it are in the middle between the panels.
    desk.hands("mousemove 425 250 click 1");
    window.see_that("the edges of the selection", |view| {
        view.changes(&plain) > MOTION
    });
    // The rows of the outliner are 24 pixels high; the first node is below the search field.
    desk.hands("mousemove 60 99 click 1");
    window.see_that("a selected row", |view| {
        view.at(150, 99) != plain.at(150, 99)
    });

    // The number of substeps, in the tab of the simulation.
    desk.hands("mousemove 760 42 click 1");
    window.see_rest();
    desk.hands("mousemove 860 147 click 1");
    window.see_rest();
    desk.hands("type 7");
    desk.hands("key Return");
    let said = viewer.says("built the scene again at frame ");
    assert!(!said.contains("at frame 0,"), "the state is lost: {said}");
    open_dialog(&desk, window, "key ctrl+s");
    desk.hands("key Return");
    viewer.says("drape-tuned.glb");
    let info = folder.command(&["info", "drape-tuned.glb", "--json"]);
    assert!(succeeds(info).contains("\"substeps\": 7"));

    another_device_goes_on(&desk, window, &mut viewer);
    window.drop_file(Path::new(&scene("chain")));
    viewer.says("loaded");
    it_moves(window);
    desk.hands("key space");
    let panels = window.see_rest();
    assert_eq!(
        panels.at(4, 300),
        plain.at(4, 300),
        "the panels have another colour"
    );
    desk.hands("mousemove 480 200 key Tab");
    window.see_that("the scene without panels", |view| {
        view.changes(&panels) > MOTION
    });
    let file = viewer.memory.path().join("pliant/viewer.toml");
    let memory = std::fs::read_to_string(file).expect("it is remembered");
    assert!(
        memory.contains("panels = false") && memory.contains("drape.gltf"),
        "{memory}"
    );
    window.close();
    assert_eq!(viewer.ends(), Some(0), "{:?}", viewer.said());
}

/// Chooses the device that draws in the box of the tab of the simulation, and simulates a few frames there.
fn another_device_goes_on(desk: &Desk, window: Window<'_>, viewer: &mut Viewer) {
    desk.hands("mousemove 815 283 click 1");
    window.see_rest();
    desk.hands("mousemove 800 334 click 1");
    let said = viewer.says("simulating on ");
    assert!(!said.ends_with("frame 0"), "the state is lost: {said}");
    let before = window.see_rest();
    desk.hands("mousemove 480 200 key --repeat 20 period");
    window.see_that("frames of the other device", |view| {
        view.changes(&before) > 20
    });
}

#[test]
fn the_timeline_shows_kept_frames_and_simulates_on() {
    let (desk, folder) = (Desk::new(), Folder::new());
    let (mut viewer, window) = paused_viewer(&desk, &folder);
    let paused = window.see_rest();
    desk.hands("key r");
    window.see_that("the start", |view| view.changes(&paused) > MOTION);
    let start = window.see_rest();
    desk.hands("key --repeat 6 period");
    window.see_that("steps", |view| view.changes(&start) > MOTION);
    let last = window.see_rest();
    let least = last.changes(&start) / 4;
    desk.hands("key --repeat 6 Left");
    window.see_that("the first frame", |view| view.changes(&start) < least);
    window.see_rest();
    desk.hands("key --repeat 6 Right");
    window.see_that("the last frame, bit for bit", |view| {
        view.changes(&last) == 0
    });
    desk.hands("key --repeat 3 Left");
    window.see_that("a frame between", |view| view.changes(&last) > 20);
    let middle = window.see_rest();
    desk.hands("key --repeat 3 period");
    window.see_that("the last frame again", |view| {
        view.changes(&last) < middle.changes(&last) / 2
    });
    window.close();
    assert_eq!(viewer.ends(), Some(0), "{:?}", viewer.said());
}

#[test]
fn a_changed_file_is_loaded_beside_the_running_one() {
    let (desk, folder) = (Desk::new(), Folder::new());
    let (mut viewer, window) = paused_viewer(&desk, &folder);
    let drape = folder.text("drape.gltf");
    folder.write("drape.gltf", &drape.as_bytes()[..drape.len() / 2]);
    viewer.says("ERROR");
    window.see_rest();
    let mut changed: serde_json::Value = serde_json::from_str(&drape).expect("JSON");
    changed["scenes"][0]["extras"]["pliant_substeps"] = 9.into();
    folder.write("drape.gltf", changed.to_string().as_bytes());
    let said = viewer.says("loaded drape.gltf again, frame ");
    assert!(!said.ends_with("frame 0"), "the state is lost: {said}");
    window.close();
    assert_eq!(viewer.ends(), Some(0), "{:?}", viewer.said());
}

/// Opens a dialog for a file by keys. Text that is typed before it is shown would be lost.
fn open_dialog(desk: &Desk, window: Window<'_>, keys: &str) {
    let before = window.see_rest();
    desk.hands(keys);
    window.see_that("a dialog", |view| view.changes(&before) > DIALOG);
    window.see_rest();
}

#[test]
fn pins_are_set_and_removed() {
    let (desk, folder) = (Desk::new(), Folder::new());
    let (mut viewer, window) = paused_viewer(&desk, &folder);
    desk.hands("key r");
    window.see_rest();
    let pins = |name: &str| {
        open_dialog(&desk, window, "key ctrl+s");
        desk.hands(&format!("key ctrl+a type {name}.glb"));
        desk.hands("key Return");
        until(name, || {
            folder.path(&format!("{name}.glb")).exists().then_some(())
        });
        let info = folder.command(&["info", &format!("{name}.glb"), "--json"]);
        let info: serde_json::Value = serde_json::from_str(&succeeds(info)).expect("JSON");
        let bodies = info["bodies"].as_array().expect("bodies");
        let cloth = bodies.iter().find(|body| body["kind"] == "cloth");
        cloth.expect("the cloth")["pinned"].clone()
    };
    assert_eq!(pins("before"), 0);
    let [x, y] = rightmost_corner(&desk, window);
    desk.hands(&format!("mousemove {x} {y} key p"));
    viewer.says("1 pin");
    assert_eq!(pins("one"), 1);
    desk.hands("key Delete");
    viewer.says("0 pins");
    assert_eq!(pins("none"), 0);
    window.close();
    assert_eq!(viewer.ends(), Some(0), "{:?}", viewer.said());
}

#[test]
fn the_timeline_is_recorded() {
    let (desk, folder) = (Desk::new(), Folder::new());
    let (mut viewer, window) = paused_viewer(&desk, &folder);
    let record = |name: &str| {
        open_dialog(&desk, window, "key ctrl+r");
        desk.hands(&format!("key ctrl+a type {name}"));
        desk.hands("key Return");
    };
    record("film.glb");
    viewer.says("/film.glb");
    let file = std::fs::read(folder.path("film.glb")).expect("it is written");
    let film = gltf::Gltf::from_slice(&file).expect("a whole file");
    assert_eq!(film.animations().count(), 1);
    record("film.png");
    viewer.says("/film-{frame:4}.png");
    let first = picture(&folder.path("film-0000.png"));
    let drawn = first
        .pixels
        .iter()
        .filter(|pixel| **pixel != first.pixels[0]);
    assert!(drawn.count() > MOTION, "an empty picture");
    record("missing/film.usdc");
    viewer.says("missing/film.usdc: ");
    window.close();
    assert_eq!(viewer.ends(), Some(0), "{:?}", viewer.said());
}

#[test]
fn fluids_are_recorded_as_surfaces() {
    let (desk, folder) = (Desk::new(), Folder::new());
    let pour = scene("two_fluids");
    let words = ["view", &pour, "--device", &vulkan(), "-v", "debug"];
    let mut viewer = Viewer::start(&desk, folder.command(&words));
    viewer.says("the window shows the scene");
    let window = desk.window("two_fluids.gltf");
    desk.hands("mousemove 700 500");
    it_moves(window);
    desk.hands("key space");
    open_dialog(&desk, window, "key ctrl+r");
    desk.hands("key ctrl+a type fluids.ply");
    // The window grows by the box after the name is complete, and a click counts where a thing was last drawn. So each step waits for
    // what it clicks: the empty box to the left of "fluids as surfaces", then the button "Record", which lights up.
    let inside = || (281..288).flat_map(|x| (438..445).map(move |y| (x, y)));
    let beside = [(275, 441), (292, 441), (284, 432), (284, 450)];
    window.see_that("an empty box", |view| {
        let gray = view.at(284, 441);
        inside().all(|(x, y)| view.at(x, y) == gray)
            && beside.iter().all(|(x, y)| view.at(*x, *y) != gray)
    });
    desk.hands("mousemove 284 441 click 1");
    window.see_that("a mark in the box", |view| {
        inside().any(|(x, y)| view.at(x, y).into_iter().all(|channel| channel > 180))
    });
    desk.hands("mousemove 583 465");
    window.see_that("the button lit up", |view| {
        view.at(559, 465)[0] > view.at(561, 465)[0] + 40
    });
    desk.hands("click 1");
    viewer.says("/fluids-{frame:4}.ply");
    let file = std::fs::read(folder.path("fluids-0000.ply")).expect("it is written");
    let header = String::from_utf8_lossy(&file[..500]).into_owned();
    assert!(header.contains("element face "), "particles: {header}");
    window.close();
    assert_eq!(viewer.ends(), Some(0), "{:?}", viewer.said());
}

#[test]
fn a_lost_device_is_opened_again() {
    let (desk, folder) = (Desk::new(), Folder::new());
    let scene = scene("drape");
    let mut command = folder.command(&["view", &scene, "-v", "debug", "--device", "cpu"]);
    command.env("PLIANT_TEST_LOSE_DEVICE", "5");
    let mut viewer = Viewer::start(&desk, command);
    viewer.says("the device was lost for a test");
    let said = viewer.says("opened the device again, at frame ");
    assert!(!said.ends_with("frame 0"), "the state is lost: {said}");
    let window = desk.window("drape.gltf");
    it_moves(window);
    window.close();
    assert_eq!(viewer.ends(), Some(0), "{:?}", viewer.said());
}

#[test]
fn a_slow_frame_does_not_hold_the_camera() {
    frames_do_not_hold_the_camera(&["--substeps", "16000", "--threads", "1"]);
}

#[test]
fn a_slow_frame_of_a_software_driver_does_not_hold_the_camera() {
    let Some(driver) = software_driver() else {
        eprintln!("skipped: `pliant devices` lists no software driver for Vulkan");
        return;
    };
    frames_do_not_hold_the_camera(&["--substeps", "6000", "--device", &driver]);
}

fn frames_do_not_hold_the_camera(words: &[&str]) {
    let (desk, folder) = (Desk::new(), Folder::new());
    let mut viewer = viewer_of_copy(&desk, &folder, words);
    let window = desk.window("drape.gltf");
    desk.hands("mousemove 700 400");
    it_moves(window);
    let began = std::time::Instant::now();
    it_moves(window);
    let frame = began.elapsed();
    let dragged = std::time::Instant::now();
    let before = window.see().expect("a window");
    desk.hands("mousedown 1 mousemove 860 400");
    // The whole background turns, where the falling cloth changes little.
    window.see_that("an orbit", |view| view.changes(&before) > 50 * MOTION);
    let answer = dragged.elapsed();
    assert!(answer < frame / 2, "{answer:?} of a frame of {frame:?}");
    desk.hands("mouseup 1");
    window.close();
    assert_eq!(viewer.ends(), Some(0), "{:?}", viewer.said());
}

#[test]
fn a_diverged_simulation_shows_its_last_good_frame() {
    let (desk, folder) = (Desk::new(), Folder::new());
    let wild = ["--set", "Cloth:angular_velocity=0,0,1e25"];
    let mut viewer = viewer_of_copy(&desk, &folder, &wild);
    let said = viewer.says("diverged in frame 1");
    assert!(said.contains("Cloth"), "{said}");
    let window = desk.window("drape.gltf");
    let banner = |view: &View| {
        view.scene()
            .filter(|(_, pixel)| *pixel == [110, 24, 20])
            .count()
    };
    window.see_that("the banner", |view| banner(view) > MOTION);
    desk.hands("mousemove 700 500 key r");
    window.see_that("no banner", |view| banner(view) == 0);
    desk.hands("key period");
    window.see_that("the banner again", |view| banner(view) > MOTION);
    window.close();
    assert_eq!(viewer.ends(), Some(0), "{:?}", viewer.said());
}

#[test]
fn signals_end_it_cleanly() {
    let (desk, folder) = (Desk::new(), Folder::new());
    let mut viewer = viewer(&desk, &folder, "cpu");
    let id = viewer.child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status();
    assert!(sent.expect("kill starts").success());
    assert_eq!(viewer.ends(), Some(130));
    let last = until("its last word", || viewer.said().pop());
    assert_eq!(last, "pliant: interrupted");
    assert!(folder.names().is_empty(), "{:?}", folder.names());
}

#[test]
fn a_missing_display_is_reported() {
    let folder = Folder::new();
    let drape = scene("drape");
    for display in ["", ":987654"] {
        let mut command = folder.command(&["view", &drape]);
        command
            .env("DISPLAY", display)
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET");
        fails_late(command, 4, &["drape.gltf", "display"]);
    }
}

#[test]
fn a_missing_driver_is_reported() {
    let (desk, folder) = (Desk::new(), Folder::new());
    let mut command = folder.command(&["view", &scene("drape")]);
    command
        .env("DISPLAY", &desk.display)
        .env_remove("WAYLAND_DISPLAY")
        .env("VK_ICD_FILENAMES", "/nowhere.json")
        .env("VK_DRIVER_FILES", "/nowhere.json");
    let output = command.output().expect("the program starts");
    assert_eq!(output.status.code(), Some(4), "{}", one_line(&output));
}
