import type { ProposedBatch, ProposedImage } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import { toIsoTimestamp } from '../../data-access/rows/view';
import type { Db } from '../../platform/database/connection';
import { createPause } from '../duplicates/pause';
import { countComparable, joinEmbedding } from '../duplicates/readiness';
import { hasExamples } from '../learning/dataset';
import type { ModelDomain } from '../models/model/kinds';
import { selectSuspectImages } from '../prediction-runs/queries';
import { toEmbedding } from '../similar-items/embedding-math';
import { chooseBatch, computeInformativeness } from './choose-batch';
import { measureRarity, type Rarity } from './label-rarity';

/**
 * Maximum number of candidates that are compared: half of them are the most uncertain ones, the others are a random sample. With
 * the references and a batch of 50 images, this takes about a second.
 */
const MAX_CANDIDATES = 4000;
/** Maximum number of annotated images that the candidates are compared with. */
const MAX_REFERENCES = 500;
interface BatchTask {
  id: string;
  workspace_id: string;
}

export interface BatchOptions {
  count: number;
  suspectShare: number;
  /** Whether this server computes embeddings. */
  comparesImages: boolean;
  fileUrl: (key: string) => string;
}

/** SQL condition: a job that is not completed still needs work on an image `i`. */
const IS_OPEN_IN_JOB = sql`exists (
  select from job_item ji join annotation_job j on j.id = ji.job_id
  where ji.image_id = i.id and not j.done and ji.done_count < j.todo_number + ji.extra_people)`;

/** SQL condition: an image `i` can be proposed for a task. */
const isCandidate = (domain: ModelDomain, task: BatchTask) => sql`
  i.workspace_id = ${task.workspace_id} and not i.test_image and not ${hasExamples(domain, task.id)} and not ${IS_OPEN_IN_JOB}`;

/** A pseudo-random order that stays the same for a task, so that a repeated request proposes the same images. */
const orderByTaskHash = (task: BatchTask) => sql`md5(i.id::text || ${task.id})`;

/**
 * Proposes the images that should be annotated next for a task: uncertain predictions, rare labels, and images that differ from the
 * annotated ones and from each other. With `suspectShare`, some annotated images with suspected label errors come first.
 */
export async function readNextBatch(
  db: Db,
  domain: ModelDomain,
  task: BatchTask,
  { count, suspectShare, comparesImages, fileUrl }: BatchOptions,
): Promise<ProposedBatch> {
  const run = await findRun(db, domain, task.id);
  const suspects = run
    ? await readSuspects(db, run.id, hasExamples(domain, task.id), { count: Math.floor(count * suspectShare), fileUrl })
    : [];
  const { candidates, counts } = await readCandidates(db, domain, task, run?.id ?? null);
  const references = await readReferences(db, domain, task);
  const rarity = await measureRarity(db, domain, task.id);
  const getInformativeness = createInformativeness(candidates, rarity);
  const chosenItems = await chooseBatch(
    candidates.map((candidate) => ({
      id: candidate.id,
      informativeness: getInformativeness(candidate),
      embedding: candidate.data && toEmbedding(candidate.data),
    })),
    references,
    count - suspects.length,
    createPause(),
  );
  const candidatesById = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  return {
    images: [
      ...suspects,
      ...chosenItems.map(({ id, difference }): ProposedImage => {
        const { name, thumb_key, uncertainty, predictions } = candidatesById.get(id)!;
        const rareLabel = rarity.findRarest(predictions)?.label ?? null;
        return { id, name, thumb: fileUrl(thumb_key), uncertainty, difference, rare_label: rareLabel, suspicion: null };
      }),
    ],
    candidates: counts.total,
    ready: comparesImages ? { ready: counts.ready, total: counts.total } : null,
    predicted: run?.created ?? null,
  };
}

async function findRun(db: Db, domain: ModelDomain, taskId: string): Promise<{ id: string; created: string } | null> {
  const { rows } = await sql<{ id: string; created: string }>`
    select r.id, ${toIsoTimestamp('r.created')} as created from prediction_run r
    where r.${sql.ref(`${domain}_task_id`)} = ${taskId} and exists (
      select from image_prediction p where p.run_id = r.id and p.model_id = r.model_id)`.execute(db);
  return rows[0] ?? null;
}

