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
const FOLD_COUNT = 3;
const PREDICTED_IMAGE_COUNT = 40;

/** Measures the accuracy on photographs of 27 kinds of groceries. Compares it with chance and with colour features alone. */
export async function benchRecognition(data: string): Promise<void> {
  const root = join(data, 'grocery');
  if (!existsSync(root)) return printLine(`groceries: not measured, ${root} does not exist`);
  const folder = await mkdtemp(join(tmpdir(), 'bench-recognition-'));
  try {
    const { examples, labels } = readGroceries(root);
    const threads = 1;
    const extractionDuration = { wallMs: 0, cpuMs: 0 };
    let features: (Float32Array | null)[] = [];
    Object.assign(
      extractionDuration,
      await measureTime(async () => {
        features = await extractFeatures(examples, { inputSize: INPUT_SIZE, folder, threads }, () => undefined);
      }),
    );
    const readableFeatures = features.map((row) => row ?? new Float32Array());
    const targets = createTargets({ type: 'multi_class', labels }, examples);
    const trueLabels = examples.map((example) => targets.findIndex(({ label }) => label.id === example.labels[0]!.id));
    const accuracies: number[] = [];
    const colourAccuracies: number[] = [];
    const nearestColourAccuracies: number[] = [];
    const trainingTimes: number[] = [];
    const selectedBlocks: string[] = [];
    for (const seed of [1, 2, 3]) {
      const folds = assignFolds(trueLabels, seed);
      for (let fold = 0; fold < FOLD_COUNT; fold++) {
        const trainingRows = trueLabels.flatMap((_, row) => (folds[row] === fold ? [] : [row]));
        const testRows = trueLabels.flatMap((_, row) => (folds[row] === fold ? [row] : []));
        const trainingFeatures = trainingRows.map((row) => readableFeatures[row]!);
        const trainTargets = selectRows(targets, trainingRows);
        let head: RecognitionHead | undefined;
        trainingTimes.push(
          (
            await measureTime(
              async () => ({ head } = await trainRecognitionHead('multi_class', trainingFeatures, trainTargets, null)),
            )
          ).wallMs,
        );
        selectedBlocks.push(head!.blocks.join('+'));
        accuracies.push(
          getAccuracy(testRows, (row) => findMaxIndex(applyHead(head!, readableFeatures[row]!)) === trueLabels[row]),
        );
        const { head: colourHead } = await trainRecognitionHead('multi_class', trainingFeatures, trainTargets, null, {
          combinations: BLOCK_COMBINATIONS.filter(([first]) => first === 'colours'),
        });
        colourAccuracies.push(
          getAccuracy(testRows, (row) => findMaxIndex(applyHead(colourHead, readableFeatures[row]!)) === trueLabels[row]),
        );
        nearestColourAccuracies.push(
          getAccuracy(
            testRows,
            (row) => trueLabels[findNearestByBlocks(readableFeatures, row, trainingRows, ['colours'])] === trueLabels[row],
          ),
        );
      }
    }
    const computeMean = (values: readonly number[]) => (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3);
    printLine(
      `groceries, ${labels.length} classes, ${examples.length} images, ${FOLD_COUNT} folds, 3 seeds: accuracy ${computeMean(accuracies)}`,
    );
    printLine(
      `  chance ${(1 / labels.length).toFixed(3)}, colour histograms ${computeMean(colourAccuracies)}, their nearest neighbour ${computeMean(nearestColourAccuracies)}`,
    );
    printLine(
      `  by ${[...new Set(selectedBlocks)].join(' or ')}; head ${(computePercentile(trainingTimes, 50) / 1000).toFixed(1)} s`,
    );
    printLine(
      `  features of an image ${(extractionDuration.wallMs / examples.length).toFixed(0)} ms, CPU time ${(extractionDuration.cpuMs / examples.length).toFixed(0)} ms`,
    );
    const embeddings = readableFeatures.map((features) => toEmbedding(features));
    const computeRecall = (start: number, end: number) =>
      getAccuracy(
        [...trueLabels.keys()],
        (row) => trueLabels[findNearestEmbedding(embeddings, row, start, end)] === trueLabels[row],
      ).toFixed(3);
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
  const firstPrediction = await measurePrediction(examples[0]!.file);
  const firstTimes: number[] = [];
  const secondTimes: number[] = [];
  for (const { file } of sampleRows(examples, PREDICTED_IMAGE_COUNT, createRandom(1))) {
    firstTimes.push((await measurePrediction(file)).wallMs);
    secondTimes.push((await measurePrediction(file)).wallMs);
  }
  printLine(
    `  classify an image: p95 ${computePercentile(firstTimes, 95).toFixed(0)} ms, the same image again ${computePercentile(secondTimes, 95).toFixed(0)} ms,`,
  );
  printLine(`  opening the model ${firstPrediction.wallMs.toFixed(0)} ms; memory ${getMemoryMb()} MB`);
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
function assignFolds(trueLabels: readonly number[], seed: number): number[] {
  const folds = trueLabels.map(() => 0);
  const counts = new Map<number, number>();
  for (const row of sampleRows([...trueLabels.keys()], trueLabels.length, createRandom(seed))) {
    const count = counts.get(trueLabels[row]!) ?? 0;
    counts.set(trueLabels[row]!, count + 1);
    folds[row] = count % FOLD_COUNT;
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

function findNearestEmbedding(embeddings: readonly Int8Array[], row: number, start: number, end: number): number {
  const query = embeddings[row]!.subarray(start, end);
  const products = embeddings.map((other, position) =>
    position === row ? -Infinity : other.subarray(start, end).reduce((sum, value, index) => sum + value * query[index]!, 0),
  );
  return findMaxIndex(products);
}
