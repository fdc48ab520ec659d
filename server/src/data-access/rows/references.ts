import { notFound } from '../../platform/errors';
import type { SameWorkspaceOptions, Scope, ScopedRow, ScopedTable } from '../../platform/access/scope';

/** Rows that a filter of a list refers to by id. */
export interface ReferencedRows {
  table: ScopedTable;
  ids: readonly (string | number | undefined)[];
  /** The name of the filter, for the error message. */
  field: string;
  /** Entity named by the 404 message. */
  entityName: string;
}

/**
 * Returns the workspace of a list, to which all referenced rows must belong. It is the first that exists of: `knownWorkspaceId`, the
 * workspace of the first referenced row, the workspace of the request, the caller's default workspace.
 */
export async function resolveListWorkspace(
  scope: Scope,
  references: readonly ReferencedRows[],
  knownWorkspaceId?: string,
): Promise<string> {
  const presentReferences = references
    .map((rows) => ({ ...rows, ids: rows.ids.filter((id) => id !== undefined) }))
    .filter((rows) => rows.ids.length > 0);
  const [firstReference] = presentReferences;
  const firstId = firstReference?.ids[0];
  if (!firstReference || firstId === undefined) return knownWorkspaceId ?? scope.resolveWorkspace().id;
  const workspaceId =
    knownWorkspaceId ??
    (await scope.findRow(firstReference.table, firstId, { entityName: firstReference.entityName })).workspace_id;
  for (const { table, ids, field, entityName } of presentReferences) {
    await scope.requireSameWorkspace(table, ids, workspaceId, { field, entityName });
  }
  return workspaceId;
}

/** Checks that all rows to which a filter in a request body refers belong to the workspace. */
export async function requireReferencedRows(
  scope: Scope,
  references: readonly ReferencedRows[],
  workspaceId: string,
): Promise<void> {
  for (const { table, ids, field, entityName } of references) {
    await scope.requireSameWorkspace(
      table,
      ids.filter((id) => id !== undefined),
      workspaceId,
      { field: `filter.${field}`, entityName },
    );
  }
}

/** Returns a row referenced in a body, which must belong to the workspace. Throws 404 or 400. */
export async function findReferencedRow<T extends ScopedTable>(
  scope: Scope,
  table: T,
  id: string | number,
  workspaceId: string,
  options: SameWorkspaceOptions,
): Promise<ScopedRow<T>> {
  const [row] = await scope.findRows(table, [id], workspaceId, options);
  if (!row) throw notFound(options.entityName);
  return row;
}
