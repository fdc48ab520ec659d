import type { StatisticsVisibility } from '@console/shared-contract/api';
import type { Db } from '../database/connection';

/** Reads whether members of a workspace may see the statistics of other users. */
export async function readStatisticsVisibility(db: Db, workspaceId: string): Promise<StatisticsVisibility> {
  const row = await db
    .selectFrom('workspace')
    .select('statistics_visibility')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return row.statistics_visibility;
}
