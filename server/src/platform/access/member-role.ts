import { hasPermission, Role, type AnnotatorAccess, type Permission } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../database/connection';

/** SQL of the role of a member, from the tables `membership m` and `workspace w`. */
export const memberRole = sql<Role>`case when w.owner_id = m.user_id then 'owner' else m.role end`;

/** SQL condition: the role of the member, from the same tables, includes the permission. */
export const hasMemberPermission = (permission: Permission) =>
  sql<boolean>`${memberRole} = any(${Role.options.filter((role) => hasPermission(role, permission))}::text[])`;

/** Returns the current role of a user in a workspace. Null if the user is not a member. */
export async function findMemberRole(db: Db, workspaceId: string, userId: string): Promise<Role | null> {
  const { rows } = await sql<{ role: Role }>`
    select ${memberRole} as role from membership m join workspace w on w.id = m.workspace_id
    where m.workspace_id = ${workspaceId} and m.user_id = ${userId}`.execute(db);
  return rows[0]?.role ?? null;
}

/** Whether a user is a member of a workspace, with a role that includes the permission. */
export async function isMemberAllowed(
  db: Db,
  workspaceId: string,
  userId: string | null,
  permission: Permission,
): Promise<boolean> {
  const role = userId === null ? null : await findMemberRole(db, workspaceId, userId);
  return role !== null && hasPermission(role, permission);
}

/**
 * SQL of the access that annotators of the `workspace w` have; `m` is the membership of the annotator. Annotators are limited to the
 * content of their jobs while at least one of the following jobs is open.
 * - A job with hidden gold-standard items, which measure annotators: other images and the history would reveal these items (ADR 0124).
 * - A job in which annotators work on groups independently of each other.
 * - An image job of the annotator in which several users work independently: the limits hide comments and remarks about the work of the
 * others (ADR 0123).
 */
export const annotatorAccess = sql<AnnotatorAccess>`
  case when exists (select from public.annotation_job g where g.workspace_id = w.id and not g.done
    and (g.gold_rate is not null or g.blind and (g.type = 'similarity' or g.todo_number > 1 and (
      not exists (select from public.job_assignee a where a.job_id = g.id)
      or exists (select from public.job_assignee a where a.job_id = g.id and a.user_id = m.user_id)))))
    then 'jobs' else w.annotator_access end`;
