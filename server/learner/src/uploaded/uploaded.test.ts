import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { detect } from '../detection/detect';
import { GraphBuilder } from '../onnx/graph';
import { classify } from '../recognition/classify';
import type { ModelLayout } from '../protocol/protocol';
import { ModelProto } from '../onnx/schema';
import { createTinyClassifier, createTinyDetector, HOSTILE_MODELS } from '../testing/tiny-uploaded-models';
import { checkModel } from './check-model';
import { readClassNames } from './inspect-file';

let folder: string;
let squareImage: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'uploaded-'));
  squareImage = await createImage([16]);
});

/** Creates an image of 64 x 64 pixels, the size of the input. Each red square fills one cell of the input. */
async function createImage(leftPositions: readonly number[]): Promise<string> {
  const file = join(folder, `${leftPositions.length}.png`);
  const red = { create: { width: 8, height: 8, channels: 3 as const, background: '#e01010' } };
  await sharp({ create: { width: 64, height: 64, channels: 3, background: '#202080' } })
    .composite(leftPositions.map((left) => ({ input: red, left, top: 24 })))
    .png()
    .toFile(file);
  return file;
}

/** Checks a model on one image, and detects objects in another image. */
async function checkAndDetect(modelBytes: Uint8Array, checkedImage: string, file: string) {
  const [model, notes] = [join(folder, 'model.onnx'), join(folder, 'notes.json')];
  await writeFile(model, modelBytes);
  const { format } = await checkModel({ domain: 'detection', isMultiLabel: false, model, images: [checkedImage] }, 1);
  await writeFile(notes, JSON.stringify({ uploaded: { format, classes: ['label', null] } }));
  const [objects] = await detect({ model, notes, images: [file] }, 1);
  return { format, objects };
}
afterEach(() => rm(folder, { recursive: true }));

it.each<[Exclude<ModelLayout, 'classification'>, object]>([
  ['yolo', { scores: 'probability', hasRelativeBoxes: false, pixels: '0-1' }],
  ['yolo-objectness', { scores: 'probability', hasRelativeBoxes: false, pixels: '0-1' }],
  ['end-to-end', { scores: 'probability', hasRelativeBoxes: false, pixels: '0-1' }],
  ['boxes', { scores: 'probability', hasRelativeBoxes: false, pixels: '0-1' }],
  ['queries', { scores: 'softmax-background', hasRelativeBoxes: true, pixels: 'imagenet' }],
])('detects objects with a model whose outputs are %s', async (layout, expected) => {
  const model = join(folder, `${layout}.onnx`);
  await writeFile(model, createTinyDetector(layout));
  const checkResult = await checkModel({ domain: 'detection', isMultiLabel: false, model, images: [squareImage] }, 1);
  expect(checkResult.format).toMatchObject({ layout, ...expected });
  expect(checkResult.classes).toEqual(['red', 'green']);
  expect(checkResult.images[0]!.predictions[0]).toMatchObject({
    class: 0,
    box: [16, 24, 24, 32].map((side) => expect.closeTo(side, 3)),
  });

  const notes = join(folder, 'notes.json');
  await writeFile(notes, JSON.stringify({ uploaded: { format: checkResult.format, classes: ['label', null] } }));
  const [objects] = await detect({ model, notes, images: [squareImage] }, 1);
  expect(objects).toMatchObject([{ id: 'label', bound_box: [16, 24, 24, 32].map((side) => expect.closeTo(side, 3)) }]);
  expect(objects![0]!.prob).toBeGreaterThan(0.5);
});

it('detects as many points as the metadata of a pose model declares', async () => {
  const poseModel = createTinyDetector('pose', { names: "{0: 'red', 1: 'green'}", kpt_shape: '[2, 3]' });
  const { format, objects } = await checkAndDetect(poseModel, squareImage, squareImage);
  expect(format).toMatchObject({ layout: 'yolo', points: { count: 2, numbers: 3 } });
  const toCloseValues = (values: number[]) => values.map((value) => expect.closeTo(value, 3) as number);
  expect(objects).toMatchObject([{ id: 'label', points: [toCloseValues([16, 24, 0.9]), toCloseValues([24, 32, 0.2])] }]);
  await expect(checkAndDetect(createTinyDetector('pose'), squareImage, squareImage)).rejects.toThrow(
    'scores of 8 classes, but it names 2',
  );
});

it('traces the masks of a segmentation model', async () => {
  const model = join(folder, 'masks.onnx');
  await writeFile(model, createTinyDetector('masks'));
  const { format, classes } = await checkModel({ domain: 'segmentation', isMultiLabel: false, model, images: [squareImage] }, 1);
  expect([format.layout, format.masks, classes]).toEqual(['yolo', 1, ['red', 'green']]);
  const notes = join(folder, 'notes.json');
  await writeFile(notes, JSON.stringify({ uploaded: { format, classes: ['label', null] } }));
  const [objects] = await detect({ model, notes, images: [squareImage] }, 1);
  expect(objects).toHaveLength(1);
  const { bound_box: box, polygon } = objects![0]!;
  // The box is the left half of the cell.
  for (const [index, coordinate] of [16, 24, 20, 32].entries()) expect(Math.abs(box[index]! - coordinate)).toBeLessThan(0.5);
  expect(polygon!.length).toBeGreaterThanOrEqual(8);
  await expect(checkModel({ domain: 'detection', isMultiLabel: false, model, images: [squareImage] }, 1)).rejects.toThrow(
    /^The outputs of the model are not known: output0 \(float32, 1 x 7 x 64\), output1/,
  );
});

