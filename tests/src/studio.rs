//! A place to take pictures in. `PLIANT_PICTURES=folder` keeps them.

use crate::{Quiet, gpu, quiet};
use glam::Vec3;
use pliant_gpu::Gpu;
use pliant_render::{Frame, RenderOptions, Renderer, Show, Simulated, Viewpoint};
use pliant_scene::{Image, Overrides, Scene, Source, load};
use pliant_scenes::{Document, Primitive, shapes};
use std::sync::Arc;

const SIZE: [u32; 2] = [320, 240];

/// A renderer on a device of its own; its fields go in this order.
pub struct Studio {
    /// What draws.
    pub renderer: Renderer,
    /// What is drawn.
    pub scene: Arc<Scene>,
    /// On what.
    pub gpu: Arc<Gpu>,
    _quiet: Quiet,
}

impl Studio {
    /// Puts a scene on a device.
    ///
    /// # Panics
    /// Without a device.
    #[must_use]
    pub fn new(scene: Scene) -> Self {
        Self::with(scene, RenderOptions::FULL)
    }

    /// Puts a scene on a device, to be drawn with so much work.
    ///
    /// # Panics
    /// Without a device.
    #[must_use]
    pub fn with(scene: Scene, options: RenderOptions) -> Self {
        let gpu = gpu();
        let scene = Arc::new(scene);
        let renderer = Renderer::new(&gpu, Arc::clone(&scene), options);
        Self {
            _quiet: quiet(&gpu),
            renderer: renderer.expect("a renderer"),
            scene,
            gpu,
        }
    }

    /// The scene framed.
    #[must_use]
    pub fn view(&self) -> Viewpoint {
        self.renderer.framing().viewpoint()
    }

    /// From straight in front of +Z.
    #[must_use]
    pub fn front(&self) -> Viewpoint {
        let mut camera = self.renderer.framing();
        (camera.yaw, camera.pitch) = (0.0, 0.0);
        camera.viewpoint()
    }

    /// Draws the scene as the file has it.
    pub fn draw(&mut self, name: &str, viewpoint: Viewpoint) -> Picture {
        self.draw_showing(name, viewpoint, Show::default(), None)
    }

    /// Draws the scene with more to see, or as it is simulated.
    ///
    /// # Panics
    /// When the device refuses.
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
        };
        let image = self.renderer.image(&frame, SIZE).expect("a picture");
        keep(name, &image);
        Picture { image, viewpoint }
    }
}

/// A picture, and where it was seen from.
pub struct Picture {
    /// Its pixels.
    pub image: Image,
    viewpoint: Viewpoint,
}

impl Picture {
    /// A pixel, counted from the upper left corner: 0..255 each.
    #[must_use]
    pub fn pixel(&self, x: u32, y: u32) -> Vec3 {
        let at = 4 * (y * self.image.width + x) as usize;
        Vec3::from(std::array::from_fn(|c| f32::from(self.image.rgba[at + c])))
    }

    /// What is seen at a point of the world.
    ///
    /// # Panics
    /// When the point is behind the viewer or beside the picture.
    pub fn at(&self, point: impl Into<Vec3>) -> Vec3 {
        let (pixel, _) = self
            .viewpoint
            .project(point.into(), SIZE)
            .expect("in front");
        self.pixel(pixel.x as u32, pixel.y as u32)
    }
}

/// The scene of a document.
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

/// Mean of red, green and blue.
#[must_use]
pub fn brightness(pixel: Vec3) -> f32 {
    pixel.element_sum() / 3.0
}

/// Keeps a picture for people to look at, where `PLIANT_PICTURES` says.
fn keep(name: &str, image: &Image) {
    let Some(folder) = std::env::var_os("PLIANT_PICTURES") else {
        return;
    };
    let path = std::path::Path::new(&folder).join(format!("{name}.png"));
    let file = std::fs::File::create(path).expect("the folder is there");
    let mut encoder = png::Encoder::new(file, image.width, image.height);
    encoder.set_color(png::ColorType::Rgba);
    let mut writer = encoder.write_header().expect("a writable file");
    writer
        .write_image_data(&image.rgba)
        .expect("a writable file");
}
