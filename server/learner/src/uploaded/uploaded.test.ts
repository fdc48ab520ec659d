import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { detect } from '../detection/detect';
import type { ModelLayout } from '../protocol/protocol';
import { ModelProto } from '../onnx/schema';
import { createTinyClassifier, createTinyDetector, HOSTILE_MODELS } from '../testing/tiny-uploaded-models';
import { checkModel } from './check-model';
import { readClassNames } from './inspect-file';

let folder: string;
let image: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'uploaded-'));
  image = join(folder, 'image.png');
  // The red square is a cell of the input, whether the image of 64 x 64 pixels is stretched or not.
  const red = { create: { width: 8, height: 8, channels: 3 as const, background: '#e01010' } };
  await sharp({ create: { width: 64, height: 64, channels: 3, background: '#202080' } })
    .composite([{ input: red, left: 16, top: 24 }])
    .png()
    .toFile(image);
});
afterEach(() => rm(folder, { recursive: true }));

it.each<[Exclude<ModelLayout, 'classification'>, object]>([
  ['yolo', { scores: 'probability', hasRelativeBoxes: false, pixels: '0-1' }],
  ['yolo-objectness', { scores: 'probability', hasRelativeBoxes: false, pixels: '0-1' }],
  ['end-to-end', { scores: 'probability', hasRelativeBoxes: false, pixels: '0-1' }],
  ['boxes', { scores: 'probability', hasRelativeBoxes: false, pixels: '0-1' }],
  ['queries', { scores: 'softmax-background', hasRelativeBoxes: true, pixels: 'imagenet' }],
])('finds out how a model with the outputs %s is used, and detects with it', async (layout, expected) => {
  const model = join(folder, `${layout}.onnx`);
  await writeFile(model, createTinyDetector(layout));
  const checked = await checkModel({ domain: 'detection', isMultiLabel: false, model, images: [image] }, 1);
  expect(checked.format).toMatchObject({ layout, ...expected });
  expect(checked.classes).toEqual(['red', 'green']);
  expect(checked.images[0]!.predictions[0]).toMatchObject({
    class: 0,
    box: [16, 24, 24, 32].map((side) => expect.closeTo(side, 3)),
  });

  const notes = join(folder, 'notes.json');
  await writeFile(notes, JSON.stringify({ uploaded: { format: checked.format, classes: ['label', null] } }));
  const [objects] = await detect({ model, notes, images: [image] }, 1);
  expect(objects).toMatchObject([{ id: 'label', bound_box: [16, 24, 24, 32].map((side) => expect.closeTo(side, 3)) }]);
  expect(objects![0]!.prob).toBeGreaterThan(0.5);
});

it('traces the masks of a segmentation model', async () => {
  const model = join(folder, 'masks.onnx');
  await writeFile(model, createTinyDetector('masks'));
  const { format, classes } = await checkModel({ domain: 'segmentation', isMultiLabel: false, model, images: [image] }, 1);
  expect([format.layout, format.masks, classes]).toEqual(['yolo', 1, ['red', 'green']]);
  const notes = join(folder, 'notes.json');
  await writeFile(notes, JSON.stringify({ uploaded: { format, classes: ['label', null] } }));
  const [objects] = await detect({ model, notes, images: [image] }, 1);
  expect(objects).toHaveLength(1);
  const { bound_box: box, polygon } = objects![0]!;
  // The left half of the cell.
  for (const [index, side] of [16, 24, 20, 32].entries()) expect(Math.abs(box[index]! - side)).toBeLessThan(0.5);
  expect(polygon!.length).toBeGreaterThanOrEqual(8);
  await expect(checkModel({ domain: 'detection', isMultiLabel: false, model, images: [image] }, 1)).rejects.toThrow(
    /^The outputs of the model are not known: output0 \(float32, 1 x 7 x 64\), output1/,
  );
});

it.each<[string, () => Uint8Array, string | RegExp]>([
  ['an empty file', () => new Uint8Array(), 'The file is empty.'],
  ['a file that is no model', () => Buffer.from('GIF89a, not a model'), 'The file is not an ONNX model, or it is incomplete.'],
  ['a truncated model', () => createTinyDetector('yolo').subarray(0, -40), 'The file is not an ONNX model, or it is incomplete.'],
  ['weights in other files', HOSTILE_MODELS.externalData, 'The model stores its weights in other files. Export it as one file.'],
  [
    'weights of a function in other files',
    () =>
      ModelProto.encode(
        ModelProto.create({ graph: {}, functions: [{ domain: 'f', attributeProto: [{ name: 'w', t: { dataLocation: 1 } }] }] }),
      ).finish(),
    'The model stores its weights in other files. Export it as one file.',
  ],
  [
    'unknown outputs',
    () => createTinyClassifier(),
    /^The outputs of the model are not known: logits \(float32, 1 x 3\)\. A detection/,
  ],
  ['inputs that are no images', () => createTinyClassifier('[]', 4), /^The input is \? x 4 x \? x \?\. .* 3 channels\.$/],
  ['another number of names', () => createTinyDetector('yolo', { names: "['red']" }), /scores of 2 classes, but it names 1\.$/],
])('refuses %s with the reason, and no path', async (_, createModel, message) => {
  const model = join(folder, 'hostile.onnx');
  await writeFile(model, createModel());
  const check = checkModel({ domain: 'detection', isMultiLabel: false, model, images: [image] }, 1);
  await expect(check).rejects.toThrow(message);
  await expect(check).rejects.not.toThrow(folder);
});

it.each([
  ["{0: 'red', 1: \"it's\"}", ['red', "it's"]],
  ['{"0": "red", "1": "green"}', ['red', 'green']],
  ['["red", "green"]', ['red', 'green']],
  ['red, green', ['red', 'green']],
])('reads the names of the classes from %s', (names, expected) => {
  expect(readClassNames(new Map([['names', names]]))).toEqual(expected);
});
