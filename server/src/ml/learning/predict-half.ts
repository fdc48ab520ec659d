import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { LearnerResult, Example, ModelNotes, PredictedLabel, PredictedObject } from '@console/learner/protocol';
import type { WorkContext } from '../../platform/queue/kind';
import type { Learner } from './learner';
import { runTraining } from './run-training';
import { writeManifest } from './manifest';
import type { StartedTraining, LearningDeps } from './train';

/** Number of images per prediction request. */
const BATCH_SIZE = 8;

/** Predictions for one half of the training images by a model trained on the other half. */
interface HalfPredictions {
  /** The predictions for each image of the half, by image id. `object` is the object that a label belongs to, if any. */
  predictions: Map<string, ((PredictedLabel | PredictedObject) & { object?: string })[]>;
  notes: ModelNotes;
}

/**
 * Marks every second training image as TEST, sorted by label and by a hash of the file name. Both halves therefore have similar labels,
 * and each attempt selects the same images. All examples of one image are in the same half.
 */
function markHalfAsTest(examples: readonly Example[], halfIndex: number): Example[] {
  const getLabel = ({ labels, boxes, polygons }: Example) => labels[0]?.id ?? (boxes[0] ?? polygons[0])?.label ?? '';
  const getHash = ({ file }: Example) => createHash('sha256').update(basename(file)).digest('hex');
  const trainingExamples = examples.filter(({ isTest }) => !isTest);
  const sortKeys = new Map(trainingExamples.map((example) => [example.file, `${getLabel(example)} ${getHash(example)}`]));
  const positions = new Map([...sortKeys].sort(([, a], [, b]) => (a < b ? -1 : 1)).map(([file], position) => [file, position]));
  return trainingExamples.map((example) => ({ ...example, isTest: positions.get(example.file)! % 2 === halfIndex }));
}

/**
 * Trains a model on one half of the training images of a dataset and predicts the other half. Throws LearnerRefusal if that
 * half is too small for a training. Both halves can use the same folder: downloaded images and cached features are reused by
 * the second half and by later attempts.
 */
export async function predictHalf(
  { files }: LearningDeps,
  { dataset, request, leaveOut }: StartedTraining,
  halfIndex: number,
  { db, signal, folder, onProgress }: Pick<WorkContext, 'db' | 'signal'> & { folder: string; onProgress: () => Promise<void> },
): Promise<HalfPredictions> {
  await mkdir(folder, { recursive: true });
  const manifest = await writeManifest({
    db,
    files,
    folder,
    dataset,
    leaveOut,
    signal,
    progress: async () => signal.throwIfAborted(),
  });
  const lines = (await readFile(manifest, 'utf8')).split('\n');
  const examples = markHalfAsTest(
    lines.flatMap((line) => (line ? [JSON.parse(line) as Example] : [])),
    halfIndex,
  );
  await writeFile(manifest, examples.map((example) => `${JSON.stringify(example)}\n`).join(''));
  const testExamples = examples.filter(({ isTest }) => isTest);
  return runTraining({ ...request, manifest, folder }, signal, onProgress, async ({ model, notes }, learner) => ({
    notes,
    predictions: await predict(learner, testExamples, { model, notes: join(folder, 'notes.json') }),
  }));

  async function predict(learner: Learner, examples: readonly Example[], files: { model: string; notes: string }) {
    const predictions: HalfPredictions['predictions'] = new Map();
    for (let from = 0; from < examples.length; from += BATCH_SIZE) {
      signal.throwIfAborted();
      const batch = examples.slice(from, from + BATCH_SIZE);
      const payload = { ...files, images: batch.map(({ file }) => file) };
      const boxes = batch.map(({ region }) => region ?? null);
      const results = getPredictions(
        await learner.send(request.domain === 'recognition' ? { classify: { ...payload, boxes } } : { detect: payload }, {
          signal,
        }),
      );
      for (const [index, { id, file, region }] of batch.entries()) {
        // The file of an image is named after its id.
        const imageId = basename(file);
        const imagePredictions = (results[index] ?? []).map((prediction) =>
          region ? { ...prediction, object: id } : prediction,
        );
        if (results[index]) predictions.set(imageId, [...(predictions.get(imageId) ?? []), ...imagePredictions]);
      }
    }
    return predictions;
  }
}

function getPredictions(result: LearnerResult): ((PredictedLabel | PredictedObject)[] | null)[] {
  if ('labels' in result) return result.labels;
  if ('objects' in result) return result.objects;
  throw new Error('The learner did not return predictions');
}
