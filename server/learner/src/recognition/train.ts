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

/** Trains a recognition model. Throws a Refusal where the pictures are too few. */
export async function trainRecognition(
  order: TrainOrder,
  threads: number,
  tell: (progress: Progress) => void,
): Promise<{ model: string; notes: ModelNotes }> {
  const begun = performance.now();
  const type = order.type ?? 'multi_class';
  tell({ phase: 'reading', done: 0, total: 1 });
  await mkdir(order.folder, { recursive: true });
  const examples = readManifest(order.manifest);
  // What cannot be learnt is said before the pictures are looked at.
  const all = targetsOf(order, examples);
  splitOf(order, all, speaking(all, examples), examples);
  const features = await featuresOf(examples, { ...order, threads, later: headSeconds(examples.length) }, tell);
  const readable = speaking(all, examples).filter((row) => features[row]);
  const { training, testing, heldOut } = splitOf(order, all, readable, examples);
  const chosen = learnable(order, at(all, training));
  const { head, choices } = await trainHead(
    type,
    training.map((row) => features[row]!),
    chosen,
    order.negativeLabel,
    {
      tell: (done, total) => {
        const secondsLeft = Math.round((1 - done / total) * headSeconds(training.length));
        tell({ phase: 'training', done, total, secondsLeft });
      },
    },
  );
  tell({ phase: 'testing', done: 0, total: testing.length });
  const tested = testing.map((row) => {
    const said = say(head, features[row]!);
    return { row, said: new Map(head.labels.map(({ id }, index) => [id, said[index]!])) };
  });
  const picturesOf = (rows: readonly number[]) => new Set(rows.map((row) => examples[row]!.file)).size;
  const scores = { pictures: picturesOf(testing), heldOut, ...measure(type, all, tested) };
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
    pictures: picturesOf(training),
    seconds: (performance.now() - begun) / 1000,
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

/** What a head takes of one processor, nearly: 1.4 s with 160 pictures, 12 s with 2,000. */
const headSeconds = (pictures: number) => 1 + pictures * 0.0055;

/** Places of the examples that speak of any label. */
function speaking(targets: readonly Target[], examples: readonly unknown[]): number[] {
  return examples.flatMap((_, row) => (targets.some(({ values }) => values[row] !== null) ? [row] : []));
}

/** Rows to train on and rows to measure on. Throws a Refusal where those to train on are too few. */
function splitOf(
  order: TrainOrder,
  targets: readonly Target[],
  rows: readonly number[],
  examples: readonly Pick<Example, 'file' | 'isTest'>[],
) {
  const marked = rows.filter((row) => examples[row]!.isTest);
  const others = rows.filter((row) => !examples[row]!.isTest);
  if (others.length === 0) throw new Refusal('Too few pictures: there is none to train on that says anything of the labels.');
  learnable(order, at(targets, others));
  if (marked.length > 0) return { training: others, testing: marked, heldOut: false };
  const held = holdOut(targets, others, (row) => examples[row]!.file, order.seed);
  return {
    training: others.filter((row) => !held.has(row)),
    testing: others.filter((row) => held.has(row)),
    heldOut: held.size > 0,
  };
}

/** The same targets of some rows only. */
function at(targets: readonly Target[], rows: readonly number[]): Target[] {
  return targets.map((target) => ({ ...target, values: rows.map((row) => target.values[row]!) }));
}
