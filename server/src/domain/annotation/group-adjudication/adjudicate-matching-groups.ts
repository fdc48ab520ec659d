import type { AdjudicatedGroupBatch, apiCalls, CallBodyParsed } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Scope } from '../../../platform/access/scope';
import type { Db } from '../../../platform/database/connection';
import { isDisputedGroup } from '../jobs/agreement/disputed-groups';
import type { JobRow } from '../jobs/items/items';
import { storeGroupDecisions } from './adjudicate-group';

type MatchingBody = CallBodyParsed<(typeof apiCalls)['POST /annotate/v2/similarityjob/{id}/adjudicate-matching']>;

/** Maximum number of groups that one call decides. */
const BATCH_SIZE = 50;

interface VotedGroup {
  /** Id of the job item. */
  id: string;
  group: string;
  position: string;
  /** The members that more than half of the users kept. */
  members: string[];
  /** Whether exactly half of the users kept some member. */
  hasTie: boolean;
}

/**
 * Decides the next undecided groups by majority: a group keeps the members that most users kept. Skips groups with ties. With `dry_run`,
 * only counts the groups. The job must be locked.
 */
export async function adjudicateMatchingGroups(
  context: { db: Db; scope: Scope },
  job: JobRow,
  { dry_run: isDryRun, after }: MatchingBody,
): Promise<AdjudicatedGroupBatch> {
  const { rows } = await sql<VotedGroup>`
    select g.id, g.group_id as "group", g.position::text as position,
      coalesce(array_agg(v.id) filter (where v.votes * 2 > v.users), '{}') as members,
      coalesce(bool_or(v.votes * 2 = v.users), false) as "hasTie"
    from job_item g join annotation_job j on j.id = g.job_id left join lateral (
      select m.id, count(*) as votes, (select count(*) from item_snapshot where item_id = g.id) as users
      from item_snapshot s cross join jsonb_to_recordset(s.members) as m(id uuid) where s.item_id = g.id group by m.id) v on true
    where g.job_id = ${job.id} and ${isDisputedGroup} ${after ? sql`and g.position > ${after}::bigint` : sql``}
    group by g.id order by g.position limit ${BATCH_SIZE + 1}`.execute(context.db);
  const batch = rows.slice(0, BATCH_SIZE);
  const groupsWithoutTie = batch.filter(({ hasTie }) => !hasTie);
  const decisions = groupsWithoutTie.map((groupItem) => ({ ...groupItem, members: new Set(groupItem.members) }));
  if (!isDryRun) await storeGroupDecisions(context, job, decisions);
  return {
    adjudicated: groupsWithoutTie.map(({ group }) => group),
    members: groupsWithoutTie.reduce((sum, { members }) => sum + members.length, 0),
    ties: batch.length - groupsWithoutTie.length,
    next: rows.length > batch.length ? (batch.at(-1)?.position ?? null) : null,
  };
}