it('recognizes relative boxes even if the checked images show no objects', async () => {
  const { format, objects } = await checkAndDetect(createTinyDetector('relative-yolo'), await createImage([]), squareImage);
  expect(format.hasRelativeBoxes).toBe(true);
  expect(objects).toMatchObject([{ bound_box: [16, 24, 24, 32].map((side) => expect.closeTo(side, 3)) }]);
});

it('refuses a model that returns no boxes, because their unit is unknown', async () => {
  const check = checkAndDetect(createTinyDetector('boxes'), await createImage([]), squareImage);
  await expect(check).rejects.toThrow(/^The model returns no boxes for the images that it is tested on/);
});

it('uses the outputs that the check selected, even if other outputs have a similar shape', async () => {
  const { objects } = await checkAndDetect(createTinyDetector('boxes'), squareImage, await createImage([0, 16, 32, 48]));
  expect(objects!.map(({ bound_box: [left] }) => left).sort()).toEqual([0, 16, 32, 48]);
});

it.each([
  { operator: 'Sigmoid', isMultiLabel: true, scores: 'independent-probability', hasSum: false },
  { operator: 'Sigmoid', isMultiLabel: false, scores: 'independent-probability', hasSum: false },
  { operator: 'Softmax', isMultiLabel: true, scores: 'probability', hasSum: true },
  { operator: 'Identity', isMultiLabel: true, scores: 'sigmoid', hasSum: false },
  { operator: 'Identity', isMultiLabel: false, scores: 'softmax', hasSum: true },
])(
  'predicts one label for two classes of a classifier with $operator (tagging: $isMultiLabel)',
  async ({ operator, isMultiLabel, scores, hasSum }) => {
    const [model, notes] = [join(folder, 'classifier.onnx'), join(folder, 'notes.json')];
    await writeFile(model, createTinyClassifier(undefined, 3, operator));
    const pixels = '0-1';
    const checkResult = await checkModel({ domain: 'recognition', isMultiLabel, model, images: [squareImage], pixels }, 1);
    expect(checkResult.format.scores).toBe(scores);
    const probabilities = new Map(checkResult.images[0]!.predictions.map(({ class: index, prob }) => [index, prob]));
    const [red = 0, green = 0, blue = 0] = [0, 1, 2].map((index) => probabilities.get(index));
    await writeFile(notes, JSON.stringify({ uploaded: { format: checkResult.format, classes: ['warm', 'cold', 'cold'] } }));
    const [labels] = await classify({ model, notes, images: [squareImage] }, 1);
    expect(labels).toEqual([
      { id: 'cold', prob: expect.closeTo(hasSum ? green + blue : Math.max(green, blue), 5) },
      { id: 'warm', prob: expect.closeTo(red, 5) },
    ]);
  },
);

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
  [
    'many outputs with long names',
    () => createModelWithNames(),
    /^The outputs of the model are not known: n{60}… \(float32, 1 x 3 x 64 x 64\), (.{80,100}, ){4}4 more\. A detection/,
  ],
  ['inputs that are no images', () => createTinyClassifier('[]', 4), /^The input is \? x 4 x \? x \?\. .* 3 channels\.$/],
  [
    'an unknown operator',
    () => createTinyClassifier('[]', 3, 'NoSuchOperator'),
    /^The model cannot be opened\. It may use operators .* \(ONNX runtime: .*NoSuchOperator/s,
  ],
  [
    'a model that fails on each image',
    () => createFailingModel(),
    /^The model stopped with an error on an input of 1 x 3 x 64 x 64\. Export it .* \(ONNX runtime: .*reshape/is,
  ],
  ['another number of names', () => createTinyDetector('yolo', { names: "['red']" }), /scores of 2 classes, but it names 1\.$/],
])('refuses %s with a message that contains the reason but no path', async (_, createModel, message) => {
  const model = join(folder, 'hostile.onnx');
  await writeFile(model, createModel());
  const check = checkModel({ domain: 'detection', isMultiLabel: false, model, images: [squareImage] }, 1);
  await expect(check).rejects.toThrow(message);
  await expect(check).rejects.not.toThrow(folder);
});

/** Creates a model that reshapes its input to another number of values. */
function createFailingModel(): Uint8Array {
  const graph = new GraphBuilder();
  const value = graph.addNode('Reshape', ['images', graph.addIntegers([7])]);
  return graph.encode([{ name: 'images', dims: [1, 3, 64, 64] }], [{ name: 'output', value, dims: [7] }], { producer: 'tests' });
}

/** Creates a model with nine outputs that have long names. */
function createModelWithNames(): Uint8Array {
  const dims = [1, 3, 64, 64];
  const outputs = Array.from({ length: 9 }, (_, index) => ({ name: `${'n'.repeat(5000)}${index}`, value: 'images', dims }));
  return new GraphBuilder().encode([{ name: 'images', dims }], outputs, { producer: 'tests' });
}

it.each([
  ["{0: 'red', 1: \"it's\"}", ['red', "it's"]],
  ['{"0": "red", "1": "green"}', ['red', 'green']],
  ['["red", "green"]', ['red', 'green']],
  ['red, green', ['red', 'green']],
])('reads the names of the classes from %s', (names, expected) => {
  expect(readClassNames(new Map([['names', names]]))).toEqual(expected);
});
