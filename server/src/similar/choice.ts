import type { EmbeddingPart, Metric } from '@console/learner/protocol';
import { sql } from 'kysely';
import type { Db } from '../database/connection';
import { compareGroups, readOn, type IndexDeps } from './local-index';

const LIKENESSES: readonly EmbeddingPart[] = ['both', 'colours', 'features'];
/** With fewer verified groups of two it is chance which part is better. */
export const FEWEST_GROUPS = 5;
const MOST_GROUPS = 500;

/** By which part a workspace's things are compared, unless a question says another. */
export async function likenessFor(db: Db, workspaceId: string): Promise<EmbeddingPart> {
  const { rows } = await sql<{ likeness: EmbeddingPart }>`
    select likeness from similar_likeness where workspace_id = ${workspaceId}`.execute(db);
  return rows[0]?.likeness ?? 'both';
}

/** Decides it anew where the verified groups of a workspace are others than at the last time. */
export async function decideLikeness(deps: IndexDeps, version: number): Promise<void> {
  const { rows } = await sql<{ workspace_id: string; groups: number }>`
    select v.workspace_id, v.groups from (
      select workspace_id, count(distinct group_id)::int as groups from similarity_verification group by workspace_id) v
    left join similar_likeness l using (workspace_id)
    where v.groups >= ${FEWEST_GROUPS} and (l.workspace_id is null or (l.groups <> v.groups and l.decided < now() - interval '10 minutes'))
      and not exists (select from embedding_due d where d.workspace_id = v.workspace_id)`.execute(deps.db);
  for (const { workspace_id: workspaceId, groups } of rows) await decide(deps, workspaceId, groups, version);
}

async function decide(deps: IndexDeps, workspaceId: string, verified: number, version: number): Promise<void> {
  const sums: Record<EmbeddingPart, number> = { both: 0, colours: 0, features: 0 };
  let things = 0;
  for (const kind of ['image', 'object'] as const) {
    const groups = await verifiedGroups(deps.db, workspaceId, kind);
    if (groups.length < FEWEST_GROUPS) continue;
    await readOn(deps, { workspaceId, kind }, version);
    const recall: Record<EmbeddingPart, Metric> = await compareGroups(deps, { workspaceId, kind }, groups);
    const count = groups.flat().length;
    things += count;
    for (const by of LIKENESSES) sums[by] += (recall[by] ?? 0) * count;
  }
  const best = things === 0 ? 'both' : LIKENESSES.reduce((first, by) => (sums[by] > sums[first] ? by : first));
  const recall = Object.fromEntries(LIKENESSES.map((by) => [by, things === 0 ? null : sums[by] / things]));
  await sql`
    insert into similar_likeness (workspace_id, likeness, recall, groups)
    select id, ${best}, ${JSON.stringify(recall)}::jsonb, ${verified} from workspace where id = ${workspaceId}
    on conflict (workspace_id) do update set likeness = excluded.likeness, recall = excluded.recall, groups = excluded.groups,
      decided = clock_timestamp()`.execute(deps.db);
}

/** The images or objects of verified groups that have two of them, group by group. */
async function verifiedGroups(db: Db, workspaceId: string, kind: 'image' | 'object'): Promise<string[][]> {
  const member = sql.ref(`m.${kind}_id`);
  const { rows } = await sql<{ ids: string[] }>`
    select array_agg(${member}) as ids from ${sql.table(`group_${kind}`)} m
    where m.workspace_id = ${workspaceId} and exists (select from similarity_verification v where v.group_id = m.group_id)
    group by m.group_id having count(*) > 1 order by m.group_id limit ${MOST_GROUPS}`.execute(db);
  return rows.map(({ ids }) => ids);
}
