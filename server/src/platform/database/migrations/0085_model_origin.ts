import { sql, type Kysely } from 'kysely';
import { LOGGED_TABLES } from '../tables/logged-tables';
import { logTable } from './0039_change_log';
import { createJobAccess } from './0057_job_access';

const ANNOTATION_TABLES = ['detection_object', 'polygon', 'point', 'skeleton', 'mask', 'image_label'];

/** Stores which model created a shape or image label, and with which score, until a user changes it (ADR 0129). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ANNOTATION_TABLES) {
    await sql`
      alter table ${sql.table(table)}
        -- no foreign key, because a model is a row of one of three tables, and annotations outlive it
        add column model_id text,
        add column score double precision check (score between 0 and 1),
        add constraint ${sql.ref(`${table}_model_score`)} check ((model_id is null) = (score is null))`.execute(db);
    // For filters by unreviewed annotations. Users change or verify most annotations, so the index is small.
    await sql`
      create index ${sql.ref(`${table}_model`)} on ${sql.table(table)} (workspace_id, image_id) where model_id is not null`.execute(
      db,
    );
  }
  for (const table of LOGGED_TABLES.filter(({ name }) => ANNOTATION_TABLES.includes(name))) await logTable(db, table);
  await createJobAccess(db);
}
