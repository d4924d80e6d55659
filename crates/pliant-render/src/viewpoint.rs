//! The camera, and conversions between pixels and the world.

use glam::{Mat4, Quat, Vec2, Vec3, Vec4};
use pliant_scene::Camera;

/// A camera in the world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Viewpoint {
    /// Position of the camera, m.
    pub eye: Vec3,
    /// Rotates −Z to the viewing direction, and +Y to the picture's up direction.
    pub rotation: Quat,
    /// The projection.
    pub lens: Lens,
    /// Distance of the point that the camera looks at, m. Shadows are sharpest there.
    pub focus: f32,
    /// Margins of the picture outside of the view, which panels cover: left, upper, right and lower, pixels.
    pub margins: [f32; 4],
}

/// The projection of a camera.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Lens {
    /// A perspective projection.
    Perspective {
        /// Full vertical angle of view, rad.
        angle: f32,
        /// An aspect ratio, width over height. Narrower pictures show the same width as a picture of this ratio.
        narrow: f32,
        /// Near plane, m.
        near: f32,
    },
    /// An orthographic projection.
    Parallel {
        /// Half the height in view, m.
        half_height: f32,
        /// Near plane, m.
        near: f32,
        /// Far plane, m.
        far: f32,
    },
}

/// A ray into the scene.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ray {
    /// Start of the ray, m.
    pub origin: Vec3,
    /// Unit vector.
    pub direction: Vec3,
}

impl Viewpoint {
    /// A camera of the scene at its node's world matrix. `target` is the approximate point that it looks at.
    #[must_use]
    pub fn of_camera(camera: &Camera, node: Mat4, target: Vec3) -> Self {
        let (_, rotation, eye) = node.to_scale_rotation_translation();
        let lens = match *camera {
            Camera::Perspective { yfov, near, .. } => Lens::Perspective {
                angle: yfov,
                narrow: 0.0,
                near: near.max(1e-4),
            },
            Camera::Orthographic {
                ymag, near, far, ..
            } => Lens::Parallel {
                half_height: ymag,
                near,
                far,
            },
        };
        let focus = (target - eye).dot(rotation * Vec3::NEG_Z);
        Self {
            eye,
            rotation,
            lens,
            focus: focus.max(0.01),
            margins: [0.0; 4],
        }
    }

    /// Unit vector of the viewing direction.
    #[must_use]
    pub fn forward(&self) -> Vec3 {
        self.rotation * Vec3::NEG_Z
    }

    /// World to Vulkan's clip space, with y down. Depth is 1 at the near plane and falls to 0 far away.
    #[must_use]
    pub fn world_to_clip(&self, size: [u32; 2]) -> Mat4 {
        let world_to_eye = Mat4::from_rotation_translation(self.rotation, self.eye).inverse();
        let aspect = aspect(self.inner(size));
        let eye_to_clip = match self.lens {
            Lens::Perspective { near, .. } => {
                let scale = 1.0 / self.half_height(aspect);
                Mat4::from_cols(
                    Vec4::new(scale / aspect, 0.0, 0.0, 0.0),
                    Vec4::new(0.0, -scale, 0.0, 0.0),
                    Vec4::new(0.0, 0.0, 0.0, -1.0),
                    Vec4::new(0.0, 0.0, near, 0.0),
                )
            }
            Lens::Parallel {
                half_height,
                near,
                far,
            } => Mat4::from_cols(
                Vec4::new(1.0 / (half_height * aspect), 0.0, 0.0, 0.0),
                Vec4::new(0.0, -1.0 / half_height, 0.0, 0.0),
                Vec4::new(0.0, 0.0, 1.0 / (far - near), 0.0),
                Vec4::new(0.0, 0.0, far / (far - near), 1.0),
            ),
        };
        self.inner_to_outer(size) * eye_to_clip * world_to_eye
    }

    /// Size of the view inside of its margins, pixels.
    fn inner(&self, size: [u32; 2]) -> [u32; 2] {
        let [left, upper, right, lower] = self.margins;
        let less = [left + right, upper + lower];
        std::array::from_fn(|i| ((size[i] as f32 - less[i]) as u32).max(1))
    }

