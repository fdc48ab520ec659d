// `npm run bench -- label-errors [--data folder] [--seeds 3] [--plantings 10] [--images 120] [--errors 24] [--folds 2]`: plants
// errors in the annotations of blood cells, and measures how many of them the list of suspected errors finds.
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULT_DATA_FOLDER, readBloodCells } from '../../../../server/learner/src/bench/datasets';
import { detect } from '../../../../server/learner/src/detection/detect';
import { trainDetector } from '../../../../server/learner/src/detection/train';
import type { Example } from '../../../../server/learner/src/protocol/protocol';
import { formatTable } from '../../support/measure';
import { formatLoad, print } from '../../support/output';
import { CELL_SETTINGS } from '../next-batch/pools';
import { ERROR_KINDS, plantErrors } from './planted-errors';
import { measureRanking, rankSuspects, type JudgedImage } from './rank-suspects';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: DEFAULT_DATA_FOLDER },
    seeds: { type: 'string', default: '3' },
    plantings: { type: 'string', default: '10' },
    images: { type: 'string', default: '120' },
    errors: { type: 'string', default: '24' },
    folds: { type: 'string', default: '2' },
  },
});
const threadCount = availableParallelism();

/** Cross-validation: predicts the objects of each image with a model that was trained on the images of the other folds. */
async function predictByCrossValidation(examples: readonly Example[], seed: number, folder: string): Promise<JudgedImage[]> {
  const labels = [...new Set(examples.flatMap(({ boxes }) => boxes.map(({ label }) => label)))].map((id) => ({ id, name: id }));
  const judgedImages: JudgedImage[] = [];
  for (let fold = 0; fold < Number(values.folds); fold += 1) {
    const trainingDir = path.join(folder, `${seed}-${fold}`);
    mkdirSync(trainingDir);
    const manifest = path.join(trainingDir, 'examples.jsonl');
    const foldExamples = examples.map((example, index) => ({ ...example, isTest: index % Number(values.folds) === fold }));
    writeFileSync(manifest, foldExamples.map((example) => `${JSON.stringify(example)}\n`).join(''));
    const request = { domain: 'detection', labels, manifest, inputSize: 640, seed, folder: trainingDir } as const;
    const { model } = await trainDetector(request, threadCount, () => undefined, CELL_SETTINGS);
    const unseenExamples = foldExamples.filter(({ isTest }) => isTest);
    const images = unseenExamples.map(({ file }) => file);
    const results = await detect({ model, notes: path.join(trainingDir, 'notes.json'), images }, threadCount);
    judgedImages.push(...unseenExamples.map((example, index) => ({ example, predictions: results[index] ?? [], fold })));
  }
  return judgedImages;
}

const formatMean = (numbers: readonly number[]) => (numbers.reduce((sum, value) => sum + value, 0) / numbers.length).toFixed(2);

/** Replaces the annotations of the images. The predictions stay the same. */
function attachExamples(judgedImages: readonly JudgedImage[], examples: readonly Example[]): JudgedImage[] {
  const byId = new Map(examples.map((example) => [example.id, example]));
  return judgedImages.map((image) => ({ ...image, example: byId.get(image.example.id)! }));
}

async function main(): Promise<void> {
  const cells = readBloodCells(values.data)?.slice(0, Number(values.images));
  if (!cells) {
    print(`Not measured: the data set bccd is not in ${values.data}.`);
    return;
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-label-errors-'));
  try {
    const rows: string[][] = [];
    const plantErrorsForSeed = (seed: number) => plantErrors(cells, Number(values.errors), seed);
    for (let seed = 1; seed <= Number(values.seeds); seed += 1) {
      // The training images have as many errors as the judged images, but different errors.
      const judgedImages = await predictByCrossValidation(plantErrorsForSeed(seed).examples, seed, folder);
      const numbers = Array.from({ length: Number(values.plantings) }, (_, index) => {
        const { examples, errors } = plantErrorsForSeed(1000 * seed + index);
        const { found, ...measures } = measureRanking(rankSuspects(attachExamples(judgedImages, examples), errors), errors);
        return [...Object.values(measures), ...ERROR_KINDS.map((kind) => found[kind])];
      });
      rows.push([String(seed), ...numbers[0]!.map((_, column) => formatMean(numbers.map((row) => row[column]!)))]);
    }
    print(
      `${cells.length} images with ${values.errors} errors of each kind, ${values.folds} folds, mean of ${values.plantings} plantings.`,
    );
    const tableHead = ['seed', 'recall at precision 0.5', 'precision at recall 0.7', 'the same, reviewed', ...ERROR_KINDS];
    print(formatTable(tableHead, rows));
    print(`CPU: ${Math.round(process.cpuUsage().user / 1e6)} s. ${formatLoad()}`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

void main();
