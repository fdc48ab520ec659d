import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../platform/database/connection';
import type { ModelDomain } from '../../../ml/models/model/kinds';
import { ImageAnswer, isSameAnswer } from './image-answer';

/** What an acceptance stores for its audit. */
export const StoredAudit = z.object({
  /** Ids of the labels of the task. Users may annotate others, too. */
  labels: z.array(z.string()),
  /** The predicted annotations by the id of the image. */
  images: z.record(z.string(), ImageAnswer),
});
export type StoredAudit = z.output<typeof StoredAudit>;

/** The audit of all acceptances of a model. */
export interface AuditState {
  audited: number;
  errors: number;
  /** Number of images that nobody has annotated yet. */
  pending: number;
  /** Of the newest acceptance. */
  targetError: number;
  expectedError: number;
  job: string;
  /** Ids of all images of the audits. */
  images: string[];
}

interface AcceptanceRow {
  audit: unknown;
  target_error: number;
  expected_error: number;
  job_id: string;
}

/** An image as its user has annotated it in the job of the audit. */
interface AuditedWork {
  image: string;
  job: string;
  labels: { label: string }[];
  shapes: { kind: string; label: string | null; data: number[] }[];
}

/**
 * Compares what a model predicted for the images of its audits with what users have annotated without seeing the predictions. Returns
 * null before the first acceptance, and after it was undone and its job deleted.
 */
export async function readAudit(db: Db, domain: ModelDomain, task: string, model: string): Promise<AuditState | null> {
  const { rows: acceptances } = await sql<AcceptanceRow>`
    select a.audit, a.target_error, a.expected_error, a.job_id from auto_acceptance a join prediction_run r on r.id = a.run_id
    where ${sql.ref(`r.${domain}_task_id`)} = ${task} and a.model_id = ${model} and (
      exists (select from annotation_job j where j.id = a.job_id)
      or exists (select from image_verification v where v.model_id = a.model_id))
    order by a.created desc`.execute(db);
  const [newest] = acceptances;
  if (!newest) return null;
  const audits = acceptances.map(({ audit, job_id: job }) => ({ ...StoredAudit.parse(audit), job }));
  const imageIds = audits.flatMap(({ images }) => Object.keys(images));
  const existing = await listExistingImages(db, imageIds);
  const works = await readWorks(
    db,
    audits.map(({ job }) => job),
  );
  const results = audits.flatMap(({ labels, images, job }) =>
    Object.entries(images).flatMap(([image, answer]) => {
      const work = works.get(`${job} ${image}`);
      if (work) return isSameAnswer(answer, toAnswer(work, labels)) ? 'correct' : 'error';
      return existing.has(image) ? 'pending' : [];
    }),
  );
  const count = (result: (typeof results)[number]) => results.filter((each) => each === result).length;
  return {
    ...{ audited: count('correct') + count('error'), errors: count('error'), pending: count('pending') },
    ...{ targetError: newest.target_error, expectedError: newest.expected_error, job: newest.job_id, images: imageIds },
  };
}

async function listExistingImages(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`select id from training_image where id = any(${ids}::uuid[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Reads the finished work on the images of jobs, by job and image. */
async function readWorks(db: Db, jobs: readonly string[]): Promise<Map<string, AuditedWork>> {
  const { rows } = await sql<AuditedWork>`
    select distinct on (i.id) i.image_id as image, i.job_id as job, k.labels, k.shapes
    from item_snapshot k join job_item i on i.id = k.item_id
    where i.job_id = any(${jobs}::uuid[]) order by i.id, k.taken desc`.execute(db);
  return new Map(rows.map((work) => [`${work.job} ${work.image}`, work]));
}

const toAnswer = ({ labels, shapes }: AuditedWork, taskLabels: readonly string[]): ImageAnswer => ({
  labels: labels.flatMap(({ label }) => (taskLabels.includes(label) ? label : [])),
  boxes: shapes.flatMap(({ kind, label, data }) =>
    kind === 'object' && label !== null && taskLabels.includes(label) ? { label, box: data } : [],
  ),
});
