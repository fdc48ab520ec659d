import { notFound } from '../errors';
import type { SameWorkspaceOptions, Scope, ScopedRow, ScopedTable } from '../access/scope';

/** Rows that a list's filters name by id. */
export interface NamedRows {
  table: ScopedTable;
  ids: readonly (string | number | undefined)[];
  /** The filter, for the message. */
  field: string;
  /** What the 404 says was not found. */
  what: string;
}

/**
 * The workspace that a list reads: the one that is decided already, else that of the first row its filters name, else the one the
 * request names, else the caller's default. All rows named must be of it.
 */
export async function listWorkspace(scope: Scope, named: readonly NamedRows[], decided?: string): Promise<string> {
  const given = named
    .map((rows) => ({ ...rows, ids: rows.ids.filter((id) => id !== undefined) }))
    .filter((rows) => rows.ids.length > 0);
  const [first] = given;
  const decisive = first?.ids[0];
  if (!first || decisive === undefined) return decided ?? scope.workspace().id;
  const workspaceId = decided ?? (await scope.findRow(first.table, decisive, { what: first.what })).workspace_id;
  for (const { table, ids, field, what } of given) {
    await scope.requireSameWorkspace(table, ids, workspaceId, { field, what });
  }
  return workspaceId;
}

/** The rows that a filter in a body names must be of the workspace. */
export async function requireNamed(scope: Scope, named: readonly NamedRows[], workspaceId: string): Promise<void> {
  for (const { table, ids, field, what } of named) {
    await scope.requireSameWorkspace(
      table,
      ids.filter((id) => id !== undefined),
      workspaceId,
      { field: `filter.${field}`, what },
    );
  }
}

/** One row named in a body, which must be of the given workspace. */
export async function findNamed<T extends ScopedTable>(
  scope: Scope,
  table: T,
  id: string | number,
  workspaceId: string,
  options: SameWorkspaceOptions,
): Promise<ScopedRow<T>> {
  const [row] = await scope.findRows(table, [id], workspaceId, options);
  if (!row) throw notFound(options.what);
  return row;
}
