//! A desktop for tests of windows: a virtual display, simulated keys and mouse, and pictures of windows.

use std::fmt::Debug;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, ClientMessageEvent, ConnectionExt, CreateWindowAux, EventMask, ImageFormat,
    InputFocus, PropMode, SELECTION_NOTIFY_EVENT, SelectionNotifyEvent, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

/// Timeout of every wait: a busy software device is slow.
const TIMEOUT: Duration = Duration::from_secs(30);
/// The overlay covers the columns left of this, and messages this many rows above the lower edge, pixels.
const NUMBERS: usize = 440;
const MESSAGE: usize = 60;
/// Interval between two checks.
const GLANCE: Duration = Duration::from_millis(40);

/// Waits until a value is present.
#[track_caller]
pub(crate) fn until<T>(what: impl Debug, mut look: impl FnMut() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(
            began.elapsed() < TIMEOUT,
            "waited {TIMEOUT:?} in vain for {what:?}"
        );
        std::thread::sleep(GLANCE);
    }
}

/// A virtual display.
pub(crate) struct Desk {
    server: Child,
    /// The value of `DISPLAY`.
    pub(crate) display: String,
    connection: RustConnection,
    root: u32,
}

impl Desk {
    /// Starts an X server on a free display.
    pub(crate) fn new() -> Self {
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "1600x1000x24"])
            .args(["-nolisten", "tcp"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|e| panic!("Xvfb does not start ({e}): tools/setup installs it"));
        let mut number = String::new();
        let output = server.stdout.take().expect("it is piped");
        BufReader::new(output)
            .read_line(&mut number)
            .expect("Xvfb tells its display");
        let display = format!(":{}", number.trim());
        let (connection, screen) = x11rb::connect(Some(&display))
            .unwrap_or_else(|e| panic!("Xvfb does not answer on {display}: {e}"));
        let root = connection.setup().roots[screen].root;
        Self {
            server,
            display,
            connection,
            root,
        }
    }

    /// The window whose title contains this, with the keyboard focus.
    pub(crate) fn window(&self, title: &str) -> Window<'_> {
        let named = |window: &u32| {
            let name = self
                .connection
                .get_property(false, *window, AtomEnum::WM_NAME, AtomEnum::ANY, 0, 64)
                .ok()
                .and_then(|cookie| cookie.reply().ok());
            name.is_some_and(|name| String::from_utf8_lossy(&name.value).contains(title))
        };
        let id = until(title, || {
            let tree = self.connection.query_tree(self.root).ok()?.reply().ok()?;
            tree.children.into_iter().find(named)
        });
        let window = Window { desk: self, id };
        until("a window in view", || window.see());
        let focus = self
            .connection
            .set_input_focus(InputFocus::PARENT, id, x11rb::CURRENT_TIME);
        focus.expect("the display lives").check().expect("in view");
        window
    }

    fn atom(&self, name: &str) -> u32 {
        let cookie = self.connection.intern_atom(false, name.as_bytes());
        cookie.expect("it lives").reply().expect("it answers").atom
    }

    /// Sends keys and mouse input by arguments of xdotool.
    #[track_caller]
    pub(crate) fn hands(&self, words: &str) {
        let done = Command::new("xdotool")
            .args(words.split_whitespace())
            .env("DISPLAY", &self.display)
            .status()
            .unwrap_or_else(|e| panic!("xdotool does not start ({e}): tools/setup installs it"));
        assert!(done.success(), "xdotool {words}: {done}");
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// A window on the desk.
#[derive(Clone, Copy)]
pub(crate) struct Window<'a> {
    desk: &'a Desk,
    id: u32,
}

impl PartialEq for Window<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Window<'_> {
    /// Its current picture.
    pub(crate) fn see(&self) -> Option<View> {
        let connection = &self.desk.connection;
        let place = connection.get_geometry(self.id).ok()?.reply().ok()?;
        let (width, height) = (place.width, place.height);
        let image = connection
            .get_image(ImageFormat::Z_PIXMAP, self.id, 0, 0, width, height, !0)
            .ok()?
            .reply()
            .ok()?;
        let pixels = image.data.chunks_exact(4);
        Some(View {
            size: [width.into(), height.into()],
            pixels: pixels.map(|bgrx| [bgrx[2], bgrx[1], bgrx[0]]).collect(),
        })
    }

    /// Its first picture with a property.
    #[track_caller]
    pub(crate) fn see_that(&self, what: &str, mut holds: impl FnMut(&View) -> bool) -> View {
        until(what, || self.see().filter(&mut holds))
    }

    /// Its first picture that no longer changes.
    #[track_caller]
    pub(crate) fn see_rest(&self) -> View {
        let mut last = None;
        let mut since = Instant::now();
        until("rest", || {
            let now = self.see()?;
            if last.as_ref() != Some(&now) {
                last = Some(now);
                since = Instant::now();
            }
            last.clone().filter(|_| since.elapsed() > 12 * GLANCE)
        })
    }

    /// Requests it to close, as the button of a window manager does.
    pub(crate) fn close(&self) {
        let close = self.desk.atom("WM_DELETE_WINDOW");
        self.tell("WM_PROTOCOLS", [close, x11rb::CURRENT_TIME, 0, 0, 0]);
    }

    /// Drops a file on it, as a file manager does (the XDND protocol, version 5).
    pub(crate) fn drop_file(&self, file: &Path) {
        let Desk {
            connection, root, ..
        } = self.desk;
        let source = connection.generate_id().expect("an id");
        let class = WindowClass::INPUT_OUTPUT;
        let made = connection.create_window(
            0,
            source,
            *root,
            0,
            0,
            1,
            1,
            0,
            class,
            0,
            &CreateWindowAux::new(),
        );
        made.expect("it lives").check().expect("a window");
        let [selection, list, copy] =
            ["XdndSelection", "text/uri-list", "XdndActionCopy"].map(|name| self.desk.atom(name));
        let owned = connection.set_selection_owner(source, selection, x11rb::CURRENT_TIME);
        owned.expect("it lives").check().expect("it can be owned");
        self.tell("XdndEnter", [source, 5 << 24, list, 0, 0]);
        let middle = (300 << 16) | 200;
        self.tell("XdndPosition", [source, 0, middle, 0, copy]);
        let asked = until("the viewer's interest", || {
            match connection.poll_for_event().expect("it lives") {
                Some(Event::SelectionRequest(asked)) => Some(asked),
                _ => None,
            }
        });
        let text = format!("file://{}\r\n", file.display());
        let (to, property) = (asked.requestor, asked.property);
        connection
            .change_property8(PropMode::REPLACE, to, property, list, text.as_bytes())
            .expect("it lives");
        let event = SelectionNotifyEvent {
            response_type: SELECTION_NOTIFY_EVENT,
            sequence: 0,
            time: asked.time,
            requestor: to,
            selection,
            target: list,
            property,
        };
        connection
            .send_event(false, to, EventMask::NO_EVENT, event)
            .expect("it lives");
        self.tell("XdndDrop", [source, 0, 0, 0, 0]);
    }

    /// Sends a message of a window manager or another window.
    fn tell(&self, what: &str, data: [u32; 5]) {
        let event = ClientMessageEvent::new(32, self.id, self.desk.atom(what), data);
        let connection = &self.desk.connection;
        let sent = connection.send_event(false, self.id, EventMask::NO_EVENT, event);
        sent.expect("it lives").check().expect("there is a window");
    }
}

