import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { detect } from '../detection/detect';
import { CHANNEL_FEATURES } from '../detection/cells/channel-features';
import { DEFAULT_SETTINGS, trainDetector, type ObjectTrainingSettings } from '../detection/train';
import { computeObjectOverlap, type AnnotatedObject } from '../detection/annotated-objects';
import type { Domain, Example, ModelNotes } from '../protocol/protocol';
import { computeMean, type Detection } from '../scores/average-precision';
import { computeObjectScores } from '../scores/object-scores';
import { getBounds } from '../scores/polygon-overlap';
import { readBloodCells, readFruits } from './datasets';
import { printLine } from './measurements';

const THREAD_COUNT = availableParallelism();
const FOLD_COUNT = 3;
const COMPARED_SETTINGS: readonly (readonly [string, ObjectTrainingSettings])[] = [
  ['pretrained', DEFAULT_SETTINGS],
  ['channels', { ...DEFAULT_SETTINGS, features: CHANNEL_FEATURES }],
];

interface TrainedModel {
  model: string;
  notes: ModelNotes;
}

/** Trains in a temporary folder, passes the model to `measureModel`, and deletes the folder afterwards. */
async function withModel<Result>(
  domain: Domain,
  examples: Example[],
  labels: readonly string[],
  { seed, inputSize, settings = DEFAULT_SETTINGS }: { seed: number; inputSize: number; settings?: ObjectTrainingSettings },
  measureModel: (trained: TrainedModel) => Promise<Result> | Result,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-models-'));
  try {
    const manifest = join(folder, 'examples.jsonl');
    writeFileSync(manifest, examples.map((example) => JSON.stringify(example)).join('\n'));
    const request = { domain, labels: labels.map((id) => ({ id, name: id })), manifest, inputSize, seed, folder };
    return await measureModel(await trainDetector(request, THREAD_COUNT, () => undefined, settings));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Compares pretrained features with features that need no pretrained weights. */
export async function benchBloodCells(data: string, seedCount: number): Promise<void> {
  const examples = readBloodCells(data);
  if (!examples) return printLine('Blood cells: skipped, the data set is missing');
  const labels = ['RBC', 'WBC', 'Platelets'];
  printLine(
    `Blood cells: 100 images for training, 20 for testing, ${seedCount} seeds, ${THREAD_COUNT} processors, load ${loadavg()[0]!.toFixed(1)}`,
  );
  for (const [name, settings] of COMPARED_SETTINGS) {
    const runs: ModelNotes[] = [];
    for (let seed = 1; seed <= seedCount; seed++) {
      runs.push(await withModel('detection', examples, labels, { seed, inputSize: 640, settings }, ({ notes }) => notes));
    }
    printScores(
      name,
      runs.map(({ scores }) => scores),
      runs.map(({ seconds }) => seconds),
    );
  }
}

/** Compares predicted masks, cross-validated, with ellipses inscribed in the same boxes. */
export async function benchFruits(data: string, seedCount: number): Promise<void> {
  const examples = readFruits(data);
  if (!examples) return printLine('Fruits: skipped, the data set is missing');
  const labels = ['date', 'fig', 'hazelnut'];
  printLine(`Fruits: ${examples.length} images in ${FOLD_COUNT} folds, ${seedCount} seeds, load ${loadavg()[0]!.toFixed(1)}`);
  for (const [name, settings] of COMPARED_SETTINGS) await benchFolds(name, settings, examples, labels, seedCount);
}

async function benchFolds(
  name: string,
  settings: ObjectTrainingSettings,
  examples: readonly Example[],
  labels: readonly string[],
  seedCount: number,
): Promise<void> {
  const [maskScores, ellipseScores]: [ReturnType<typeof computeObjectScores>[], ReturnType<typeof computeObjectScores>[]] = [
    [],
    [],
  ];
  const seconds: number[] = [];
  for (let seed = 1; seed <= seedCount; seed++) {
    const detections: Detection<Shape>[] = [];
    for (let fold = 0; fold < FOLD_COUNT; fold++) {
      const foldExamples = examples.map((example, index) => ({ ...example, isTest: index % FOLD_COUNT === fold }));
      await withModel('segmentation', foldExamples, labels, { seed, inputSize: 512, settings }, async ({ model, notes }) => {
        seconds.push(notes.seconds);
        const testExamples = foldExamples.filter(({ isTest }) => isTest);
        const request = { model, notes: model.replace('model.onnx', 'notes.json'), images: testExamples.map(({ file }) => file) };
        for (const [index, objects] of (await detect(request, THREAD_COUNT)).entries()) {
          for (const { id, prob, bound_box, polygon } of objects ?? []) {
            detections.push({
              image: testExamples[index]!.id,
              label: id,
              score: prob,
              shape: { box: bound_box, outline: polygon },
            });
          }
        }
      });
    }
    const groundTruths = listGroundTruth(examples);
    maskScores.push(computeObjectScores(labels, detections, groundTruths, computeObjectOverlap, {}));
    const ellipseDetections = detections.map(({ shape, ...detection }) => ({
      ...detection,
      shape: { box: shape.box, outline: createEllipse(shape.box) },
    }));
    ellipseScores.push(computeObjectScores(labels, ellipseDetections, groundTruths, computeObjectOverlap, {}));
  }
  printScores(`masks, ${name}`, maskScores, seconds);
  printScores(`ellipses in the boxes, ${name}`, ellipseScores);
}

type Shape = Omit<AnnotatedObject, 'label'>;

function listGroundTruth(examples: readonly Example[]) {
  return examples.flatMap(({ id, boxes, polygons }) => [
    ...boxes.map(({ label, box }) => ({ image: id, label, shape: { box } as Shape })),
    ...polygons.map(({ label, points }) => ({ image: id, label, shape: { box: getBounds(points), outline: points } as Shape })),
  ]);
}

function createEllipse([x1, y1, x2, y2]: readonly number[]): number[] {
  return Array.from({ length: 32 }, (_, index) => {
    const angle = (index / 32) * 2 * Math.PI;
    return [(x1! + x2!) / 2 + ((x2! - x1!) / 2) * Math.cos(angle), (y1! + y2!) / 2 + ((y2! - y1!) / 2) * Math.sin(angle)];
  }).flat();
}

/** Prints the mean and the standard deviation over the runs. */
function printScores(
  name: string,
  scoresByRun: readonly Pick<ModelNotes['scores'], 'map50' | 'map75' | 'labels'>[],
  seconds: readonly number[] = [],
): void {
  const formatMean = (values: readonly (number | null | undefined)[]) => {
    const mean = computeMean(values.map((value) => value ?? null));
    if (mean === null) return 'undefined';
    const standardDeviation = Math.sqrt(computeMean(values.map((value) => ((value ?? mean) - mean) ** 2))!);
    return `${mean.toFixed(3)}${scoresByRun.length > 1 ? ` (${standardDeviation.toFixed(3)})` : ''}`;
  };
  const labels = scoresByRun[0]!.labels.map(({ id }, index) => {
    return `${id} ${formatMean(scoresByRun.map((runScores) => runScores.labels[index]!.ap50))} / ${formatMean(scoresByRun.map((runScores) => runScores.labels[index]!.ap75))}`;
  });
  const meanSeconds = computeMean(seconds);
  printLine(
    [
      `  ${name}: mAP50 ${formatMean(scoresByRun.map(({ map50 }) => map50))}, mAP75 ${formatMean(scoresByRun.map(({ map75 }) => map75))}`,
      ...(meanSeconds === null ? [] : [`${(meanSeconds / 60).toFixed(1)} minutes per training`]),
      `by label ${labels.join(', ')}`,
    ].join('; '),
  );
}
