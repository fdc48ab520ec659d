import { sql, type Selectable } from 'kysely';
import type { Db } from '../database/connection';
import type { Database } from '../database/schema';
import { HttpError, notFound } from '../errors';
import type { Reach } from '../access/scope';
import { messages } from '../errors/messages';
import type { NewShape, ShapeEdit, ShapeItem, ShapeKind, ShapeRow } from './kind';
import { holdLinked } from './trash';

type ImageRow = Selectable<Database['training_image']>;
interface Named {
  id: string;
  workspace_id: string;
}
interface TrashRow extends Named {
  image_id: string;
  label_id: string | null;
}

/** The rows that items name, among those within reach; locked, so that what is decided by them holds. */
export interface Found<Row extends ShapeRow> {
  live: ReadonlyMap<string, Row>;
  deleted: ReadonlyMap<string, TrashRow>;
  images: ReadonlyMap<string, ImageRow>;
  labels: ReadonlyMap<string, Named>;
}

/**
 * Locks all that the items concern, in the order of every writer: what shapes are put on or into, then their images, then
 * the shapes; each by id. A number of statements that does not depend on the number of items.
 */
export async function findAndLock<Row extends ShapeRow, New extends NewShape, Edit extends ShapeEdit>(
  trx: Db,
  { workspaceIds }: Reach,
  kind: ShapeKind<Row, New, Edit>,
  items: readonly ShapeItem<New, Edit>[],
): Promise<Found<Row>> {
  const within = sql`workspace_id = any(${workspaceIds}::uuid[])`;
  const ids = unique(items.map((item) => (item.op === 'create' ? undefined : item.id)));
  const restored = unique(items.map((item) => (item.op === 'restore' ? item.id : undefined)));
  const labelColumn = kind.label ? sql`(shape ->> ${sql.lit(kind.label.column)})::uuid` : sql`null::uuid`;
  const deletedRows = sql`
    select id, workspace_id, image_id, ${labelColumn} as label_id from deleted_shape
    where kind = ${kind.table} and id = any(${restored}::uuid[]) and ${within} order by id`;

  const deletedBefore = restored.length > 0 ? await rowsOf<TrashRow>(trx, deletedRows) : [];
  const labelIds = unique([
    ...items.map((item) => (item.op === 'create' || item.op === 'change' ? kind.label?.of(item) : undefined)),
    ...deletedBefore.map((row) => row.label_id),
  ]);
  const labels =
    kind.label && labelIds.length > 0
      ? await rowsOf<Named>(
          trx,
          sql`select id, workspace_id from ${sql.table(kind.label.table)} where id = any(${labelIds}::uuid[]) and ${within} order by id for key share`,
        )
      : [];
  if (deletedBefore.length > 0) await holdLinked(trx, kind.links, restored);

  const named = items.map((item) => (item.op === 'create' || item.op === 'change' ? item.image : undefined));
  // A deletion and a restoration that meet must queue, or one would find the shape in neither table.
  const isAlone = kind.sync !== undefined || items.some((item) => item.op === 'delete' || item.op === 'restore');
  const images = await rowsOf<ImageRow>(
    trx,
    sql`
      select * from training_image where ${within} and id = any(array(
        select unnest(${unique([...named, ...deletedBefore.map((row) => row.image_id)])}::uuid[])
        union select image_id from ${sql.table(kind.table)} where id = any(${ids}::uuid[]) and ${within}))
      order by id ${isAlone ? sql`for no key update` : sql`for key share`}`,
  );
  const deleted = deletedBefore.length > 0 ? await rowsOf<TrashRow>(trx, sql`${deletedRows} for update`) : [];
  const live =
    ids.length > 0
      ? await rowsOf<Row>(
          trx,
          sql`select * from ${sql.table(kind.table)} where id = any(${ids}::uuid[]) and ${within} order by id for update`,
        )
      : [];
  return { live: byId(live), deleted: byId(deleted), images: byId(images), labels: byId(labels) };
}

/** A row named in an item, which must be of the shape's workspace: as `Scope.findRows` has it. */
export function named<Row extends Named>(
  rows: ReadonlyMap<string, Row>,
  id: string,
  workspaceId: string,
  { field, what }: { field: string; what: string },
): Row {
  const row = rows.get(id);
  if (!row) throw notFound(what);
  if (row.workspace_id !== workspaceId) throw new HttpError(400, messages.otherWorkspace(field));
  return row;
}

export function unique(ids: readonly (string | null | undefined)[]): string[] {
  return [...new Set(ids)].filter((id) => id !== null && id !== undefined);
}

async function rowsOf<Row>(trx: Db, query: ReturnType<typeof sql>): Promise<Row[]> {
  return (await query.execute(trx)).rows as Row[];
}

function byId<Row extends { id: string }>(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}