/// A picture of a window.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct View {
    pub(crate) size: [usize; 2],
    pub(crate) pixels: Vec<[u8; 3]>,
}

impl View {
    /// A pixel.
    pub(crate) fn at(&self, x: usize, y: usize) -> [u8; 3] {
        self.pixels[y * self.size[0] + x]
    }

    /// Position and colour of every pixel outside the overlay.
    pub(crate) fn scene(&self) -> impl Iterator<Item = ([usize; 2], [u8; 3])> + '_ {
        let [width, height] = self.size;
        let rows = 0..height;
        rows.flat_map(move |y| (0..width).map(move |x| [x, y]))
            .filter(move |[x, y]| *x >= NUMBERS && y + MESSAGE < height)
            .map(|[x, y]| ([x, y], self.at(x, y)))
    }

    /// Number of pixels of the scene that differ.
    pub(crate) fn changes(&self, other: &Self) -> usize {
        assert_eq!(self.size, other.size);
        let pairs = self.scene().zip(other.scene());
        pairs.filter(|(a, b)| a != b).count()
    }

    /// Number of pixels that differ around a pixel.
    pub(crate) fn changes_near(&self, other: &Self, near: [usize; 2], reach: usize) -> usize {
        let close = |[x, y]: [usize; 2]| x.abs_diff(near[0]).max(y.abs_diff(near[1])) <= reach;
        let pairs = self.scene().zip(other.scene());
        pairs.filter(|(a, b)| close(a.0) && a.1 != b.1).count()
    }
}

/// A running viewer and its log.
pub(crate) struct Viewer {
    pub(crate) child: Child,
    lines: Arc<Mutex<Vec<String>>>,
    /// Where it remembers its panels.
    pub(crate) memory: tempfile::TempDir,
}

impl Viewer {
    /// Starts it on a virtual display, without panels.
    pub(crate) fn start(desk: &Desk, command: Command) -> Self {
        Self::with_prefs(desk, command, "panels = false\nadapt = false")
    }

    /// Starts it on a virtual display, with what it remembers of its panels.
    pub(crate) fn with_prefs(desk: &Desk, mut command: Command, prefs: &str) -> Self {
        let memory = tempfile::tempdir().expect("a temporary folder");
        let folder = memory.path().join("pliant");
        std::fs::create_dir(&folder).expect("it is made");
        std::fs::write(folder.join("viewer.toml"), prefs).expect("it is written");
        let mut child = command
            .env("XDG_CONFIG_HOME", memory.path())
            .env("DISPLAY", &desk.display)
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the viewer starts");
        let lines = Arc::new(Mutex::new(Vec::new()));
        let said = BufReader::new(child.stderr.take().expect("it is piped"));
        let kept = lines.clone();
        std::thread::spawn(move || {
            for line in said.lines().map_while(Result::ok) {
                kept.lock().expect("nobody panics with it").push(line);
            }
        });
        Self {
            child,
            lines,
            memory,
        }
    }

    /// All lines of its log.
    pub(crate) fn said(&self) -> Vec<String> {
        self.lines.lock().expect("nobody panics with it").clone()
    }

    /// Waits for the first line that contains this.
    #[track_caller]
    pub(crate) fn says(&mut self, text: &str) -> String {
        until(text, || {
            let lines = self.said();
            let ended = self.child.try_wait().expect("it can be waited for");
            assert!(ended.is_none(), "the viewer ended ({ended:?}): {lines:?}");
            lines.into_iter().find(|line| line.contains(text))
        })
    }

    /// Waits for its end and returns its exit code.
    #[track_caller]
    pub(crate) fn ends(&mut self) -> Option<i32> {
        let status = until("the viewer's end", || {
            self.child.try_wait().expect("it can be waited for")
        });
        status.code()
    }
}

impl Drop for Viewer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        if std::thread::panicking() {
            eprintln!("the viewer said: {:#?}", self.said());
        }
    }
}
