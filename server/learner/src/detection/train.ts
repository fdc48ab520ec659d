import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InferenceSession } from 'onnxruntime-node';
import { NOTICE } from '../backbone/backbone';
import { readManifest, splitExamples } from '../manifest';
import { Pace } from '../pace';
import { readPicture } from '../picture';
import type { Example, ModelNotes, Progress, Scores, TrainOrder } from '../protocol';
import { randomOf, type Random } from '../random';
import { Refusal } from '../refusal';
import type { Found, Truth } from '../scores/average-precision';
import { bestThreshold, objectScores } from '../scores/object-scores';
import { boxOverlap, type Box } from '../scores/overlap';
import { openSession, pictureTensor } from '../session';
import type { Drawn } from './assign';
import { boxAsSeen, boxInPicture, findBoxes } from './detector';
import { featuresFile, PRETRAINED, type Features } from './features';
import { DECODING, detectorFile } from './file';
import { learnHead, type HeadSettings } from './head';
import { Samples } from './samples';
import { MIRRORS, mirrorDrawn, mirrorPicture, type Mirror } from './views';

export interface DetectionSettings {
  features: Features;
  head: Omit<HeadSettings, 'labels' | 'seed'>;
  /** Cells to learn from, over all pictures; of features of 384 channels 600,000 take 0.5 GB. */
  cells: number;
  cellsAView: number;
}

export const SETTINGS: DetectionSettings = {
  features: PRETRAINED,
  head: { hidden: [128, 128], steps: 900, batch: 640, rate: 3e-3 },
  cells: 500_000,
  cellsAView: 1200,
};

/** Pictures of the training that the threshold is looked for on. */
const PICTURES_FOR_THRESHOLD = 30;

type Report = (progress: Progress) => void;

/**
 * Trains a detector, writes its file `model.onnx` and `notes.json` into the order's folder, and measures it through that
 * very file. Throws a Refusal where there is nothing to learn from.
 */
export async function trainDetection(
  order: TrainOrder,
  threads: number,
  report: Report,
  settings: DetectionSettings = SETTINGS,
): Promise<{ model: string; notes: ModelNotes }> {
  const started = Date.now();
  mkdirSync(order.folder, { recursive: true });
  const known = new Map(order.labels.map(({ id }, index) => [id, index]));
  const boxesOf = ({ boxes }: Example) =>
    boxes.filter(({ label, box }) => known.has(label) && box[2] > box[0] && box[3] > box[1]);
  const examples = readManifest(order.manifest);
  const split = splitExamples(examples, (example) => boxesOf(example).length > 0, order.seed);
  refuseTooLittle(split.training, order, (example) => boxesOf(example).length);
  const random = randomOf(order.seed);
  const views = viewsOf(split.training, settings, random);
  const pace = new Pace(report, [
    { phase: 'features', total: views.length, seconds: 0.08 },
    { phase: 'training', total: settings.head.steps, seconds: 0.06 },
    { phase: 'testing', total: Math.min(PICTURES_FOR_THRESHOLD, split.training.length) + split.testing.length, seconds: 0.15 },
  ]);
  const drawnIn = (example: Example, picture: Parameters<typeof boxAsSeen>[1]): Drawn[] =>
    boxesOf(example).map(({ label, box }) => ({ label: known.get(label)!, box: boxAsSeen(box, picture) }));

  const samples = await collect(views, order, settings, threads, drawnIn, random, pace);
  const head = await learnHead(samples, { ...settings.head, labels: order.labels.length, seed: order.seed }, (done, loss) =>
    pace.step('training', done, loss),
  );
  const model = join(order.folder, 'model.onnx');
  writeFileSync(model, detectorFile(settings.features, [head], order.labels.length));

  const session = await openSession(model, threads);
  const { threshold, scores } = await measure(session, order, split, boxesOf, pace);
  await session.release();
  const notes: ModelNotes = {
    domain: 'detection',
    labels: order.labels,
    inputSize: order.inputSize,
    seed: order.seed,
    pictures: split.training.length,
    seconds: (Date.now() - started) / 1000,
    scores,
    decoding: { ...DECODING, threshold },
    notice: NOTICE,
  };
  writeFileSync(join(order.folder, 'notes.json'), JSON.stringify(notes));
  return { model, notes };
}

