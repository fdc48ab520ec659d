import { sql, type Selectable } from 'kysely';
import type { Db } from '../../platform/database/connection';
import type { Database } from '../../platform/database/schema';
import { HttpError, notFound } from '../../platform/errors';
import type { WriteScope } from '../../platform/access/scope';
import { messages } from '../../platform/errors/messages';
import type { LabelRow, NewShape, ShapeEdit, ShapeItem, ShapeKind, ShapeRow } from './kind';
import { lockLinkTargets } from './trash';

type ImageRow = Selectable<Database['training_image']>;
interface WorkspaceRow {
  id: string;
  workspace_id: string;
}
interface TrashRow extends WorkspaceRow {
  image_id: string;
  label_id: string | null;
}

/** The locked rows that write operations (`items`) refer to. Contains only rows that the caller may access. */
export interface LockedRows<Row extends ShapeRow> {
  live: ReadonlyMap<string, Row>;
  deleted: ReadonlyMap<string, TrashRow>;
  images: ReadonlyMap<string, ImageRow>;
  labels: ReadonlyMap<string, LabelRow>;
}

/**
 * Locks all rows that the items affect, in the lock order of all writers: referenced labels and groups, then images, then shapes, each
 * sorted by id. The number of statements does not depend on the number of items.
 */
export async function lockRows<Row extends ShapeRow, New extends NewShape, Edit extends ShapeEdit>(
  trx: Db,
  { workspaceIds }: WriteScope,
  kind: ShapeKind<Row, New, Edit>,
  items: readonly ShapeItem<New, Edit>[],
): Promise<LockedRows<Row>> {
  const isInScope = sql`workspace_id = any(${workspaceIds}::uuid[])`;
  const ids = listUniqueIds(items.map((item) => (item.op === 'create' ? undefined : item.id)));
  const restoredIds = listUniqueIds(items.map((item) => (item.op === 'restore' ? item.id : undefined)));
  const labelColumn = kind.label ? sql`(shape ->> ${sql.lit(kind.label.column)})::uuid` : sql`null::uuid`;
  const deletedRows = sql`
    select id, workspace_id, image_id, ${labelColumn} as label_id from deleted_shape
    where kind = ${kind.table} and id = any(${restoredIds}::uuid[]) and ${isInScope} order by id`;

  const deletedCandidates = restoredIds.length > 0 ? await queryRows<TrashRow>(trx, deletedRows) : [];
  const labelIds = listUniqueIds([
    ...items.map((item) => (item.op === 'create' || item.op === 'change' ? kind.label?.getLabelId(item) : undefined)),
    ...deletedCandidates.map((row) => row.label_id),
  ]);
  // If an edit sets attributes but no label, the shape's current label declares the attributes.
  const attributedIds = listUniqueIds(items.map((item) => (item.op === 'change' && item.attributes ? item.id : undefined)));
  const labels =
    kind.label && labelIds.length + attributedIds.length > 0
      ? await queryRows<LabelRow>(
          trx,
          sql`
            select * from ${sql.table(kind.label.table)} where ${isInScope} and id = any(array(
              select unnest(${labelIds}::uuid[])
              union select ${sql.ref(kind.label.column)} from ${sql.table(kind.table)} where id = any(${attributedIds}::uuid[]) and ${isInScope}))
            order by id for key share`,
        )
      : [];
  if (deletedCandidates.length > 0) await lockLinkTargets(trx, kind.links, restoredIds);

  const imageIds = items.map((item) => (item.op === 'create' || item.op === 'change' ? item.image : undefined));
  // Lock exclusively, so that one of two concurrent calls that delete and restore a shape must wait. Otherwise, a call could find the shape
  // in neither table.
  const needsExclusiveLock = kind.syncFacets !== undefined || items.some((item) => item.op === 'delete' || item.op === 'restore');
  const images = await queryRows<ImageRow>(
    trx,
    sql`
      select * from training_image where ${isInScope} and id = any(array(
        select unnest(${listUniqueIds([...imageIds, ...deletedCandidates.map((row) => row.image_id)])}::uuid[])
        union select image_id from ${sql.table(kind.table)} where id = any(${ids}::uuid[]) and ${isInScope}))
      order by id ${needsExclusiveLock ? sql`for no key update` : sql`for key share`}`,
  );
  const lockedDeletedRows = deletedCandidates.length > 0 ? await queryRows<TrashRow>(trx, sql`${deletedRows} for update`) : [];
  const existingRows =
    ids.length > 0
      ? await queryRows<Row>(
          trx,
          sql`select * from ${sql.table(kind.table)} where id = any(${ids}::uuid[]) and ${isInScope} order by id for update`,
        )
      : [];
  return {
    live: indexById(existingRows),
    deleted: indexById(lockedDeletedRows),
    images: indexById(images),
    labels: indexById(labels),
  };
}

/** Returns a row referenced by an item. Throws 404 or 400 like `Scope.findRows` if it is missing or in another workspace. */
export function requireRow<Row extends WorkspaceRow>(
  rows: ReadonlyMap<string, Row>,
  id: string,
  workspaceId: string,
  { field, entityName }: { field: string; entityName: string },
): Row {
  const row = rows.get(id);
  if (!row) throw notFound(entityName);
  if (row.workspace_id !== workspaceId) throw new HttpError(400, messages.otherWorkspace(field));
  return row;
}

export function listUniqueIds(ids: readonly (string | null | undefined)[]): string[] {
  return [...new Set(ids)].filter((id) => id !== null && id !== undefined);
}

async function queryRows<Row>(trx: Db, query: ReturnType<typeof sql>): Promise<Row[]> {
  return (await query.execute(trx)).rows as Row[];
}

function indexById<Row extends { id: string }>(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}
