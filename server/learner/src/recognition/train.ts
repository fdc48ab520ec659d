import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeLearnedWeights } from '../weights/learned-weights';
import { readManifest } from '../sampling/manifest';
import type { Example, ModelNotes, Progress, TrainRequest } from '../protocol/protocol';
import { InvalidRequestError } from '../protocol/invalid-request-error';
import { extractFeatures } from './features/extract-features';
import { getNotice } from './features/image-features';
import { DEVIATIONS_OUTPUT, getOutputName, createRecognitionModel } from './model/recognition-model';
import { applyHead, trainRecognitionHead, type LearnedRecognition } from './model/recognition-head';
import { calibrateHead } from './model/held-out-calibration';
import { measureRecognition, THRESHOLD } from './measure';
import { selectHeldOutRows } from './targets/held-out-rows';
import { selectLearnableTargets, createTargets, type LabelTarget } from './targets/targets';

/**
 * Trains a recognition model. Writes `model.onnx`, `learned.json` and `notes.json` into the folder of the request. Throws
 * InvalidRequestError if there are too few examples.
 */
export async function trainRecognition(
  request: TrainRequest,
  threads: number,
  onProgress: (progress: Progress) => void,
): Promise<{ model: string; notes: ModelNotes }> {
  const startTime = performance.now();
  const type = request.type ?? 'multi_class';
  onProgress({ phase: 'reading', done: 0, total: 1 });
  await mkdir(request.folder, { recursive: true });
  const examples = readManifest(request.manifest);
  // Refuse before the images are read if the labels alone show that there are too few examples.
  const targets = createTargets(request, examples);
  splitRows(request, targets, listLabelledRows(targets, examples), examples);
  const features = await extractFeatures(
    examples,
    { ...request, threads, secondsAfter: estimateHeadSeconds(examples.length) },
    onProgress,
  );
  const readableRows = listLabelledRows(targets, examples).filter((row) => features[row]);
  const { training, testing, heldOut } = splitRows(request, targets, readableRows, examples);
  const learnableTargets = selectLearnableTargets(request, selectRows(targets, training));
  const { head: trainedHead, choices } = await trainRecognitionHead(
    type,
    training.map((row) => features[row]!),
    learnableTargets,
    request.negativeLabel,
    {
      onProgress: (done, total) => {
        const secondsLeft = Math.round((1 - done / total) * estimateHeadSeconds(training.length));
        onProgress({ phase: 'training', done, total, secondsLeft });
      },
    },
  );
  onProgress({ phase: 'testing', done: 0, total: testing.length });
  const targetsById = new Map(targets.map((target) => [target.label.id, target.values]));
  const heldOutPredictions = testing.map((row) => ({
    probabilities: applyHead(trainedHead, features[row]!),
    truth: trainedHead.labels.findIndex(({ id }) => targetsById.get(id)![row] === 1),
  }));
  const { head, calibration } = calibrateHead(trainedHead, heldOutPredictions) ?? { head: trainedHead };
  const testResults = testing.map((row) => {
    const predictions = applyHead(head, features[row]!);
    return { row, prediction: new Map(head.labels.map(({ id }, index) => [id, predictions[index]!])) };
  });
  const countImages = (rows: readonly number[]) => new Set(rows.map((row) => examples[row]!.file)).size;
  const scores = {
    pictures: countImages(testing),
    heldOut,
    ...measureRecognition(type, targets, testResults),
    ...(calibration && { calibration }),
  };
  onProgress({ phase: 'writing', done: 0, total: 1 });
  const model = join(request.folder, 'model.onnx');
  await writeFile(model, createRecognitionModel(head));
  await writeLearnedWeights(request.folder, { kind: 'recognition', head } satisfies LearnedRecognition);
  const notes: ModelNotes = {
    domain: 'recognition',
    type,
    labels: request.labels,
    inputSize: request.inputSize,
    seed: request.seed,
    pictures: countImages(training),
    seconds: (performance.now() - startTime) / 1000,
    scores,
    decoding: {
      output: getOutputName(head),
      labels: head.labels.map(({ id }) => id),
      ...(type === 'multi_label' ? { threshold: THRESHOLD } : {}),
      ...(head.doubts ? { deviations: DEVIATIONS_OUTPUT, ranges: head.ranges } : {}),
      features: head.blocks,
      tried: choices,
    },
    notice: getNotice(head.blocks),
  };
  await writeFile(join(request.folder, 'notes.json'), JSON.stringify(notes, null, 2));
  return { model, notes };
}

/** Estimates the CPU time for training a head, in seconds: 1.4 s with 160 images, 12 s with 2,000. */
const estimateHeadSeconds = (images: number) => 1 + images * 0.0055;

/** Returns the indices of the examples that are labelled for any target. */
function listLabelledRows(targets: readonly LabelTarget[], examples: readonly unknown[]): number[] {
  return examples.flatMap((_, row) => (targets.some(({ values }) => values[row] !== null) ? [row] : []));
}

/** Splits rows into training and test rows. Throws InvalidRequestError if the training rows are too few. */
function splitRows(
  request: TrainRequest,
  targets: readonly LabelTarget[],
  rows: readonly number[],
  examples: readonly Pick<Example, 'file' | 'isTest'>[],
) {
  const testRows = rows.filter((row) => examples[row]!.isTest);
  const otherRows = rows.filter((row) => !examples[row]!.isTest);
  if (otherRows.length === 0) throw new InvalidRequestError('Too few images: no training image has one of the labels.');
  selectLearnableTargets(request, selectRows(targets, otherRows));
  if (testRows.length > 0) return { training: otherRows, testing: testRows, heldOut: false };
  const heldOutRows = selectHeldOutRows(targets, otherRows, (row) => examples[row]!.file, request.seed);
  return {
    training: otherRows.filter((row) => !heldOutRows.has(row)),
    testing: otherRows.filter((row) => heldOutRows.has(row)),
    heldOut: heldOutRows.size > 0,
  };
}

/** Restricts targets to some rows. */
function selectRows(targets: readonly LabelTarget[], rows: readonly number[]): LabelTarget[] {
  return targets.map((target) => ({ ...target, values: rows.map((row) => target.values[row]!) }));
}
