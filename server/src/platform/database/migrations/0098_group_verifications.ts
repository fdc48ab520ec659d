import { sql, type Kysely } from 'kysely';
import { createJobAccess } from './0057_job_access';

/** Shows annotators of jobs with gold-standard items their own verifications of groups (ADR 0124). */
export async function up(db: Kysely<unknown>): Promise<void> {
  // For annotators, a view with the same name in another schema also contains their verifications of their own copies of groups. Writers
  // need the table.
  await sql`
    create view readable_similarity_verification as
    select id, workspace_id, group_id, user_id, created from similarity_verification`.execute(db);
  await createJobAccess(db);
}
