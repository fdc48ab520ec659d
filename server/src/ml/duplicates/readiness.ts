import { sql, type RawBuilder } from 'kysely';
import type { Config } from '../../platform/config';
import type { Db } from '../../platform/database/connection';
import { isTrainingImage } from '../learning/dataset';
import { parseTrainingParams } from '../learning/training-params';
import type { ModelDomain } from '../models/model/kinds';
import { selectVersion, type Readiness } from '../similar-items/embedding-queue';
import { messages } from './messages';

/** Joins the current embedding `e` of an image `i` of a workspace, in SQL. The version is read once, not for each image. */
export const joinEmbedding = (workspaceId: string) => sql`
  left join embedding e on e.id = i.id and e.kind = 'image' and e.version = ${selectVersion(workspaceId)}`;

/** Counts the images `i` that match a condition, and how many of them are ready: comparable, or known to be unreadable. */
export async function countComparable(
  db: Db,
  workspaceId: string,
  condition: RawBuilder<unknown>,
): Promise<Readiness & { test: number }> {
  const { rows } = await sql<Readiness & { test: number }>`
    select count(*)::int as total, count(*) filter (where i.test_image)::int as test,
      count(*) filter (where e.id is not null and (e.data is null or e.thumbnail is not null))::int as ready
    from training_image i ${joinEmbedding(workspaceId)} where ${condition}`.execute(db);
  return rows[0]!;
}

/** Returns a warning if some images cannot be compared yet, so that TEST images of a task may be copies of TRAIN images. Otherwise null. */
export async function getUncomparedWarning(
  db: Db,
  domain: ModelDomain,
  task: { id: string; workspace_id: string; training_params: unknown },
  { findSimilar }: Pick<Config, 'findSimilar'>,
): Promise<string | null> {
  if (!findSimilar) return null;
  const imageFilter = parseTrainingParams(domain, task.training_params);
  const { ready, total, test } = await countComparable(db, task.workspace_id, isTrainingImage(domain, task.id, imageFilter));
  return test === 0 || ready === total ? null : messages.notReady(ready, total);
}
