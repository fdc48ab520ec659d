import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { readBloodCells } from '../../../../server/learner/src/bench/datasets';
import { findMaxIndex, readGroceries } from '../../../../server/learner/src/bench/recognition';
import { detect } from '../../../../server/learner/src/detection/detect';
import { DEFAULT_SETTINGS, trainDetector } from '../../../../server/learner/src/detection/train';
import { toEmbedding } from '../../../../server/learner/src/embedding/projection';
import type { Example } from '../../../../server/learner/src/protocol/protocol';
import { extractFeatures } from '../../../../server/learner/src/recognition/features/extract-features';
import { applyHead, trainRecognitionHead } from '../../../../server/learner/src/recognition/model/recognition-head';
import { createTargets } from '../../../../server/learner/src/recognition/targets/targets';
import { getLabelUncertainty, getObjectUncertainty } from '../../../../server/src/ml/prediction-runs/uncertainty';
import type { Pool } from './simulate';

/** Fraction of the grocery images that is reserved to measure the accuracy. */
const TEST_FRACTION = 1 / 3;
const EMBEDDING_INPUT_SIZE = 224;
const CELL_LABELS = ['RBC', 'WBC', 'Platelets'];
/**
 * Training settings with fewer steps than the server uses, because a simulation with the server's settings would take hours. `cells` are the
 * cells of the feature grids that the training uses, and `cellsPerView` is their maximum number for one view of an image.
 */
export const CELL_SETTINGS = {
  ...DEFAULT_SETTINGS,
  head: { ...DEFAULT_SETTINGS.head, steps: 300 },
  cells: 80_000,
  cellsPerView: 600,
};

async function computeFeatures(examples: readonly Example[], folder: string): Promise<Float32Array[]> {
  const features = await extractFeatures(examples, { inputSize: EMBEDDING_INPUT_SIZE, folder, threads: 1 }, () => undefined);
  return features.map((row) => row ?? new Float32Array());
}

/** Creates a pool of grocery photos with one label each. Returns null if the data set is missing. */
export async function createGroceries(data: string, folder: string): Promise<Pool | null> {
  const root = path.join(data, 'grocery');
  if (!existsSync(root)) return null;
  const { examples } = readGroceries(root);
  const features = await computeFeatures(examples, folder);
  const labels = examples.map((example) => example.labels.map(({ id }) => id));
  return {
    measure: 'accuracy',
    annotatedFraction: 0.75,
    labels,
    embeddings: features.map((vector) => toEmbedding(vector)),
    split: (rows) => {
      const count = Math.round(rows.length * TEST_FRACTION);
      return { test: rows.slice(0, count), unlabelled: rows.slice(count) };
    },
    train: async (annotated, test) => {
      const ids = [...new Set(annotated.map((row) => labels[row]![0]!))].sort();
      const targets = createTargets(
        { type: 'multi_class', labels: ids.map((id) => ({ id, name: id })) },
        annotated.map((row) => examples[row]!),
      );
      const rows = annotated.map((row) => features[row]!);
      const { head } = await trainRecognitionHead('multi_class', rows, targets, null);
      const isCorrect = (row: number) => head.labels[findMaxIndex(applyHead(head, features[row]!))]!.id === labels[row]![0];
      return {
        score: test.filter(isCorrect).length / test.length,
        predict: async (unlabelled) =>
          unlabelled.map((row) => {
            const predictions = applyHead(head, features[row]!).map((prob, index) => ({ id: head.labels[index]!.id, prob }));
            return { predictions, uncertainty: getLabelUncertainty('multi_class', predictions) ?? 0 };
          }),
      };
    },
  };
}

/** Creates a pool of blood cell images with boxes. The last 20 images are the test set. Returns null if the data set is missing. */
export async function createCells(data: string, folder: string): Promise<Pool | null> {
  const examples = readBloodCells(data);
  if (!examples) return null;
  const threads = availableParallelism();
  const features = await computeFeatures(examples, folder);
  return {
    measure: 'mAP at IoU 0.5',
    annotatedFraction: 0.6,
    embeddings: features.map((vector) => toEmbedding(vector)),
    labels: examples.map(({ boxes }) => boxes.map(({ label }) => label)),
    split: (rows) => ({
      test: rows.filter((row) => examples[row]!.isTest),
      unlabelled: rows.filter((row) => !examples[row]!.isTest),
    }),
    train: async (annotated, test, seed) => {
      const trainingFolder = mkdtempSync(path.join(folder, 'training-'));
      const manifest = path.join(trainingFolder, 'examples.jsonl');
      writeFileSync(manifest, [...annotated, ...test].map((row) => JSON.stringify(examples[row])).join('\n'));
      const labels = CELL_LABELS.map((id) => ({ id, name: id }));
      const request = { domain: 'detection' as const, labels, manifest, inputSize: 640, seed, folder: trainingFolder };
      const { model, notes } = await trainDetector(request, threads, () => undefined, CELL_SETTINGS);
      return {
        score: notes.scores.map50 ?? 0,
        predict: async (unlabelled) => {
          const images = unlabelled.map((row) => examples[row]!.file);
          const objects = await detect({ model, notes: path.join(trainingFolder, 'notes.json'), images }, threads);
          return objects.map((predictions) => ({
            predictions: predictions ?? [],
            uncertainty: getObjectUncertainty(predictions ?? []),
          }));
        },
      };
    },
  };
}
