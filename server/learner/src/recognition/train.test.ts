import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { assembleModel } from '../assemble-model';
import type { Example, Progress, RecognitionLabel, TrainRequest } from '../protocol/protocol';
import { classify } from './classify';
import { trainRecognition } from './train';

const SIZE = 64;
const CIRCLE: RecognitionLabel = { id: 'c', name: 'circle' };
const STRIPES: RecognitionLabel = { id: 's', name: 'stripes' };
const NOTHING: RecognitionLabel = { id: 'n', name: 'nothing' };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recognition-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Drawing {
  circle?: boolean;
  stripes?: boolean;
  /** Lightness of the background, 0 to 1. */
  light?: number;
}

/** Draws an image that varies slightly with `index`. */
async function drawImage(name: string, { circle, stripes, light = 0.3 }: Drawing, index: number): Promise<string> {
  const file = join(folder, `${name}.png`);
  const grey = Math.round(light * 255);
  const lines = Array.from(
    { length: 8 },
    (_, line) => `<rect x="0" y="${line * 8 + (index % 5)}" width="64" height="4" fill="#fff"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="rgb(${grey},${grey},${grey + (index % 3)})"/>
    ${stripes ? lines.join('') : ''}${circle ? `<circle cx="${28 + (index % 7)}" cy="${30 + (index % 4)}" r="${14 + (index % 3)}" fill="#d22"/>` : ''}</svg>`;
  await sharp(Buffer.from(svg)).png().toFile(file);
  return file;
}

async function createExamples(
  prefix: string,
  count: number,
  describe: (index: number) => Drawing & { labels: Example['labels']; isTest?: boolean },
): Promise<Example[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const { labels, isTest = false, ...drawing } = describe(index);
      const file = await drawImage(`${prefix}-${index}`, drawing, index);
      return { id: `${prefix}-${index}`, file, width: SIZE, height: SIZE, isTest, labels, boxes: [], polygons: [] };
    }),
  );
}

async function trainOnExamples(
  name: string,
  examples: Example[],
  overrides: Partial<TrainRequest>,
  onProgress: (progress: Progress) => void = () => undefined,
) {
  const manifest = join(folder, `${name}.jsonl`);
  await writeFile(manifest, examples.map((example) => `${JSON.stringify(example)}\n`).join(''));
  const request = {
    domain: 'recognition',
    labels: [],
    inputSize: SIZE,
    seed: 7,
    folder: join(folder, name),
    manifest,
    ...overrides,
  } as const;
  return trainRecognition(request, 1, onProgress);
}

const createImageLabel = (id: string, value: number | null = null) => ({ id, value });

async function predictImages(trained: { model: string }, name: string, images: string[]) {
  const predictions = await classify({ model: trained.model, notes: join(folder, name, 'notes.json'), images }, 1);
  return predictions.map((labels) => new Map(labels?.map(({ id, prob, value }) => [id, value ?? prob])));
}

it('predicts one label with probabilities that add up to one, measured on test images', async () => {
  const examples = await createExamples('one', 20, (index) => ({
    circle: index % 2 === 0,
    stripes: index % 2 === 1,
    labels: [createImageLabel(index % 2 === 0 ? 'c' : 's')],
    isTest: index >= 14,
  }));
  const reports: Progress[] = [];
  const trainedModel = await trainOnExamples('one', examples, { type: 'multi_class', labels: [CIRCLE, STRIPES] }, (progress) =>
    reports.push(progress),
  );
  expect(trainedModel.notes).toMatchObject({
    pictures: 14,
    scores: { pictures: 6, heldOut: false, accuracy: 1, error: null, map50: null },
  });
  expect(trainedModel.notes.scores.labels).toEqual([
    { id: 'c', precision: 1, recall: 1, count: 3 },
    { id: 's', precision: 1, recall: 1, count: 3 },
  ]);
  expect([...new Set(reports.map(({ phase }) => phase))]).toEqual(['reading', 'features', 'training', 'testing', 'writing']);
  const remainingSeconds = reports
    .filter(({ phase }) => phase === 'features' || phase === 'training')
    .map(({ secondsLeft }) => secondsLeft!);
  expect(remainingSeconds.every((seconds) => seconds >= 0)).toBe(true);
  expect(remainingSeconds.at(-1)).toBe(0);
  const [circle, unreadable, stripes] = await predictImages(trainedModel, 'one', [
    await drawImage('one-a', { circle: true }, 31),
    join(folder, 'one', 'notes.json'),
    await drawImage('one-b', { stripes: true }, 32),
  ]);
  expect(unreadable!.size).toBe(0);
  expect(circle!.get('c')).toBeGreaterThan(0.8);
  expect(stripes!.get('s')).toBeGreaterThan(0.8);
  expect(circle!.get('c')! + circle!.get('s')!).toBeCloseTo(1, 5);
  expect(JSON.parse(await readFile(join(folder, 'one', 'notes.json'), 'utf8'))).toEqual(trainedModel.notes);
  const rebuiltModel = await assembleModel({ learned: join(folder, 'one', 'learned.json'), folder: join(folder, 'again') });
  expect((await readFile(rebuiltModel.model)).equals(await readFile(trainedModel.model))).toBe(true);
});

