import type { AcceptanceProblem } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { hasUnreviewed, IS_VERIFIED_BY_USER } from '../../../data-access/shapes/model-origin';
import type { ImportedShape } from '../../../data-access/shapes/kind';
import { IS_ANNOTATED, selectTaskLabels, type Annotations } from '../../../ml/learning/dataset';
import { isTrainedOn } from '../../../ml/prediction-runs/predict-images';
import type { Db } from '../../../platform/database/connection';
import { decodeShapes, readPredictions, type PlannedLabel, type PredictedRow, type PreLabelTarget } from '../annotations/plan';
import { computeAuditSize, computeErrorBound } from './error-bound';
import { isSameAnswer, type ImageAnswer } from './image-answer';
import { computeLowerProbabilities, type ReferencePrediction } from './lower-probabilities';
import { countEvidence, type AuditState } from './read-audit';

/** Minimum ratio of the qualified images that are audited. If this is too few to confirm the target, more images are audited. */
const AUDITED_RATIO = 0.05;
/** Maximum number of images that the confidence is calibrated on. */
const MAX_REFERENCES = 2_000;

/** The complete prediction of the model for an image. */
interface Assessment {
  /** How certain the model is about the complete prediction. Only the order of scores matters, because they are calibrated. */
  score: number;
  answer: ImageAnswer;
  labels: PlannedLabel[];
  shapes: ImportedShape[];
}

/** An image whose prediction is certain enough. */
export interface QualifiedImage extends Omit<Assessment, 'score'> {
  image: string;
}

export interface AcceptancePlan {
  /** Number of images with predictions, including those that the confidence is calibrated on. */
  predicted: number;
  references: number;
  qualified: QualifiedImage[];
  /** Number of qualified images that are audited instead of accepted. */
  auditSize: number;
  /** Null without qualified images. */
  expectedError: number | null;
  problem: AcceptanceProblem | null;
}

interface AcceptanceInput {
  images: readonly string[];
  references: readonly string[];
  targetError: number;
  /** The audit of earlier acceptances of this model, or null. */
  audit: AuditState | null;
}

/**
 * Lists images that users have verified for the task, and that the model was not trained on, newest first. For an externally trained
 * model, lists only TEST images, because its training images are unknown.
 */
