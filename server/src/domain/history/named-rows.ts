import type { NamedRow } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';

const NAMED_TABLES = [
  'training_image',
  'recognition_label',
  'detection_label',
  'segmentation_label',
  ...([
    'recognition_task',
    'detection_task',
    'segmentation_task',
    'similarity_task',
    'similarity_type',
    'similarity_group',
  ] as const),
  'flow',
  'product_set',
  'product',
] satisfies NamedRow['kind'][];

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Maximum number of ids that are looked up for one page. Rows with further ids are shown without a name. */
const MAX_IDS = 5000;

/** Finds the existing rows of a workspace whose ids occur in entries of the history, with their current names, by id. */
export async function findNamedRows(db: Db, workspaceId: string, entries: unknown): Promise<Record<string, NamedRow>> {
  const ids = [...new Set(JSON.stringify(entries).match(UUID))].slice(0, MAX_IDS);
  if (ids.length === 0) return {};
  const tables = NAMED_TABLES.map(
    (table) => sql`
      select ${sql.lit(table)}::text as kind, id, name from ${sql.table(table)}
      where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])`,
  );
  const { rows } = await sql<NamedRow & { id: string }>`
    ${sql.join(tables, sql` union all `)}
    union all select case type when 'image' then 'image_job' else 'similarity_job' end, id, name from annotation_job
      where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])
    union all select 'user', u.id, u.username from membership m join app_user u on u.id = m.user_id
      where m.workspace_id = ${workspaceId} and m.user_id = any(${ids}::uuid[])`.execute(db);
  return Object.fromEntries(rows.map(({ id, kind, name }) => [id, { kind, name }]));
}
