//! Runs the built program in a temporary folder and checks how it ends. It simulates on the CPU where a test names no other device.
#![allow(dead_code, reason = "each test file uses a part of it")]

pub(crate) mod glb;
pub(crate) mod ply;
pub(crate) mod usd;

use pliant_scenes::{Document, Node, shapes};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Longest time until a failure, s.
const LIMIT: Duration = Duration::from_secs(2);
/// Memory limit for refusing a scene, KiB: 512 MiB.
const MEMORY: &str = "524288";

/// A temporary folder that the program runs in.
pub(crate) struct Folder(tempfile::TempDir);

impl Folder {
    /// An empty folder.
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    /// A folder with a small hanging cloth in `sheet.gltf`.
    pub(crate) fn with_sheet() -> Self {
        Self::with_scene(&sheet().to_value())
    }

    /// A folder with this scene in `sheet.gltf`.
    pub(crate) fn with_scene(scene: &Value) -> Self {
        let folder = Self::new();
        folder.write("sheet.gltf", scene.to_string().as_bytes());
        folder
    }

    /// The path of a file in it.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Adds a file.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) {
        std::fs::write(self.path(name), bytes).expect("the folder takes files");
    }

    /// The text of a file.
    pub(crate) fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).expect("the file is there")
    }

    /// The names of its files.
    pub(crate) fn names(&self) -> BTreeSet<String> {
        let entries = std::fs::read_dir(self.0.path()).expect("the folder is there");
        entries
            .map(|e| {
                e.expect("an entry")
                    .file_name()
                    .to_string_lossy()
                    .into_owned()
            })
            .collect()
    }

    /// The program with these arguments, in the folder.
    pub(crate) fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pliant"));
        command.args(on_one_thread(words));
        self.prepare(&mut command);
        command
    }

    /// The program under a limit of the shell, such as `ulimit -f 8`.
    pub(crate) fn limited(&self, limit: &str, words: &[&str]) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("{limit}; exec \"$0\" \"$@\"")]);
        command.arg(env!("CARGO_BIN_EXE_pliant"));
        command.args(on_one_thread(words));
        self.prepare(&mut command);
        command
    }

    /// The program under the memory limit for refusing a scene.
    pub(crate) fn modest(&self, words: &[&str]) -> Command {
        self.limited(&format!("ulimit -v {MEMORY}"), words)
    }

    fn prepare(&self, command: &mut Command) {
        command
            .current_dir(self.0.path())
            .stdin(Stdio::null())
            .env("PLIANT_DEVICE", "cpu")
            .env_remove("RUST_BACKTRACE");
    }
}

/// The arguments of a command. Tests run side by side, so a run uses one thread, unless it names its device or its threads.
fn on_one_thread<'a>(words: &[&'a str]) -> Vec<&'a str> {
    let named = |word: &&str| ["--device", "--threads"].contains(word);
    match words {
        ["run", rest @ ..] if !rest.iter().any(named) => {
            [&["run", "--threads", "1"], rest].concat()
        }
        _ => words.to_vec(),
    }
}

/// The value of `--device` that chooses the first Vulkan device here.
///
/// # Panics
/// Without a Vulkan device, so that a passing run never means that nothing was tested.
pub(crate) fn vulkan() -> String {
    let devices = devices();
    let device = devices.iter().find(|device| device["name"] != "cpu");
    let device = device.expect(
        "this test needs Vulkan, and `pliant devices` lists no device (tools/setup installs libvulkan1 and mesa-vulkan-drivers)",
    );
    eprintln!("on Vulkan: {}", device["name"]);
    device["index"].to_string()
}

/// The index of a software driver for Vulkan.
pub(crate) fn software_driver() -> Option<String> {
    let is_software = |device: &&Value| device["kind"] == "cpu" && device["name"] != "cpu";
    let found = devices().iter().find(is_software)?["index"].to_string();
    Some(found)
}

fn devices() -> Vec<Value> {
    let listed = succeeds(Folder::new().command(&["devices", "--json"]));
    serde_json::from_str(&listed).expect("JSON")
}

/// A cloth of 32 quads, hanging from its left side.
pub(crate) fn sheet() -> Document {
    let mut scene = Document::new();
    let mesh = scene.mesh("Sheet", [shapes::grid(9, 5, 1.0, 0.5)]);
    scene.add(
        Node::new("Sheet")
            .mesh(mesh)
            .extra("pliant_body", "cloth")
            .extra("pliant_pin", "left")
            .extra("pliant_self_collision", false),
    );
    scene
}

/// Runs a command that must succeed, and returns its standard output.
#[track_caller]
pub(crate) fn succeeds(mut command: Command) -> String {
    let output = command.output().expect("the program starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {errors}", output.status);
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Runs a command that must fail as [`fails_late`] says, and before anything is simulated.
#[track_caller]
pub(crate) fn fails(command: Command, code: i32, culprits: &[&str]) {
    let began = Instant::now();
    fails_late(command, code, culprits);
    let took = began.elapsed();
    assert!(took < LIMIT, "{took:?}");
}

/// Runs a command that must fail with this code and one line that names each culprit.
#[track_caller]
pub(crate) fn fails_late(mut command: Command, code: i32, culprits: &[&str]) {
    let output = command.output().expect("the program starts");
    let line = one_line(&output);
    assert_eq!(output.status.code(), Some(code), "{line}");
    for culprit in culprits {
        assert!(line.contains(culprit), "{line:?} does not name {culprit:?}");
    }
}

/// Runs a command whose reader has closed the pipe: exit code 7, and nothing on standard error.
#[track_caller]
pub(crate) fn ends_quietly(mut command: Command) {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let output = command.stdout(writer).stderr(Stdio::piped()).output();
    let output = output.expect("the program starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*errors), (Some(7), ""));
}

/// The one line on standard error of a failed run.
#[track_caller]
pub(crate) fn one_line(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(errors.lines().count(), 1, "{}: {errors}", output.status);
    assert!(errors.starts_with("pliant: "), "{errors}");
    assert!(
        !errors.contains("panicked") && !errors.contains("internal error"),
        "{errors}"
    );
    errors.trim_end().to_owned()
}

/// The first bytes of a file.
pub(crate) fn start(path: &Path, length: usize) -> Vec<u8> {
    let bytes = std::fs::read(path).expect("the file is there");
    bytes[..length.min(bytes.len())].to_vec()
}
