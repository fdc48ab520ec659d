/** @jest-environment ./tools/jest/native-arrays.cjs */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InferenceSession } from 'onnxruntime-node';
import sharp from 'sharp';
import { readPicture } from '../picture';
import { openSession, pictureTensor } from '../session';
import { ask } from './extract';
import { DEVIATIONS, outputOf, recognitionFile } from './file';
import { ALL_BLOCKS, featuresFile, widthOf, type Block } from './features';
import { deviations, DOUBTS, say, type Head } from './head';
import { randomOf } from '../random';

let folder: string;
let features: InferenceSession;
beforeAll(async () => {
  features = await openSession(featuresFile(), 1);
  folder = await mkdtemp(join(tmpdir(), 'recognition-file-'));
});
afterAll(() => rm(folder, { recursive: true }));

const labels = ['a', 'b', 'c'].map((id) => ({ id, name: id }));

function headOf(type: Head['type'], blocks: Block[], negative = -1): Head {
  const random = randomOf(3);
  const some = (count: number) => Float32Array.from({ length: count }, () => random() - 0.5);
  const ranges = labels.map((_, at) => [at - 2, at + 5] as const);
  const doubts = type === 'regression' ? { weights: some(widthOf(blocks) * 3 * DOUBTS), bias: some(3 * DOUBTS) } : undefined;
  return { type, labels, blocks, weights: some(widthOf(blocks) * 3), bias: some(3), ranges, negative, ...(doubts && { doubts }) };
}

it.each([
  headOf('multi_label', ['colours']),
  headOf('multi_class', ['s8', 's16', 's32', 'colours']),
  headOf('multi_label', ['s16', 's32'], 1),
  headOf('regression', ['s16']),
])('says in the file what was said in training: $type of $blocks, negative $negative', async (head) => {
  const noise = Buffer.from(Array.from({ length: 90 * 60 * 3 }, (_, at) => (at * 7919) % 256));
  const file = join(folder, 'noise.png');
  await sharp(noise, { raw: { width: 90, height: 60, channels: 3 } })
    .blur(2)
    .png()
    .toFile(file);
  const picture = await readPicture(file, 96);
  const known = await ask(features, picture);
  expect(known).toHaveLength(widthOf(ALL_BLOCKS));
  const session = await openSession(recognitionFile(head), 1);
  const outputs = await session.run({ picture: pictureTensor(picture) });
  const isAsExpected = (name: string, expected: readonly number[]) => {
    expect(outputs[name]!.dims).toEqual([1, 3]);
    (outputs[name]!.data as Float32Array).forEach((value, at) => expect(value).toBeCloseTo(expected[at]!, 4));
  };
  isAsExpected(outputOf(head), say(head, known));
  const doubtful = deviations(head, known);
  expect(Object.keys(outputs)).toHaveLength(doubtful ? 2 : 1);
  if (doubtful) isAsExpected(DEVIATIONS, doubtful);
});
