import { MAX_IDS_PER_CALL } from '@console/shared-contract/limits';
import { sql } from 'kysely';
import type { Scope, ScopedTable } from '../access/scope';
import type { Db } from '../database/connection';

/** Of rows that a caller names, those that are still there and that he may reach. */
export async function stillThere(db: Db, scope: Scope, table: ScopedTable, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where id = any(${ids}::uuid[]) and workspace_id = any(${scope.reach().workspaceIds}::uuid[])`.execute(
    db,
  );
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

/** Cuts what was read, one row more than a call may change, to one part. */
export function partOf(ids: readonly string[]): Part {
  const part = ids.slice(0, MAX_IDS_PER_CALL);
  return { ids: part, next: ids.length > part.length ? (part.at(-1) ?? null) : null };
}
