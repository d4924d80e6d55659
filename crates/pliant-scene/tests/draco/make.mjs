// Writes the Draco files of tests/draco.rs: each mesh as it is, and compressed by the reference encoder.
//
//     npm install @gltf-transform/core@4.5.1 @gltf-transform/extensions@4.5.1 draco3dgltf@1.5.7
//     node make.mjs

import { writeFileSync } from 'node:fs';
import { Document, NodeIO } from '@gltf-transform/core';
import { KHRDracoMeshCompression, KHRMeshQuantization } from '@gltf-transform/extensions';
import draco3d from 'draco3dgltf';

const io = new NodeIO()
  .registerExtensions([KHRDracoMeshCompression, KHRMeshQuantization])
  .registerDependencies({ 'draco3d.encoder': await draco3d.createEncoderModule() });

const SIDE = 9;

/** A tube of SIDE × SIDE quads along Y, 2 m high and 1 m wide, whose texture has a seam. */
function tube(document, { quantized, skinned, morphing }) {
  const buffer = document.getRoot().listBuffers()[0] ?? document.createBuffer();
  const lists = { position: [], normal: [], texcoord: [], color: [], pin: [], joints: [], weights: [] };
  for (let row = 0; row <= SIDE; row++) {
    for (let column = 0; column <= SIDE; column++) {
      const [u, v] = [column / SIDE, row / SIDE];
      const turn = 2 * Math.PI * (column % SIDE) / SIDE;
      const [x, z] = [Math.cos(turn), Math.sin(turn)];
      const width = 0.5 + 0.1 * Math.sin(5 * v);
      lists.position.push(width * x, 2 * v, width * z);
      lists.normal.push(x, 0, z);
      lists.texcoord.push(u, v);
      lists.color.push(255 * column / SIDE, 255 * row / SIDE, 17, 255);
      lists.pin.push(row === SIDE ? 1 : 0);
      lists.joints.push(row < 5 ? 0 : 1, 7, 0, 0);
      lists.weights.push(1 - v / 2, v / 2, 0, 0);
    }
  }
  const indices = [];
  for (let row = 0; row < SIDE; row++) {
    for (let column = 0; column < SIDE; column++) {
      const a = row * (SIDE + 1) + column;
      const [b, c, d] = [a + 1, a + SIDE + 1, a + SIDE + 2];
      indices.push(a, c, b, b, c, d);
    }
  }
  const accessor = (type, array, normalized = false) =>
    document.createAccessor().setType(type).setArray(array).setNormalized(normalized).setBuffer(buffer);
  const shorts = (list, most) => Int16Array.from(list, (x) => Math.round(x * most));
  const primitive = document.createPrimitive()
    .setAttribute('POSITION', quantized
      ? accessor('VEC3', shorts(lists.position, 10000))
      : accessor('VEC3', Float32Array.from(lists.position)))
    .setAttribute('NORMAL', quantized
      ? accessor('VEC3', shorts(lists.normal, 32767), true)
      : accessor('VEC3', Float32Array.from(lists.normal)))
    .setAttribute('TEXCOORD_0', quantized
      ? accessor('VEC2', Uint16Array.from(lists.texcoord, (x) => Math.round(x * 65535)), true)
      : accessor('VEC2', Float32Array.from(lists.texcoord)))
    .setAttribute('COLOR_0', accessor('VEC4', Uint8Array.from(lists.color), true))
    .setAttribute('_PIN', accessor('SCALAR', Float32Array.from(lists.pin)))
    .setIndices(accessor('SCALAR', Uint16Array.from(indices)));
  const node = document.createNode('Tube').setMesh(document.createMesh('Tube').addPrimitive(primitive));
  const scene = document.getRoot().listScenes()[0] ?? document.createScene();
  scene.addChild(node);
  if (quantized) {
    document.createExtension(KHRMeshQuantization).setRequired(true);
    node.setScale([1e-4, 1e-4, 1e-4]);
  }
  if (skinned) {
    primitive.setAttribute('JOINTS_0', accessor('VEC4', Uint8Array.from(lists.joints)));
    primitive.setAttribute('WEIGHTS_0', accessor('VEC4', Float32Array.from(lists.weights)));
    const joints = Array.from({ length: 8 }, (_, i) => document.createNode(`Joint${i}`).setTranslation([0, i / 4, 0]));
    const skin = document.createSkin();
    for (const joint of joints) {
      scene.addChild(joint);
      skin.addJoint(joint);
    }
    node.setSkin(skin);
  }
  if (morphing) {
    const lifted = lists.position.map((x, i) => [0.1, x / 4, 0][i % 3]);
    primitive.addTarget(
      document.createPrimitiveTarget().setAttribute('POSITION', accessor('VEC3', Float32Array.from(lifted))),
    );
  }
}

/** Writes a mesh as it is. */
async function plain(name, options) {
  const document = new Document();
  tube(document, options);
  writeFileSync(`${name}.glb`, await io.writeBinary(document));
}

/** Writes a compressed mesh. At speed 0, the encoder uses other prediction schemes and traversals than at 5, its default. */
async function compressed(name, method, options, speed = 5) {
  const document = new Document();
  tube(document, options);
  const draco = document.createExtension(KHRDracoMeshCompression).setRequired(true);
  draco.setEncoderOptions({
    method: KHRDracoMeshCompression.EncoderMethod[method],
    encodeSpeed: speed,
    decodeSpeed: speed,
  });
  writeFileSync(`${name}.glb`, await io.writeBinary(document));
}

await plain('tube', {});
await compressed('tube_edgebreaker', 'EDGEBREAKER', {});
await compressed('tube_slow', 'EDGEBREAKER', {}, 0);
await compressed('tube_sequential', 'SEQUENTIAL', {});
await plain('quantized', { quantized: true });
await compressed('quantized_edgebreaker', 'EDGEBREAKER', { quantized: true });
await plain('skinned', { skinned: true, morphing: true });
await compressed('skinned_edgebreaker', 'EDGEBREAKER', { skinned: true });
await compressed('skinned_sequential', 'SEQUENTIAL', { skinned: true, morphing: true });
