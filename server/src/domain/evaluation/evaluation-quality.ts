import type { CurveEstimate, QualityMeasureOfModel } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { readThresholds } from '../../ml/models/predict';
import { estimateRatio } from '../quality/score/interval';
import type { Ratio } from './estimates/compare-ratios';
import { getTotalMeasure, measureImage } from './image-ratios';
import { readStoredImages, type StoredTask } from './stored-evaluation';
import { findEvaluationTask } from './task-queries';

/**
 * The quality of a model in an evaluation. A `CurveEstimate` is a measure with its 95 % interval. The quality remains when the images
 * of the evaluation are deleted.
 */
export interface EvaluationQuality {
  /** Number of images. */
  pictures: number;
  total: CurveEstimate & { measure: QualityMeasureOfModel };
  labels: (CurveEstimate & { id: string; name: string })[];
}

/** Computes the quality of a model from the stored images of its evaluation. */
export async function computeQuality(db: Db, evaluationId: string, task: StoredTask): Promise<EvaluationQuality> {
  const measure = getTotalMeasure(task);
  const thresholds = task.model_id
    ? await readThresholds(db, task.domain, task.model_id)
    : { threshold: task.threshold, byLabel: {} };
  const totals: Ratio[] = [];
  const ratiosByLabel = new Map<string, Ratio[]>(task.labels.map(({ id }) => [id, []]));
  let imageCount = 0;
  for await (const image of readStoredImages(db, evaluationId, task.task_id)) {
    const { total, labels } = measureImage(task, image, thresholds);
    imageCount += 1;
    totals.push(total);
    for (const [label, ratio] of labels) ratiosByLabel.get(label)?.push(ratio);
  }
  const estimateQuality = (ratios: readonly Ratio[]): CurveEstimate => {
    const measuredRatios = ratios.filter(([, denominator]) => denominator > 0);
    const ratio = {
      getSum: ([numerator]: Ratio) => numerator,
      getN: ([, denominator]: Ratio) => denominator,
      getWeight: () => 1,
    };
    const { value, low, high } = estimateRatio(measuredRatios, ratio, measure !== 'error');
    return { value, low, high, pictures: measuredRatios.length };
  };
  return {
    pictures: imageCount,
    total: { ...estimateQuality(totals), measure },
    labels: task.labels.map(({ id, name }) => ({ id, name, ...estimateQuality(ratiosByLabel.get(id) ?? []) })),
  };
}

/**
 * Stores the quality of a task's model with its evaluation. Returns false without images, because then the quality is unknown.
 */
export async function storeQuality(trx: Db, evaluationId: string, taskId: string): Promise<boolean> {
  const task = await findEvaluationTask(trx, evaluationId, taskId);
  const quality = await computeQuality(trx, evaluationId, task);
  if (quality.pictures === 0) return false;
  await sql`
    update evaluation_task set quality = ${JSON.stringify(quality)}::jsonb where evaluation_id = ${evaluationId} and task_id = ${taskId}`.execute(
    trx,
  );
  return true;
}