function refuseTooLittle(training: readonly Example[], { labels }: TrainOrder, boxesIn: (example: Example) => number): void {
  const drawn = training.filter((example) => boxesIn(example) > 0).length;
  if (labels.length > 0 && drawn > 0) return;
  throw new Refusal(
    `There is nothing to learn from: ${labels.length} labels, and ${drawn} of ${training.length} training pictures have a box of one of them; at least 1 is needed.`,
  );
}

/** What is looked at: each picture as it is and mirrored, or where there are many pictures in fewer ways by chance. */
function viewsOf(training: readonly Example[], settings: DetectionSettings, random: Random) {
  const affordable = Math.floor(settings.cells / settings.cellsAView / training.length);
  const ways = Math.max(1, Math.min(MIRRORS.length, affordable));
  return training.flatMap((example) => {
    const first = ways === MIRRORS.length ? 0 : Math.floor(random() * MIRRORS.length);
    return Array.from({ length: ways }, (_, at) => ({ example, mirror: MIRRORS[(first + at) % MIRRORS.length]! }));
  });
}

async function collect(
  views: readonly { example: Example; mirror: Mirror }[],
  { inputSize }: TrainOrder,
  settings: DetectionSettings,
  threads: number,
  drawnIn: (example: Example, picture: Parameters<typeof boxAsSeen>[1]) => Drawn[],
  random: Random,
  pace: Pace,
): Promise<Samples> {
  const { features } = settings;
  const session = await openSession(featuresFile(features), threads);
  const aView = Math.min(settings.cellsAView, Math.max(1, Math.floor(settings.cells / views.length)));
  const samples = new Samples(features.channels, aView * views.length);
  for (const [index, { example, mirror }] of views.entries()) {
    const picture = await readPicture(example.file, inputSize);
    const { cells } = await session.run({ picture: pictureTensor(mirrorPicture(picture, mirror)) });
    const [, rows = 0, columns = 0] = cells!.dims;
    const drawn = mirrorDrawn(drawnIn(example, picture), picture, mirror);
    samples.take({ cells: cells!.data as Float32Array, columns, rows, stride: features.stride, drawn }, aView, random);
    await pace.step('features', index + 1);
  }
  await session.release();
  return samples;
}

/** Scores on the held-out pictures; the threshold comes from pictures that were trained on, so that they stay untouched. */
async function measure(
  session: InferenceSession,
  { labels, inputSize }: TrainOrder,
  { training, testing, heldOut }: ReturnType<typeof splitExamples>,
  boxesOf: (example: Example) => Example['boxes'],
  pace: Pace,
): Promise<{ threshold: number; scores: Scores }> {
  const ids = labels.map(({ id }) => id);
  let done = 0;
  const ask = async (examples: readonly Example[]) => {
    const found: Found<Box>[] = [];
    const truths: Truth<Box>[] = [];
    for (const example of examples) {
      const picture = await readPicture(example.file, inputSize);
      for (const { label, score, box } of await findBoxes(session, picture)) {
        found.push({ picture: example.id, label: ids[label]!, score, shape: boxInPicture(box, picture) });
      }
      for (const { label, box } of boxesOf(example)) truths.push({ picture: example.id, label, shape: box });
      await pace.step('testing', (done += 1));
    }
    return { found, truths };
  };
  const known = await ask(training.slice(0, PICTURES_FOR_THRESHOLD));
  const threshold = bestThreshold(ids, known.found, known.truths, boxOverlap);
  const { found, truths } = await ask(testing);
  const scores = objectScores(ids, found, truths, boxOverlap, threshold);
  return { threshold, scores: { pictures: testing.length, heldOut, accuracy: null, error: null, ...scores } };
}

/** The notes beside a model's file. */
export function readNotes(file: string): ModelNotes {
  return JSON.parse(readFileSync(file, 'utf8')) as ModelNotes;
}
