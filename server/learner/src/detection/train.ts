import type { InferenceSession } from 'onnxruntime-node';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LayerTrainingSettings } from '../learning/layers';
import { writeLearnedWeights } from '../weights/learned-weights';
import { holdOutForCalibration, readManifest, splitExamples } from '../sampling/manifest';
import { ProgressReporter } from '../protocol/progress-reporter';
import type { Example, ModelNotes, Progress, TrainRequest, UploadedModelNotes } from '../protocol/protocol';
import { InvalidRequestError } from '../protocol/invalid-request-error';
import { MASK_MARGIN, MASK_SIZE } from './masks/mask-model';
import { openSession } from '../runtime/session';
import { countCellsPerView, collectSamples, createViews, type CollectSettings, type SampledRows } from './collect-samples';
import { getBestFeatures } from './cells/cell-features';
import { DECODING, createDetectorModel, type LearnedDetector, type LearnedObjects } from './model/detector-model';
import { trainDetectionHead } from './model/detection-head';
import { chooseThresholds, MAX_IMAGES_FOR_THRESHOLDS, measureDetector } from './measure';
import { listTrainableObjects } from './annotated-objects';

/** Settings of a training. `head` and `masks` are the settings of the two small networks. */
export interface ObjectTrainingSettings extends CollectSettings {
  head: LayerTrainingSettings;
  masks: LayerTrainingSettings;
}

/** The settings of all trainings on a server. Tests and benchmarks use other settings. */
export const DEFAULT_SETTINGS: ObjectTrainingSettings = {
  features: getBestFeatures(),
  head: { hidden: [128, 128], steps: 1800, batch: 640, rate: 3e-3 },
  masks: { hidden: [48, 32], steps: 600, batch: 512, rate: 3e-3 },
  cells: 500_000,
  cellsPerView: 1200,
};

/**
 * With few cells of the feature grid, the training stops after this many passes over each cell on average, but not before
 * MIN_STEPS.
 */
const PASSES_PER_CELL = 20;
const MIN_STEPS = 600;
/**
 * Number of final steps, relative to the previous steps. The previous steps leave out some images, which then determine the thresholds of
 * the model. In the final steps, the model learns these images, too.
 */
const FINAL_FIT_RATIO = 1 / 3;

/**
 * Trains a model for objects with boxes (detection) or outlines (segmentation). Writes `model.onnx`, `learned.json` and `notes.json` into
 * the folder of the request, and measures the written model. Throws InvalidRequestError if there are no objects to learn from.
 */
