import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toEmbedding, EMBEDDING } from '../embedding/projection';
import type { Example } from '../protocol/protocol';
import { classify } from '../recognition/classify';
import { extractFeatures } from '../recognition/features/extract-features';
import { BLOCK_COMBINATIONS, getFeatureColumns, type FeatureBlock } from '../recognition/features/image-features';
import { getOutputName, createRecognitionModel } from '../recognition/model/recognition-model';
import { applyHead, trainRecognitionHead, type RecognitionHead } from '../recognition/model/recognition-head';
import { createTargets, type LabelTarget } from '../recognition/targets/targets';
import { createRandom, sampleRows } from '../sampling/random';
import { getMemoryMb, computePercentile, printLine, measureTime } from './measurements';

const INPUT_SIZE = 224;
const FOLDS = 3;
const PREDICTED_IMAGES = 40;

/** Measures the accuracy on photographs of 27 kinds of groceries. Compares it with chance and with colour features alone. */
export async function benchRecognition(data: string): Promise<void> {
  const root = join(data, 'grocery');
  if (!existsSync(root)) return printLine(`groceries: not measured, ${root} does not exist`);
  const folder = await mkdtemp(join(tmpdir(), 'bench-recognition-'));
  try {
    const { examples, labels } = readGroceries(root);
    const threads = 1;
    const extraction = { wallMs: 0, cpuMs: 0 };
    let features: (Float32Array | null)[] = [];
    Object.assign(
      extraction,
      await measureTime(async () => {
        features = await extractFeatures(examples, { inputSize: INPUT_SIZE, folder, threads }, () => undefined);
      }),
    );
    const readableFeatures = features.map((row) => row ?? new Float32Array());
    const targets = createTargets({ type: 'multi_class', labels }, examples);
    const truth = examples.map((example) => targets.findIndex(({ label }) => label.id === example.labels[0]!.id));
    const scores: number[] = [];
    const colours: number[] = [];
    const nearestColours: number[] = [];
    const times: number[] = [];
    const selectedBlocks: string[] = [];
    for (const seed of [1, 2, 3]) {
      const folds = assignFolds(truth, seed);
      for (let fold = 0; fold < FOLDS; fold++) {
        const train = truth.flatMap((_, row) => (folds[row] === fold ? [] : [row]));
        const test = truth.flatMap((_, row) => (folds[row] === fold ? [row] : []));
        const rows = train.map((row) => readableFeatures[row]!);
        const trainTargets = selectRows(targets, train);
        let head: RecognitionHead | undefined;
        times.push(
          (await measureTime(async () => ({ head } = await trainRecognitionHead('multi_class', rows, trainTargets, null))))
            .wallMs,
        );
        selectedBlocks.push(head!.blocks.join('+'));
        scores.push(getAccuracy(test, (row) => findMaxIndex(applyHead(head!, readableFeatures[row]!)) === truth[row]));
        const { head: colourHead } = await trainRecognitionHead('multi_class', rows, trainTargets, null, {
          combinations: BLOCK_COMBINATIONS.filter(([first]) => first === 'colours'),
        });
        colours.push(getAccuracy(test, (row) => findMaxIndex(applyHead(colourHead, readableFeatures[row]!)) === truth[row]));
        nearestColours.push(
          getAccuracy(test, (row) => truth[findNearestByBlocks(readableFeatures, row, train, ['colours'])] === truth[row]),
        );
      }
    }
    const computeMean = (values: readonly number[]) => (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3);
    printLine(
      `groceries, ${labels.length} classes, ${examples.length} images, ${FOLDS} folds, 3 seeds: accuracy ${computeMean(scores)}`,
    );
    printLine(
      `  chance ${(1 / labels.length).toFixed(3)}, colour histograms ${computeMean(colours)}, their nearest neighbour ${computeMean(nearestColours)}`,
    );
    printLine(`  by ${[...new Set(selectedBlocks)].join(' or ')}; head ${(computePercentile(times, 50) / 1000).toFixed(1)} s`);
    printLine(
      `  features of an image ${(extraction.wallMs / examples.length).toFixed(0)} ms, CPU time ${(extraction.cpuMs / examples.length).toFixed(0)} ms`,
    );
    const embeddings = readableFeatures.map((features) => toEmbedding(features));
    const computeRecall = (from: number, end: number) =>
      getAccuracy([...truth.keys()], (row) => truth[findNearestEmbedding(embeddings, row, from, end)] === truth[row]).toFixed(3);
    const { half, length } = EMBEDDING;
    printLine(
      `  embeddings, recall@1: colours ${computeRecall(0, half)}, features ${computeRecall(half, length)}, both ${computeRecall(0, length)}`,
    );
    const { head } = await trainRecognitionHead('multi_class', readableFeatures, targets, null);
    await benchPredictions(head, examples, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function benchPredictions(head: RecognitionHead, examples: readonly Example[], folder: string): Promise<void> {
  const [model, notes] = [join(folder, 'model.onnx'), join(folder, 'notes.json')];
  await writeFile(model, createRecognitionModel(head));
  const decoding = { output: getOutputName(head), labels: head.labels.map(({ id }) => id) };
  await writeFile(notes, JSON.stringify({ type: head.type, inputSize: INPUT_SIZE, decoding }));
  const measurePrediction = (file: string) => measureTime(() => classify({ model, notes, images: [file] }, 1));
  const opening = await measurePrediction(examples[0]!.file);
  const first: number[] = [];
  const second: number[] = [];
  for (const { file } of sampleRows(examples, PREDICTED_IMAGES, createRandom(1))) {
    first.push((await measurePrediction(file)).wallMs);
    second.push((await measurePrediction(file)).wallMs);
  }
  printLine(
    `  classify an image: p95 ${computePercentile(first, 95).toFixed(0)} ms, the same image again ${computePercentile(second, 95).toFixed(0)} ms,`,
  );
  printLine(`  opening the model ${opening.wallMs.toFixed(0)} ms; memory ${getMemoryMb()} MB`);
}

/** Reads the photographs of groceries with one label each. */
export function readGroceries(root: string) {
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
function assignFolds(truth: readonly number[], seed: number): number[] {
  const folds = truth.map(() => 0);
  const counts = new Map<number, number>();
  for (const row of sampleRows([...truth.keys()], truth.length, createRandom(seed))) {
    const count = counts.get(truth[row]!) ?? 0;
    counts.set(truth[row]!, count + 1);
    folds[row] = count % FOLDS;
  }
  return folds;
}

const selectRows = (targets: readonly LabelTarget[], rows: readonly number[]): LabelTarget[] =>
  targets.map((target) => ({ ...target, values: rows.map((row) => target.values[row]!) }));

export const findMaxIndex = (values: readonly number[]) => values.indexOf(Math.max(...values));

function getAccuracy(rows: readonly number[], isRight: (row: number) => boolean): number {
  return rows.filter(isRight).length / rows.length;
}

function findNearestByBlocks(
  features: readonly Float32Array[],
  row: number,
  candidates: readonly number[],
  blocks: readonly FeatureBlock[],
): number {
  const columns = getFeatureColumns(blocks);
  const getSimilarity = (other: number) =>
    columns.reduce((sum, column) => sum + features[row]![column]! * features[other]![column]!, 0);
  return candidates[findMaxIndex(candidates.map(getSimilarity))]!;
}

function findNearestEmbedding(embeddings: readonly Int8Array[], row: number, from: number, end: number): number {
  const query = embeddings[row]!.subarray(from, end);
  const products = embeddings.map((other, position) =>
    position === row ? -Infinity : other.subarray(from, end).reduce((sum, value, index) => sum + value * query[index]!, 0),
  );
  return findMaxIndex(products);
}
