import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LearningSettings } from '../learning/layers';
import { writeLearned } from '../learned';
import { readManifest, splitExamples } from '../manifest';
import { Pace } from '../pace';
import type { Example, ModelNotes, Progress, TrainOrder } from '../protocol';
import { Refusal } from '../refusal';
import { MARGIN, MASK } from './mask-file';
import { openSession } from '../session';
import { cellsAView, collect, viewsOf, type CollectSettings } from './collect';
import { featuresHere } from './features';
import { DECODING, detectorFile } from './file';
import { learnHead } from './head';
import { measure, picturesAsked } from './measure';
import { thingsOf } from './things';

/** Settings of a training; `head` and `masks` are those of the two small networks. */
export interface ObjectSettings extends CollectSettings {
  head: LearningSettings;
  masks: LearningSettings;
}

export const SETTINGS: ObjectSettings = {
  features: featuresHere(),
  head: { hidden: [128, 128], steps: 1800, batch: 640, rate: 3e-3 },
  masks: { hidden: [48, 32], steps: 600, batch: 512, rate: 3e-3 },
  cells: 500_000,
  cellsAView: 1200,
};

/** With few cells, the training stops after this many passes over each cell on average, but not before LEAST_STEPS. */
const TIMES_A_CELL = 20;
const LEAST_STEPS = 600;

/**
 * Trains a model for objects with boxes (detection) or polygons (segmentation). Writes `model.onnx`, `learned.json` and
 * `notes.json` into the folder of the request, and measures the written model. Throws a Refusal if there are no objects to
 * learn from.
 */
export async function trainObjects(
  order: TrainOrder,
  threads: number,
  report: (progress: Progress) => void,
  settings: ObjectSettings = SETTINGS,
): Promise<{ model: string; notes: ModelNotes }> {
  const started = Date.now();
  mkdirSync(order.folder, { recursive: true });
  const split = splitExamples(readManifest(order.manifest), (example) => thingsOf(example, order).length > 0, order.seed);
  requireObjects(split.training, order);
  const views = viewsOf(split.training, settings, order.seed);
  const sufficientSteps = Math.round((TIMES_A_CELL * cellsAView(views, settings) * views.length) / settings.head.batch);
  const steps = Math.min(settings.head.steps, Math.max(LEAST_STEPS, sufficientSteps));
  const maskSteps = order.domain === 'segmentation' ? settings.masks.steps : 0;
  const pace = new Pace(report, [
    { phase: 'features', total: views.length, seconds: 0.08 },
    { phase: 'training', total: steps + maskSteps, seconds: 0.06 },
    { phase: 'testing', total: picturesAsked(split), seconds: 0.15 },
  ]);
  const { cells, masks, pictures } = await collect(views, order, settings, threads, pace);
  if (!cells.hasObjects)
    throw new Refusal(`${pictures} of ${split.training.length} training images could be read, and none of them contains an object.`);
  const head = await learnHead(cells, order.labels.length, { ...settings.head, steps }, order.seed, (done, loss) =>
    pace.step('training', done, loss),
  );
  const layers = await masks?.learn(order.labels.length, settings.masks, order.seed, (done, loss) =>
    pace.step('training', steps + done, loss),
  );
  const model = join(order.folder, 'model.onnx');
  const { features } = settings;
  const learned = { head, masks: layers };
  writeFileSync(model, detectorFile(features, learned, order.labels.length));
  await writeLearned(order.folder, { kind: 'objects', features: features.name, labels: order.labels.length, learned });

  const session = await openSession(model, threads);
  const { threshold, scores } = await measure(session, order, split, pace);
  await session.release();
  const notes: ModelNotes = {
    domain: order.domain,
    labels: order.labels,
    inputSize: order.inputSize,
    seed: order.seed,
    pictures,
    seconds: (Date.now() - started) / 1000,
    scores,
    decoding: { ...DECODING, threshold, ...(layers && { mask: MASK, margin: MARGIN }) },
    notice: settings.features.notice,
  };
  writeFileSync(join(order.folder, 'notes.json'), JSON.stringify(notes));
  return { model, notes };
}

/** Throws a Refusal unless at least one training image has an object. */
function requireObjects(training: readonly Example[], order: TrainOrder): void {
  const withObjects = training.filter((example) => thingsOf(example, order).length > 0).length;
  if (order.labels.length > 0 && withObjects > 0) return;
  const shape = order.domain === 'segmentation' ? 'polygon' : 'box';
  throw new Refusal(
    `There is nothing to learn from: ${withObjects} of ${training.length} training images contain a ${shape} with one of the ${order.labels.length} labels. At least 1 is needed.`,
  );
}

/** Reads the notes of a model. */
export function readNotes(file: string): ModelNotes {
  return JSON.parse(readFileSync(file, 'utf8')) as ModelNotes;
}
