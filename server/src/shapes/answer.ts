import { sql } from 'kysely';
import type { Db } from '../database/connection';
import type { FileStore } from '../files/store';
import type { Scope } from '../access/scope';
import { staleBy } from '../errors';
import { changedBy, deletedBy, goneShape } from './changed-by';
import type { NewShape, ShapeEdit, ShapeItem, ShapeKind, ShapeRow } from './kind';
import { writeShapes } from './write';

/** Of a call's context, what a write of shapes needs. */
export interface WriteContext {
  db: Db;
  scope: Scope;
  files: FileStore;
  afterCommit: (action: () => Promise<void>) => void;
}

/** Removes files once nothing names them. */
export function dropFiles({ files, afterCommit }: Pick<WriteContext, 'files' | 'afterCommit'>, keys: readonly string[]): void {
  if (keys.length === 0) return;
  afterCommit(async () => {
    await Promise.all(keys.map((key) => files.delete(key)));
  });
}

/** Writes one shape and answers its id. Throws what it is refused with; a stale edit with the row as it is. */
export async function writeShape<Row extends ShapeRow, New extends NewShape, Edit extends ShapeEdit>(
  context: WriteContext,
  kind: ShapeKind<Row, New, Edit>,
  item: ShapeItem<New, Edit>,
  current: (id: string) => Promise<unknown>,
): Promise<string> {
  const { outcomes, leftover } = await writeShapes(context.db, context.scope.reach(), kind, [item]);
  const [outcome] = outcomes;
  if (!outcome) throw new Error('an item has no outcome');
  if ('refused' in outcome) {
    const gone = outcome.refused.status === 404 && item.op === 'change' ? [item.id] : [];
    const people = await deletedBy(context.db, context.scope.reach(), kind.table, gone);
    throw goneShape(outcome.refused, people.get(gone[0] ?? ''));
  }
  if ('stale' in outcome) {
    const people = await changedBy(context.db, kind.table, [outcome.stale]);
    throw staleBy(await current(outcome.stale), people.get(outcome.stale));
  }
  dropFiles(context, leftover);
  return outcome.id;
}

/** Deletes all shapes of a kind that lie on an image. */
export async function eraseImage<Row extends ShapeRow, New extends NewShape, Edit extends ShapeEdit>(
  context: WriteContext,
  kind: ShapeKind<Row, New, Edit>,
  imageId: string,
): Promise<void> {
  const { db, scope } = context;
  // Locked before it is looked at, so that what is drawn meanwhile is either seen or comes after.
  const image = await scope.findRow('training_image', imageId, { what: 'Image', lock: true });
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(kind.table)} where image_id = ${image.id}`.execute(db);
  const items = rows.map(({ id }) => ({ op: 'delete' as const, id }));
  const { leftover } = await writeShapes(db, scope.reach(), kind, items);
  dropFiles(context, leftover);
}
