// `npm run bench -- next-batch [--set groceries|cells] [--data folder] [--seeds 5] [--batch 15]`: measures how the model quality
// grows with the number of annotated images. Compares images that the product selects with randomly selected images.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { formatTable } from '../../support/measure';
import { formatLoad, print } from '../../support/output';
import { createCells, createGroceries } from './pools';
import { createProductSelection, createRandomSelection, simulate } from './simulate';

const { values } = parseArgs({
  options: {
    set: { type: 'string', default: 'groceries' },
    data: { type: 'string', default: path.resolve(__dirname, '../../../../../shared/data') },
    seeds: { type: 'string', default: '5' },
    batch: { type: 'string', default: '15' },
  },
});
const batchSize = Number(values.batch);

const getMean = (numbers: readonly number[]) => numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
/** Half the width of a 95 % interval of the mean. */
function getConfidenceMargin(numbers: readonly number[]): number {
  const mean = getMean(numbers);
  const variance = numbers.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, numbers.length - 1);
  return 1.96 * Math.sqrt(variance / numbers.length);
}
const formatMean = (numbers: readonly number[]) => `${getMean(numbers).toFixed(3)} ± ${getConfidenceMargin(numbers).toFixed(3)}`;

async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-next-batch-'));
  try {
    const pool = await (values.set === 'cells' ? createCells : createGroceries)(values.data, folder);
    if (!pool) {
      print(`Not measured: the data set ${values.set} is not in ${values.data}.`);
      return;
    }
    const curves: Record<'chosen' | 'random', Map<number, number>[]> = { chosen: [], random: [] };
    const selections = { chosen: createProductSelection(pool, batchSize), random: createRandomSelection(batchSize) };
    for (let seed = 1; seed <= Number(values.seeds); seed += 1) {
      for (const name of ['chosen', 'random'] as const) {
        const curve = await simulate(pool, seed, batchSize, selections[name]);
        curves[name].push(curve);
        print(`Seed ${seed}, ${name}: ${[...curve].map(([count, score]) => `${count} ${score.toFixed(3)}`).join(', ')}`);
      }
    }
    const counts = [...curves.random[0]!.keys()];
    const collectScores = (curve: readonly Map<number, number>[], count: number) =>
      curve.map((scoreByCount) => scoreByCount.get(count)!);
    print(
      `${values.set}, ${pool.labels.length} images, ${values.seeds} seeds: ${pool.measure} on the TEST images, mean and 95 % interval.`,
    );
    print(
      formatTable(
        ['images', 'chosen', 'random'],
        counts.map((count) => [
          String(count),
          formatMean(collectScores(curves.chosen, count)),
          formatMean(collectScores(curves.random, count)),
        ]),
      ),
    );
    const target = getMean(collectScores(curves.random, counts.at(-1)!));
    const neededCount = counts.find((count) => getMean(collectScores(curves.chosen, count)) >= target);
    print(
      neededCount === undefined
        ? 'The chosen images do not reach the score of the random ones.'
        : `${neededCount} chosen images reach the score of ${counts.at(-1)} random ones: ${Math.round(100 * (1 - neededCount / counts.at(-1)!))} % fewer.`,
    );
    print(formatLoad());
  } finally {
    await rm(folder, { recursive: true });
  }
}

void main();
