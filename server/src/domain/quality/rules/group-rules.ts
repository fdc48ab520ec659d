import type { GroupViolation } from '@console/shared-contract/api';
import { DEFAULT_MIN_MEMBERS, describeGroupViolation } from '@console/shared-contract/group-rules';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import { HttpError } from '../../../platform/errors';
import { messages } from './messages';

/** SQL of the rules `r` of similarity tasks, once for each type of a task. */
const rules = sql`(
  select t.id as task, t.name, t.workspace_id, y.type_id, l.key as rule, l.value as level,
    coalesce((t.rules ->> 'min_members')::int, ${sql.lit(DEFAULT_MIN_MEMBERS)}) as min_members
  from similarity_task t join similarity_task_type y on y.task_id = t.id cross join jsonb_each_text(t.rules -> 'levels') l) r`;

const selectOtherGroup = (table: string, memberColumn: string) => sql`
  select from ${sql.table(table)} m join ${sql.table(table)} o on ${sql.ref(`o.${memberColumn}`)} = ${sql.ref(`m.${memberColumn}`)} and o.group_id <> m.group_id
    join similarity_group s on s.id = o.group_id join similarity_task_type y on y.type_id = s.type_id and y.task_id = r.task
  where m.group_id = g.id`;

/** SQL condition: the group `g` violates the rule `r`. */
const isViolated = sql`(g.type_id = r.type_id and case r.rule
  when 'few_members' then (select count(*) from group_image m where m.group_id = g.id)
    + (select count(*) from group_object m where m.group_id = g.id)
    + (select count(*) from group_group m where m.parent_id = g.id) < r.min_members
  when 'several_groups' then exists (${selectOtherGroup('group_image', 'image_id')}) or exists (${selectOtherGroup('group_object', 'object_id')})
  else false end)`;

/** SQL condition: the group `g` violates a rule of the task. */
export const violatesGroupRule = (taskId: string, rule: string | undefined) => sql`exists (
  select from ${rules} where r.task = ${taskId} and (${rule ?? null}::text is null or r.rule = ${rule ?? null}) and ${isViolated})`;

/** SQL condition: no rule prevents the verification of the group `g`. */
export const hasNoGroupErrors = sql`not exists (select from ${rules} where r.level = 'error' and ${isViolated})`;

/**
 * Counts the groups of a workspace that violate each rule of its similarity tasks.
 * @param filter limits the count to one task or one group
 */
export async function countGroupViolations(
  db: Db,
  workspaceId: string,
  { task: taskId, group: groupId }: { task?: string | undefined; group?: string | undefined },
): Promise<GroupViolation[]> {
  const { rows } = await sql<Omit<GroupViolation, 'text'> & { min_members: number }>`
    select json_build_object('id', r.task, 'name', r.name) as task, r.rule, r.level, r.min_members, count(*)::int as groups
    from ${rules} join similarity_group g on g.workspace_id = r.workspace_id and ${isViolated}
    where r.workspace_id = ${workspaceId} and (${taskId ?? null}::uuid is null or r.task = ${taskId ?? null})
      and (${groupId ?? null}::uuid is null or g.id = ${groupId ?? null})
    group by r.task, r.name, r.rule, r.level, r.min_members order by lower(r.name), r.task, r.rule`.execute(db);
  return rows.map(({ min_members: minMembers, ...row }) => ({ ...row, text: describeGroupViolation(row.rule, minMembers) }));
}

/**
 * Throws 400 if a rule prevents the verification of a group. In a layer (an annotator's own version of a group), ignores the rule about
 * members that are also in other groups. Wrong members of gold-standard items come from other groups, so an error would reveal these
 * members (ADR 0124).
 */
export async function requireNoGroupErrors(
  db: Db,
  workspaceId: string,
  groupId: string,
  { isLayer }: { isLayer: boolean },
): Promise<void> {
  const violations = await listGroupViolations(db, workspaceId, groupId, { isLayer });
  const errors = violations.filter(({ level }) => level === 'error').map(({ text }) => text);
  if (errors.length > 0) throw new HttpError(400, messages.groupViolatesRules(errors));
}

/** Lists the violations of a group, or of the caller's layer of it. */
export async function listGroupViolations(
  db: Db,
  workspaceId: string,
  groupId: string,
  { isLayer }: { isLayer: boolean },
): Promise<GroupViolation[]> {
  const violations = await countGroupViolations(db, workspaceId, { group: groupId });
  return isLayer ? violations.filter(({ rule }) => rule !== 'several_groups') : violations;
}