    /// Clip space of the view inside of its margins to that of the whole picture.
    fn inner_to_outer(&self, size: [u32; 2]) -> Mat4 {
        if self.margins == [0.0; 4] {
            return Mat4::IDENTITY;
        }
        let inner = Vec2::from(self.inner(size).map(|s| s as f32));
        let outer = Vec2::from(size.map(|s| s.max(1) as f32));
        let scale = inner / outer;
        let first = 2.0 * Vec2::new(self.margins[0], self.margins[1]) / outer;
        let shift = first + scale - Vec2::ONE;
        Mat4::from_translation(shift.extend(0.0)) * Mat4::from_scale(scale.extend(1.0))
    }

    /// The ray through a point of the picture, in pixels from its upper left corner.
    #[must_use]
    pub fn ray(&self, pixel: Vec2, size: [u32; 2]) -> Ray {
        let inner = self.inner(size);
        let aspect = aspect(inner);
        let [width, height] = inner.map(|s| s as f32);
        let pixel = pixel - Vec2::new(self.margins[0], self.margins[1]);
        let at = pixel / Vec2::new(width, height) * Vec2::new(2.0, -2.0) + Vec2::new(-1.0, 1.0);
        let half_height = self.half_height(aspect);
        let offset = Vec3::new(at.x * half_height * aspect, at.y * half_height, 0.0);
        match self.lens {
            Lens::Perspective { .. } => Ray {
                origin: self.eye,
                direction: self.rotation * (offset + Vec3::NEG_Z).normalize(),
            },
            Lens::Parallel { .. } => Ray {
                origin: self.eye + self.rotation * offset,
                direction: self.forward(),
            },
        }
    }

    /// Projects a point of the world to pixels from the picture's upper left corner, with its distance along the
    /// view, m. It is `None` behind the near plane.
    #[must_use]
    pub fn project(&self, point: Vec3, size: [u32; 2]) -> Option<(Vec2, f32)> {
        let clip = self.world_to_clip(size) * point.extend(1.0);
        let depth = (point - self.eye).dot(self.forward());
        let near = match self.lens {
            Lens::Perspective { near, .. } | Lens::Parallel { near, .. } => near,
        };
        let pixel =
            (clip.truncate().truncate() / clip.w * 0.5 + 0.5) * Vec2::from(size.map(|s| s as f32));
        (depth >= near).then_some((pixel, depth))
    }

    /// Distance of a position along the view, m: the dot product of this vector with (position, 1).
    pub(crate) fn distance(&self) -> Vec4 {
        let forward = self.forward();
        forward.extend(-forward.dot(self.eye))
    }

    /// Width of a pixel, m: a constant, and an amount for each metre of distance.
    pub(crate) fn pixel(&self, size: [u32; 2]) -> [f32; 2] {
        let inner = self.inner(size);
        let width = 2.0 * self.half_height(aspect(inner)) / inner[1] as f32;
        match self.lens {
            Lens::Perspective { .. } => [0.0, width],
            Lens::Parallel { .. } => [width, 0.0],
        }
    }

    /// Half the height in view, m. For a perspective projection it is the value at a distance of 1 m.
    fn half_height(&self, aspect: f32) -> f32 {
        match self.lens {
            Lens::Perspective { angle, narrow, .. } => {
                (angle / 2.0).tan() * (narrow / aspect).max(1.0)
            }
            Lens::Parallel { half_height, .. } => half_height,
        }
    }

    /// Half of the larger extent in view at the focus, m.
    pub(crate) fn half_extent(&self, size: [u32; 2]) -> f32 {
        let inner = self.inner(size);
        let aspect = aspect(inner);
        let whole = size[1].max(1) as f32 / inner[1] as f32;
        let half = self.half_height(aspect) * aspect.max(1.0) * whole;
        match self.lens {
            Lens::Perspective { .. } => half * self.focus,
            Lens::Parallel { .. } => half,
        }
    }
}

fn aspect(size: [u32; 2]) -> f32 {
    size[0].max(1) as f32 / size[1].max(1) as f32
}
