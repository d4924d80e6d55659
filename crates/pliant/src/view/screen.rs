//! The window and its pictures.

use super::play::Play;
use crate::exit::{Error, one_line};
use pliant_gpu::graphics::Window as Surface;
use std::sync::Arc;
use winit::dpi::LogicalSize;
use winit::event_loop::ActiveEventLoop;
use winit::window::Window;

/// The window and its pictures.
pub(crate) struct Screen {
    // Before the window, so that it is dropped before it.
    pub(crate) surface: Surface,
    pub(crate) window: Arc<Window>,
    /// Pixels, as the window system said last: a window that is gone can't be asked.
    pub(crate) size: [u32; 2],
    /// Pixels a point.
    pub(crate) scale: f64,
    /// Nothing of it can be seen.
    pub(crate) hidden: bool,
    /// It has shown a picture.
    pub(crate) shown: bool,
}

impl Screen {
    /// Opens a window of a size, points.
    pub(crate) fn open(
        events: &ActiveEventLoop,
        play: &Play,
        size: [u32; 2],
    ) -> Result<Self, Error> {
        let attributes = Window::default_attributes()
            .with_title(title(play))
            .with_inner_size(LogicalSize::<u32>::from(size));
        let window = events
            .create_window(attributes)
            .map_err(|e| Error::Device(format!("cannot open a window: {e}; use pliant run")))?;
        let window = Arc::new(window);
        Ok(Self {
            surface: Surface::new(play.renderer().graphics(), window.clone())?,
            size: window.inner_size().into(),
            scale: window.scale_factor(),
            window,
            hidden: false,
            shown: false,
        })
    }

    /// Shows the scene's name.
    pub(crate) fn entitle(&self, play: &Play) {
        self.window.set_title(&title(play));
    }

    /// Whether there is anything to draw to.
    pub(crate) fn visible(&self) -> bool {
        !self.hidden && !self.size.contains(&0)
    }
}

fn title(play: &Play) -> String {
    format!("{} – Pliant", one_line(&play.scene.name))
}
