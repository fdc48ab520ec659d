import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { deleteFiles } from '../../platform/files/delete-files';
import type { FileStore } from '../../platform/files/store';
import type { Scope } from '../../platform/access/scope';
import { createVersionConflictWithEditor } from '../../platform/errors';
import { findLastEditors, findDeleters, addDeleter } from './editors';
import type { NewShape, ShapeEdit, ShapeItem, ShapeKind, ShapeRow } from './kind';
import { writeShapes } from './write';

/** The part of a route context that writing shapes needs. */
export interface WriteContext {
  db: Db;
  scope: Scope;
  files: FileStore;
  afterCommit: (action: () => Promise<void>) => void;
  reportChangedIds: (changedIds: ReadonlyMap<string, readonly string[]>) => void;
}

/** Deletes files after the transaction has committed, when no row refers to them any more. */
export function deleteFilesAfterCommit(
  { files, afterCommit }: Pick<WriteContext, 'files' | 'afterCommit'>,
  keys: readonly string[],
): void {
  if (keys.length > 0) afterCommit(() => deleteFiles(files, keys));
}

/** Writes one shape and returns its id. Throws the error of a rejected write; for a stale edit, a 409 with the current row. */
export async function writeShape<Row extends ShapeRow, New extends NewShape, Edit extends ShapeEdit>(
  context: WriteContext,
  kind: ShapeKind<Row, New, Edit>,
  bulkItem: ShapeItem<New, Edit>,
  loadCurrent: (id: string) => Promise<unknown>,
): Promise<string> {
  const { outcomes, orphanedFiles } = await writeShapes(context.db, context.scope.toWriteScope(), kind, [bulkItem]);
  const [outcome] = outcomes;
  if (!outcome) throw new Error('the item has no outcome');
  if ('rejected' in outcome) {
    const missingIds = outcome.rejected.status === 404 && bulkItem.op === 'change' ? [bulkItem.id] : [];
    const deleters = await findDeleters(context.db, context.scope.toWriteScope(), kind.table, missingIds);
    throw addDeleter(outcome.rejected, deleters.get(missingIds[0] ?? ''));
  }
  if ('stale' in outcome) {
    const editors = await findLastEditors(context.db, kind.table, [outcome.stale]);
    throw createVersionConflictWithEditor(await loadCurrent(outcome.stale), editors.get(outcome.stale));
  }
  deleteFilesAfterCommit(context, orphanedFiles);
  return outcome.id;
}

export async function deleteShapesOnImage<Row extends ShapeRow, New extends NewShape, Edit extends ShapeEdit>(
  context: WriteContext,
  kind: ShapeKind<Row, New, Edit>,
  imageId: string,
): Promise<void> {
  const { db, scope } = context;
  // Lock the image first. A shape that somebody draws meanwhile is then either deleted here or created after this transaction.
  const image = await scope.findRow('training_image', imageId, { entityName: 'Image', lock: true });
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(kind.table)} where image_id = ${image.id}`.execute(db);
  const items = rows.map(({ id }) => ({ op: 'delete' as const, id }));
  const { orphanedFiles, deletedIds } = await writeShapes(db, scope.toWriteScope(), kind, items);
  context.reportChangedIds(deletedIds);
  deleteFilesAfterCommit(context, orphanedFiles);
}
