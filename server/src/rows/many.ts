import { MAX_IDS_PER_CALL } from '@console/shared-contract/limits';
import { sql, type RawBuilder } from 'kysely';
import type { Scope, ScopedTable } from '../access/scope';
import type { Db } from '../database/connection';
import { badField } from '../errors';

/** Locks those of the named rows that exist and that the caller may reach. Returns their ids in the order given. */
export async function lockExisting(trx: Db, scope: Scope, table: ScopedTable, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where id = any(${ids}::uuid[]) and workspace_id = any(${scope.reach().workspaceIds}::uuid[])
    order by id for update`.execute(trx);
  const there = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => there.has(id));
}

/** What of those that match a call changes: all of them, or as many as one call may behind an id. */
export interface Parts {
  in_parts?: boolean;
  after?: string | null;
}

/** The ids of one call of those that match, and where the next call goes on; null: there are no more. */
export interface Part {
  ids: string[];
  next: string | null;
}

/** Rows of a table that match a filter. */
export interface Matching {
  table: ScopedTable;
  /** The table with its alias, and what the conditions join. */
  from: RawBuilder<unknown>;
  /** The alias's id, such as `p.id`. */
  id: RawBuilder<unknown>;
  where: readonly RawBuilder<unknown>[];
}

/**
 * Locks rows that a filter has found, and returns the ids of those that match it once they are locked. The filter is evaluated
 * again in a statement of its own: only a new statement sees what was committed in other tables while the lock was waited for.
 */
export async function lockMatching(trx: Db, { table, from, id, where }: Matching, ids: readonly string[]): Promise<string[]> {
  await sql`select from ${sql.table(table)} where id = any(${ids}::uuid[]) order by id for update`.execute(trx);
  const { rows } = await sql<{ id: string }>`
    select ${id} as id from ${from} where ${id} = any(${ids}::uuid[]) and ${sql.join(where, sql` and `)}`.execute(trx);
  const matching = new Set(rows.map((row) => row.id));
  return ids.filter((each) => matching.has(each));
}

/** Finds and locks the rows of one call, in the order of their ids. Throws 400 when there are more and no parts are requested. */
export async function lockPart(
  trx: Db,
  matching: Matching,
  { in_parts: inParts, after }: Parts,
  tooMany: (limit: number) => string,
): Promise<Part> {
  const { from, id, where } = matching;
  const { rows } = await sql<{ id: string }>`
    select ${id} as id from ${from} where ${sql.join(where, sql` and `)} ${after ? sql`and ${id} > ${after}` : sql``}
    order by ${id} limit ${MAX_IDS_PER_CALL + 1}`.execute(trx);
  if (!inParts && rows.length > MAX_IDS_PER_CALL) throw badField('filter', tooMany(MAX_IDS_PER_CALL));
  const found = rows.slice(0, MAX_IDS_PER_CALL).map((row) => row.id);
  const next = rows.length > found.length ? (found.at(-1) ?? null) : null;
  return { ids: await lockMatching(trx, matching, found), next };
}
