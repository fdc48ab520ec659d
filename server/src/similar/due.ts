import { sql } from 'kysely';
import type { Db } from '../database/connection';
import { countMatches } from '../facets';
import { KINDS, TABLE_OF, type SimilarKind, type Thing } from './things';

/** A thing that waits for its embedding, with its places in the line. */
export interface Waiting extends Thing {
  places: number[];
  failures: number;
}

/** After so many attempts a thing waits no more, until it changes. */
export const MOST_FAILURES = 3;

/** The first pictures and objects in the line, or the first groups: these wait anew with each of their members that is described. */
export async function firstWaiting(db: Db, of: 'pictures' | 'groups', count: number): Promise<Waiting[]> {
  const isOf = of === 'groups' ? sql`kind = 'group'` : sql`kind <> 'group'`;
  const { rows } = await sql<Waiting>`
    with first as (select distinct workspace_id, kind, id from (select * from embedding_due where ${isOf} order by n limit ${count}) f)
    select d.workspace_id as "workspaceId", d.kind, d.id, array_agg(d.n) as places, max(d.failures) as failures
    from first join embedding_due d using (workspace_id, kind, id) group by d.workspace_id, d.kind, d.id order by min(d.n)`.execute(
    db,
  );
  return rows;
}

/** The places of one thing. */
export async function placesOf(db: Db, { workspaceId, kind, id }: Thing): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`
    select n from embedding_due where workspace_id = ${workspaceId} and kind = ${kind} and id = ${id}`.execute(db);
  return rows.map(({ n }) => n);
}

/** Takes places out of the line. One that a thing has got meanwhile stays. */
export async function leaveLine(db: Db, places: readonly number[]): Promise<void> {
  await sql`delete from embedding_due where n = any(${places}::bigint[])`.execute(db);
}

/** Puts a thing that failed at the end of the line. */
export async function waitAgain(db: Db, { workspaceId, kind, id, failures }: Waiting): Promise<void> {
  await sql`
    insert into embedding_due (workspace_id, kind, id, failures)
    select w.id, ${kind}, ${id}, ${failures + 1} from workspace w where w.id = ${workspaceId}`.execute(db);
}

export async function hasWaiting(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from embedding_due limit 1`.execute(db);
  return rows.length > 0;
}

/** Leaves each thing its last place, and things that are gone none: where nothing describes, the line is as long as all that was written. */
export async function tidyLine(db: Db): Promise<void> {
  await sql`
    delete from embedding_due d where exists (
      select from embedding_due e where e.workspace_id = d.workspace_id and e.kind = d.kind and e.id = d.id and e.n > d.n)`.execute(
    db,
  );
  for (const kind of KINDS) {
    await sql`
      delete from embedding_due d where kind = ${kind}
        and not exists (select from ${sql.table(TABLE_OF[kind])} t where t.id = d.id)`.execute(db);
  }
}

/** Puts in the line what was described by another version. */
export async function waitForVersion(db: Db, version: number): Promise<void> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from embedding where version <> ${version}) as found`.execute(db);
  if (!rows[0]?.found) return;
  await sql`
    insert into embedding_due (workspace_id, kind, id)
    select workspace_id, kind, id from embedding e where version <> ${version}
      and not exists (select from embedding_due d where d.workspace_id = e.workspace_id and d.kind = e.kind and d.id = e.id)`.execute(
    db,
  );
}

export interface Readiness {
  ready: number;
  total: number;
}

/** How many of a workspace's things can be found by their likeness. */
export async function readinessOf(db: Db, workspaceId: string, kinds = KINDS): Promise<Partial<Record<SimilarKind, Readiness>>> {
  const waiting = await sql<{ kind: SimilarKind; n: number }>`
    select kind, count(distinct id)::int as n from embedding_due where workspace_id = ${workspaceId} group by kind`.execute(db);
  const found: Partial<Record<SimilarKind, Readiness>> = {};
  for (const kind of kinds) {
    const total = await totalOf(db, workspaceId, kind);
    const left = waiting.rows.find((row) => row.kind === kind)?.n ?? 0;
    found[kind] = { ready: Math.max(0, total - left), total };
  }
  return found;
}

async function totalOf(db: Db, workspaceId: string, kind: SimilarKind): Promise<number> {
  if (kind !== 'group') return countMatches(db, { workspaceId, entity: kind, terms: [] });
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from similarity_group where workspace_id = ${workspaceId}`.execute(db);
  return rows[0]?.n ?? 0;
}
