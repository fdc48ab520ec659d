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

/** Where there are few cells, each is looked at so often on the average, and not more; but in no fewer steps than these. */
const TIMES_A_CELL = 20;
const LEAST_STEPS = 600;

/**
 * Trains a model that finds objects, with boxes (detection) or with polygons (segmentation); writes its file `model.onnx` and
 * `notes.json` into the order's folder, and measures it through that very file. Throws a Refusal where there is nothing to
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
  refuseTooLittle(split.training, order);
  const views = viewsOf(split.training, settings, order.seed);
  const enough = Math.round((TIMES_A_CELL * cellsAView(views, settings) * views.length) / settings.head.batch);
  const steps = Math.min(settings.head.steps, Math.max(LEAST_STEPS, enough));
  const maskSteps = order.domain === 'segmentation' ? settings.masks.steps : 0;
  const pace = new Pace(report, [
    { phase: 'features', total: views.length, seconds: 0.08 },
    { phase: 'training', total: steps + maskSteps, seconds: 0.06 },
    { phase: 'testing', total: picturesAsked(split), seconds: 0.15 },
  ]);
  const { cells, masks, pictures } = await collect(views, order, settings, threads, pace);
  if (!cells.hasObjects)
    throw new Refusal(`Of ${split.training.length} training pictures ${pictures} could be read, and none that shows something.`);
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

function refuseTooLittle(training: readonly Example[], order: TrainOrder): void {
  const shown = training.filter((example) => thingsOf(example, order).length > 0).length;
  if (order.labels.length > 0 && shown > 0) return;
  const what = order.domain === 'segmentation' ? 'polygon' : 'box';
  throw new Refusal(
    `There is nothing to learn from: ${order.labels.length} labels, and ${shown} of ${training.length} training pictures have a ${what} of one of them; at least 1 is needed.`,
  );
}

/** The notes beside a model's file. */
export function readNotes(file: string): ModelNotes {
  return JSON.parse(readFileSync(file, 'utf8')) as ModelNotes;
}
