//! Chooses what simulates and what draws: the CPU engine, a Vulkan device, or one of each.

use crate::exit::Error;
use crate::log;
use crate::options::{CommonOptions, DeviceChoice};
use pliant_gpu::{DeviceInfo, DeviceKind, DeviceOptions, Gpu};
use std::num::NonZero;
use std::sync::Arc;
use std::thread::available_parallelism;
use winit::raw_window_handle::RawDisplayHandle;

/// The name of the CPU engine in `--device`, lists and metrics.
pub(crate) const CPU: &str = "cpu";

/// What simulates and what draws.
pub(crate) struct Devices {
    /// The simulator.
    pub(crate) simulator: Simulator,
    /// The Vulkan device that draws, where something is drawn.
    pub(crate) drawing: Option<Arc<Gpu>>,
    /// What was chosen and how to choose otherwise, where the options name no device and there is no GPU.
    pub(crate) note: Option<String>,
}

/// What simulates.
#[derive(Clone)]
pub(crate) enum Simulator {
    /// The CPU engine, with a number of threads.
    Cpu {
        /// At least 1.
        threads: usize,
        /// Whether it records and checks every access to memory.
        checked: bool,
    },
    /// A Vulkan device.
    Vulkan(Arc<Gpu>),
}

/// Whether pictures are drawn.
pub(crate) enum Drawing {
    /// No pictures.
    None,
    /// Pictures without a window.
    Pictures,
    /// A window of a display.
    Window(RawDisplayHandle),
}

impl Devices {
    /// Opens what the options choose.
    pub(crate) fn open(options: &CommonOptions, drawing: &Drawing) -> Result<Self, Error> {
        let choice = &options.choice;
        let validate = options.validate;
        let selector = choice.selector();
        let (on_cpu, by_default) = match selector {
            Some(selector) => (names_cpu(selector), false),
            None => (!has_hardware(), true),
        };
        if !on_cpu {
            warn_of_threads(choice);
            let gpu = open(selector, drawing.window(), validate)?;
            let simulator = match drawing {
                Drawing::Window(_) => Simulator::for_window(&gpu, validate)?,
                Drawing::None | Drawing::Pictures => Simulator::Vulkan(gpu.clone()),
            };
            return Ok(Self {
                simulator,
                drawing: drawing.any().then_some(gpu),
                note: None,
            });
        }
        let drawing = drawing
            .any()
            .then(|| open(None, drawing.window(), validate))
            .transpose()?;
        Ok(Self {
            simulator: Simulator::cpu(options),
            note: by_default.then(|| explanation(threads(choice), drawing.as_deref())),
            drawing,
        })
    }

    /// The device that draws.
    pub(crate) fn drawing(&self) -> Result<&Arc<Gpu>, Error> {
        let none = || Error::Internal("no device was opened to draw".to_owned());
        self.drawing.as_ref().ok_or_else(none)
    }

    /// An error if the validation layer reported messages: each is a defect of Pliant.
    pub(crate) fn validated(&self) -> Result<(), Error> {
        let simulating = match &self.simulator {
            Simulator::Cpu { .. } => None,
            Simulator::Vulkan(gpu) => Some(gpu),
        };
        simulating
            .into_iter()
            .chain(&self.drawing)
            .try_for_each(|gpu| validated(gpu))
    }
}

impl Simulator {
    /// The CPU engine as the options want it. A checked one has one thread.
    pub(crate) fn cpu(options: &CommonOptions) -> Self {
        let checked = options.validate;
        let threads = if checked { 1 } else { threads(&options.choice) };
        Self::Cpu { threads, checked }
    }

    /// The Vulkan device that draws to a window. A software driver is opened once more: its frames take long, and a thread of their own
    /// needs its own device.
    pub(crate) fn for_window(drawing: &Arc<Gpu>, validate: bool) -> Result<Self, Error> {
        let info = drawing.info();
        Ok(Self::Vulkan(if info.kind == DeviceKind::Cpu {
            open(Some(&info.name), None, validate)?
        } else {
            drawing.clone()
        }))
    }

    /// The names of the device and of its driver, for metrics and the viewer.
    pub(crate) fn names(&self) -> [String; 2] {
        match self {
            Self::Cpu { .. } => [CPU, "pliant"].map(str::to_owned),
            Self::Vulkan(gpu) => {
                let info = gpu.info();
                let driver = format!("{} {}", info.driver, info.driver_version);
                [info.name.clone(), driver]
            }
        }
    }

    /// The device that draws what it simulates.
    pub(crate) fn drawing(&self, validate: bool) -> Result<Arc<Gpu>, Error> {
        match self {
            Self::Cpu { .. } => open(None, None, validate),
            Self::Vulkan(gpu) => Ok(gpu.clone()),
        }
    }

