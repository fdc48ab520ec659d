import { sql, type Kysely } from 'kysely';
import { LOGGED_TABLES } from '../tables/logged-tables';
import { logTable } from './0039_change_log';
import { createJobAccess } from './0057_job_access';

/** Adds the attributes of shapes, and the attributes that labels declare (ADR 0108). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['detection_object', 'polygon']) await addShapeAttributes(db, table);
  for (const table of ['detection_label', 'segmentation_label'])
    await sql`
      alter table ${sql.table(table)} add column attributes jsonb not null default '[]' check (jsonb_typeof(attributes) = 'array')`.execute(
      db,
    );
  const changedTables = ['detection_object', 'polygon', 'detection_label', 'segmentation_label'];
  for (const table of LOGGED_TABLES.filter(({ name }) => changedTables.includes(name))) await logTable(db, table);
  await createJobAccess(db);
}

/**
 * Adds the attributes to a table of shapes. The caller must then call `logTable` and `createJobAccess`, because the change log and the
 * views of annotators with limited access list the columns of the table.
 */
export async function addShapeAttributes(db: Kysely<unknown>, table: string): Promise<void> {
  await sql`
    alter table ${sql.table(table)} add column attributes jsonb not null default '{}' check (jsonb_typeof(attributes) = 'object')`.execute(
    db,
  );
  // For filters by attributes, such as "occluded". Most shapes have no attributes, so the index is small.
  await sql`
    create index ${sql.ref(`${table}_attributes`)} on ${sql.table(table)} (workspace_id, image_id) where attributes <> '{}'`.execute(
    db,
  );
}
