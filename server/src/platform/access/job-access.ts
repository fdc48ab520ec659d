import { getMemberAccess } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../database/connection';
import { JOB_ACCESS_SCHEMA } from '../database/tables/limited-tables';
import type { Caller, MemberWorkspace } from './caller';
import { annotatorAccess, memberRole } from './member-role';

/** Whether the member may only access the images and groups of their annotation jobs. */
export function isLimitedToJobs({ role, annotator_access }: Pick<MemberWorkspace, 'role' | 'annotator_access'>): boolean {
  return getMemberAccess(role, annotator_access) === 'jobs';
}

/** Whether the caller is limited to their annotation jobs in at least one workspace. */
export function isLimitedCaller(caller: Caller): boolean {
  return caller.workspaces.some(isLimitedToJobs);
}

/** Returns those of the given users who are limited to their annotation jobs in the workspace. */
export async function listLimitedUsers(db: Db, workspaceId: string, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ user_id: string } & Pick<MemberWorkspace, 'role' | 'annotator_access'>>`
    select m.user_id, ${memberRole} as role, ${annotatorAccess} as annotator_access from membership m join workspace w on w.id = m.workspace_id
    where w.id = ${workspaceId} and m.user_id = any(${userIds}::uuid[])`.execute(db);
  return rows.filter(isLimitedToJobs).map(({ user_id }) => user_id);
}

/**
 * Hides all rows outside of the caller's annotation jobs from the rest of the transaction: table names then refer to views that
 * omit these rows (ADR 0096). Does nothing for callers without limits.
 */
export async function limitAccess(trx: Db, caller: Caller): Promise<void> {
  const limitedWorkspaceIds = caller.workspaces.filter(isLimitedToJobs).map(({ id }) => id);
  if (limitedWorkspaceIds.length > 0) await limitUser(trx, caller.id, limitedWorkspaceIds);
}

/** Like `limitAccess`, for a user who is limited to their annotation jobs in these workspaces. */
export async function limitUser(trx: Db, userId: string, workspaceIds: readonly string[]): Promise<void> {
  await sql`
    select set_config('console.limited_user', ${userId}, true),
      set_config('console.limited_workspaces', ${`{${workspaceIds.join(',')}}`}, true),
      set_config('search_path', ${JOB_ACCESS_SCHEMA} || ', ' || current_setting('search_path'), true)`.execute(trx);
}

/** Settings of a session that limit its access. Empty strings without limits. */
interface AccessSettings {
  user: string;
  workspaces: string;
  path: string;
}

async function readSettings(trx: Db): Promise<AccessSettings> {
  const { rows } = await sql<AccessSettings>`
    select coalesce(current_setting('console.limited_user', true), '') as user,
      coalesce(current_setting('console.limited_workspaces', true), '') as workspaces,
      current_setting('search_path') as path`.execute(trx);
  const [accessSettings] = rows;
  if (!accessSettings) throw new Error('The database returned no settings');
  return accessSettings;
}

/** Runs `work` and restores the settings. After an error, PostgreSQL refuses further statements of the transaction anyway. */
async function runAndRestore<Result>(trx: Db, accessSettings: AccessSettings, work: () => Promise<Result>): Promise<Result> {
  const result = await work();
  await sql`
    select set_config('console.limited_user', ${accessSettings.user}, true), set_config('search_path', ${accessSettings.path}, true),
      set_config('console.limited_workspaces', ${accessSettings.workspaces}, true)`.execute(trx);
  return result;
}

/** Runs a part of a transaction with access to all rows, for checks that need rows hidden from the caller. */
export async function withoutLimits<Result>(trx: Db, work: () => Promise<Result>): Promise<Result> {
  const accessSettings = await readSettings(trx);
  const prefix = `${JOB_ACCESS_SCHEMA}, `;
  if (!accessSettings.path.startsWith(prefix)) return work();
  await sql`select set_config('search_path', ${accessSettings.path.slice(prefix.length)}, true)`.execute(trx);
  return runAndRestore(trx, accessSettings, work);
}

/** Runs a part of a transaction with the access of a user who is limited to their annotation jobs in the workspace. */
export async function withLimitsOfUser<Result>(
  trx: Db,
  { userId, workspaceId }: { userId: string; workspaceId: string },
  work: () => Promise<Result>,
): Promise<Result> {
  const accessSettings = await readSettings(trx);
  await limitUser(trx, userId, [workspaceId]);
  return runAndRestore(trx, accessSettings, work);
}