it('predicts several labels per image, or the negative label', async () => {
  const examples = await createExamples('many', 24, (index) => {
    const [circle, stripes] = [index % 2 === 0, index % 4 < 2];
    const labels = [
      ...(circle ? [createImageLabel('c')] : []),
      ...(stripes ? [createImageLabel('s')] : []),
      ...(circle || stripes ? [] : [createImageLabel('n')]),
    ];
    return { circle, stripes, labels };
  });
  const trainedModel = await trainOnExamples('many', examples, {
    type: 'multi_label',
    labels: [CIRCLE, STRIPES, NOTHING],
    negativeLabel: 'n',
  });
  expect(trainedModel.notes.scores).toMatchObject({ heldOut: true, accuracy: 1 });
  expect(trainedModel.notes.scores.pictures + trainedModel.notes.pictures).toBe(24);
  const predictions = await predictImages(trainedModel, 'many', [
    await drawImage('many-a', { circle: true, stripes: true }, 33),
    await drawImage('many-b', { stripes: true }, 34),
    await drawImage('many-c', {}, 35),
  ]);
  const likelyLabels = predictions.map((labels) => [...labels].flatMap(([id, prob]) => (prob > 0.5 ? [id] : [])).sort());
  expect(likelyLabels).toEqual([['c', 's'], ['s'], ['n']]);
  for (const labels of predictions)
    expect(labels.get('n')! + Math.max(labels.get('c')!, labels.get('s')!)).toBeLessThanOrEqual(1.000001);
});

it('predicts values within the range of the label, with a standard deviation', async () => {
  const examples = await createExamples('value', 24, (index) => ({
    light: (index % 12) / 12,
    labels: [createImageLabel('v', 10 + (index % 12))],
  }));
  const lightLabel: RecognitionLabel = { id: 'v', name: 'light', type: 'value', minValue: 10, maxValue: 20 };
  const trainedModel = await trainOnExamples('value', examples, { type: 'regression', labels: [lightLabel] });
  expect(trainedModel.notes.scores.error).toBeLessThan(1);
  expect(trainedModel.notes.scores.labels[0]).toMatchObject({
    precision: null,
    recall: null,
    error: trainedModel.notes.scores.error,
  });
  const predictions = await predictImages(trainedModel, 'value', [
    await drawImage('value-a', { light: 5 / 12 }, 40),
    await drawImage('value-b', { light: 1 }, 41),
    await drawImage('value-c', { light: 0 }, 42),
  ]);
  expect(Math.abs(predictions[0]!.get('v')! - 15)).toBeLessThan(1.5);
  for (const labels of predictions) {
    expect(labels.get('v')).toBeGreaterThanOrEqual(10);
    expect(labels.get('v')).toBeLessThanOrEqual(20);
  }
  // The deviation is larger for an image unlike all training images.
  const images = [
    await drawImage('value-a', { light: 5 / 12 }, 40),
    await drawImage('value-d', { circle: true, stripes: true }, 43),
  ];
  const notes = join(folder, 'value', 'notes.json');
  const [similar, unlikeTraining] = await classify({ model: trainedModel.model, notes, images }, 1);
  expect(similar![0]!.deviation).toBeGreaterThan(0);
  expect(unlikeTraining![0]!.deviation).toBeGreaterThan(2 * similar![0]!.deviation!);
});

it('reports the number of examples per label if training needs more', async () => {
  const circles = await createExamples('few', 5, (index) => ({
    circle: true,
    labels: [createImageLabel(index === 0 ? 's' : 'c', 3)],
  }));
  await expect(trainOnExamples('few', circles, { type: 'multi_class', labels: [CIRCLE, STRIPES] })).rejects.toThrow(
    "Too few images: training needs at least two labels with 2 images each. There are 4 of 'circle', 1 of 'stripes'.",
  );
  await expect(trainOnExamples('few', circles, { type: 'multi_label', labels: [CIRCLE] })).rejects.toThrow(
    "There are 4 with and 0 without 'circle'.",
  );
  await expect(trainOnExamples('few', circles, { type: 'regression', labels: [CIRCLE] })).rejects.toThrow(
    "There are 4 of 'circle' with 1 different value.",
  );
  await expect(trainOnExamples('few', [], { type: 'multi_class', labels: [CIRCLE, STRIPES] })).rejects.toThrow('Too few images');
});

it('skips missing images and resumes an interrupted training with the same result', async () => {
  const examples = await createExamples('again', 12, (index) => ({
    circle: index % 2 === 0,
    stripes: index % 2 === 1,
    labels: [createImageLabel(index % 2 === 0 ? 'c' : 's')],
  }));
  await rm(examples[3]!.file);
  const overrides = { type: 'multi_class', labels: [CIRCLE, STRIPES] } as const;
  const firstTraining = await trainOnExamples('again', examples, overrides);
  expect(firstTraining.notes.pictures + firstTraining.notes.scores.pictures).toBe(11);
  const model = await readFile(firstTraining.model);
  // The cache contains the features of all images but one, whose line is truncated.
  await rm(examples[5]!.file);
  const cache = join(folder, 'again', `features-1-${SIZE}`);
  const lines = (await readFile(cache, 'utf8')).trimEnd().split('\n');
  await writeFile(cache, lines.map((line, index) => (index === lines.length - 1 ? line.slice(0, 500) : line)).join('\n'));
  const resumedTraining = await trainOnExamples('again', examples, overrides);
  expect(resumedTraining.notes.pictures + resumedTraining.notes.scores.pictures).toBe(11);
  expect((await readFile(resumedTraining.model)).equals(model)).toBe(true);
});
