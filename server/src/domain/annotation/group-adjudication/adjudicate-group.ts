import type { apiCalls, CallBodyParsed, DisputedGroupDetails } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { findReferencedRow } from '../../../data-access/rows/references';
import type { Scope } from '../../../platform/access/scope';
import type { Db } from '../../../platform/database/connection';
import { createFieldError, notFound, createVersionConflict } from '../../../platform/errors';
import { changeMembers, type MemberChange } from '../../quality/group-layers/finish-layers';
import type { JobRow } from '../jobs/items/items';
import { storeAdjudications } from '../adjudication/adjudicate';
import { messages } from '../adjudication/messages';
import { findDisputedGroup, toGroupDetails } from './disputed-group';

type AdjudicateBody = CallBodyParsed<(typeof apiCalls)['POST /annotate/v2/similarityjob/{id}/adjudicate']>;

interface WriteContext {
  db: Db;
  scope: Scope;
  fileUrl: (key: string) => string;
}

/**
 * Replaces the members of a group with those that the reviewer has chosen. The job must be locked. Throws 400 while users still work on the
 * group. Throws 409 with the current state if users or another reviewer have changed the group since it was read.
 */
export async function adjudicateGroup(
  { db, scope, fileUrl }: WriteContext,
  job: JobRow,
  body: AdjudicateBody,
): Promise<DisputedGroupDetails> {
  const field = { field: 'item', entityName: 'Group' };
  const group = await findReferencedRow(scope, 'similarity_group', body.item, job.workspace_id, field);
  const readItem = () => findDisputedGroup(db, job, group.id, fileUrl);
  const disputedGroup = await readItem();
  if (!disputedGroup) throw createFieldError('item', messages.noAnnotatorWork);
  if (disputedGroup.version !== body.version) throw createVersionConflict(toGroupDetails(disputedGroup));
  if (!disputedGroup.isDone) throw createFieldError('item', messages.notDoneByAll);
  const knownIds = new Set(disputedGroup.members.map(({ id }) => id));
  if (body.members.some((id) => !knownIds.has(id))) throw notFound('Member');
  await storeGroupDecisions({ db, scope }, job, [
    { id: disputedGroup.id, group: disputedGroup.group, members: new Set(body.members) },
  ]);
  return toGroupDetails((await readItem())!);
}

/** The members that a group of a job keeps. */
export interface GroupDecision {
  /** Id of the job item. */
  id: string;
  group: string;
  members: ReadonlySet<string>;
}

/** Replaces the members of groups, and records that the caller has decided. */
export async function storeGroupDecisions(
  { db, scope }: Pick<WriteContext, 'db' | 'scope'>,
  job: JobRow,
  decisions: readonly GroupDecision[],
): Promise<void> {
  if (decisions.length === 0) return;
  await storeAdjudications(
    db,
    job,
    decisions.map(({ id }) => ({ item_id: id, user_id: scope.caller.id })),
  );
  await changeMembers(db, await listChanges(db, job, decisions));
}

type ChangeRow = Pick<MemberChange, 'group' | 'kind' | 'member' | 'image'> & { item: string; is_current: boolean };

/**
 * Lists the members to add and to remove. Members that were added to a group itself, while users worked on their layers (their own versions
 * of the group), remain.
 */
async function listChanges(db: Db, job: JobRow, decisions: readonly GroupDecision[]): Promise<MemberChange[]> {
  const members = new Map(decisions.map((decision) => [decision.id, decision.members]));
  const { rows } = await sql<ChangeRow>`
    select i.id as item, i.group_id as "group", m.kind, m.id as member, coalesce(t.id, o.image_id) as image,
      coalesce(bool_or(m.is_current), false) as is_current
    from job_item i cross join lateral (
      select k.kind, k.id, false as is_current from item_snapshot s cross join jsonb_to_recordset(s.members) as k(kind text, id uuid)
        where s.item_id = i.id
      union all select k.kind, k.member_id, null from group_layer y join group_layer_member k on k.layer_id = y.id
        where y.item_id = i.id
      union all select 'image', image_id, true from group_image where group_id = i.group_id
      union all select 'object', object_id, true from group_object where group_id = i.group_id
      union all select 'group', child_id, true from group_group where parent_id = i.group_id) m
    left join training_image t on t.id = m.id left join detection_object o on o.id = m.id
    where i.id = any(${[...members.keys()]}::uuid[])
    group by i.id, m.kind, m.id, t.id, o.image_id having count(*) filter (where m.is_current is not true) > 0`.execute(db);
  return rows
    .filter(({ item, member, is_current }) => members.get(item)?.has(member) !== is_current)
    .map(({ item: _, is_current, ...row }) => ({ ...row, workspace: job.workspace_id, is_member: !is_current }));
}
