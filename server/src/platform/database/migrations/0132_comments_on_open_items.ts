import type { Kysely } from 'kysely';
import { createJobAccess } from './0057_job_access';

/** Hides comments of other annotators on items on which users work independently, until the items are complete (ADR 0123). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createJobAccess(db);
}
