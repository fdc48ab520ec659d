import type { QualitySettings } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/database/connection';

/** Settings of workspaces that have not stored any settings. */
const DEFAULT_SETTINGS: QualitySettings = {
  todo_number: 1,
  randomize: true,
  auto_complete: false,
  instructions: '',
  review_share: 100,
};

export async function readQualitySettings(db: Db, workspaceId: string): Promise<QualitySettings> {
  const row = await db
    .selectFrom('quality_settings')
    .select(['todo_number', 'randomize', 'auto_complete', 'instructions', 'review_share'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row ?? DEFAULT_SETTINGS;
}

/**
 * SQL condition: the item `i` of a job is in the percentage of items that reviewers get. The decision is based on a hash of the id, so
 * that all reviewers get the same items.
 */
export const isToReview: RawBuilder<unknown> = sql`
  mod(abs(hashtextextended(i.id::text, 0)::numeric), 100) < coalesce(
    (select s.review_share from quality_settings s where s.workspace_id = i.workspace_id), ${sql.lit(DEFAULT_SETTINGS.review_share)})`;
