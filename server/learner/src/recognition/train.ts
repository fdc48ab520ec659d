import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NOTICE } from '../backbone/backbone';
import { writeLearned } from '../learned';
import { readManifest } from '../manifest';
import type { Example, ModelNotes, Progress, TrainOrder } from '../protocol';
import { Refusal } from '../refusal';
import { featuresOf } from './extract';
import { DEVIATIONS, outputOf, recognitionFile } from './file';
import { say, trainHead } from './head';
import { measure, THRESHOLD } from './measure';
import { holdOut } from './split';
import { learnable, targetsOf, type Target } from './targets';

/**
 * Trains a recognition model. Writes `model.onnx`, `learned.json` and `notes.json` into the folder of the request. Throws a
 * Refusal if there are too few examples.
 */
export async function trainRecognition(
  order: TrainOrder,
  threads: number,
  tell: (progress: Progress) => void,
): Promise<{ model: string; notes: ModelNotes }> {
  const started = performance.now();
  const type = order.type ?? 'multi_class';
  tell({ phase: 'reading', done: 0, total: 1 });
  await mkdir(order.folder, { recursive: true });
  const examples = readManifest(order.manifest);
  // Refuse before the images are read if the labels alone show that there are too few examples.
  const targets = targetsOf(order, examples);
  splitRows(order, targets, listLabelledRows(targets, examples), examples);
  const features = await featuresOf(examples, { ...order, threads, later: estimateHeadSeconds(examples.length) }, tell);
  const readable = listLabelledRows(targets, examples).filter((row) => features[row]);
  const { training, testing, heldOut } = splitRows(order, targets, readable, examples);
  const learnableTargets = learnable(order, selectRows(targets, training));
  const { head, choices } = await trainHead(
    type,
    training.map((row) => features[row]!),
    learnableTargets,
    order.negativeLabel,
    {
      tell: (done, total) => {
        const secondsLeft = Math.round((1 - done / total) * estimateHeadSeconds(training.length));
        tell({ phase: 'training', done, total, secondsLeft });
      },
    },
  );
  tell({ phase: 'testing', done: 0, total: testing.length });
  const tested = testing.map((row) => {
    const predicted = say(head, features[row]!);
    return { row, said: new Map(head.labels.map(({ id }, index) => [id, predicted[index]!])) };
  });
  const countImages = (rows: readonly number[]) => new Set(rows.map((row) => examples[row]!.file)).size;
  const scores = { pictures: countImages(testing), heldOut, ...measure(type, targets, tested) };
  tell({ phase: 'writing', done: 0, total: 1 });
  const model = join(order.folder, 'model.onnx');
  await writeFile(model, recognitionFile(head));
  await writeLearned(order.folder, { kind: 'recognition', head });
  const notes: ModelNotes = {
    domain: 'recognition',
    type,
    labels: order.labels,
    inputSize: order.inputSize,
    seed: order.seed,
    pictures: countImages(training),
    seconds: (performance.now() - started) / 1000,
    scores,
    decoding: {
      output: outputOf(head),
      labels: head.labels.map(({ id }) => id),
      ...(type === 'multi_label' ? { threshold: THRESHOLD } : {}),
      ...(head.doubts ? { deviations: DEVIATIONS, ranges: head.ranges } : {}),
      features: head.blocks,
      tried: choices,
    },
    notice: NOTICE,
  };
  await writeFile(join(order.folder, 'notes.json'), JSON.stringify(notes, null, 2));
  return { model, notes };
}

/** Estimates the CPU time for training a head, in seconds: 1.4 s with 160 images, 12 s with 2,000. */
const estimateHeadSeconds = (pictures: number) => 1 + pictures * 0.0055;

/** Returns the indices of the examples that are labelled for any target. */
function listLabelledRows(targets: readonly Target[], examples: readonly unknown[]): number[] {
  return examples.flatMap((_, row) => (targets.some(({ values }) => values[row] !== null) ? [row] : []));
}

/** Splits rows into training and test rows. Throws a Refusal if the training rows are too few. */
function splitRows(
  order: TrainOrder,
  targets: readonly Target[],
  rows: readonly number[],
  examples: readonly Pick<Example, 'file' | 'isTest'>[],
) {
  const testRows = rows.filter((row) => examples[row]!.isTest);
  const otherRows = rows.filter((row) => !examples[row]!.isTest);
  if (otherRows.length === 0) throw new Refusal('Too few images: no training image has one of the labels.');
  learnable(order, selectRows(targets, otherRows));
  if (testRows.length > 0) return { training: otherRows, testing: testRows, heldOut: false };
  const heldOut = holdOut(targets, otherRows, (row) => examples[row]!.file, order.seed);
  return {
    training: otherRows.filter((row) => !heldOut.has(row)),
    testing: otherRows.filter((row) => heldOut.has(row)),
    heldOut: heldOut.size > 0,
  };
}

/** Restricts targets to some rows. */
function selectRows(targets: readonly Target[], rows: readonly number[]): Target[] {
  return targets.map((target) => ({ ...target, values: rows.map((row) => target.values[row]!) }));
}
