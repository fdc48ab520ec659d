import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import type { ImageCounts } from '../score/score-image';

/** The score of a user on a gold-standard item in a job. */
export interface GoldScore {
  gold: string;
  /** The revision of the gold item that the work was compared with. */
  revision: number;
  job: string;
  user: string;
  /** ISO timestamp in UTC. */
  scored: string;
  counts: WeightedCounts;
  labelCounts: Readonly<Record<string, WeightedCounts>>;
}

/** The counts of one image, for `estimateMeasure`. */
export interface WeightedCounts extends ImageCounts {
  /** 1 / probability with which a random sample contains the image. It is 1 for images that a user has selected. */
  weight: number;
}

/** All scores of a task, read by one statement. */
interface TaskScores {
  /**
   * Id of the oldest transaction that was running when the scores were read. Only rows that this or a later transaction wrote can
   * differ in a later read.
   */
  snapshot: number;
  scores: ReadonlyMap<string, GoldScore>;
}

/** Maximum number of scores that the process keeps, about 1 kB each. */
const MAX_CACHED = 50_000;
/** Scores by task id. The task that was read most recently comes last. */
const cache = new Map<string, TaskScores>();

/**
 * Reads all scores of a task. Reading and parsing tens of thousands of scores takes most of the time of a report. Each call therefore reads
 * only the scores that are newer than the previous call. Do not call it in a transaction that writes scores: a rollback would leave these
 * scores in the cache.
 */
export async function readGoldScores(db: Db, taskId: string): Promise<GoldScore[]> {
  const cachedScores = cache.get(taskId);
  const scores = (cachedScores && (await readChanges(db, taskId, cachedScores))) ?? (await readChanges(db, taskId));
  if (!scores) throw new Error('a statement has read another number of scores than it has counted');
  cache.delete(taskId);
  cache.set(taskId, scores);
  let count = [...cache.values()].reduce((sum, entry) => sum + entry.scores.size, 0);
  for (const [id, cachedScores] of cache) {
    if (count <= MAX_CACHED) break;
    cache.delete(id);
    count -= cachedScores.scores.size;
  }
  return [...scores.scores.values()];
}

/** Reads the scores that are newer than the cached scores. Returns null if cached scores were deleted. */
async function readChanges(db: Db, taskId: string, cachedScores?: TaskScores): Promise<TaskScores | null> {
  const scores = sql`public.gold_score s join public.gold_item g on g.id = s.gold_id where g.task_id = ${taskId}`;
  // A single statement reads the count, the snapshot and the rows, so that they are consistent. The snapshot is taken modulo 2^32, because
  // transaction ids of rows have 32 bits.
  const { rows } = await sql<{ count: number; snapshot: number } & (GoldScore | { gold: null }) & { weight: number }>`
    select t.*, c.* from (
      select count(*)::int as count, mod(pg_snapshot_xmin(pg_current_snapshot())::text::numeric, 4294967296)::float8 as snapshot
      from ${scores}) t
    left join (
      select s.gold_id as gold, s.revision, s.job_id as job, s.user_id as user, s.weight, s.counts, s.label_counts as "labelCounts",
        to_char(s.scored at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as scored
      from ${scores} and s.xmin::text::bigint >= ${cachedScores?.snapshot ?? 0}) c on true`.execute(db);
  const { count, snapshot } = rows[0]!;
  const mergedScores = new Map(cachedScores?.scores);
  for (const { weight, count: _, snapshot: __, ...score } of rows) {
    if (score.gold === null) continue;
    for (const scoreCounts of [score.counts, ...Object.values(score.labelCounts)]) scoreCounts.weight = weight;
    mergedScores.set(`${score.gold} ${score.user} ${score.job}`, score);
  }
  return mergedScores.size === count ? { snapshot, scores: mergedScores } : null;
}
