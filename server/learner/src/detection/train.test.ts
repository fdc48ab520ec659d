import { copyFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { assembleModel } from '../assemble-model';
import type { Example, ModelNotes, Progress, TrainRequest } from '../protocol/protocol';
import { computeBoxOverlap, type Box } from '../scores/box-overlap';
import { getBounds, computePolygonOverlap } from '../scores/polygon-overlap';
import { CHANNEL_FEATURES } from './cells/channel-features';
import { detect } from './detect';
import { DEFAULT_SETTINGS, trainDetector } from './train';

// A training takes two seconds of CPU time, which may take long on a busy machine.
jest.setTimeout(120_000);

const SIZE = 96;
const QUICK_SETTINGS = {
  ...DEFAULT_SETTINGS,
  // Two views of each of 14 images.
  cells: 8_400,
  cellsPerView: 300,
  head: { hidden: [32], steps: 120, batch: 128, rate: 1e-2 },
  masks: { hidden: [16], steps: 80, batch: 128, rate: 1e-2 },
};
/** Settings for trainings whose predictions do not matter. */
const MINIMAL_SETTINGS = {
  ...QUICK_SETTINGS,
  features: CHANNEL_FEATURES,
  head: { ...QUICK_SETTINGS.head, steps: 5 },
  masks: { ...QUICK_SETTINGS.masks, steps: 5 },
};
const LABELS = [
  { id: 'b', name: 'Ball' },
  { id: 's', name: 'Sheet' },
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'detection-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Draws an image with a red ball and a green sheet at varying positions, or an empty image. */
async function drawExample(
  index: number,
  { width = SIZE, height = SIZE, isEmpty = false, isTest = false } = {},
): Promise<Example> {
  const [x, y] = [0.2 + 0.1 * (index % 4), 0.25 + 0.15 * (index % 3)].map((ratio, axis) => ratio * [width, height][axis]!) as [
    number,
    number,
  ];
  const side = 0.18 * Math.min(width, height);
  const ball: Box = [x - side, y - side, x + side, y + side];
  const sheet: Box = [
    width - 2.2 * side,
    height - 1.5 * side - (index % 3) * side,
    width - 0.2 * side,
    height - 0.3 * side - (index % 3) * side,
  ];
  const shapes = isEmpty
    ? ''
    : `<circle cx="${x}" cy="${y}" r="${side}" fill="#d22"/>
       <rect x="${sheet[0]}" y="${sheet[1]}" width="${sheet[2] - sheet[0]}" height="${sheet[3] - sheet[1]}" fill="#2a4"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="rgb(200,200,${190 + (index % 5)})"/>${shapes}</svg>`;
  const file = join(folder, `${width}-${height}-${index}-${isEmpty}.png`);
  await sharp(Buffer.from(svg)).png().toFile(file);
  const boxes = isEmpty
    ? []
    : [
        { label: 'b', box: ball },
        { label: 's', box: sheet },
      ];
  const circle = Array.from({ length: 24 }, (_, corner) => {
    const angle = (corner / 24) * 2 * Math.PI;
    return [x + side * Math.cos(angle), y + side * Math.sin(angle)];
  });
  const polygons = isEmpty ? [] : [{ label: 'b', points: circle.flat() }];
  return { id: file, file, width, height, isTest, labels: [], boxes, polygons };
}

async function trainDetectorOn(
  name: string,
  examples: Example[],
  overrides: Partial<TrainRequest> = {},
  onProgress = (_: Progress): void => undefined,
  settings = QUICK_SETTINGS,
) {
  const manifest = join(folder, `${name}.jsonl`);
  await writeFile(manifest, examples.map((example) => `${JSON.stringify(example)}\n`).join(''));
  const request = {
    domain: 'detection',
    labels: LABELS,
    manifest,
    inputSize: 128,
    seed: 5,
    folder: join(folder, name),
    ...overrides,
  } as const;
  return trainDetector(request, 1, onProgress, settings);
}

const trainDetectorWithMinimalSettings = (name: string, examples: Example[], overrides?: Partial<TrainRequest>) =>
  trainDetectorOn(name, examples, overrides, undefined, MINIMAL_SETTINGS);

/** Runs a model on one image. */
async function detectObjects({ model }: { model: string }, { file }: Example) {
  const [objects] = await detect({ model, notes: model.replace('model.onnx', 'notes.json'), images: [file] }, 1);
  return objects!;
}

describe('a detection model of balls and sheets', () => {
  let trainedModel: { model: string; notes: ModelNotes };
  const reportedProgress: Progress[] = [];
  beforeAll(async () => {
    const trainingExamples = await Promise.all(Array.from({ length: 12 }, (_, index) => drawExample(index)));
    const emptyExamples = await Promise.all([100, 101].map((index) => drawExample(index, { isEmpty: true })));
    const testExamples = await Promise.all([20, 21, 22, 23].map((index) => drawExample(index, { isTest: true })));
    trainedModel = await trainDetectorOn('both', [...trainingExamples, ...emptyExamples, ...testExamples], {}, (progress) =>
      reportedProgress.push(progress),
    );
  });

  it('detects objects in images of another size, in pixels of that image', async () => {
    const example = await drawExample(6, { width: 300, height: 200 });
    const detected = await detectObjects(trainedModel, example);
    for (const { label, box } of example.boxes) {
      const bestObject = detected.find(({ id }) => id === label)!;
      expect(bestObject.prob).toBeGreaterThan(0.4);
      expect(computeBoxOverlap(bestObject.bound_box, box)).toBeGreaterThan(0.5);
    }
  });

  it('returns null for an unreadable image and detects objects in the others', async () => {
    const { file } = await drawExample(6);
    const notes = trainedModel.model.replace('model.onnx', 'notes.json');
    const [unreadable, detected] = await detect({ model: trainedModel.model, notes, images: [notes, file] }, 1);
    expect(unreadable).toBeNull();
    expect(detected).not.toHaveLength(0);
  });

  it('is rebuilt byte for byte from its trained weights', async () => {
    const learnedFile = trainedModel.model.replace('model.onnx', 'learned.json');
    const rebuiltModel = await assembleModel({ learned: learnedFile, folder: join(folder, 'again') });
    expect((await readFile(rebuiltModel.model)).equals(await readFile(trainedModel.model))).toBe(true);
    expect((await stat(learnedFile)).size).toBeLessThan((await stat(rebuiltModel.model)).size / 10);
  });

  it('caches predictions by image content, not by path', async () => {
    const [exampleWithObjects, exampleWithoutObjects] = [await drawExample(6), await drawExample(102, { isEmpty: true })];
    const file = join(folder, 'file.png');
    await copyFile(exampleWithObjects.file, file);
    const detected = await detectObjects(trainedModel, { ...exampleWithObjects, file });
    expect(await detectObjects(trainedModel, exampleWithObjects)).toBe(detected);
    await copyFile(exampleWithoutObjects.file, file);
    expect(await detectObjects(trainedModel, { ...exampleWithObjects, file })).not.toEqual(detected);
  });

  it('detects nothing with a high score in an empty image', async () => {
    const detected = await detectObjects(trainedModel, await drawExample(102, { isEmpty: true }));
    expect(detected.filter(({ prob }) => prob >= 0.4)).toEqual([]);
  });

  it('learns all training images, including those that determined its thresholds', () => {
    expect(trainedModel.notes.pictures).toBe(14);
  });

  it('has scores on the test images and stores its notes next to the model', async () => {
    const { scores } = trainedModel.notes;
    expect(scores).toMatchObject({ pictures: 4, heldOut: false, accuracy: null, error: null });
    expect(scores.map50).toBeGreaterThan(0.8);
    expect(scores.labels.map(({ id, count }) => [id, count])).toEqual([
      ['b', 4],
      ['s', 4],
    ]);
    const storedNotes: unknown = JSON.parse(await readFile(trainedModel.model.replace('model.onnx', 'notes.json'), 'utf8'));
    expect(storedNotes).toEqual(trainedModel.notes);
  });

  it('reports progress through all phases', () => {
    expect([...new Set(reportedProgress.map(({ phase }) => phase))]).toEqual(['features', 'training', 'testing']);
    expect(reportedProgress.at(-1)).toMatchObject({ secondsLeft: 0 });
    for (const { done, total, secondsLeft } of reportedProgress) {
      expect(done).toBeLessThanOrEqual(total);
      expect(secondsLeft).toBeGreaterThanOrEqual(0);
    }
  });
});

it('trains one label on two images and holds out one of them', async () => {
  const twoExamples = await Promise.all([drawExample(0), drawExample(1)]);
  const { notes } = await trainDetectorWithMinimalSettings('two', twoExamples, { labels: [LABELS[0]!] });
  expect(notes.scores).toMatchObject({ pictures: 1, heldOut: true });
  expect(notes.pictures).toBe(1);
  // A model without pretrained weights has no licence notice for them.
  expect(notes.notice).toBe('');
});

it('trains on a single image without scores, with the same result each time', async () => {
  const singleExample = [await drawExample(0)];
  const { model, notes } = await trainDetectorWithMinimalSettings('one', singleExample);
  expect(notes.scores).toMatchObject({ pictures: 0, heldOut: false, map50: null, map75: null });
  const retrained = await trainDetectorWithMinimalSettings('one-again', singleExample);
  expect((await readFile(retrained.model)).equals(await readFile(model))).toBe(true);
});

it.each([
  ['no image', 0, '0 of 0 training images contain a box with one of the 2 labels'],
  ['only empty images', 3, '0 of 3 training images contain a box with one of the 2 labels'],
])('refuses to train without objects: %s', async (name, count, message) => {
  const emptyExamples = await Promise.all(Array.from({ length: count }, (_, index) => drawExample(index, { isEmpty: true })));
  await expect(trainDetectorOn(name, emptyExamples)).rejects.toThrow(message);
});

it('skips unreadable images and refuses to train if none is readable', async () => {
  const missingExample = { ...(await drawExample(1)), file: join(folder, 'missing.png'), id: 'missing' };
  const { notes } = await trainDetectorWithMinimalSettings('broken', [
    await drawExample(0),
    { ...missingExample, isTest: true },
    await drawExample(2),
    missingExample,
  ]);
  expect(notes.pictures).toBe(2);
  expect(notes.scores).toMatchObject({ pictures: 0, map50: null });
  await expect(trainDetectorOn('all-broken', [{ ...missingExample, isTest: true }, missingExample])).rejects.toThrow(
    '0 of 1 training images could be read',
  );
});

it('predicts a round outline with few points for a round object', async () => {
  const trainingExamples = await Promise.all(
    Array.from({ length: 8 }, (_, index) => drawExample(index, { isEmpty: index >= 7 })),
  );
  const testExamples = [await drawExample(20, { isTest: true })];
  const trainedModel = await trainDetectorOn('round', [...trainingExamples, ...testExamples], {
    domain: 'segmentation',
    labels: [LABELS[0]!],
  });
  expect(trainedModel.notes.pictures).toBe(8);
  expect(trainedModel.notes.scores.map50).toBeGreaterThan(0.8);
  const example = await drawExample(6, { width: 192, height: 192 });
  const [{ polygon = [], bound_box } = { bound_box: [0, 0, 0, 0] }] = await detectObjects(trainedModel, example);
  expect(computePolygonOverlap(polygon, example.polygons[0]!.points)).toBeGreaterThan(0.6);
  expect(polygon.length / 2).toBeLessThan(20);
  expect(getBounds(polygon)).toEqual(bound_box);
  // A circle covers 79 % of its box.
  const [x1, y1, x2, y2] = bound_box;
  expect(computePolygonOverlap(polygon, [x1, y1, x2, y1, x2, y2, x1, y2])).toBeLessThan(0.9);
  const objects = await detectObjects(trainedModel, await drawExample(103, { isEmpty: true }));
  expect(objects.filter(({ prob }) => prob >= 0.4)).toEqual([]);
});

testInLongRun('trains without pretrained weights and stores no licence notice for them', async () => {
  const trainingExamples = await Promise.all(Array.from({ length: 8 }, (_, index) => drawExample(index)));
  const testExamples = await Promise.all([20, 21].map((index) => drawExample(index, { isTest: true })));
  const overrides = { domain: 'segmentation', labels: [LABELS[0]!] } as const;
  const { notes } = await trainDetectorOn('channels', [...trainingExamples, ...testExamples], overrides, () => undefined, {
    ...QUICK_SETTINGS,
    features: CHANNEL_FEATURES,
  });
  expect(notes.scores.map50).toBeGreaterThan(0.5);
  expect(notes.notice).toBe('');
});