export async function listReferenceImages(
  db: Db,
  { domain, task: taskId }: Pick<PreLabelTarget, 'domain' | 'task'>,
  { workspaceId, dataset: datasetId }: { workspaceId: string; dataset: string | null },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.id from training_image i
    where i.workspace_id = ${workspaceId} and (${datasetId !== null} or i.test_image) and not ${isTrainedOn(datasetId)}
      and ${IS_VERIFIED_BY_USER} and ${IS_ANNOTATED[domain](taskId)} and not ${hasUnreviewed(domain, selectTaskLabels(domain, taskId))}
    order by i.seq desc limit ${MAX_REFERENCES}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Plans which predictions are accepted without a review: those whose calibrated probability of being completely correct is at least
 * 1 - `targetError`. Their expected error is therefore at most the target. Images that are annotated for the task, or were audited
 * before, are left out.
 */
export async function planAcceptance(
  db: Db,
  target: PreLabelTarget,
  { images, references, targetError, audit }: AcceptanceInput,
): Promise<AcceptancePlan> {
  const scoredReferences: ReferencePrediction[] = [];
  let predictedCount = 0;
  for await (const row of readPredictions(db, target, references)) {
    predictedCount += 1;
    const assessment = assessPrediction(target, row);
    if (assessment)
      scoredReferences.push({ score: assessment.score, isCorrect: isSameAnswer(assessment.answer, toAnswer(row.annotations)) });
  }
  const excludedIds = await listExcludedImages(db, target, { images, audit });
  const candidates: (Assessment & { image: string })[] = [];
  for await (const row of readPredictions(db, target, images)) {
    predictedCount += 1;
    const assessment = excludedIds.has(row.id) ? null : assessPrediction(target, row);
    if (assessment) candidates.push({ ...assessment, image: row.id });
  }
  const probabilities = computeLowerProbabilities(
    scoredReferences,
    candidates.map(({ score }) => score),
  );
  const errors: number[] = [];
  const qualifiedCandidates = candidates.filter((_, index) => {
    const error = 1 - probabilities[index]!;
    if (error > targetError) return false;
    errors.push(error);
    return true;
  });
  const auditEvidence = audit ? countEvidence(audit, targetError) : { audited: 0, errors: 0 };
  const expectedError = errors.length > 0 ? errors.reduce((sum, error) => sum + error, 0) / errors.length : null;
  const auditSize = computeAuditSize({ targetError, expectedError: expectedError ?? 0 }, auditEvidence, {
    min: Math.ceil(AUDITED_RATIO * qualifiedCandidates.length),
    max: qualifiedCandidates.length,
  });
  return {
    predicted: predictedCount,
    references: scoredReferences.length,
    qualified: qualifiedCandidates,
    auditSize,
    expectedError,
    problem:
      findAuditProblem(audit, targetError) ??
      findSizeProblem(scoredReferences.length, qualifiedCandidates.length, { auditSize, targetError }),
  };
}

/**
 * Lists the images that must not be accepted or audited. They are annotated for the task, are stated to be empty, or were part of an
 * earlier audit. An audit needs a new random sample.
 */
async function listExcludedImages(
  db: Db,
  { domain, task }: PreLabelTarget,
  { images, audit }: Pick<AcceptanceInput, 'images' | 'audit'>,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select i.id from training_image i where i.id = any(${images}::uuid[]) and ${IS_ANNOTATED[domain](task)}`.execute(db);
  return new Set([...rows.map(({ id }) => id), ...(audit?.images ?? [])]);
}

/**
 * Returns why no more predictions may be accepted, or null. Either the previous audit is incomplete, or the audits do not confirm that the
 * error rates are at most their targets. For a new target below all earlier targets, only the earlier targets must be confirmed.
 */
function findAuditProblem(audit: AuditState | null, targetError: number): AcceptanceProblem | null {
  if (!audit) return null;
  if (audit.pending > 0) return 'audit_open';
  const targets = audit.acceptances.map((acceptance) => acceptance.targetError);
  const isConfirmed =
    targets.every((target) => target < targetError || computeErrorBound(countEvidence(audit, target)) <= target) &&
    (targets.every((target) => target >= targetError) || computeErrorBound(audit) <= targetError);
  return isConfirmed ? null : 'audit_failed';
}

function findSizeProblem(
  references: number,
  qualified: number,
  { auditSize, targetError }: { auditSize: number; targetError: number },
): AcceptanceProblem | null {
  // Even if all n references are correct, the calibrated probability is only n / (n + 1).
  if (references / (references + 1) < 1 - targetError) return 'few_references';
  if (qualified === 0) return 'none_qualified';
  return auditSize === qualified ? 'few_qualified' : null;
}

/** Assesses the prediction for an image. Returns null if nothing is predicted, because models give no confidence for that. */
function assessPrediction(target: PreLabelTarget, row: PredictedRow): Assessment | null {
  return target.domain === 'recognition' ? assessLabel(target, row) : assessBoxes(target, row);
}

function assessLabel({ labels }: PreLabelTarget, { id: image, predictions }: PredictedRow): Assessment | null {
  const imagePredictions = predictions.filter((prediction) => !('object' in prediction));
  const topPrediction = imagePredictions.reduce<(typeof imagePredictions)[number] | null>(
    (bestPrediction, candidate) => (candidate.prob > (bestPrediction?.prob ?? 0) ? candidate : bestPrediction),
    null,
  );
  if (!topPrediction || !labels.some(({ id }) => id === topPrediction.id)) return null;
  const { id: label, prob: score } = topPrediction;
  return { score, answer: { labels: [label], boxes: [] }, labels: [{ image, label, value: null, score }], shapes: [] };
}

/**
 * The score is the product of the probabilities of all decisions about boxes. A box counts as p if it is above the threshold of its label,
 * and as 1 - p otherwise. An image with the score s therefore has no box with a probability between 1 - s and s. The score does not
 * consider objects for which nothing was predicted, but the calibration of complete images does. Skeletons are not accepted, because the
 * positions of their points are not calibrated.
 */
function assessBoxes(target: PreLabelTarget, row: PredictedRow): Assessment | null {
  const boxes = decodeShapes(target, row);
  if (boxes.length === 0 || boxes.some(({ kind }) => kind === 'skeleton')) return null;
  const labels = new Set(target.labels.map(({ id }) => id));
  const { threshold, byLabel } = target.thresholds;
  const score = row.predictions
    .filter(({ id }) => labels.has(id))
    .reduce((product, { id, prob }) => product * (prob >= (byLabel[id] ?? threshold) ? prob : 1 - prob), 1);
  return {
    score,
    answer: { labels: [], boxes: boxes.map(({ shape, box }) => ({ label: shape.label, box })) },
    labels: [],
    shapes: boxes.map(({ shape }) => shape),
  };
}

const toAnswer = ({ labels = [], objects = [] }: Annotations): ImageAnswer => ({
  labels: labels.map(({ id }) => id),
  boxes: objects.map(({ label, data }) => ({ label, box: data })),
});
