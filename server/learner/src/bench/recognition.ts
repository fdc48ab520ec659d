import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embed, EMBEDDING } from '../embedding/projection';
import type { Example } from '../protocol';
import { classify } from '../recognition/classify';
import { featuresOf } from '../recognition/extract';
import { CHOICES, columnsOf, type Block } from '../recognition/features';
import { outputOf, recognitionFile } from '../recognition/file';
import { say, trainHead, type Head } from '../recognition/head';
import { targetsOf, type Target } from '../recognition/targets';
import { randomOf, someOf } from '../random';
import { memory, percentile, print, timed } from './figures';

const INPUT_SIZE = 224;
const FOLDS = 3;
const ASKED = 40;

/** Measures the accuracy on photographs of 27 kinds of groceries, next to chance and to colours alone. */
export async function benchRecognition(data: string): Promise<void> {
  const root = join(data, 'grocery');
  if (!existsSync(root)) return print(`groceries: not measured, ${root} does not exist`);
  const folder = await mkdtemp(join(tmpdir(), 'bench-recognition-'));
  try {
    const { examples, labels } = readGroceries(root);
    const threads = 1;
    const looking = { clock: 0, processor: 0 };
    let features: (Float32Array | null)[] = [];
    Object.assign(
      looking,
      await timed(async () => {
        features = await featuresOf(examples, { inputSize: INPUT_SIZE, folder, threads }, () => undefined);
      }),
    );
    const known = features.map((row) => row ?? new Float32Array());
    const targets = targetsOf({ type: 'multi_class', labels }, examples);
    const truth = examples.map((example) => targets.findIndex(({ label }) => label.id === example.labels[0]!.id));
    const scores: number[] = [];
    const colours: number[] = [];
    const near: number[] = [];
    const times: number[] = [];
    const chosen: string[] = [];
    for (const seed of [1, 2, 3]) {
      const folds = foldsOf(truth, seed);
      for (let fold = 0; fold < FOLDS; fold++) {
        const train = truth.flatMap((_, row) => (folds[row] === fold ? [] : [row]));
        const test = truth.flatMap((_, row) => (folds[row] === fold ? [row] : []));
        const rows = train.map((row) => known[row]!);
        const some = at(targets, train);
        let head: Head | undefined;
        times.push((await timed(async () => ({ head } = await trainHead('multi_class', rows, some, null)))).clock);
        chosen.push(head!.blocks.join('+'));
        scores.push(share(test, (row) => most(say(head!, known[row]!)) === truth[row]));
        const { head: byColours } = await trainHead('multi_class', rows, some, null, {
          choices: CHOICES.filter(([first]) => first === 'colours'),
        });
        colours.push(share(test, (row) => most(say(byColours, known[row]!)) === truth[row]));
        near.push(share(test, (row) => truth[nearestBy(known, row, train, ['colours'])] === truth[row]));
      }
    }
    const mean = (values: readonly number[]) => (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3);
    print(`groceries, ${labels.length} classes, ${examples.length} images, ${FOLDS} folds, 3 seeds: accuracy ${mean(scores)}`);
    print(
      `  chance ${(1 / labels.length).toFixed(3)}, colour histograms ${mean(colours)}, their nearest neighbour ${mean(near)}`,
    );
    print(`  by ${[...new Set(chosen)].join(' or ')}; head ${(percentile(times, 50) / 1000).toFixed(1)} s`);
    print(
      `  features of an image ${(looking.clock / examples.length).toFixed(0)} ms, CPU time ${(looking.processor / examples.length).toFixed(0)} ms`,
    );
    const embeddings = known.map(embed);
    const recall = (from: number, end: number) =>
      share([...truth.keys()], (row) => truth[closest(embeddings, row, from, end)] === truth[row]).toFixed(3);
    const { half, length } = EMBEDDING;
    print(`  embeddings, recall@1: colours ${recall(0, half)}, features ${recall(half, length)}, both ${recall(0, length)}`);
    const { head } = await trainHead('multi_class', known, targets, null);
    await benchQuestions(head, examples, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function benchQuestions(head: Head, examples: readonly Example[], folder: string): Promise<void> {
  const [model, notes] = [join(folder, 'model.onnx'), join(folder, 'notes.json')];
  await writeFile(model, recognitionFile(head));
  const decoding = { output: outputOf(head), labels: head.labels.map(({ id }) => id) };
  await writeFile(notes, JSON.stringify({ type: head.type, inputSize: INPUT_SIZE, decoding }));
  const ask = (file: string) => timed(() => classify({ model, notes, pictures: [file] }, 1));
  const opening = await ask(examples[0]!.file);
  const first: number[] = [];
  const second: number[] = [];
  for (const { file } of someOf(examples, ASKED, randomOf(1))) {
    first.push((await ask(file)).clock);
    second.push((await ask(file)).clock);
  }
  print(
    `  classify an image: p95 ${percentile(first, 95).toFixed(0)} ms, the same image again ${percentile(second, 95).toFixed(0)} ms,`,
  );
  print(`  opening the model ${opening.clock.toFixed(0)} ms; memory ${memory()} MB`);
}

function readGroceries(root: string) {
  const [, ...rows] = readFileSync(join(root, 'subset.csv'), 'utf8').trim().split(/\r?\n/);
  const examples = rows
    .map((row) => row.split(','))
    .filter((columns) => columns[7] === 'true')
    .map(([path, , , , name]): Example => {
      const labels = [{ id: name!, value: null }];
      return { id: path!, file: join(root, path!), width: 0, height: 0, isTest: false, labels, boxes: [], polygons: [] };
    });
  const labels = [...new Set(examples.map((example) => example.labels[0]!.id))].map((id) => ({ id, name: id }));
  return { examples, labels };
}

/** Assigns each row to a fold, with the classes spread evenly. */
function foldsOf(truth: readonly number[], seed: number): number[] {
  const folds = truth.map(() => 0);
  const counts = new Map<number, number>();
  for (const row of someOf([...truth.keys()], truth.length, randomOf(seed))) {
    const count = counts.get(truth[row]!) ?? 0;
    counts.set(truth[row]!, count + 1);
    folds[row] = count % FOLDS;
  }
  return folds;
}

const at = (targets: readonly Target[], rows: readonly number[]): Target[] =>
  targets.map((target) => ({ ...target, values: rows.map((row) => target.values[row]!) }));

const most = (values: readonly number[]) => values.indexOf(Math.max(...values));

function share(rows: readonly number[], isRight: (row: number) => boolean): number {
  return rows.filter(isRight).length / rows.length;
}

function nearestBy(features: readonly Float32Array[], row: number, among: readonly number[], blocks: readonly Block[]): number {
  const columns = columnsOf(blocks);
  const likeness = (other: number) =>
    columns.reduce((sum, column) => sum + features[row]![column]! * features[other]![column]!, 0);
  return among[most(among.map(likeness))]!;
}

function closest(embeddings: readonly Int8Array[], row: number, from: number, end: number): number {
  const own = embeddings[row]!.subarray(from, end);
  const products = embeddings.map((other, at) =>
    at === row ? -Infinity : other.subarray(from, end).reduce((sum, value, index) => sum + value * own[index]!, 0),
  );
  return most(products);
}
