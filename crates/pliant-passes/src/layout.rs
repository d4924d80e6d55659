//! GPU structs are declared once: `gpu_struct!` generates the `Pod` type and its GLSL text.
//!
//! Both use the scalar block layout, in which a struct of 4-byte scalars has no padding in either language.

/// A type that buffers and push constants may hold.
pub trait GpuType: bytemuck::Pod {
    /// Its name in GLSL.
    const GLSL: &'static str;
}

macro_rules! glsl_names {
    ($($rust:ty = $glsl:literal),* $(,)?) => { $(impl GpuType for $rust { const GLSL: &'static str = $glsl; })* };
}
glsl_names! {
    u32 = "uint", i32 = "int", f32 = "float",
    [i32; 3] = "ivec3", [u32; 2] = "uvec2", [u32; 3] = "uvec3", [u32; 4] = "uvec4",
    [f32; 2] = "vec2", [f32; 3] = "vec3", [f32; 4] = "vec4",
    [[f32; 3]; 3] = "mat3", [[f32; 4]; 4] = "mat4",
}

/// One member of a GPU struct.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// Its name, the same in both languages.
    pub name: &'static str,
    /// Its GLSL type.
    pub glsl: &'static str,
    /// Its byte offset.
    pub offset: usize,
}

/// The layout of a struct, which both languages share.
#[derive(Debug, Clone, Copy)]
pub struct Layout {
    /// Its name, the same in both languages.
    pub name: &'static str,
    /// Its members in order.
    pub fields: &'static [Field],
    /// Its size in bytes, which is also its stride in an array.
    pub size: usize,
}

impl Layout {
    /// The struct's declaration in GLSL.
    #[must_use]
    pub fn glsl(&self) -> String {
        let members: String = self
            .fields
            .iter()
            .map(|f| format!("    {} {};\n", f.glsl, f.name))
            .collect();
        format!("struct {} {{\n{members}}};\n", self.name)
    }
}

/// A struct that `gpu_struct!` declares.
pub trait GpuStruct: GpuType {
    /// Its layout.
    const LAYOUT: Layout;
}

/// Declares structs for the GPU: `#[repr(C)]`, `Pod`, and part of the generated include.
macro_rules! gpu_struct {
    ($($(#[$meta:meta])* struct $name:ident { $($(#[$fmeta:meta])* $field:ident: $ty:ty),* $(,)? })*) => {
        $(
            $(#[$meta])*
            #[repr(C)]
            #[derive(Debug, Clone, Copy, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
            pub struct $name { $($(#[$fmeta])* pub $field: $ty),* }

            impl $crate::layout::GpuType for $name { const GLSL: &'static str = stringify!($name); }

            impl $crate::layout::GpuStruct for $name {
                const LAYOUT: $crate::layout::Layout = $crate::layout::Layout {
                    name: stringify!($name),
                    fields: &[$($crate::layout::Field {
                        name: stringify!($field),
                        glsl: <$ty as $crate::layout::GpuType>::GLSL,
                        offset: std::mem::offset_of!($name, $field),
                    }),*],
                    size: size_of::<$name>(),
                };
            }

            impl Default for $name {
                fn default() -> Self { bytemuck::Zeroable::zeroed() }
            }
        )*

        /// Every GPU struct, in the order of the generated include.
        pub(super) static LAYOUTS: &[$crate::layout::Layout] = &[$(<$name as $crate::layout::GpuStruct>::LAYOUT),*];
    };
}
pub(crate) use gpu_struct;

/// A number that both languages use.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Constant {
    /// A `uint`.
    Uint(u32),
    /// A `float`.
    Float(f32),
}

impl std::fmt::Display for Constant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Uint(value) => write!(f, "{value}u"),
            Self::Float(value) => write!(f, "{value:?}"),
        }
    }
}

/// Declares numbers that both languages use: `NAME = 3;` is a `u32`, `NAME: f32 = 0.5;` an `f32`.
macro_rules! gpu_constants {
    (@type) => { u32 };
    (@type f32) => { f32 };
    (@constant $value:literal) => { $crate::layout::Constant::Uint($value) };
    (@constant $value:literal f32) => { $crate::layout::Constant::Float($value) };
    ($($(#[$meta:meta])* $name:ident $(: $ty:tt)? = $value:literal;)*) => {
        $($(#[$meta])* pub const $name: gpu_constants!(@type $($ty)?) = $value;)*

        /// Every constant, in the order of the generated include.
        pub(super) static CONSTANTS: &[(&str, $crate::layout::Constant)] =
            &[$((stringify!($name), gpu_constants!(@constant $value $($ty)?))),*];
    };
}
pub(crate) use gpu_constants;
