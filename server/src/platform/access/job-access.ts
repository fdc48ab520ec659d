import { getMemberAccess } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../database/connection';
import { JOB_ACCESS_SCHEMA } from '../database/tables/limited-tables';
import type { Caller, MemberWorkspace } from './caller';

/** Whether a member of the workspace only accesses what their jobs contain. */
export function isLimitedToJobs({ role, annotator_access }: Pick<MemberWorkspace, 'role' | 'annotator_access'>): boolean {
  return getMemberAccess(role, annotator_access) === 'jobs';
}

/** Whether the caller is limited to jobs in at least one workspace. */
export function isLimitedCaller(caller: Caller): boolean {
  return caller.workspaces.some(isLimitedToJobs);
}

/**
 * Hides all rows outside of the caller's jobs from the rest of the transaction: the names of tables then mean views that omit them
 * (ADR 0104). Does nothing for callers without limits.
 */
export async function limitAccess(trx: Db, caller: Caller): Promise<void> {
  const limited = caller.workspaces.filter(isLimitedToJobs).map(({ id }) => id);
  if (limited.length > 0) await limitUser(trx, caller.id, limited);
}

/** Like `limitAccess`, for a user who is limited to jobs in these workspaces. */
export async function limitUser(trx: Db, userId: string, workspaceIds: readonly string[]): Promise<void> {
  await sql`
    select set_config('console.limited_user', ${userId}, true),
      set_config('console.limited_workspaces', ${`{${workspaceIds.join(',')}}`}, true),
      set_config('search_path', ${JOB_ACCESS_SCHEMA} || ', ' || current_setting('search_path'), true)`.execute(trx);
}
