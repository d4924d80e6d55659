// Writes the pictures of tests/basis.rs: a PNG, and Basis Universal files that the reference encoder makes of it.
//
//     npm install ktx2-encoder@0.6.0 sharp@0.35
//     node make.mjs

import { writeFileSync } from 'node:fs';
import { encodeToKTX2 } from 'ktx2-encoder';
import sharp from 'sharp';

// No multiple of the blocks' 4 pixels.
const [WIDTH, HEIGHT] = [22, 18];

const pixels = new Uint8Array(4 * WIDTH * HEIGHT);
for (let y = 0; y < HEIGHT; y++) {
  for (let x = 0; x < WIDTH; x++) {
    const [u, v] = [x / (WIDTH - 1), y / (HEIGHT - 1)];
    pixels.set([255 * u, 255 * v, 255 * (1 - u), 255 - 128 * v], 4 * (WIDTH * y + x));
  }
}
const raw = { width: WIDTH, height: HEIGHT, channels: 4 };
writeFileSync('picture.png', await sharp(pixels, { raw }).png({ compressionLevel: 9 }).toBuffer());

async function write(name, data, options) {
  const imageDecoder = async () => ({ data: new Uint8Array(data), width: WIDTH, height: HEIGHT });
  const file = await encodeToKTX2(new Uint8Array(1), { imageDecoder, isPerceptual: false, ...options });
  writeFileSync(`${name}.ktx2`, file);
}

const opaque = pixels.map((byte, i) => (i % 4 === 3 ? 255 : byte));
await write('etc1s', opaque, { isUASTC: false, qualityLevel: 255, generateMipmap: false });
await write('etc1s_alpha', pixels, { isUASTC: false, qualityLevel: 255, generateMipmap: true });
await write('uastc', pixels, { isUASTC: true, needSupercompression: false, generateMipmap: false });
await write('uastc_zstd', pixels, { isUASTC: true, needSupercompression: true, generateMipmap: true });
