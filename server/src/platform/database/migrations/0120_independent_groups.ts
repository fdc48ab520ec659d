import type { Kysely } from 'kysely';
import { createJobAccess } from './0057_job_access';

/**
 * Lets annotators of similarity jobs without gold-standard items work independently: the views also show their own copies of
 * groups in these jobs (ADR 0123).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createJobAccess(db);
}
