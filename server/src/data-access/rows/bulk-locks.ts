import { MAX_IDS_PER_CALL } from '@console/shared-contract/limits';
import { sql, type RawBuilder } from 'kysely';
import type { SameWorkspaceOptions, Scope, ScopedTable } from '../../platform/access/scope';
import type { Db } from '../../platform/database/connection';
import { createFieldError } from '../../platform/errors';

/** Returns the ids of the given rows that exist and that the caller may access, in the given order. */
export async function findExistingIds(
  db: Db,
  scope: Scope,
  table: ScopedTable,
  ids: readonly string[],
  { lock = false } = {},
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where id = any(${ids}::uuid[]) and workspace_id = any(${scope.toWriteScope().workspaceIds}::uuid[])
    order by id ${lock ? sql`for update` : sql``}`.execute(db);
  const existingIds = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => existingIds.has(id));
}

/** The rows that a bulk call lists by id. */
interface ListedRows extends SameWorkspaceOptions {
  table: ScopedTable;
  ids: readonly string[];
  /** Skips ids of missing rows instead of throwing 404. */
  skipsMissing: boolean;
}

/** Returns the workspace and the distinct ids of listed rows, which must belong to one workspace of the caller. */
export async function findListedRows(
  db: Db,
  scope: Scope,
  { table, ids, skipsMissing, field, entityName }: ListedRows,
  { lock = false } = {},
): Promise<{ workspaceId: string; ids: string[] }> {
  const requestedIds = [...new Set(ids)];
  const foundIds = skipsMissing ? await findExistingIds(db, scope, table, requestedIds, { lock }) : requestedIds;
  const [firstId] = foundIds;
  if (firstId === undefined) return { workspaceId: scope.resolveWorkspace().id, ids: foundIds };
  const { workspace_id: workspaceId } = await scope.findRow(table, firstId, { entityName });
  await scope.findRows(table, foundIds, workspaceId, { field, entityName, lock });
  return { workspaceId, ids: foundIds };
}

/** Whether a bulk call changes every match, or only the next batch after the id in `after`. */
export interface BatchRequest {
  in_parts?: boolean;
  after?: string | null;
}

/** One batch of matching ids. `next` is the id to continue after; null if there are no more. */
interface IdBatch {
  ids: string[];
  next: string | null;
}

/** A query for the rows of a table that match a filter. */
export interface MatchQuery {
  table: ScopedTable;
  /** SQL of the table with its alias, and the joins that the conditions need. */
  from: RawBuilder<unknown>;
  /** SQL of the id, such as `p.id`. */
  id: RawBuilder<unknown>;
  where: readonly RawBuilder<unknown>[];
}

/**
 * Locks rows found by a filter and returns the ids that still match once they are locked. The filter runs again in a separate
 * statement: only a new statement sees what others committed in other tables during the wait for the lock.
 */
export async function lockMatching(trx: Db, { table, from, id, where }: MatchQuery, ids: readonly string[]): Promise<string[]> {
  await sql`select from ${sql.table(table)} where id = any(${ids}::uuid[]) order by id for update`.execute(trx);
  const { rows } = await sql<{ id: string }>`
    select ${id} as id from ${from} where ${id} = any(${ids}::uuid[]) and ${sql.join(where, sql` and `)}`.execute(trx);
  const matchingIds = new Set(rows.map((row) => row.id));
  return ids.filter((candidate) => matchingIds.has(candidate));
}

/** Finds and locks the rows of one batch, ordered by id. Throws 400 if there are more and the call is not batched. */
export async function lockBatch(
  trx: Db,
  matching: MatchQuery,
  { in_parts: isBatched, after }: BatchRequest,
  formatTooMany: (limit: number) => string,
): Promise<IdBatch> {
  const { from, id, where } = matching;
  const { rows } = await sql<{ id: string }>`
    select ${id} as id from ${from} where ${sql.join(where, sql` and `)} ${after ? sql`and ${id} > ${after}` : sql``}
    order by ${id} limit ${MAX_IDS_PER_CALL + 1}`.execute(trx);
  if (!isBatched && rows.length > MAX_IDS_PER_CALL) throw createFieldError('filter', formatTooMany(MAX_IDS_PER_CALL));
  const batchIds = rows.slice(0, MAX_IDS_PER_CALL).map((row) => row.id);
  const nextId = rows.length > batchIds.length ? (batchIds.at(-1) ?? null) : null;
  return { ids: await lockMatching(trx, matching, batchIds), next: nextId };
}
