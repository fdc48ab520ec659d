import { sql } from 'kysely';
import type { WriteScope } from '../../platform/access/scope';
import type { Db } from '../../platform/database/connection';
import { HttpError, type NamedUser } from '../../platform/errors';
import type { ShapeTable } from '../../platform/database/tables/shapes';

/** Returns the user who last changed each shape, by shape id. Shapes without a known user are missing. */
export async function findLastEditors(
  db: Db,
  table: ShapeTable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedUser>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<NamedUser & { shape: string }>`
    select s.id as shape, u.id, u.username from ${sql.table(table)} s join app_user u on u.id = s.changed_by
    where s.id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ shape, ...editor }) => [shape, editor]));
}

/** Returns the user who deleted each shape, by shape id. Purged shapes and shapes deleted with their image are missing. */
export async function findDeleters(
  db: Db,
  { workspaceIds }: WriteScope,
  table: ShapeTable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedUser>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<NamedUser & { shape: string }>`
    select s.id as shape, u.id, u.username from deleted_shape s join app_user u on u.id = s.deleted_by
    where s.kind = ${table} and s.id = any(${ids}::uuid[]) and s.workspace_id = any(${workspaceIds}::uuid[])`.execute(db);
  return new Map(rows.map(({ shape, ...deleter }) => [shape, deleter]));
}

/** Adds the user who deleted the shape to a 404 error. */
export function addDeleter(error: HttpError, deleter: NamedUser | undefined): HttpError {
  return deleter ? new HttpError(error.status, error.detail, { ...error.extra, changed_by: deleter }) : error;
}
