//! PNG, JPEG, WebP and Basis pictures decoded to RGBA, within one budget for the whole scene.

mod basis;

use std::io::Cursor;

/// Most bytes of all decoded pictures together.
pub const BUDGET: u64 = 1 << 30;

/// Most pixels along one side: Vulkan devices need not accept more.
const MAX_SIDE: u32 = 16384;

/// Why a picture is missing.
#[derive(Debug, PartialEq, Eq)]
pub enum Fault {
    /// Not PNG, JPEG, WebP or Basis.
    Format,
    /// Decoding failed, for this reason.
    Broken(String),
}

/// What is stored of a decoded picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    /// All pixels, for drawing.
    Pixels,
    /// The size only: the picture is decoded, so damage is found, but no pixel is stored.
    Size,
}

/// A decoded picture: RGBA, 8 bits, rows from the top.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Image {
    /// Pixels a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// `4·width·height` bytes; none where [`Keep::Size`] was asked for.
    pub rgba: Vec<u8>,
}

/// Decodes a picture of at most `left` bytes and subtracts its size from `left`.
pub fn decode(bytes: &[u8], keep: Keep, left: &mut u64) -> Result<Image, Fault> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        png(bytes, keep, left)
    } else if bytes.starts_with(b"\xff\xd8\xff") {
        jpeg(bytes, keep, left)
    } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        webp(bytes, keep, left)
    } else if bytes.starts_with(basis::MAGIC) {
        basis(bytes, keep, left)
    } else {
        Err(Fault::Format)
    }
}

fn broken(error: impl std::fmt::Display) -> Fault {
    Fault::Broken(format!("is damaged: {error}"))
}

/// Subtracts the size of the decoded picture from the budget before anything is allocated.
fn reserve(width: u32, height: u32, left: &mut u64) -> Result<(), Fault> {
    if width == 0 || height == 0 || width > MAX_SIDE || height > MAX_SIDE {
        return Err(Fault::Broken(format!(
            "has {width} × {height} pixels; each side must be 1 to {MAX_SIDE}"
        )));
    }
    let bytes = 4 * u64::from(width) * u64::from(height);
    let rest = left.checked_sub(bytes);
    *left = rest.ok_or_else(|| {
        Fault::Broken(format!("makes all pictures together exceed {BUDGET} bytes"))
    })?;
    Ok(())
}

fn png(bytes: &[u8], keep: Keep, left: &mut u64) -> Result<Image, Fault> {
    let limit = usize::try_from(BUDGET).unwrap_or(usize::MAX);
    let mut decoder =
        png::Decoder::new_with_limits(Cursor::new(bytes), png::Limits { bytes: limit });
    // With an alpha channel, colour pictures come as RGBA and need no second buffer.
    decoder.set_transformations(
        png::Transformations::normalize_to_color8() | png::Transformations::ALPHA,
    );
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    let (width, height) = decoder.read_header_info().map_err(broken)?.size();
    reserve(width, height, left)?;
    let mut reader = decoder.read_info().map_err(broken)?;
    if keep == Keep::Size {
        while reader.next_row().map_err(broken)?.is_some() {}
        return Ok(without_pixels(width, height));
    }
    let size = reader.output_buffer_size();
    let mut pixels = vec![0; size.ok_or_else(|| broken("its size overflows"))?];
    let info = reader.next_frame(&mut pixels).map_err(broken)?;
    pixels.truncate(info.buffer_size());
    let rgba = match info.color_type {
        png::ColorType::Grayscale => expand(&pixels, |&[l]| [l, l, l, 255]),
        png::ColorType::GrayscaleAlpha => expand(&pixels, |&[l, a]| [l, l, l, a]),
        png::ColorType::Rgb => expand(&pixels, |&[r, g, b]| [r, g, b, 255]),
        png::ColorType::Rgba => pixels,
        png::ColorType::Indexed => return Err(broken("its palette is missing")),
    };
    finish(width, height, rgba)
}

fn jpeg(bytes: &[u8], keep: Keep, left: &mut u64) -> Result<Image, Fault> {
    let mut decoder = jpeg_decoder::Decoder::new(bytes);
    decoder.set_max_decoding_buffer_size(usize::try_from(BUDGET).unwrap_or(usize::MAX));
    decoder.read_info().map_err(broken)?;
    let info = decoder.info().ok_or_else(|| broken("it has no frame"))?;
    let (width, height) = (u32::from(info.width), u32::from(info.height));
    reserve(width, height, left)?;
    if keep == Keep::Size {
        // An eighth along each side: all of the file is decoded, into a 64th of the memory.
        decoder.scale(1, 1).map_err(broken)?;
        decoder.decode().map_err(broken)?;
        return Ok(without_pixels(width, height));
    }
    let pixels = decoder.decode().map_err(broken)?;
    let rgba = match info.pixel_format {
        jpeg_decoder::PixelFormat::L8 => expand(&pixels, |&[l]| [l, l, l, 255]),
        jpeg_decoder::PixelFormat::L16 => expand(&pixels, |&[l, _]| [l, l, l, 255]),
        jpeg_decoder::PixelFormat::RGB24 => expand(&pixels, |&[r, g, b]| [r, g, b, 255]),
        jpeg_decoder::PixelFormat::CMYK32 => expand(&pixels, |&[c, m, y, k]| {
            [ink(c, k), ink(m, k), ink(y, k), 255]
        }),
    };
    finish(width, height, rgba)
}

