//! The connection of a window system's display to Wayland, for what follows more of its events than the window's own.

use raw_window_handle::{HasDisplayHandle, RawDisplayHandle};
use wayland_backend::client::{Backend, WeakBackend};

/// Something that uses the Wayland connection of a display, with the display, whose owner keeps the connection open.
pub struct OnWayland<T> {
    user: Option<T>,
    connection: WeakBackend,
    display: Option<Box<dyn HasDisplayHandle>>,
}

impl<T> OnWayland<T> {
    /// What `make` makes with the connection of a display; nothing on other displays than Wayland's. A thread has to read the events of
    /// the connection, as winit's event loop does.
    pub fn new(
        display: impl HasDisplayHandle + 'static,
        make: impl FnOnce(Backend) -> Option<T>,
    ) -> Option<Self> {
        let RawDisplayHandle::Wayland(raw) = display.display_handle().ok()?.as_raw() else {
            return None;
        };
        // SAFETY: the connection is open while its owner `display` lives, and that outlives every handle of the backend (see `drop`).
        let backend = unsafe { Backend::from_foreign_display(raw.display.as_ptr().cast()) };
        let mut made = Self {
            user: None,
            connection: backend.downgrade(),
            display: Some(Box::new(display)),
        };
        made.user = Some(make(backend)?);
        Some(made)
    }

    /// What uses the connection.
    pub fn get_mut(&mut self) -> Option<&mut T> {
        self.user.as_mut()
    }
}

impl<T> Drop for OnWayland<T> {
    /// Closes the connection after its user is gone. Where that left a handle behind, the connection stays open for ever.
    fn drop(&mut self) {
        self.user = None;
        if self.connection.upgrade().is_some() {
            std::mem::forget(self.display.take());
        }
    }
}
