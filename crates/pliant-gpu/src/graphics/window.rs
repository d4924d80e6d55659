//! Windows: surface and swapchain, recreated whenever the window changes.

use super::{Format, Graphics, Image, Step};
use crate::Gpu;
use ash::{khr, vk};
use pliant_passes::EngineError;
use raw_window_handle::{HasDisplayHandle, HasWindowHandle};
use std::any::Any;
use std::cell::Cell;
use std::sync::Arc;

/// Timeout of acquiring an image of a window, ns.
const TIMEOUT: u64 = 1_000_000_000;

/// A window that can be drawn to.
pub struct Window {
    gpu: Arc<Gpu>,
    surfaces: khr::surface::Instance,
    swapchains: khr::swapchain::Device,
    surface: vk::SurfaceKHR,
    format: vk::SurfaceFormatKHR,
    /// Signalled when an image is acquired.
    ready: vk::Semaphore,
    chain: Option<Chain>,
    /// Whether an image is acquired and not presented yet.
    acquired: bool,
    /// Keeps the window alive as long as its surface. Last, so that it is dropped last.
    _window: Box<dyn Any>,
}

/// A swapchain: the images of a window at one size.
struct Chain {
    raw: vk::SwapchainKHR,
    images: Vec<Image>,
    /// For each image, signalled when it is drawn.
    drawn: Vec<vk::Semaphore>,
    size: [u32; 2],
    outdated: bool,
}

impl Window {
    /// Makes the surface of a window.
    ///
    /// # Errors
    /// When the device can't show pictures in this window.
    pub fn new<W>(graphics: &Graphics, window: Arc<W>) -> Result<Self, EngineError>
    where
        W: HasDisplayHandle + HasWindowHandle + 'static,
    {
        let gpu = &graphics.gpu;
        let instance = &gpu.instance;
        let closed = |_| EngineError::Device("the window is closed".to_owned());
        let display = window.display_handle().map_err(closed)?.as_raw();
        let handle = window.window_handle().map_err(closed)?.as_raw();
        let surfaces = khr::surface::Instance::new(&instance.entry, &instance.raw);
        // SAFETY: the handles are valid as long as the window, which the result owns.
        let surface = unsafe {
            ash_window::create_surface(&instance.entry, &instance.raw, display, handle, None)
        }
        .map_err(gpu.failed("opening the window's surface"))?;
        let mut made = Self {
            gpu: Arc::clone(gpu),
            swapchains: khr::swapchain::Device::new(&instance.raw, &gpu.device),
            surfaces,
            surface,
            format: vk::SurfaceFormatKHR::default(),
            ready: vk::Semaphore::null(),
            chain: None,
            acquired: false,
            _window: Box::new(window),
        };
        made.format = made.choose_format()?;
        made.ready = semaphore(gpu)?;
        Ok(made)
    }

    /// The format of its pixels.
    #[must_use]
    pub fn format(&self) -> Format {
        match self.format.format {
            vk::Format::R8G8B8A8_SRGB => Format::Rgba8Srgb,
            _ => Format::Bgra8Srgb,
        }
    }

    /// Marks the swapchain outdated after a change of size; the next picture recreates it.
    pub fn resized(&mut self) {
        if let Some(chain) = &mut self.chain {
            chain.outdated = true;
        }
    }

