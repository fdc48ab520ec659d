import type { Kysely } from 'kysely';
import { LOGGED_TABLES } from '../tables/logged-tables';
import { logTable } from './0039_change_log';
import { createJobAccess } from './0057_job_access';
import { addShapeAttributes } from './0065_attributes';

/** Adds the attributes of masks (ADR 0108). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addShapeAttributes(db, 'mask');
  for (const table of LOGGED_TABLES.filter(({ name }) => name === 'mask')) await logTable(db, table);
  await createJobAccess(db);
}
