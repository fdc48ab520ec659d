import type { BulkRefusal, ReadItem } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../database/connection';
import type { FileStore } from '../files/store';
import type { HttpError } from '../errors';
import { badField, staleVersion } from '../errors';
import type { Scope } from '../access/scope';
import type { NewShape, ShapeEdit, ShapeItem, ShapeKind, ShapeRow } from './kind';
import { writeShapes } from './write';

/** Of a call's context, what a write of shapes needs. */
interface WriteContext {
  db: Db;
  scope: Scope;
  files: FileStore;
  afterCommit: (action: () => Promise<void>) => void;
}

type ReadRows<Row> = (ids: readonly string[]) => Promise<ReadonlyMap<string, Row>>;

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
  if ('refused' in outcome) throw outcome.refused;
  if ('stale' in outcome) throw staleVersion(await current(outcome.stale));
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

type BulkResult<Row> = { status: 200 | 201; row: Row } | { status: 204; row: null } | BulkRefusal;

/** Writes the items of a bulk call and answers each as a single call would have. */
export async function writeShapesInBulk<Row extends ShapeRow, New extends NewShape, Edit extends ShapeEdit, Shown>(
  context: WriteContext,
  kind: ShapeKind<Row, New, Edit>,
  read: readonly ReadItem<ShapeItem<New, Edit>>[],
  readRows: ReadRows<Shown>,
): Promise<{ results: BulkResult<Shown>[] }> {
  const items = read.flatMap((each) => ('item' in each ? [each.item] : []));
  const { outcomes, leftover } = await writeShapes(context.db, context.scope.reach(), kind, items);
  const shown = outcomes.flatMap((outcome) => {
    if ('stale' in outcome) return outcome.stale;
    return 'id' in outcome && outcome.status !== 204 ? outcome.id : [];
  });
  const rows = shown.length > 0 ? await readRows(shown) : new Map<string, Shown>();
  const rowOf = (id: string): Shown => {
    const row = rows.get(id);
    if (row === undefined) throw new Error(`${kind.what} ${id} was written and is not there`);
    return row;
  };
  dropFiles(context, leftover);
  const inOrder = outcomes.values();
  return {
    results: read.map((each): BulkResult<Shown> => {
      if (!('item' in each)) return refusalOf(badField(each.field, each.message));
      const outcome = inOrder.next().value;
      if (!outcome) throw new Error('an item has no outcome');
      if ('refused' in outcome) return refusalOf(outcome.refused);
      if ('stale' in outcome) return refusalOf(staleVersion(rowOf(outcome.stale)));
      const { status, id } = outcome;
      return status === 204 ? { status, row: null } : { status, row: rowOf(id) };
    }),
  };
}

function refusalOf({ status, detail, extra }: HttpError): BulkRefusal {
  return { ...extra, status, detail };
}