    /// Acquires an image of the window; none while the window is minimized or just changed. `size` is the window's in pixels, used
    /// where the window system does not define the size of the images.
    ///
    /// # Errors
    /// When the device is lost or the window closed.
    pub fn acquire(
        &mut self,
        graphics: &Graphics,
        size: [u32; 2],
    ) -> Result<Option<Picture<'_>>, EngineError> {
        if self.acquired {
            self.drop_acquired()?;
        }
        if !self.fit(size)? {
            return Ok(None);
        }
        let Some(chain) = &mut self.chain else {
            return Ok(None);
        };
        // SAFETY: the swapchain is alive, and the semaphore has no pending signal: the last frame waited for it.
        let acquired = unsafe {
            self.swapchains
                .acquire_next_image(chain.raw, TIMEOUT, self.ready, vk::Fence::null())
        };
        match acquired {
            Ok((index, suboptimal)) => {
                chain.outdated |= suboptimal;
                self.acquired = true;
                Ok(Some(Picture {
                    window: self,
                    index: index as usize,
                    drawn: Cell::new(false),
                }))
            }
            Err(vk::Result::ERROR_OUT_OF_DATE_KHR) => {
                chain.outdated = true;
                Ok(None)
            }
            Err(vk::Result::TIMEOUT | vk::Result::NOT_READY) => Ok(None),
            Err(result) => Err(graphics.gpu.failed("taking an image of the window")(result)),
        }
    }

    /// Recreates the swapchain where the window changed; false while the window has no area.
    fn fit(&mut self, size: [u32; 2]) -> Result<bool, EngineError> {
        let gpu = Arc::clone(&self.gpu);
        // SAFETY: the surface is alive and the device shows pictures on it.
        let can = unsafe {
            self.surfaces
                .get_physical_device_surface_capabilities(gpu.physical, self.surface)
        }
        .map_err(gpu.failed("asking for the window's size"))?;
        let free = can.current_extent.width == u32::MAX;
        let size = if free {
            [
                size[0].clamp(can.min_image_extent.width, can.max_image_extent.width),
                size[1].clamp(can.min_image_extent.height, can.max_image_extent.height),
            ]
        } else {
            [can.current_extent.width, can.current_extent.height]
        };
        if size.contains(&0) {
            return Ok(false);
        }
        if self
            .chain
            .as_ref()
            .is_none_or(|c| c.outdated || c.size != size)
        {
            let old = self.chain.take();
            let chain = self.make_chain(&can, size, old.as_ref().map(|c| c.raw));
            if let Some(old) = old {
                self.destroy(old);
            }
            self.chain = Some(chain?);
        }
        Ok(true)
    }

    fn make_chain(
        &self,
        can: &vk::SurfaceCapabilitiesKHR,
        size: [u32; 2],
        old: Option<vk::SwapchainKHR>,
    ) -> Result<Chain, EngineError> {
        let most = if can.max_image_count == 0 {
            u32::MAX
        } else {
            can.max_image_count
        };
        let alpha = [
            vk::CompositeAlphaFlagsKHR::OPAQUE,
            vk::CompositeAlphaFlagsKHR::INHERIT,
            vk::CompositeAlphaFlagsKHR::PRE_MULTIPLIED,
            vk::CompositeAlphaFlagsKHR::POST_MULTIPLIED,
        ];
        let info = vk::SwapchainCreateInfoKHR::default()
            .surface(self.surface)
            .min_image_count((can.min_image_count + 1).min(most))
            .image_format(self.format.format)
            .image_color_space(self.format.color_space)
            .image_extent(vk::Extent2D {
                width: size[0],
                height: size[1],
            })
            .image_array_layers(1)
            .image_usage(vk::ImageUsageFlags::COLOR_ATTACHMENT)
            .pre_transform(can.current_transform)
            .composite_alpha(
                alpha
                    .into_iter()
                    .find(|a| can.supported_composite_alpha.contains(*a))
                    .unwrap_or(vk::CompositeAlphaFlagsKHR::OPAQUE),
            )
            // The only mode that every device supports.
            .present_mode(vk::PresentModeKHR::FIFO)
            .clipped(true)
            .old_swapchain(old.unwrap_or_default());
        let gpu = &self.gpu;
        // SAFETY: the surface and the old swapchain are alive, and no image of that is in use.
        let raw = unsafe { self.swapchains.create_swapchain(&info, None) }
            .map_err(gpu.failed("making the window's images"))?;
        let mut chain = Chain {
            raw,
            images: Vec::new(),
            drawn: Vec::new(),
            size,
            outdated: false,
        };
        let filled = self.fill(&mut chain);
        if filled.is_err() {
            self.destroy(chain);
            return Err(filled.expect_err("it is an error"));
        }
        Ok(chain)
    }

    fn fill(&self, chain: &mut Chain) -> Result<(), EngineError> {
        let gpu = &self.gpu;
        // SAFETY: the swapchain is alive.
        let images = unsafe { self.swapchains.get_swapchain_images(chain.raw) }
            .map_err(gpu.failed("making the window's images"))?;
        for raw in images {
            let image = Image::of_swapchain(gpu, raw, self.format(), chain.size)?;
            chain.images.push(image);
            chain.drawn.push(semaphore(gpu)?);
        }
        Ok(())
    }

    /// Recreates semaphore and swapchain after an image was acquired and never presented.
    fn drop_acquired(&mut self) -> Result<(), EngineError> {
        let ready = semaphore(&self.gpu)?;
        if let Some(chain) = self.chain.take() {
            self.destroy(chain);
        }
        // SAFETY: `destroy` waited for the device.
        unsafe { self.gpu.device.destroy_semaphore(self.ready, None) };
        self.ready = ready;
        self.acquired = false;
        Ok(())
    }

    fn destroy(&self, chain: Chain) {
        let Chain {
            raw, images, drawn, ..
        } = chain;
        // SAFETY: the queue is idle, so the swapchain is not in use; views are destroyed before their images.
        unsafe {
            let queue = self.gpu.queue();
            let _ = self.gpu.device.queue_wait_idle(*queue);
            drop(queue);
            drop(images);
            for semaphore in drawn {
                self.gpu.device.destroy_semaphore(semaphore, None);
            }
            self.swapchains.destroy_swapchain(raw, None);
        }
    }

    fn choose_format(&self) -> Result<vk::SurfaceFormatKHR, EngineError> {
        let gpu = &self.gpu;
        // SAFETY: the surface is alive.
        let (formats, shows) = unsafe {
            (
                self.surfaces
                    .get_physical_device_surface_formats(gpu.physical, self.surface)
                    .unwrap_or_default(),
                self.surfaces
                    .get_physical_device_surface_support(gpu.physical, gpu.family, self.surface)
                    .unwrap_or_default(),
            )
        };
        let srgb = [vk::Format::B8G8R8A8_SRGB, vk::Format::R8G8B8A8_SRGB];
        formats
            .into_iter()
            .find(|f| shows && srgb.contains(&f.format))
            .ok_or_else(|| {
                EngineError::Device(format!(
                    "the device {} can't show pictures in this window: choose another --device, or use `pliant run`",
                    gpu.info().name
                ))
            })
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        if let Some(chain) = self.chain.take() {
            self.destroy(chain);
        }
        // SAFETY: the swapchain is destroyed, and nothing waits for the semaphore.
        unsafe {
            self.gpu.device.destroy_semaphore(self.ready, None);
            self.surfaces.destroy_surface(self.surface, None);
        }
    }
}

