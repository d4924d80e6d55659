//! `pliant view`: the desktop viewer. Read `app.rs` first: it handles the events of the window.

mod app;
mod clock;
mod keys;
mod overlay;
mod pick;
mod playback;
mod pointer;
mod readout;
mod screen;

use crate::exit::Error;
use crate::options::{Level, ViewOptions};
use crate::{device, interrupt, load};
use app::Viewer;
use playback::{Playback, ViewSettings};
use pliant_gpu::{DeviceInfo, DeviceKind, Gpu, Timing};
use pliant_render::RenderOptions;
use std::sync::Arc;
use winit::event_loop::EventLoop;
use winit::raw_window_handle::HasDisplayHandle;

/// Shows the scene in a window until it is closed.
pub(crate) fn view(options: &ViewOptions) -> Result<(), Error> {
    let scene = load::scene(&options.scene)?;
    let events = events(options)?;
    let gpu = open(options, &events)?;
    load::warn(&scene);
    let view_settings = view_settings(options, gpu.info());
    let settings = load::settings(&options.scene, &scene)?;
    let playback = Playback::new(&gpu, scene, settings, view_settings)?;
    interrupt::check()?;
    let mut viewer = Viewer::new(options, gpu.clone(), view_settings, playback);
    events
        .run_app(&mut viewer)
        .map_err(|e| Error::Device(format!("the connection to the display was lost: {e}")))?;
    viewer.finish()?;
    device::validated(&gpu)
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

/// Opens a device that can present on the display.
fn open(options: &ViewOptions, events: &EventLoop<()>) -> Result<Arc<Gpu>, Error> {
    let display = events
        .display_handle()
        .map_err(|e| Error::Device(format!("the connection to the display was lost: {e}")))?;
    let common = &options.common;
    device::open_on(
        Some(display.as_raw()),
        common.device.as_deref(),
        common.validate,
    )
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
