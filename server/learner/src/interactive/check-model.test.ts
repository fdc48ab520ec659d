import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Tensor } from 'onnxruntime-node';
import sharp from 'sharp';
import { openSession } from '../runtime/session';
import { writeTinyInteractiveModel } from '../testing/tiny-interactive-model';
import { checkInteractiveModel } from './check-model';
import { encodeImage } from './encode-image';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interactive-'));
  await writeTinyInteractiveModel(folder);
});
afterEach(() => rm(folder, { recursive: true }));

const getRequest = () => ({
  encoder: join(folder, 'encoder.onnx'),
  decoder: join(folder, 'decoder.onnx'),
  inputSize: 64,
  coordinateSize: 64,
  mean: [0, 0, 0],
  std: [255, 255, 255],
});
const checkChanged = (changes = {}) => checkInteractiveModel({ ...getRequest(), ...changes }, 1);

it('accepts a compatible model, and returns its hashes and mask input size', async () => {
  expect(await checkChanged()).toEqual({
    encoderHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    decoderHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    maskShape: [1, 1, 64, 64],
    images: [],
    milliseconds: expect.any(Number),
    memoryBytes: expect.any(Number),
  });
});

it.each([
  ['another input size', { inputSize: 32 }, /^encoder\.onnx cannot encode an image of 1 x 3 x 32 x 32: /],
  ['a missing file', { decoder: 'none/decoder.onnx' }, /^decoder\.onnx cannot be opened: ENOENT/],
])('checkInteractiveModel refuses %s with the reason', async (_, changes, message) => {
  await expect(checkChanged(changes)).rejects.toThrow(message);
});

it('refuses swapped files, names the expected inputs and hides the path', async () => {
  const { encoder, decoder } = getRequest();
  await expect(checkChanged({ encoder: decoder })).rejects.toThrow(
    'decoder.onnx has the inputs image_embeddings, point_coords, point_labels, mask_input, has_mask_input, orig_im_size. It must have one: an image of 1 x 3 x S x S',
  );
  await expect(checkChanged({ decoder: encoder })).rejects.toThrow(
    'encoder.onnx has the inputs image. They must be image_embeddings, ',
  );
  const brokenFile = join(folder, 'broken.onnx');
  await writeFile(brokenFile, 'no model');
  const refusal = checkChanged({ encoder: brokenFile });
  await expect(refusal).rejects.toThrow(/^broken\.onnx cannot be opened: /);
  await expect(refusal).rejects.not.toThrow(folder);
});

it('encodes images upright, scaled and padded, so that the decoder finds the object', async () => {
  await checkChanged();
  const file = join(folder, 'image.jpg');
  const RED = { r: 220, g: 20, b: 20 };
  // The image is stored rotated. After EXIF rotation it is 100 wide and 200 high, with a red square in the upper left corner.
  await sharp({ create: { width: 200, height: 100, channels: 3, background: { r: 20, g: 20, b: 200 } } })
    .composite([{ input: { create: { width: 50, height: 50, channels: 3, background: RED } }, left: 0, top: 50 }])
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toFile(file);
  const { data, shape } = await encodeImage({ image: file, ...getRequest() }, 1);
  expect(shape).toEqual([1, 3, 16, 16]);
  const session = await openSession(getRequest().decoder, 1);
  const createTensor = (values: readonly number[], dims: readonly number[]) =>
    new Tensor('float32', Float32Array.from(values), dims);
  const { masks } = await session.run({
    image_embeddings: new Tensor('float32', new Float32Array(data.slice().buffer), shape),
    point_coords: createTensor([8, 8, 0, 0], [1, 2, 2]),
    point_labels: createTensor([1, -1], [1, 2]),
    mask_input: new Tensor('float32', new Float32Array(64 * 64), [1, 1, 64, 64]),
    has_mask_input: createTensor([0], [1]),
    orig_im_size: createTensor([64, 32], [2]),
  });
  const isInsideMask = Array.from(masks!.data as Float32Array, (value) => value > 0);
  const isSquare = isInsideMask.map((_, index) => index % 32 < 16 && Math.floor(index / 32) < 16);
  expect(isInsideMask).toEqual(isSquare);
});
