import type { EmbeddingPart, Metric } from '@console/learner/protocol';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { compareGroups, getEmbeddingVersion, syncIndex, type IndexDeps } from './local-index';

const PARTS: readonly EmbeddingPart[] = ['both', 'colours', 'features'];
/** Minimum number of verified groups with two members. With fewer groups, the selected part would depend on chance. */
const MIN_VERIFIED_GROUPS = 5;
const MAX_GROUPS = 500;

/**
 * Returns the part of the embeddings (colours, features or both) that comparisons in a workspace use by default. A workspace with an
 * uploaded model uses the features of this model, until verified groups show that another part is better.
 */
export async function getEmbeddingPart(db: Db, workspaceId: string): Promise<EmbeddingPart> {
  const { rows } = await sql<{ likeness: EmbeddingPart }>`
    select likeness from similar_likeness where workspace_id = ${workspaceId}
    union all select 'features' from embedding_model where workspace_id = ${workspaceId} and file_key is not null`.execute(db);
  return rows[0]?.likeness ?? 'both';
}

/** Selects the best part for each workspace whose number of verified groups has changed, at most every ten minutes. */
export async function selectEmbeddingParts(deps: IndexDeps): Promise<void> {
  const { rows } = await sql<{ workspace_id: string; groups: number }>`
    select v.workspace_id, v.groups from (
      select workspace_id, count(distinct group_id)::int as groups from similarity_verification group by workspace_id) v
    left join similar_likeness l using (workspace_id)
    where v.groups >= ${MIN_VERIFIED_GROUPS} and (l.workspace_id is null or (l.groups <> v.groups and l.decided < now() - interval '10 minutes'))
      and not exists (select from embedding_due d where d.workspace_id = v.workspace_id)`.execute(deps.db);
  for (const { workspace_id: workspaceId, groups } of rows) await selectPart(deps, workspaceId, groups);
}

async function selectPart(deps: IndexDeps, workspaceId: string, verifiedGroups: number): Promise<void> {
  const version = await getEmbeddingVersion(deps, workspaceId);
  const sums: Record<EmbeddingPart, number> = { both: 0, colours: 0, features: 0 };
  let itemCount = 0;
  for (const kind of ['image', 'object'] as const) {
    const groups = await listVerifiedGroups(deps.db, workspaceId, kind);
    if (groups.length < MIN_VERIFIED_GROUPS) continue;
    await syncIndex(deps, { workspaceId, kind, version });
    const recall: Record<EmbeddingPart, Metric> = await compareGroups(deps, { workspaceId, kind, version }, groups);
    const comparedCount = groups.flat().length;
    itemCount += comparedCount;
    for (const part of PARTS) sums[part] += (recall[part] ?? 0) * comparedCount;
  }
  const bestPart = itemCount === 0 ? 'both' : PARTS.reduce((first, part) => (sums[part] > sums[first] ? part : first));
  const recall = Object.fromEntries(PARTS.map((part) => [part, itemCount === 0 ? null : sums[part] / itemCount]));
  await sql`
    insert into similar_likeness (workspace_id, likeness, recall, groups)
    select id, ${bestPart}, ${JSON.stringify(recall)}::jsonb, ${verifiedGroups} from workspace where id = ${workspaceId}
    on conflict (workspace_id) do update set likeness = excluded.likeness, recall = excluded.recall, groups = excluded.groups,
      decided = clock_timestamp()`.execute(deps.db);
}

/** Lists the images or objects of verified groups that have at least two of them, one array per group. */
async function listVerifiedGroups(db: Db, workspaceId: string, kind: 'image' | 'object'): Promise<string[][]> {
  const member = sql.ref(`m.${kind}_id`);
  const { rows } = await sql<{ ids: string[] }>`
    select array_agg(${member}) as ids from ${sql.table(`group_${kind}`)} m
    where m.workspace_id = ${workspaceId} and exists (select from similarity_verification v where v.group_id = m.group_id)
    group by m.group_id having count(*) > 1 order by m.group_id limit ${MAX_GROUPS}`.execute(db);
  return rows.map(({ ids }) => ids);
}