/**
 * Reads the annotated images that have the most certain suspected label errors and are not open in a job. Skips images whose annotations
 * were deleted after the run, because such images are candidates.
 */
async function readSuspects(
  db: Db,
  runId: string,
  isAnnotated: RawBuilder<unknown>,
  { count, fileUrl }: Pick<BatchOptions, 'count' | 'fileUrl'>,
): Promise<ProposedImage[]> {
  const { rows } = await sql<{ id: string; name: string | null; thumb_key: string; suspicion: number }>`
    select i.id, i.name, i.thumb_key, s.score as suspicion from (${selectSuspectImages(runId)}) s
    join training_image i on i.seq = s.seq and i.workspace_id = (select workspace_id from prediction_run where id = ${runId})
    where not i.test_image and ${isAnnotated} and not ${IS_OPEN_IN_JOB} order by s.score desc, i.seq limit ${count}`.execute(db);
  return rows.map(({ id, name, thumb_key, suspicion }) => ({
    id,
    name,
    thumb: fileUrl(thumb_key),
    suspicion,
    uncertainty: null,
    rare_label: null,
    difference: null,
  }));
}

interface CandidateRow {
  id: string;
  name: string | null;
  thumb_key: string;
  /** Bytes of the embedding. */
  data: Buffer | null;
  uncertainty: number | null;
  predictions: { id?: string; prob: number }[];
}

async function readCandidates(db: Db, domain: ModelDomain, task: BatchTask, runId: string | null) {
  const condition = isCandidate(domain, task);
  const counts = await countComparable(db, task.workspace_id, condition);
  const joinPrediction = sql`left join image_prediction p on p.image_id = i.id and p.run_id = ${runId}::uuid
    and p.model_id = (select model_id from prediction_run where id = ${runId}::uuid)`;
  const readOrdered = (order: RawBuilder<unknown>, limit: number) => sql`
    (select i.id from training_image i ${joinPrediction} where ${condition} order by ${order} limit ${limit})`;
  const { rows } = await sql<CandidateRow>`
    select i.id, i.name, i.thumb_key, e.data, p.uncertainty, coalesce(p.said, '[]') as predictions
    from training_image i ${joinEmbedding(task.workspace_id)} ${joinPrediction}
    where i.id in (${readOrdered(sql`p.uncertainty desc nulls last, ${orderByTaskHash(task)}`, MAX_CANDIDATES / 2)}
      union ${readOrdered(orderByTaskHash(task), MAX_CANDIDATES / 2)})
    order by ${orderByTaskHash(task)}`.execute(db);
  return { candidates: rows, counts };
}

/** Reads the embeddings of a random sample of the images that are annotated for a task. */
async function readReferences(db: Db, domain: ModelDomain, task: BatchTask): Promise<Int8Array[]> {
  const { rows } = await sql<{ data: Buffer }>`
    select e.data from training_image i ${joinEmbedding(task.workspace_id)}
    where i.workspace_id = ${task.workspace_id} and e.data is not null and ${hasExamples(domain, task.id)}
    order by ${orderByTaskHash(task)} limit ${MAX_REFERENCES}`.execute(db);
  return rows.map(({ data }) => toEmbedding(data));
}

/** Creates a function for the informativeness of a candidate. A candidate without a prediction counts as average. */
function createInformativeness(candidates: readonly CandidateRow[], rarity: Rarity): (candidate: CandidateRow) => number {
  const uncertainties = candidates.flatMap(({ uncertainty }) => uncertainty ?? []);
  if (uncertainties.length === 0) return () => 1;
  const averageUncertainty = uncertainties.reduce((sum, uncertainty) => sum + uncertainty, 0) / uncertainties.length;
  return ({ uncertainty, predictions }) =>
    computeInformativeness(uncertainty ?? averageUncertainty, rarity.findRarest(predictions)?.informativeness ?? 0);
}