    /// The threads of the CPU engine.
    pub(crate) fn threads(&self) -> Option<usize> {
        match self {
            Self::Cpu { threads, .. } => Some(*threads),
            Self::Vulkan(_) => None,
        }
    }
}

impl Drawing {
    fn any(&self) -> bool {
        !matches!(self, Self::None)
    }

    fn window(&self) -> Option<RawDisplayHandle> {
        match self {
            Self::Window(display) => Some(*display),
            Self::None | Self::Pictures => None,
        }
    }
}

/// What `pliant bench` measures: what the options name, else the CPU engine and the best Vulkan device. Without Vulkan it is the CPU
/// engine alone.
pub(crate) fn compared(choice: &DeviceChoice) -> Result<Vec<Simulator>, Error> {
    let cpu = Simulator::Cpu {
        threads: threads(choice),
        checked: false,
    };
    let selector = choice.selector();
    if selector.is_some_and(names_cpu) {
        return Ok(vec![cpu]);
    }
    match (selector, open(selector, None, false)) {
        (Some(_), gpu) => {
            warn_of_threads(choice);
            Ok(vec![Simulator::Vulkan(gpu?)])
        }
        (None, Ok(gpu)) => Ok(vec![cpu, Simulator::Vulkan(gpu)]),
        (None, Err(error)) => {
            log::line(&format!("only the CPU engine is measured: {error}"));
            Ok(vec![cpu])
        }
    }
}

/// The number of threads that the CPU engine uses: all cores, unless the options limit it.
pub(crate) fn threads(choice: &DeviceChoice) -> usize {
    choice
        .threads
        .map_or_else(cores, |threads| threads as usize)
}

/// The processor cores that this process may use.
pub(crate) fn cores() -> usize {
    available_parallelism().map_or(1, NonZero::get)
}

/// Whether a selector means the CPU engine: by its name, or by its index, which is the last in the list of devices.
fn names_cpu(selector: &str) -> bool {
    selector.eq_ignore_ascii_case(CPU)
        || selector.parse() == Ok(pliant_gpu::devices().map_or(0, |all| all.len()))
}

/// Whether there is a GPU that can run Pliant; software drivers do not count.
fn has_hardware() -> bool {
    let usable = |device: &DeviceInfo| {
        let software = matches!(device.kind, DeviceKind::Cpu | DeviceKind::Other);
        device.problem.is_none() && !software
    };
    pliant_gpu::devices().is_ok_and(|all| all.iter().any(usable))
}

/// Says that the CPU simulates although nobody asked for it, and how to choose otherwise.
fn explanation(threads: usize, drawing: Option<&Gpu>) -> String {
    let cores = if threads == 1 { "core" } else { "cores" };
    let Some(gpu) = drawing else {
        return format!(
            "no GPU: simulating on {threads} {cores}; --device chooses otherwise, see pliant devices"
        );
    };
    let name = &gpu.info().name;
    let short = name.split_whitespace().next().unwrap_or(name);
    format!(
        "no GPU: simulating on {threads} {cores}, drawing with {short}; --device {short} simulates on Vulkan"
    )
}

/// The Vulkan device of this name, opened once more, for a thread of its own.
pub(crate) fn drawing_device(name: &str) -> Result<Arc<Gpu>, Error> {
    open(Some(name), None, false)
}

fn warn_of_threads(choice: &DeviceChoice) {
    if choice.threads.is_some() {
        tracing::warn!("--threads has no effect on a Vulkan device: use it with --device {CPU}");
    }
}

fn open(
    selector: Option<&str>,
    window: Option<RawDisplayHandle>,
    validate: bool,
) -> Result<Arc<Gpu>, Error> {
    let options = DeviceOptions {
        selector: selector.map(str::to_owned),
        validate,
        window,
        ..DeviceOptions::default()
    };
    Ok(Gpu::open(&options)?)
}

fn validated(gpu: &Gpu) -> Result<(), Error> {
    let messages = gpu.messages().list();
    let Some(first) = messages.first() else {
        return Ok(());
    };
    Err(Error::Internal(format!(
        "the validation layer reported {} messages, the first: {first}; please report it with the scene",
        messages.len()
    )))
}

impl From<pliant_gpu::Error> for Error {
    fn from(error: pliant_gpu::Error) -> Self {
        match error {
            pliant_gpu::Error::NotFound { .. } => Self::Usage(error.to_string()),
            _ => Self::Device(error.to_string()),
        }
    }
}

impl From<pliant_passes::EngineError> for Error {
    fn from(error: pliant_passes::EngineError) -> Self {
        match error {
            pliant_passes::EngineError::Interrupted => Self::Interrupted,
            pliant_passes::EngineError::Defect(fault) => {
                Self::Internal(format!("{fault}; please report it with the scene"))
            }
            _ => Self::Device(error.to_string()),
        }
    }
}