export async function trainDetector(
  request: TrainRequest,
  threads: number,
  report: (progress: Progress) => void,
  settings: ObjectTrainingSettings = DEFAULT_SETTINGS,
): Promise<{ model: string; notes: ModelNotes }> {
  const startTime = Date.now();
  mkdirSync(request.folder, { recursive: true });
  const exampleSplit = splitExamples(
    readManifest(request.manifest),
    (example) => listTrainableObjects(example, request).length > 0,
    request.seed,
  );
  requireObjects(exampleSplit.training, request);
  const { learning: learningExamples, calibration: calibrationExamples } = holdOutForCalibration(
    exampleSplit.training,
    (example) => listTrainableObjects(example, request).map(({ label }) => label),
    request.seed,
  );
  // Without held-out images, the thresholds are chosen on some images that the model has learned.
  const isCalibrated = calibrationExamples.length > 0;
  const thresholdExamples = (isCalibrated ? calibrationExamples : learningExamples).slice(0, MAX_IMAGES_FOR_THRESHOLDS);
  const views = createViews([...learningExamples, ...calibrationExamples], settings, request.seed);
  const sufficientSteps = Math.round((PASSES_PER_CELL * countCellsPerView(views, settings) * views.length) / settings.head.batch);
  const steps = Math.min(settings.head.steps, Math.max(MIN_STEPS, sufficientSteps));
  const maskSteps = request.domain === 'segmentation' ? settings.masks.steps : 0;
  const countSteps = (count: number) => count + (isCalibrated ? Math.round(count * FINAL_FIT_RATIO) : 0);
  const reporter = new ProgressReporter(report, [
    { phase: 'features', total: views.length, seconds: 0.08 },
    { phase: 'training', total: countSteps(steps) + countSteps(maskSteps), seconds: 0.06 },
    { phase: 'testing', total: thresholdExamples.length + exampleSplit.testing.length, seconds: 0.15 },
  ]);
  const samples = await collectSamples(views, calibrationExamples, request, settings, threads, reporter);
  const { cells, masks, pictures } = samples;
  if (!cells.hasObjects(samples.learning.cells))
    throw new InvalidRequestError(
      `${pictures} of ${exampleSplit.training.length} training images could be read, and none of them contains an object.`,
    );
  const labels = request.labels.length;
  let doneSteps = 0;
  const onStep = (_: number, loss: number) => reporter.step('training', ++doneSteps, loss);
  const trainHeads = async (rows: SampledRows, start?: LearnedDetector): Promise<LearnedDetector> => {
    const shortenIfFinal = (count: number) => (start ? Math.round(count * FINAL_FIT_RATIO) : count);
    const head = { ...settings.head, steps: shortenIfFinal(steps) };
    const mask = { ...settings.masks, steps: shortenIfFinal(maskSteps) };
    return {
      head: await trainDetectionHead(cells, rows.cells, labels, head, request.seed, onStep, start?.head),
      ...(masks && { masks: await masks.train(rows.points, labels, mask, request.seed, onStep, start?.masks) }),
    };
  };
  // The thresholds are chosen before the model learns the held-out images.
  const calibratedDetector = await trainHeads(samples.learning);
  const learnedDetector = isCalibrated
    ? await trainHeads({ cells: cells.features.count, points: masks?.count ?? 0 }, calibratedDetector)
    : calibratedDetector;

  const model = join(request.folder, 'model.onnx');
  const { features } = settings;
  let measuredImages = 0;
  const onImage = () => reporter.step('testing', ++measuredImages);
  const withWrittenModel = async <Result>(
    detector: LearnedDetector,
    measureSession: (session: InferenceSession) => Promise<Result>,
  ) => {
    writeFileSync(model, createDetectorModel(features, detector, labels));
    const session = await openSession(model, threads);
    const result = await measureSession(session);
    await session.release();
    return result;
  };
  const thresholds = await withWrittenModel(calibratedDetector, (session) =>
    chooseThresholds(session, request, thresholdExamples, onImage),
  );
  const scores = await withWrittenModel(learnedDetector, (session) =>
    measureDetector(session, request, exampleSplit, thresholds, onImage),
  );
  await writeLearnedWeights(request.folder, {
    kind: 'objects',
    features: features.name,
    labels,
    learned: learnedDetector,
  } satisfies LearnedObjects);
  const notes: ModelNotes = {
    domain: request.domain,
    labels: request.labels,
    inputSize: request.inputSize,
    seed: request.seed,
    pictures,
    seconds: (Date.now() - startTime) / 1000,
    scores,
    decoding: { ...DECODING, ...thresholds, ...(learnedDetector.masks && { mask: MASK_SIZE, margin: MASK_MARGIN }) },
    notice: settings.features.notice,
  };
  writeFileSync(join(request.folder, 'notes.json'), JSON.stringify(notes));
  return { model, notes };
}

/** Throws InvalidRequestError unless at least one training image has an object. */
function requireObjects(training: readonly Example[], request: TrainRequest): void {
  const countWithObjects = training.filter((example) => listTrainableObjects(example, request).length > 0).length;
  if (request.labels.length > 0 && countWithObjects > 0) return;
  const shape = request.domain === 'segmentation' ? 'polygon or mask' : 'box';
  throw new InvalidRequestError(
    `There is nothing to learn from: ${countWithObjects} of ${training.length} training images contain a ${shape} with one of the ${request.labels.length} labels. At least 1 is needed.`,
  );
}

/** Reads the notes of a model. */
export function readModelNotes(file: string): ModelNotes | UploadedModelNotes {
  return JSON.parse(readFileSync(file, 'utf8')) as ModelNotes | UploadedModelNotes;
}
