//! `pliant view`: the desktop viewer.

use crate::exit::Error;
use crate::options::ViewOptions;

/// Shows the scene in a window until it is closed.
pub(crate) fn view(options: &ViewOptions) -> Result<(), Error> {
    let display = ["WAYLAND_DISPLAY", "DISPLAY"]
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()));
    if cfg!(target_os = "linux") && !display {
        let scene = options.scene.path.display();
        return Err(Error::Device(format!(
            "there is no display to show {scene} on: set DISPLAY or WAYLAND_DISPLAY, or use pliant run"
        )));
    }
    Err(Error::Internal("the viewer is not built yet".to_owned()))
}
