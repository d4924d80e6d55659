//! The window and its surface.

use super::playback::Playback;
use crate::exit::{Error, one_line};
use pliant_gpu::graphics::Window as Surface;
use std::sync::Arc;
use winit::dpi::LogicalSize;
use winit::event_loop::ActiveEventLoop;
use winit::window::Window;

/// The window and its surface.
pub(crate) struct Screen {
    // Before the window, so that it is dropped before it.
    pub(crate) surface: Surface,
    pub(crate) window: Arc<Window>,
    /// Last known size, pixels: a closed window cannot report it.
    pub(crate) size: [u32; 2],
    /// Pixels per point.
    pub(crate) scale: f64,
    /// Whether the window is completely hidden.
    pub(crate) hidden: bool,
    /// Whether it has shown a picture.
    pub(crate) shown: bool,
}

impl Screen {
    /// Opens a window of `size` points.
    pub(crate) fn open(
        events: &ActiveEventLoop,
        playback: &Playback,
        size: [u32; 2],
    ) -> Result<Self, Error> {
        let attributes = Window::default_attributes()
            .with_title(title(playback))
            .with_inner_size(LogicalSize::<u32>::from(size));
        let window = events
            .create_window(attributes)
            .map_err(|e| Error::Device(format!("cannot open a window: {e}; use pliant run")))?;
        Self::of_window(Arc::new(window), playback)
    }

    /// Draws to an open window from now on.
    pub(crate) fn of_window(window: Arc<Window>, playback: &Playback) -> Result<Self, Error> {
        Ok(Self {
            surface: Surface::new(playback.viewport.renderer.graphics(), window.clone())?,
            size: window.inner_size().into(),
            scale: window.scale_factor(),
            window,
            hidden: false,
            shown: false,
        })
    }

    /// Sets the title to the scene's name.
    pub(crate) fn update_title(&self, playback: &Playback) {
        self.window.set_title(&title(playback));
    }

    /// Whether a picture would be visible.
    pub(crate) fn visible(&self) -> bool {
        !self.hidden && !self.size.contains(&0)
    }
}

fn title(playback: &Playback) -> String {
    format!("{} – Pliant", one_line(&playback.scene.name))
}