/// An acquired image of a window, to be drawn to and presented.
pub struct Picture<'a> {
    window: &'a mut Window,
    index: usize,
    drawn: Cell<bool>,
}

impl Picture<'_> {
    /// The image to draw to.
    ///
    /// # Panics
    /// Never: the swapchain exists as long as the picture.
    #[must_use]
    pub fn image(&self) -> &Image {
        &self.chain().images[self.index]
    }

    /// Runs the steps of a frame that draws to the image.
    ///
    /// # Errors
    /// When the device is lost.
    ///
    /// # Panics
    /// When it was drawn before: the semaphore of the acquisition signals once.
    pub fn draw(&self, graphics: &Graphics, steps: &[Step<'_>]) -> Result<(), EngineError> {
        assert!(!self.drawn.replace(true), "a picture is drawn once");
        let ready = [vk::SemaphoreSubmitInfo::default()
            .semaphore(self.window.ready)
            .stage_mask(vk::PipelineStageFlags2::ALL_COMMANDS)];
        let drawn = [vk::SemaphoreSubmitInfo::default()
            .semaphore(self.chain().drawn[self.index])
            .stage_mask(vk::PipelineStageFlags2::ALL_COMMANDS)];
        graphics.run(steps, &ready, &drawn, Some(self.image()))
    }

    /// Presents the drawn image.
    ///
    /// # Errors
    /// When the device is lost or the window closed.
    ///
    /// # Panics
    /// When it was not drawn.
    pub fn show(self) -> Result<(), EngineError> {
        assert!(self.drawn.get(), "a picture is drawn before it is shown");
        let gpu = Arc::clone(&self.window.gpu);
        let chain = self.chain();
        let (drawn, chains, indices) =
            ([chain.drawn[self.index]], [chain.raw], [self.index as u32]);
        let info = vk::PresentInfoKHR::default()
            .wait_semaphores(&drawn)
            .swapchains(&chains)
            .image_indices(&indices);
        let queue = gpu.queue();
        // SAFETY: the image was acquired and drawn, and the guard gives exclusive use of the queue.
        let shown = unsafe { self.window.swapchains.queue_present(*queue, &info) };
        drop(queue);
        self.window.acquired = false;
        match shown {
            Ok(false) => Ok(()),
            Ok(true) | Err(vk::Result::ERROR_OUT_OF_DATE_KHR) => {
                self.window.resized();
                Ok(())
            }
            Err(result) => Err(gpu.failed("showing a picture")(result)),
        }
    }

    fn chain(&self) -> &Chain {
        self.window
            .chain
            .as_ref()
            .expect("the swapchain exists as long as the picture")
    }
}

fn semaphore(gpu: &Gpu) -> Result<vk::Semaphore, EngineError> {
    // SAFETY: the device is alive; the caller destroys the semaphore.
    unsafe {
        gpu.device
            .create_semaphore(&vk::SemaphoreCreateInfo::default(), None)
    }
    .map_err(gpu.failed("making a semaphore"))
}
