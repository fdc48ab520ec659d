import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import type { ImageCounts } from '../score/score-image';

/** Which scores are read. Missing fields do not restrict them. */
export interface GoldScoreFilter {
  workspaceId: string;
  taskId?: string | undefined;
  jobId?: string | undefined;
  userId?: string | undefined;
  goldId?: string | undefined;
  /** Inclusive. */
  from?: Date | undefined;
  /** Exclusive. */
  to?: Date | undefined;
}

/** The score of a user on a gold item in a job. */
export interface GoldScore {
  gold: string;
  /** The revision of the gold item that the work was compared with. */
  revision: number;
  item: string;
  image: string;
  task: string;
  domain: 'detection' | 'segmentation' | 'recognition';
  job: string;
  user: string;
  scored: Date;
  /** 1 / probability with which a random sample contains the image. It is 1 for images that a user has selected. */
  weight: number;
  counts: WeightedCounts;
  labelCounts: Readonly<Record<string, WeightedCounts>>;
}

/** The counts of one image, for `estimateMeasure`. */
export interface WeightedCounts extends ImageCounts {
  weight: number;
}

/** Reads scores in the order in which they were first computed. Decisions on targets require this order. */
export async function readGoldScores(db: Db, filter: GoldScoreFilter): Promise<GoldScore[]> {
  const { workspaceId, taskId, jobId, userId, goldId, from, to } = filter;
  const where = [sql`s.workspace_id = ${workspaceId}`];
  if (taskId) where.push(sql`g.task_id = ${taskId}`);
  if (jobId) where.push(sql`s.job_id = ${jobId}`);
  if (userId) where.push(sql`s.user_id = ${userId}`);
  if (goldId) where.push(sql`s.gold_id = ${goldId}`);
  if (from) where.push(sql`s.scored >= ${from}`);
  if (to) where.push(sql`s.scored < ${to}`);
  const { rows } = await sql<GoldScore>`
    select s.gold_id as gold, s.revision, s.item_id as item, g.image_id as image, g.task_id as task, g.domain, s.job_id as job,
      s.user_id as user, s.scored, s.weight, s.counts, s.label_counts as "labelCounts"
    from gold_score s join gold_item g on g.id = s.gold_id where ${sql.join(where, sql` and `)}
    order by s.scored, s.gold_id, s.user_id`.execute(db);
  // The counts get the weight here, because copies of tens of thousands of counts for each grouping take longer than the query.
  for (const { counts, labelCounts, weight } of rows)
    for (const each of [counts, ...Object.values(labelCounts)]) each.weight = weight;
  return rows;
}

/** The field by which scores are grouped. `label` is each label of the gold item and of extra shapes, `week` the Monday of the week. */
export type GoldScoreGroup = 'user' | 'job' | 'label' | 'week';

/** Groups scores. Each group has the counts of its images in the order of the scores. */
export function groupGoldScores(
  scores: readonly GoldScore[],
  by: GoldScoreGroup,
): { id: string; images: readonly WeightedCounts[] }[] {
  const groups = new Map<string, WeightedCounts[]>();
  const add = (id: string, counts: WeightedCounts) => {
    const images = groups.get(id);
    if (images) images.push(counts);
    else groups.set(id, [counts]);
  };
  for (const score of scores)
    if (by === 'label') for (const label in score.labelCounts) add(label, score.labelCounts[label]!);
    else add(by === 'week' ? getMonday(score.scored) : score[by], score.counts);
  return [...groups].map(([id, images]) => ({ id, images }));
}

const DAY_MS = 86_400_000;
/** Returns the Monday of a week in UTC, as YYYY-MM-DD. */
function getMonday(time: Date): string {
  const daysSinceMonday = (time.getUTCDay() + 6) % 7;
  return new Date(time.getTime() - daysSinceMonday * DAY_MS).toISOString().slice(0, 10);
}
