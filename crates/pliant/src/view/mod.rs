//! `pliant view`: the desktop viewer. Read `app.rs` first: it handles the events of the window.
//!
//! `playback.rs` is the scene in it. Its parts: `timeline.rs` has the simulated frames, `transport.rs` says how time passes, `appearance.rs` what
//! is shown, and `viewport.rs` draws it. `document.rs` is where the scene comes from.

mod app;
mod appearance;
mod changes;
mod clock;
mod cursor;
mod document;
#[cfg(target_os = "linux")]
mod drops;
mod edits;
mod fly;
mod history;
mod input;
mod keys;
mod marks;
mod meanwhile;
mod notices;
mod outlines;
mod overlay;
mod pace;
mod panels;
mod pick;
mod pins;
mod playback;
mod pointer;
mod prefs;
mod readout;
mod record;
mod reopen;
mod resolution;
mod save;
mod screen;
mod series;
mod timeline;
mod transport;
mod viewport;
mod watch;

use crate::device::{Devices, Drawing};
use crate::exit::Error;
use crate::options::{Level, ViewOptions};
use crate::{interrupt, load};
use app::Viewer;
use playback::{Playback, ViewSettings};
use pliant_gpu::{DeviceInfo, DeviceKind, Timing};
use pliant_render::RenderOptions;
use winit::event_loop::EventLoop;
use winit::raw_window_handle::HasDisplayHandle;

/// Shows the scene in a window until it is closed.
pub(crate) fn view(options: &ViewOptions) -> Result<(), Error> {
    let source = load::source(&options.scene)?;
    let scene = load::scene_of(&source, &options.scene)?;
    let events = events(options)?;
    let devices = open(options, &events)?;
    if let Some(note) = &devices.note {
        tracing::info!("{note}");
    }
    load::warn(&scene);
    let view_settings = view_settings(options, devices.drawing()?.info());
    let settings = load::settings(&options.scene, &scene)?;
    let mut playback = Playback::new(&devices, scene, settings, view_settings)?;
    if let Some(file) = &options.load_state {
        playback.load_state(file, &devices.simulator)?;
        let frame = playback.simulation().frame();
        tracing::info!("continues from {}, frame {frame}", file.display());
    }
    interrupt::check()?;
    let mut viewer = Viewer::new(options, devices, playback, source);
    meanwhile::run(events, &mut viewer)?;
    viewer.finish()
}

/// Connects to the display.
fn events(options: &ViewOptions) -> Result<EventLoop<()>, Error> {
    let missing = |why: &str| {
        let scene = options.scene.path.display();
        Error::Device(format!(
            "there is no display to show {scene} on{why}: set DISPLAY or WAYLAND_DISPLAY, or use pliant run"
        ))
    };
    let named = ["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY"]
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()));
    if cfg!(target_os = "linux") && !named {
        return Err(missing(""));
    }
    EventLoop::new().map_err(|e| missing(&format!(" ({e})")))
}

/// Opens what simulates, and a device that can present on the display.
fn open(options: &ViewOptions, events: &EventLoop<()>) -> Result<Devices, Error> {
    let display = events
        .display_handle()
        .map_err(|e| Error::Device(format!("the connection to the display was lost: {e}")))?;
    Devices::open(&options.common, &Drawing::Window(display.as_raw()))
}

/// Settings for the device: a CPU draws smaller and simpler pictures.
fn view_settings(options: &ViewOptions, device: &DeviceInfo) -> ViewSettings {
    let show = options.fluids.show();
    let timing = match options.common.verbose {
        Level::Debug | Level::Trace => Timing::Passes,
        _ => Timing::Off,
    };
    if device.kind != DeviceKind::Cpu {
        return ViewSettings {
            render: RenderOptions::FULL,
            size: [1280, 720],
            timing,
            show,
        };
    }
    let light = ViewSettings {
        render: RenderOptions::LIGHT,
        size: [960, 540],
        timing,
        show,
    };
    let [width, height] = light.size;
    tracing::info!(
        "{} is a CPU: to stay responsive, the window starts with {width}x{height} points, {}",
        device.name,
        readout::quality(&light.render)
    );
    light
}
