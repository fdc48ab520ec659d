import { sql } from 'kysely';
import type { Reach } from '../access/scope';
import type { Db } from '../database/connection';
import { HttpError, type Person } from '../errors';
import type { ShapeTable } from './kind';

/** Who changed shapes last, by the ids of the shapes; nobody where that is not known. */
export async function changedBy(db: Db, table: ShapeTable, ids: readonly string[]): Promise<ReadonlyMap<string, Person>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Person & { shape: string }>`
    select s.id as shape, u.id, u.username from ${sql.table(table)} s join app_user u on u.id = s.changed_by
    where s.id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ shape, ...person }) => [shape, person]));
}

/** Who deleted shapes, by the ids of the shapes, within reach; nobody of those that were purged, or went with their picture. */
export async function deletedBy(
  db: Db,
  { workspaceIds }: Reach,
  table: ShapeTable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Person>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Person & { shape: string }>`
    select s.id as shape, u.id, u.username from deleted_shape s join app_user u on u.id = s.deleted_by
    where s.kind = ${table} and s.id = any(${ids}::uuid[]) and s.workspace_id = any(${workspaceIds}::uuid[])`.execute(db);
  return new Map(rows.map(({ shape, ...person }) => [shape, person]));
}

/** The refusal to change a shape that is not there, with who has deleted it. */
export function goneShape(refusal: HttpError, person: Person | undefined): HttpError {
  return person ? new HttpError(refusal.status, refusal.detail, { ...refusal.extra, changed_by: person }) : refusal;
}
