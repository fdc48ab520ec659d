import type { BulkItemError, ParsedItem } from '@console/shared-contract/api';
import type { Reach } from '../access/scope';
import { badField, HttpError, notFound, staleBy } from '../errors';
import { messages as answers } from '../errors/messages';
import { claimItemKeys, isCreationOf, keepItemAnswers, workspaceOf, type Answer } from '../database/item-keys';
import { dropFiles, type WriteContext } from './answer';
import { changedBy, deletedBy, goneShape } from './changed-by';
import type { NewShape, ShapeEdit, ShapeItem, ShapeKind, ShapeRow } from './kind';
import { messages } from './messages';
import { writeShapes } from './write';

type BulkResult<Row> = { status: 200 | 201; row: Row } | { status: 204; row: null } | BulkItemError;

/** Writes the items of a bulk call and answers each as a single call would have. */
export async function writeShapesInBulk<Row extends ShapeRow, New extends NewShape, Edit extends ShapeEdit, Shown>(
  context: WriteContext,
  kind: ShapeKind<Row, New, Edit>,
  read: readonly ParsedItem<ShapeItem<New, Edit>>[],
  readRows: (ids: readonly string[]) => Promise<ReadonlyMap<string, Shown>>,
): Promise<{ results: BulkResult<Shown>[] }> {
  const { db, scope } = context;
  const reach = scope.reach();
  const keys = read.map((each) => ('item' in each && 'key' in each.item ? each.item.key : undefined));
  const answered = await claimItemKeys(db, scope.caller.id, keys);
  const isNew = (key: string | undefined, index: number) =>
    key === undefined || (!answered.has(key) && keys.indexOf(key) === index);

  const items = read.flatMap((each, index) => ('item' in each && isNew(keys[index], index) ? [each.item] : []));
  const { outcomes, leftover } = await writeShapes(db, reach, kind, items);
  const shown = outcomes.flatMap((outcome) => {
    if ('stale' in outcome) return outcome.stale;
    return 'id' in outcome && outcome.status !== 204 ? outcome.id : [];
  });
  const rows = shown.length > 0 ? await readRows(shown) : new Map<string, Shown>();
  const stale = outcomes.flatMap((outcome) => ('stale' in outcome ? outcome.stale : []));
  const people = await changedBy(db, kind.table, stale);
  const gone = items.flatMap((item, index) => {
    const outcome = outcomes[index];
    return outcome && 'refused' in outcome && outcome.refused.status === 404 && item.op === 'change' ? item.id : [];
  });
  const deleters = await deletedBy(db, reach, kind.table, gone);
  const rowOf = (id: string): Shown => {
    const row = rows.get(id);
    if (row === undefined) throw new Error(`${kind.what} ${id} was written and is not there`);
    return row;
  };
  const inOrder = outcomes.values();
  const results = read.map((each, index): BulkResult<Shown> => {
    if (!('item' in each)) return refusalOf(badField(each.field, each.message));
    const key = keys[index];
    const earlier = key === undefined ? undefined : answered.get(key);
    if (earlier) return resultOf(earlier, each.item, { reach, what: kind.what, ownField: kind.label?.field ?? 'name' });
    if (!isNew(key, index)) return refusalOf(badField('key', messages.namedTwice));
    const outcome = inOrder.next().value;
    if (!outcome) throw new Error('an item has no outcome');
    if ('refused' in outcome)
      return refusalOf(goneShape(outcome.refused, each.item.op === 'change' ? deleters.get(each.item.id) : undefined));
    if ('stale' in outcome) return refusalOf(staleBy(rowOf(outcome.stale), people.get(outcome.stale)));
    const { status, id } = outcome;
    return status === 204 ? { status, row: null } : { status, row: rowOf(id) };
  });
  const done = results.flatMap((result, index): [string, Answer][] => {
    const key = keys[index];
    const isKept = key !== undefined && !answered.has(key) && !('detail' in result);
    return isKept ? [[key, { status: result.status, text: JSON.stringify(result.row) }]] : [];
  });
  await keepItemAnswers(db, scope.caller.id, keys, new Map(done));
  dropFiles(context, leftover);
  return { results };
}

function refusalOf({ status, detail, extra }: HttpError): BulkItemError {
  return { ...extra, status, detail };
}

interface Repeated {
  reach: Reach;
  what: string;
  /** The field that tells the kind's rows from those of others. */
  ownField: string;
}

/**
 * What was answered before, by a single call or an item. A key that was used for something else is refused, and a row of a
 * workspace that the caller has left meanwhile is not there.
 */
function resultOf<Shown>(
  earlier: Answer,
  item: ShapeItem<NewShape, ShapeEdit>,
  { reach, what, ownField }: Repeated,
): BulkResult<Shown> {
  const workspace = workspaceOf(earlier);
  if (workspace !== null && !reach.workspaceIds.includes(workspace)) return refusalOf(notFound(what));
  const { op, key: _, ...fields } = { key: undefined, ...item };
  // A restoration does not say what it restores: there the kind has to do.
  const isRepeat =
    op === 'create'
      ? isCreationOf(earlier, fields)
      : isCreationOf({ ...earlier, status: 200 }, { image: null, [ownField]: null });
  if (!isRepeat) return refusalOf(new HttpError(422, answers.keyReused));
  return { status: earlier.status === 201 ? 201 : 200, row: JSON.parse(earlier.text ?? 'null') as Shown };
}
