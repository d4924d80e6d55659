//! Filters of meshopt compression, which turn decompressed numbers into attributes.

/// How the elements are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Filter {
    None,
    Octahedral,
    Quaternion,
    Exponential,
    Color,
}

impl Filter {
    /// The filter of a name; `None` where it is unknown or does not fit the stride.
    pub(crate) fn parse(name: Option<&str>, stride: usize) -> Option<Self> {
        let (kind, fits) = match name {
            None | Some("NONE") => (Self::None, true),
            Some("OCTAHEDRAL") => (Self::Octahedral, stride == 4 || stride == 8),
            Some("QUATERNION") => (Self::Quaternion, stride == 8),
            Some("EXPONENTIAL") => (Self::Exponential, stride > 0 && stride.is_multiple_of(4)),
            Some("COLOR") => (Self::Color, stride == 4 || stride == 8),
            Some(_) => return None,
        };
        fits.then_some(kind)
    }
}

/// Applies a filter to whole elements in place.
pub(crate) fn filter(kind: Filter, stride: usize, bytes: &mut [u8]) {
    let signed = |element: [u8; 4]| element.map(|byte| i32::from(byte.cast_signed()));
    match (kind, stride) {
        (Filter::None, _) => {}
        (Filter::Octahedral, 4) => each(bytes, |e| octahedral(signed(e), 127.0).map(low)),
        (Filter::Octahedral, _) => each(bytes, |e| words(octahedral(shorts(e), 32767.0))),
        (Filter::Quaternion, _) => each(bytes, |e| words(quaternion(shorts(e)))),
        (Filter::Exponential, _) => each(bytes, exponential),
        (Filter::Color, 4) => each(bytes, |e: [u8; 4]| color(signed(e), 8).map(low)),
        (Filter::Color, _) => each(bytes, |e| words(color(shorts(e), 16))),
    }
}

fn each<const N: usize>(bytes: &mut [u8], change: impl Fn([u8; N]) -> [u8; N]) {
    for element in bytes.as_chunks_mut::<N>().0 {
        *element = change(*element);
    }
}

fn shorts(element: [u8; 8]) -> [i32; 4] {
    [0, 2, 4, 6].map(|i| i32::from(i16::from_le_bytes([element[i], element[i + 1]])))
}

fn words(values: [i32; 4]) -> [u8; 8] {
    let mut bytes = [0; 8];
    for (to, value) in bytes.as_chunks_mut::<2>().0.iter_mut().zip(values) {
        let [a, b, ..] = value.to_le_bytes();
        *to = [a, b];
    }
    bytes
}

fn low(value: i32) -> u8 {
    value.to_le_bytes()[0]
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "`as` saturates, and the values are below 2¹⁶"
)]
fn rounded(value: f32) -> i32 {
    value.round() as i32
}

#[expect(
    clippy::cast_precision_loss,
    reason = "the values have at most 24 bits"
)]
fn float(value: i32) -> f32 {
    value as f32
}

/// Filter 1: a unit vector on an octahedron whose edge length is the third component.
fn octahedral([x, y, one, w]: [i32; 4], most: f32) -> [i32; 4] {
    let z = one - x.abs() - y.abs();
    let fold = z.min(0);
    let folded = |a: i32| if a >= 0 { a + fold } else { a - fold };
    let [x, y, z] = [folded(x), folded(y), z].map(float);
    let scale = most / (x * x + y * y + z * z).sqrt().max(f32::MIN_POSITIVE);
    [
        rounded(x * scale),
        rounded(y * scale),
        rounded(z * scale),
        w,
    ]
}

/// Filter 2: a quaternion without its largest component, whose index is in the lowest bits of the fourth.
fn quaternion([x, y, z, w]: [i32; 4]) -> [i32; 4] {
    let scale = std::f32::consts::FRAC_1_SQRT_2 / float(w | 3);
    let [x, y, z] = [x, y, z].map(|a| float(a) * scale);
    let largest = (1.0 - x * x - y * y - z * z).max(0.0).sqrt();
    let mut turned = [0; 4];
    for (value, i) in [largest, x, y, z].into_iter().zip(0..) {
        turned[((w + i) & 3).unsigned_abs() as usize] = rounded(value * 32767.0);
    }
    turned
}

/// Filter 3: floats of a mantissa of 24 bits and an exponent of 8.
fn exponential(element: [u8; 4]) -> [u8; 4] {
    let value = i32::from_le_bytes(element);
    let (mantissa, exponent) = (value << 8 >> 8, value >> 24);
    let power = |exponent: i32| f32::from_bits((exponent + 127).unsigned_abs() << 23);
    // Two powers, since one alone may be too small for a normal float.
    let half = exponent / 2;
    (float(mantissa) * power(half) * power(exponent - half)).to_le_bytes()
}

/// Filter 4, of KHR_meshopt_compression only: luma and two chroma differences, scaled by the bits that alpha has.
fn color([y, co, cg, alpha]: [i32; 4], bits: u32) -> [i32; 4] {
    let most = (1 << bits) - 1;
    let (y, alpha) = (y & most, alpha & most);
    let mask = most >> (bits - (32 - alpha.leading_zeros()).min(bits)).min(bits - 1);
    let alpha = alpha << 1 & mask | alpha & 1;
    let scale = float(most) / float(mask.max(1));
    [y + co - cg, y + cg, y - co - cg, alpha].map(|a| rounded(float(a) * scale).clamp(0, most))
}
