// `npm run bench -- next-batch [--data folder] [--seeds 5] [--batch 15]`: accuracy on groceries against the number of annotated images, chosen by the product and at random.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { indexOfMax, readGroceries } from '../../../../server/learner/src/bench/recognition';
import { toEmbedding } from '../../../../server/learner/src/embedding/projection';
import type { Example } from '../../../../server/learner/src/protocol/protocol';
import { extractFeatures } from '../../../../server/learner/src/recognition/features/extract-features';
import {
  applyHead,
  trainRecognitionHead,
  type RecognitionHead,
} from '../../../../server/learner/src/recognition/model/recognition-head';
import { createTargets } from '../../../../server/learner/src/recognition/targets/targets';
import { createRandom, sampleRows } from '../../../../server/learner/src/sampling/random';
import { chooseBatch, computeInformativeness } from '../../../../server/src/ml/next-batch/choose-batch';
import { getLabelUncertainty } from '../../../../server/src/ml/prediction-runs/uncertainty';
import { formatTable } from '../../support/measure';
import { formatLoad, print } from '../../support/output';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: path.resolve(__dirname, '../../../../../shared/data') },
    seeds: { type: 'string', default: '5' },
    batch: { type: 'string', default: '15' },
  },
});
const INPUT_SIZE = 224;
/** Part of the images that is not annotated and measures the accuracy. */
const TEST_PART = 1 / 3;
/** Part of the other images that is annotated at the end. */
const ANNOTATED_PART = 0.75;

interface Pool {
  examples: readonly Example[];
  features: readonly Float32Array[];
}

type Select = (input: {
  annotated: readonly number[];
  open: readonly number[];
  head: RecognitionHead;
  random: () => number;
}) => Promise<number[]>;

const batchSize = Number(values.batch);

async function trainOn({ examples, features }: Pool, rows: readonly number[]): Promise<RecognitionHead> {
  const annotated = rows.map((row) => examples[row]!);
  const ids = [...new Set(annotated.map(({ labels }) => labels[0]!.id))].sort();
  const targets = createTargets({ type: 'multi_class', labels: ids.map((id) => ({ id, name: id })) }, annotated);
  return (
    await trainRecognitionHead(
      'multi_class',
      rows.map((row) => features[row]!),
      targets,
      null,
    )
  ).head;
}

function predict(head: RecognitionHead, features: Float32Array) {
  return applyHead(head, features).map((prob, index) => ({ id: head.labels[index]!.id, prob }));
}

/** Chooses as the server does, with the labels of the annotated images as examples. */
function createProductSelection({ examples, features }: Pool): Select {
  return async ({ annotated, open, head }) => {
    const counts = new Map<string, number>();
    for (const row of annotated) {
      const { id } = examples[row]!.labels[0]!;
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    const most = Math.max(...counts.values());
    const candidates = open.map((row) => {
      const predictions = predict(head, features[row]!);
      const rarity = Math.max(
        ...predictions.map(({ id, prob }) => {
          const rare = 1 - (counts.get(id) ?? 0) / most;
          return rare >= 0.5 ? prob * rare : 0;
        }),
      );
      const informativeness = computeInformativeness(getLabelUncertainty('multi_class', predictions)!, rarity);
      return { id: String(row), informativeness, embedding: toEmbedding(features[row]!) };
    });
    const references = annotated.map((row) => toEmbedding(features[row]!));
    const chosen = await chooseBatch(candidates, references, batchSize, async () => undefined);
    return chosen.map(({ id }) => Number(id));
  };
}

const selectAtRandom: Select = async ({ open, random }) => sampleRows(open, batchSize, random);

/** Annotates batch after batch, and returns the accuracy on the TEST images by number of annotated images. */
async function simulate(pool: Pool, seed: number, select: Select): Promise<Map<number, number>> {
  const random = createRandom(seed);
  const rows = sampleRows([...pool.examples.keys()], pool.examples.length, random);
  const test = rows.slice(0, Math.round(rows.length * TEST_PART));
  let open = rows.slice(test.length);
  const end = Math.round(open.length * ANNOTATED_PART);
  const annotated = open.slice(0, 2 * batchSize);
  open = open.slice(annotated.length);
  const accuracies = new Map<number, number>();
  for (;;) {
    const head = await trainOn(pool, annotated);
    const isCorrect = (row: number) =>
      head.labels[indexOfMax(applyHead(head, pool.features[row]!))]!.id === pool.examples[row]!.labels[0]!.id;
    accuracies.set(annotated.length, test.filter(isCorrect).length / test.length);
    if (annotated.length >= end || open.length === 0) return accuracies;
    const chosen = new Set(await select({ annotated, open, head, random }));
    annotated.push(...chosen);
    open = open.filter((row) => !chosen.has(row));
  }
}

const getMean = (numbers: readonly number[]) => numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
/** Half the width of a 95 % interval of the mean. */
function getMargin(numbers: readonly number[]): number {
  const mean = getMean(numbers);
  const variance = numbers.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, numbers.length - 1);
  return 1.96 * Math.sqrt(variance / numbers.length);
}
const formatMean = (numbers: readonly number[]) => `${getMean(numbers).toFixed(3)} ± ${getMargin(numbers).toFixed(3)}`;

async function main(): Promise<void> {
  const root = path.join(values.data, 'grocery');
  if (!existsSync(root)) {
    print(`Not measured: ${root} does not exist.`);
    return;
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-next-batch-'));
  try {
    const { examples } = readGroceries(root);
    const extracted = await extractFeatures(examples, { inputSize: INPUT_SIZE, folder, threads: 1 }, () => undefined);
    const pool: Pool = { examples, features: extracted.map((row) => row ?? new Float32Array()) };
    const curves: Record<'chosen' | 'random', Map<number, number>[]> = { chosen: [], random: [] };
    for (let seed = 1; seed <= Number(values.seeds); seed += 1) {
      curves.chosen.push(await simulate(pool, seed, createProductSelection(pool)));
      curves.random.push(await simulate(pool, seed, selectAtRandom));
    }
    const counts = [...curves.random[0]!.keys()];
    const collect = (curve: readonly Map<number, number>[], count: number) => curve.map((each) => each.get(count)!);
    print(`Groceries, ${examples.length} images, ${values.seeds} seeds: accuracy on the TEST images, mean and 95 % interval.`);
    print(
      formatTable(
        ['images', 'chosen', 'random'],
        counts.map((count) => [
          String(count),
          formatMean(collect(curves.chosen, count)),
          formatMean(collect(curves.random, count)),
        ]),
      ),
    );
    const target = getMean(collect(curves.random, counts.at(-1)!));
    const needed = counts.find((count) => getMean(collect(curves.chosen, count)) >= target);
    print(
      needed === undefined
        ? 'The chosen images do not reach the accuracy of the random ones.'
        : `${needed} chosen images reach the accuracy of ${counts.at(-1)} random ones: ${Math.round(100 * (1 - needed / counts.at(-1)!))} % fewer.`,
    );
    print(formatLoad());
  } finally {
    await rm(folder, { recursive: true });
  }
}

void main();
