import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InferenceSession } from 'onnxruntime-node';
import sharp from 'sharp';
import { readImage } from '../../images/image';
import { openSession, toImageTensor } from '../../runtime/session';
import { computeFeatures } from '../features/extract-features';
import { DEVIATIONS_OUTPUT, getOutputName, createRecognitionModel } from './recognition-model';
import { ALL_BLOCKS, getFeaturesModel, countFeatures, type FeatureBlock } from '../features/image-features';
import { computeDeviations, BOOTSTRAP_SAMPLES, applyHead, type RecognitionHead } from './recognition-head';
import { createRandom } from '../../sampling/random';

let folder: string;
let featuresSession: InferenceSession;
beforeAll(async () => {
  featuresSession = await openSession(getFeaturesModel(), 1);
  folder = await mkdtemp(join(tmpdir(), 'recognition-file-'));
});
afterAll(() => rm(folder, { recursive: true }));

const labels = ['a', 'b', 'c'].map((id) => ({ id, name: id }));

function createHead(type: RecognitionHead['type'], blocks: FeatureBlock[], negative = -1): RecognitionHead {
  const random = createRandom(3);
  const createRandomArray = (count: number) => Float32Array.from({ length: count }, () => random() - 0.5);
  const ranges = labels.map((_, index) => [index - 2, index + 5] as const);
  const errorFunctions =
    type === 'regression'
      ? {
          weights: createRandomArray(countFeatures(blocks) * 3 * BOOTSTRAP_SAMPLES),
          bias: createRandomArray(3 * BOOTSTRAP_SAMPLES),
        }
      : undefined;
  return {
    type,
    labels,
    blocks,
    weights: createRandomArray(countFeatures(blocks) * 3),
    bias: createRandomArray(3),
    ranges,
    negative,
    ...(errorFunctions && { doubts: errorFunctions }),
  };
}

it.each([
  createHead('multi_label', ['colours']),
  createHead('multi_class', ['s8', 's16', 's32', 'colours']),
  createHead('multi_label', ['s16', 's32'], 1),
  createHead('regression', ['s16']),
])('the model file predicts like the head: $type with $blocks, negative label $negative', async (head) => {
  const noise = Buffer.from(Array.from({ length: 90 * 60 * 3 }, (_, index) => (index * 7919) % 256));
  const file = join(folder, 'noise.png');
  await sharp(noise, { raw: { width: 90, height: 60, channels: 3 } })
    .blur(2)
    .png()
    .toFile(file);
  const image = await readImage(file, 96);
  const featureValues = await computeFeatures(featuresSession, image);
  expect(featureValues).toHaveLength(countFeatures(ALL_BLOCKS));
  const session = await openSession(createRecognitionModel(head), 1);
  const outputs = await session.run({ picture: toImageTensor(image) });
  const expectOutput = (name: string, expected: readonly number[]) => {
    expect(outputs[name]!.dims).toEqual([1, 3]);
    (outputs[name]!.data as Float32Array).forEach((value, index) => expect(value).toBeCloseTo(expected[index]!, 4));
  };
  expectOutput(getOutputName(head), applyHead(head, featureValues));
  const uncertainties = computeDeviations(head, featureValues);
  expect(Object.keys(outputs)).toHaveLength(uncertainties ? 2 : 1);
  if (uncertainties) expectOutput(DEVIATIONS_OUTPUT, uncertainties);
});

it.each([
  ['colours only', ['colours'], false],
  ['pretrained features', ['s16', 'colours'], true],
] as const)('the model file has a license notice only with pretrained weights: %s', (_, blocks, isExpected) => {
  const modelFile = Buffer.from(createRecognitionModel(createHead('multi_class', [...blocks])));
  expect(modelFile.includes('MediaPipe')).toBe(isExpected);
});
