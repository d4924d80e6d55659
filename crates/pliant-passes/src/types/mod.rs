//! All constants and structs that CPU and GPU share, a file for each area. A new file needs one line here.

mod methods;

use crate::layout::{Constant, Layout};

/// A file of types.
pub struct TypeFile {
    /// `types/NAME.rs`.
    pub name: &'static str,
    /// `shaders/bindings/INCLUDE.glsl`.
    pub include: &'static str,
    /// Its constants, by name.
    pub constants: &'static [(&'static str, Constant)],
    /// Its structs.
    pub layouts: &'static [Layout],
}

macro_rules! type_files {
    ($($(#[doc = $doc:literal])* $name:ident => $include:literal),* $(,)?) => {
        $($(#[doc = $doc])* pub mod $name;)*

        /// Every file of types.
        pub static FILES: &[TypeFile] = &[$(TypeFile {
            name: stringify!($name),
            include: $include,
            constants: $name::CONSTANTS,
            layouts: $name::LAYOUTS,
        }),*];
    };
}

type_files! {
    common => "types",
    contact => "contact_types",
    couple => "couple_types",
    deforming => "deforming_types",
    draw => "draw_types",
    field => "field_types",
    fluid => "fluid_types",
    intersection => "intersection_types",
    rigid => "rigid_types",
}

pub use common::*;
pub use contact::*;
pub use couple::*;
pub use deforming::*;
pub use field::*;
pub use fluid::*;
pub use intersection::*;
pub use rigid::*;
