//! A renderer for picture tests. `PLIANT_PICTURES=folder` saves the pictures.

use crate::vulkan::{ValidationGuard, open_vulkan, validation_guard};
use glam::Vec3;
use pliant_gpu::Gpu;
use pliant_render::{Frame, RenderOptions, Renderer, Show, Simulated, Viewpoint};
use pliant_scene::{Image, Overrides, Scene, Source, load};
use pliant_scenes::{Document, Primitive, shapes};
use std::sync::Arc;

const SIZE: [u32; 2] = [320, 240];

/// A renderer on its own device; its fields are dropped in this order.
pub struct Studio {
    /// The renderer.
    pub renderer: Renderer,
    /// The scene that it draws.
    pub scene: Arc<Scene>,
    /// The device.
    pub gpu: Arc<Gpu>,
    _guard: ValidationGuard,
}

impl Studio {
    /// Makes a renderer of a scene, with all effects.
    ///
    /// # Panics
    /// Without a device.
    #[must_use]
    pub fn new(scene: Scene) -> Self {
        Self::with(scene, RenderOptions::FULL)
    }

    /// As [`Studio::new`], with these options of the renderer.
    ///
    /// # Panics
    /// Without a device.
    #[must_use]
    pub fn with(scene: Scene, options: RenderOptions) -> Self {
        let gpu = open_vulkan();
        let scene = Arc::new(scene);
        let renderer = Renderer::new(&gpu, Arc::clone(&scene), options);
        Self {
            _guard: validation_guard(&gpu),
            renderer: renderer.expect("a renderer"),
            scene,
            gpu,
        }
    }

    /// The viewpoint that frames the whole scene.
    #[must_use]
    pub fn view(&self) -> Viewpoint {
        self.renderer.framing().viewpoint()
    }

    /// The viewpoint straight in front, on the side of +Z.
    #[must_use]
    pub fn front(&self) -> Viewpoint {
        let mut camera = self.renderer.framing();
        (camera.yaw, camera.pitch) = (0.0, 0.0);
        camera.viewpoint()
    }

    /// Draws the scene as it is in the file.
    pub fn draw(&mut self, name: &str, viewpoint: Viewpoint) -> Picture {
        self.draw_showing(name, viewpoint, Show::default(), None)
    }

    /// Draws the scene with overlays, or in its simulated state.
    ///
    /// # Panics
    /// When the renderer fails.
    pub fn draw_showing(
        &mut self,
        name: &str,
        viewpoint: Viewpoint,
        show: Show,
        simulated: Option<Simulated<'_>>,
    ) -> Picture {
        let poses = self.scene.pose(0.0, false);
        let frame = Frame {
            poses: &poses,
            simulated,
            viewpoint,
            show,
            hidden: &[],
            selected: None,
            colors: None,
        };
        self.picture(name, &frame)
    }

    /// Draws a frame.
    ///
    /// # Panics
    /// When the renderer fails.
    pub fn picture(&mut self, name: &str, frame: &Frame<'_>) -> Picture {
        let image = self.renderer.image(frame, SIZE).expect("a picture");
        save(name, &image);
        let viewpoint = frame.viewpoint;
        Picture { image, viewpoint }
    }
}

/// A picture and its viewpoint.
pub struct Picture {
    /// Its pixels.
    pub image: Image,
    viewpoint: Viewpoint,
}

impl Picture {
    /// The red, green and blue of a pixel, 0..255; x and y count from the upper left corner.
    #[must_use]
    pub fn pixel(&self, x: u32, y: u32) -> Vec3 {
        let at = 4 * (y * self.image.width + x) as usize;
        Vec3::from(std::array::from_fn(|c| f32::from(self.image.rgba[at + c])))
    }

    /// The pixel that shows a point of the world.
    ///
    /// # Panics
    /// When the point is behind the viewer or outside the picture.
    pub fn at(&self, point: impl Into<Vec3>) -> Vec3 {
        let (pixel, _) = self
            .viewpoint
            .project(point.into(), SIZE)
            .expect("in front");
        self.pixel(pixel.x as u32, pixel.y as u32)
    }
}

/// Loads the scene of a document.
///
/// # Panics
/// When it does not load.
#[must_use]
pub fn scene(document: &Document) -> Scene {
    let bytes = document.to_gltf().into_bytes();
    load(&Source::Bytes(bytes), &Overrides::default()).expect("the scene loads")
}

/// A square sheet that faces +Z.
#[must_use]
pub fn sheet(size: f32) -> Primitive {
    shapes::grid(9, 9, size, size).upright()
}

/// The mean of red, green and blue.
#[must_use]
pub fn brightness(pixel: Vec3) -> f32 {
    pixel.element_sum() / 3.0
}

/// Saves a picture in the folder that `PLIANT_PICTURES` names, for inspection.
fn save(name: &str, image: &Image) {
    let Some(folder) = std::env::var_os("PLIANT_PICTURES") else {
        return;
    };
    let path = std::path::Path::new(&folder).join(format!("{name}.png"));
    let file = std::fs::File::create(path).expect("the folder exists");
    let mut encoder = png::Encoder::new(file, image.width, image.height);
    encoder.set_color(png::ColorType::Rgba);
    let mut writer = encoder.write_header().expect("a writable file");
    writer
        .write_image_data(&image.rgba)
        .expect("a writable file");
}
