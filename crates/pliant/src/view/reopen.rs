//! Opens the devices again after one was lost, and goes on from the last kept frame.

use super::app::Viewer;
use super::playback::Playback;
use super::screen::Screen;
use crate::device::{Devices, Drawing};
use crate::exit::{Error, one_line};
use pliant_scene::Scene;
use std::time::{Duration, Instant};
use winit::event_loop::ActiveEventLoop;
use winit::raw_window_handle::HasDisplayHandle;

/// A device that is lost again within this time is given up.
const PATIENCE: Duration = Duration::from_secs(10);
/// Names a frame at which the viewer treats its device as lost, for tests.
const TEST: &str = "PLIANT_TEST_LOSE_DEVICE";

impl Viewer<'_> {
    /// An error at the frame that a test names, once.
    pub(super) fn lose_for_test(&self) -> Result<(), Error> {
        let frame = std::env::var(TEST)
            .ok()
            .and_then(|frame| frame.parse().ok());
        let due = frame.is_some_and(|frame: u64| self.playback.simulation().frame() >= frame);
        if due && self.reopened.is_none() {
            return Err(Error::Device("the device was lost for a test".to_owned()));
        }
        Ok(())
    }

    /// Opens everything again if a device was lost; other errors, and a device that is lost again and again, end the viewer.
    pub(super) fn reopen_if_lost(
        &mut self,
        events: &ActiveEventLoop,
        result: Result<(), Error>,
    ) -> Result<(), Error> {
        let Err(Error::Device(why)) = result else {
            return result;
        };
        if self
            .reopened
            .is_some_and(|before| before.elapsed() < PATIENCE)
        {
            return Err(Error::Device(why));
        }
        tracing::error!("{}", one_line(&why));
        self.reopened = Some(Instant::now());
        self.reopen(events)?;
        let frame = self.playback.simulation().frame();
        let text = format!("{why}. It was opened again, and goes on from frame {frame}.");
        tracing::info!("opened the device again, at frame {frame}");
        self.show_message(text);
        Ok(())
    }

    fn reopen(&mut self, events: &ActiveEventLoop) -> Result<(), Error> {
        let display = events.display_handle();
        let display = display
            .map_err(|e| Error::Device(format!("the connection to the display was lost: {e}")))?;
        // A window can have only one surface.
        let window = self.screen.take().map(|screen| screen.window.clone());
        self.recording = None;
        let drawing = Drawing::Window(display.as_raw());
        let devices = Devices::open(&self.options.common, &drawing)?;
        let scene = Scene::clone(&self.playback.scene);
        let settings = self.playback.simulation().settings().clone();
        let mut playback = Playback::new(&devices, scene, settings, self.playback.view_settings)?;
        playback.take_over(&mut self.playback)?;
        self.playback = playback;
        self.devices = devices;
        if let Some(window) = window {
            self.panels.restart(&window);
            self.screen = Some(Screen::of_window(window, &self.playback)?);
        }
        self.input.pointer.release();
        self.pace.restart();
        Ok(())
    }
}
