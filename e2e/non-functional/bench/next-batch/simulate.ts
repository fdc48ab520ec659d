import { createRandom, sampleRows } from '../../../../server/learner/src/sampling/random';
import { chooseBatch, computeInformativeness } from '../../../../server/src/ml/next-batch/choose-batch';

/** What a model predicts for an image. */
export interface Prediction {
  uncertainty: number;
  predictions: readonly { id: string; prob: number }[];
}

export interface TrainedModel {
  /** Quality on the TEST images, 0 to 1. */
  score: number;
  predict: (rows: readonly number[]) => Promise<Prediction[]>;
}

/** Images of a data set with known annotations. A row is the index of an image. */
export interface Pool {
  /** Name of the quality measure, such as `accuracy`. */
  measure: string;
  embeddings: readonly Int8Array[];
  /** The labels of each image. A label occurs once for each annotated example. */
  labels: readonly (readonly string[])[];
  /** Splits the rows into rows to annotate (`unlabelled`) and rows that measure the quality (`test`). */
  split: (rows: readonly number[]) => { unlabelled: number[]; test: number[] };
  /** Fraction of the unlabelled images that is annotated when the simulation ends. */
  annotatedFraction: number;
  train: (annotated: readonly number[], test: readonly number[], seed: number) => Promise<TrainedModel>;
}

type SelectBatch = (input: {
  annotated: readonly number[];
  unlabelled: readonly number[];
  model: TrainedModel;
  random: () => number;
}) => Promise<number[]>;

/** Chooses the next batch as the server does, with the labels of the annotated images as examples. */
export const createProductSelection =
  ({ embeddings, labels }: Pool, batchSize: number): SelectBatch =>
  async ({ annotated, unlabelled, model }) => {
    const counts = new Map<string, number>();
    for (const label of annotated.flatMap((row) => labels[row]!)) counts.set(label, (counts.get(label) ?? 0) + 1);
    const maxCount = Math.max(...counts.values());
    const predictionsByRow = await model.predict(unlabelled);
    const candidates = unlabelled.map((row, index) => {
      const { uncertainty, predictions } = predictionsByRow[index]!;
      const rarities = predictions.map(({ id, prob }) => {
        const rarity = 1 - (counts.get(id) ?? 0) / maxCount;
        return rarity >= 0.5 ? prob * rarity : 0;
      });
      const informativeness = computeInformativeness(uncertainty, Math.max(0, ...rarities));
      return { id: String(row), informativeness, embedding: embeddings[row]! };
    });
    const references = annotated.map((row) => embeddings[row]!);
    return (await chooseBatch(candidates, references, batchSize, async () => undefined)).map(({ id }) => Number(id));
  };

export const createRandomSelection =
  (batchSize: number): SelectBatch =>
  async ({ unlabelled, random }) =>
    sampleRows(unlabelled, batchSize, random);

/** Annotates batch after batch, and returns the scores by number of annotated images. */
export async function simulate(
  pool: Pool,
  seed: number,
  batchSize: number,
  selectBatch: SelectBatch,
): Promise<Map<number, number>> {
  const random = createRandom(seed);
  const split = pool.split(sampleRows([...pool.labels.keys()], pool.labels.length, random));
  let { unlabelled } = split;
  const annotatedLimit = Math.round(unlabelled.length * pool.annotatedFraction);
  const annotatedImages = unlabelled.slice(0, 2 * batchSize);
  unlabelled = unlabelled.slice(annotatedImages.length);
  const scores = new Map<number, number>();
  for (;;) {
    const model = await pool.train(annotatedImages, split.test, seed);
    scores.set(annotatedImages.length, model.score);
    if (annotatedImages.length >= annotatedLimit || unlabelled.length === 0) return scores;
    const chosenImages = new Set(await selectBatch({ annotated: annotatedImages, unlabelled, model, random }));
    annotatedImages.push(...chosenImages);
    unlabelled = unlabelled.filter((row) => !chosenImages.has(row));
  }
}