/// EXT_texture_webp; of an animation, the first frame.
fn webp(bytes: &[u8], keep: Keep, left: &mut u64) -> Result<Image, Fault> {
    let mut decoder = image_webp::WebPDecoder::new(Cursor::new(bytes)).map_err(broken)?;
    decoder.set_memory_limit(usize::try_from(BUDGET).unwrap_or(usize::MAX));
    let (width, height) = decoder.dimensions();
    reserve(width, height, left)?;
    let size = decoder.output_buffer_size();
    let mut pixels = vec![0; size.ok_or_else(|| broken("its size overflows"))?];
    decoder.read_image(&mut pixels).map_err(broken)?;
    if keep == Keep::Size {
        return Ok(without_pixels(width, height));
    }
    if !decoder.has_alpha() {
        pixels = expand(&pixels, |&[r, g, b]| [r, g, b, 255]);
    }
    finish(width, height, pixels)
}

/// KHR_texture_basisu; of several sizes, the largest.
fn basis(bytes: &[u8], keep: Keep, left: &mut u64) -> Result<Image, Fault> {
    let header = basis::Header::read(bytes)
        .map_err(broken)?
        .ok_or(Fault::Format)?;
    let (width, height) = (header.width, header.height);
    reserve(width, height, left)?;
    let pixels = header.transcode(bytes).map_err(broken)?;
    if keep == Keep::Size {
        return Ok(without_pixels(width, height));
    }
    finish(width, height, pixels)
}

fn without_pixels(width: u32, height: u32) -> Image {
    Image {
        width,
        height,
        rgba: Vec::new(),
    }
}

/// Converts one CMYK channel to light; the decoder returns 255 for full ink.
fn ink(color: u8, black: u8) -> u8 {
    let light = u16::from(255 - color) * u16::from(255 - black) / 255;
    u8::try_from(light).unwrap_or(u8::MAX)
}

fn expand<const N: usize>(pixels: &[u8], pixel: impl Fn(&[u8; N]) -> [u8; 4]) -> Vec<u8> {
    pixels.as_chunks::<N>().0.iter().flat_map(pixel).collect()
}

fn finish(width: u32, height: u32, rgba: Vec<u8>) -> Result<Image, Fault> {
    let whole = rgba.len() as u64 == 4 * u64::from(width) * u64::from(height);
    if whole {
        Ok(Image {
            width,
            height,
            rgba,
        })
    } else {
        Err(broken("pixels are missing"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encode(color: png::ColorType, pixels: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 2, 1);
        encoder.set_color(color);
        encoder
            .write_header()
            .unwrap()
            .write_image_data(pixels)
            .unwrap();
        bytes
    }

    #[test]
    fn png_becomes_rgba() {
        let mut left = 100;
        let gray = decode(
            &encode(png::ColorType::Grayscale, &[7, 9]),
            Keep::Pixels,
            &mut left,
        )
        .unwrap();
        assert_eq!(
            (gray.width, gray.height, gray.rgba),
            (2, 1, vec![7, 7, 7, 255, 9, 9, 9, 255])
        );
        let rgb = decode(
            &encode(png::ColorType::Rgb, &[1, 2, 3, 4, 5, 6]),
            Keep::Pixels,
            &mut left,
        )
        .unwrap();
        assert_eq!(rgb.rgba, [1, 2, 3, 255, 4, 5, 6, 255]);
        assert_eq!(left, 84);
    }

    #[test]
    fn a_size_without_pixels_finds_the_same_damage() {
        let bytes = encode(png::ColorType::Rgb, &[1, 2, 3, 4, 5, 6]);
        let image = decode(&bytes, Keep::Size, &mut 100).unwrap();
        assert_eq!((image.width, image.height, image.rgba), (2, 1, Vec::new()));
        for end in 30..bytes.len() {
            let [pixels, size] =
                [Keep::Pixels, Keep::Size].map(|keep| decode(&bytes[..end], keep, &mut 100).err());
            assert_eq!(pixels, size, "of {end} bytes");
        }
    }

    #[test]
    fn damaged_foreign_and_oversized_pictures_are_distinguished() {
        let bytes = encode(png::ColorType::Rgba, &[0; 8]);
        assert!(matches!(
            decode(&bytes[..40], Keep::Pixels, &mut 100),
            Err(Fault::Broken(_))
        ));
        assert!(
            matches!(decode(&bytes, Keep::Pixels, &mut 7), Err(Fault::Broken(why)) if why.contains("exceed"))
        );
        assert_eq!(
            decode(b"RIFF....WAVE", Keep::Pixels, &mut 100),
            Err(Fault::Format)
        );
        assert!(matches!(
            decode(b"\xff\xd8\xff\xe0", Keep::Pixels, &mut 100),
            Err(Fault::Broken(_))
        ));
    }
}
