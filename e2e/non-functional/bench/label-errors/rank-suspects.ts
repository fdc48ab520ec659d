import type { Example, PredictedObject } from '../../../../server/learner/src/protocol/protocol';
import { computeBoxOverlap } from '@console/shared-contract/box-overlap';
import { addLabelResults, compareShapes, type AnnotatedShape } from '../../../../server/src/ml/prediction-runs/disagreement';
import { toLabelHistograms, type LabelResults } from '../../../../server/src/ml/prediction-runs/suspect-confidence';
import { ERROR_KINDS, type ErrorKind, type PlantedError } from './planted-errors';

/** An image with its annotations and the predictions of a model that was not trained on the image. */
export interface JudgedImage {
  example: Example;
  predictions: readonly PredictedObject[];
  /** Number of the cross-validation fold. The same model predicted all images of a fold. */
  fold: number;
}

interface RankedSuspect {
  confidence: number;
  isMissing: boolean;
  /** The planted error that the suspect reports, if any. */
  error: PlantedError | null;
}

/** Minimum probability of the predictions that the product's server stores. */
const MIN_PROBABILITY = 0.1;
const SAME_BOX_IOU = 0.5;
/** Share of the suspected missing cells that are real errors of the data set, according to a manual review (ADR 0060). */
const REAL_MISSING_RATIO = 0.9;

/** Ranks suspected errors as the product's server does, the most confident first. */
export function rankSuspects(images: readonly JudgedImage[], errors: readonly PlantedError[]): RankedSuspect[] {
  const suspects: RankedSuspect[] = [];
  for (const fold of new Set(images.map((image) => image.fold))) {
    const trainedImages = images
      .filter((image) => image.fold === fold)
      .map(({ example, predictions }) => ({
        image: example.id,
        predictions: predictions.filter(({ prob }) => prob >= MIN_PROBABILITY),
        shapes: example.boxes.map(({ label, box }, index): AnnotatedShape => ({ id: String(index), label, box })),
      }));
    const results = new Map<string, LabelResults>();
    for (const { shapes, predictions } of trainedImages) addLabelResults(results, shapes, predictions);
    const histograms = new Map([...results].map(([label, labelResults]) => [label, toLabelHistograms(labelResults)]));
    for (const { image, shapes, predictions } of trainedImages)
      for (const { shape, kind, prediction, confidence } of compareShapes(shapes, predictions, histograms)) {
        const box = shape === null ? prediction!.bound_box : shapes[Number(shape)]!.box;
        const isMissing = kind === 'missing';
        const error = errors.find(
          (each) =>
            each.image === image &&
            (each.kind === 'deleted') === isMissing &&
            computeBoxOverlap(each.box, box) >= (isMissing ? SAME_BOX_IOU : 1 - 1e-9),
        );
        suspects.push({ confidence, isMissing, error: error ?? null });
      }
  }
  return suspects.sort((a, b) => b.confidence - a.confidence);
}

interface RankingMeasures {
  /** Greatest recall of the planted errors among the list lengths with a precision of at least 0.5. */
  recallAtHalf: number;
  /** Precision at the first list length with a recall of 70 %, or 0 if the recall never reaches 70 %. */
  precisionAtRecall: number;
  /** Like `precisionAtRecall`, but counts `REAL_MISSING_RATIO` of the unplanted suspected missing objects as correct. */
  reviewedPrecision: number;
  /** Recall for each kind of error among the first 2 n suspects, where n is the number of planted errors. */
  found: Record<ErrorKind, number>;
}

export function measureRanking(suspects: readonly RankedSuspect[], errors: readonly PlantedError[]): RankingMeasures {
  const foundErrors = new Set<PlantedError>();
  const measures = { recallAtHalf: 0, precisionAtRecall: 0, reviewedPrecision: 0 };
  const foundCounts = new Map<ErrorKind, number>();
  let realMissingCount = 0;
  for (const [index, { error, isMissing }] of suspects.entries()) {
    const isNewError = error !== null && !foundErrors.has(error);
    if (isNewError) foundErrors.add(error);
    else if (isMissing && error === null) realMissingCount += REAL_MISSING_RATIO;
    if (isNewError && index < 2 * errors.length) foundCounts.set(error.kind, (foundCounts.get(error.kind) ?? 0) + 1);
    const [recall, precision] = [foundErrors.size / errors.length, foundErrors.size / (index + 1)];
    if (precision >= 0.5) measures.recallAtHalf = Math.max(measures.recallAtHalf, recall);
    if (recall < 0.7 || measures.precisionAtRecall > 0) continue;
    measures.precisionAtRecall = precision;
    measures.reviewedPrecision = (foundErrors.size + realMissingCount) / (index + 1);
  }
  const toRatio = (kind: ErrorKind) => (foundCounts.get(kind) ?? 0) / errors.filter((error) => error.kind === kind).length;
  return {
    ...measures,
    found: Object.fromEntries(ERROR_KINDS.map((kind) => [kind, toRatio(kind)])) as Record<ErrorKind, number>,
  };
}
