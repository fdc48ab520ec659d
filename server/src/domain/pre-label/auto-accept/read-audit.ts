import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../platform/database/connection';
import type { ModelDomain } from '../../../ml/models/model/kinds';
import type { AuditCounts } from './error-bound';
import { ImageAnswer, isSameAnswer } from './image-answer';

/**
 * The predictions for the audited images, stored when predictions are accepted without a review. Users annotate the same images for
 * comparison.
 */
export const StoredAudit = z.object({
  /** Ids of the labels of the task. Users may also set other labels. */
  labels: z.array(z.string()),
  /** The predicted annotations by the id of the image. */
  images: z.record(z.string(), ImageAnswer),
});
export type StoredAudit = z.output<typeof StoredAudit>;

/** The audit of all acceptances of a model. */
export interface AuditState extends AuditCounts {
  /** Number of images in the jobs of the audits that nobody has annotated yet. */
  pending: number;
  /** The acceptances, newest first. */
  acceptances: (AuditCounts & { targetError: number })[];
  /** The target, the expected error and the audit job of the newest acceptance. */
  targetError: number;
  expectedError: number;
  job: string;
  /** Ids of all images of the audits. */
  images: string[];
}

interface AcceptanceRow {
  audit: unknown;
  /** The annotations of the audited images by the id of the image. They remain when the image is deleted. */
  works: Record<string, AuditedWork>;
  /** Ids of the images in the job. */
  items: string[];
  target_error: number;
  expected_error: number;
  job_id: string;
}

/** The annotations of an image when the user who audits it marked it as done in the job of the audit. */
interface AuditedWork {
  labels: { label: string }[];
  shapes: { kind: string; label: string | null; data: number[] }[];
}

/**
 * Compares what a model predicted for the images of its audits with what users have annotated without seeing the predictions. Returns
 * null before the first acceptance, and after it was undone and its job deleted.
 */
export async function readAudit(db: Db, domain: ModelDomain, taskId: string, modelId: string): Promise<AuditState | null> {
  const { rows } = await sql<AcceptanceRow>`
    select a.audit, a.works, a.target_error, a.expected_error, a.job_id,
      array(select i.image_id from job_item i where i.job_id = a.job_id)::text[] as items
    from auto_acceptance a join prediction_run r on r.id = a.run_id
    where ${sql.ref(`r.${domain}_task_id`)} = ${taskId} and a.model_id = ${modelId} and (
      exists (select from annotation_job j where j.id = a.job_id)
      or exists (select from image_verification v where v.model_id = a.model_id))
    order by a.created desc`.execute(db);
  const [newest] = rows;
  if (!newest) return null;
  const acceptances = rows.map(compareWork);
  return {
    ...sumCounts(acceptances),
    pending: acceptances.reduce((sum, { pending }) => sum + pending, 0),
    acceptances,
    targetError: newest.target_error,
    expectedError: newest.expected_error,
    job: newest.job_id,
    images: acceptances.flatMap(({ images }) => images),
  };
}

function compareWork({ audit, works, items, target_error: targetError }: AcceptanceRow) {
  const { labels, images } = StoredAudit.parse(audit);
  const results = Object.entries(images).flatMap(([image, answer]) => {
    const auditedWork = works[image];
    if (auditedWork) return isSameAnswer(answer, toAnswer(auditedWork, labels)) ? 'correct' : 'error';
    return items.includes(image) ? 'pending' : [];
  });
  const countResults = (result: (typeof results)[number]) => results.filter((candidate) => candidate === result).length;
  const errors = countResults('error');
  return {
    targetError,
    audited: countResults('correct') + errors,
    errors,
    pending: countResults('pending'),
    images: Object.keys(images),
  };
}

/**
 * Adds up the results of those audits that are evidence for this target. Leaves out audits of acceptances with a lower target, because
 * their predictions were more certain.
 */
export const countEvidence = ({ acceptances }: AuditState, targetError: number): AuditCounts =>
  sumCounts(acceptances.filter((acceptance) => acceptance.targetError >= targetError));

const sumCounts = (counts: readonly AuditCounts[]): AuditCounts => ({
  audited: counts.reduce((sum, { audited }) => sum + audited, 0),
  errors: counts.reduce((sum, { errors }) => sum + errors, 0),
});

const toAnswer = ({ labels, shapes }: AuditedWork, taskLabels: readonly string[]): ImageAnswer => ({
  labels: labels.flatMap(({ label }) => (taskLabels.includes(label) ? label : [])),
  boxes: shapes.flatMap(({ kind, label, data }) =>
    kind === 'object' && label !== null && taskLabels.includes(label) ? { label, box: data } : [],
  ),
});
