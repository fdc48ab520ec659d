import type { Kysely } from 'kysely';
import { createJobAccess } from './0057_job_access';

/**
 * Creates the views of annotators with limited access again, with the ids of their jobs in functions. The planner repeated the query of
 * these ids, with two plans for each level of views, wherever a view used it: planning the statement of one image took a hundred times as
 * long.
 */
export const up = (db: Kysely<unknown>): Promise<void> => createJobAccess(db);
