import type { AuditAction, BulkItemError, ParsedItem } from '@console/shared-contract/api';
import type { WriteScope } from '../../platform/access/scope';
import { createFieldError, HttpError, notFound, createVersionConflictWithEditor } from '../../platform/errors';
import { messages as errorMessages } from '../../platform/errors/messages';
import {
  claimItemKeys,
  isResponseToCreation,
  storeItemResponses,
  getWorkspaceId,
  type StoredResponse,
} from '../../platform/database/item-keys';
import { deleteFilesAfterCommit, type WriteContext } from './write-shape';
import { findLastEditors, findDeleters, addDeleter } from './editors';
import type { NewShape, ShapeEdit, ShapeItem, ShapeKind, ShapeRow } from './kind';
import { messages } from './messages';
import { writeShapes } from './write';

/** Result of one item: the response of the equivalent single call (no row for a deletion), or the error. */
export type BulkResult<Row> = { status: 200 | 201; row: Row } | { status: 204; row: null } | BulkItemError;

/** Returns the action that the audit log records for a bulk call on shapes: only calls that delete shapes are recorded. */
export function getShapesAudit({ items }: { items: readonly ParsedItem<{ op: string }>[] }): AuditAction | null {
  return items.some((parsedItem) => 'item' in parsedItem && parsedItem.item.op === 'delete') ? 'delete' : null;
}

/** Writes the items of a bulk call. Each result equals the response of the corresponding single call. */
export async function writeShapesInBulk<Row extends ShapeRow, New extends NewShape, Edit extends ShapeEdit, ApiRow>(
  context: WriteContext,
  kind: ShapeKind<Row, New, Edit>,
  parsedItems: readonly ParsedItem<ShapeItem<New, Edit>>[],
  readRows: (ids: readonly string[]) => Promise<ReadonlyMap<string, ApiRow>>,
): Promise<{ results: BulkResult<ApiRow>[] }> {
  const { db, scope } = context;
  const writeScope = scope.toWriteScope();
  const keys = parsedItems.map((parsedItem) =>
    'item' in parsedItem && 'key' in parsedItem.item ? parsedItem.item.key : undefined,
  );
  const storedResponses = await claimItemKeys(db, scope.caller.id, keys);
  const isFirstUse = (key: string | undefined, index: number) =>
    key === undefined || (!storedResponses.has(key) && keys.indexOf(key) === index);

  const items = parsedItems.flatMap((parsedItem, index) =>
    'item' in parsedItem && isFirstUse(keys[index], index) ? [parsedItem.item] : [],
  );
  const { outcomes, orphanedFiles, deletedIds } = await writeShapes(db, writeScope, kind, items);
  context.reportChangedIds(deletedIds);
  const returnedIds = outcomes.flatMap((outcome) => {
    if ('stale' in outcome) return outcome.stale;
    return 'id' in outcome && outcome.status !== 204 ? outcome.id : [];
  });
  const rows = returnedIds.length > 0 ? await readRows(returnedIds) : new Map<string, ApiRow>();
  const staleIds = outcomes.flatMap((outcome) => ('stale' in outcome ? outcome.stale : []));
  const editors = await findLastEditors(db, kind.table, staleIds);
  const missingIds = items.flatMap((item, index) => {
    const outcome = outcomes[index];
    return outcome && 'rejected' in outcome && outcome.rejected.status === 404 && item.op === 'change' ? item.id : [];
  });
  const deleters = await findDeleters(db, writeScope, kind.table, missingIds);
  const getRow = (id: string): ApiRow => {
    const row = rows.get(id);
    if (row === undefined) throw new Error(`${kind.entityName} ${id} was written but cannot be read`);
    return row;
  };
  const outcomeIterator = outcomes.values();
  const results = parsedItems.map((parsedItem, index): BulkResult<ApiRow> => {
    if (!('item' in parsedItem)) return toErrorResult(createFieldError(parsedItem.field, parsedItem.message));
    const key = keys[index];
    const storedResponse = key === undefined ? undefined : storedResponses.get(key);
    if (storedResponse) {
      const repeatContext = {
        writeScope,
        entityName: kind.entityName,
        isDataDerived: kind.isDataDerived,
      };
      return catchHttpError(() => toRepeatedResult(storedResponse, parsedItem.item, repeatContext));
    }
    if (!isFirstUse(key, index)) return toErrorResult(createFieldError('key', messages.duplicateItem));
    const outcome = outcomeIterator.next().value;
    if (!outcome) throw new Error('the item has no outcome');
    if ('rejected' in outcome)
      return toErrorResult(
        addDeleter(outcome.rejected, parsedItem.item.op === 'change' ? deleters.get(parsedItem.item.id) : undefined),
      );
    if ('stale' in outcome)
      return toErrorResult(createVersionConflictWithEditor(getRow(outcome.stale), editors.get(outcome.stale)));
    const { status, id } = outcome;
    return status === 204 ? { status, row: null } : { status, row: getRow(id) };
  });
  const responsesToStore = results.flatMap((result, index): [string, StoredResponse][] => {
    const key = keys[index];
    const isStored = key !== undefined && !storedResponses.has(key) && !('detail' in result);
    return isStored ? [[key, { status: result.status, text: JSON.stringify(result.row) }]] : [];
  });
  await storeItemResponses(db, scope.caller.id, keys, new Map(responsesToStore));
  deleteFilesAfterCommit(context, orphanedFiles);
  return { results };
}

function toErrorResult({ status, detail, extra }: HttpError): BulkItemError {
  return { ...extra, status, detail };
}

function catchHttpError<Result>(produce: () => Result): Result | BulkItemError {
  try {
    return produce();
  } catch (error) {
    if (error instanceof HttpError) return toErrorResult(error);
    throw error;
  }
}

interface RepeatContext {
  writeScope: WriteScope;
  entityName: string;
  isDataDerived: ((fields: object) => boolean) | undefined;
}

/**
 * Returns the stored response of an earlier single call or item with the same key. Rejects with 422 if the key was used for a different
 * request. Reports rows as missing if the caller has left their workspace since.
 */
function toRepeatedResult<ApiRow>(
  storedResponse: StoredResponse,
  bulkItem: ShapeItem<NewShape, ShapeEdit>,
  { writeScope, entityName, isDataDerived }: RepeatContext,
): BulkResult<ApiRow> {
  const workspace = getWorkspaceId(storedResponse);
  if (workspace !== null && !writeScope.workspaceIds.includes(workspace)) return toErrorResult(notFound(entityName));
  if (workspace !== null) writeScope.requireWorkspace(workspace);
  const { op: _op, key: _key, ...sentFields } = { key: undefined, ...bulkItem };
  const fields = isDataDerived?.(sentFields) ? { ...sentFields, data: undefined } : sentFields;
  // A restore item only has an id to compare. The id suffices, because rows of different kinds have different ids.
  const isRepeat =
    bulkItem.op === 'create'
      ? isResponseToCreation(storedResponse, fields)
      : isResponseToCreation({ ...storedResponse, status: 201 }, { id: bulkItem.id });
  if (!isRepeat) return toErrorResult(new HttpError(422, errorMessages.keyReused));
  return { status: storedResponse.status === 201 ? 201 : 200, row: JSON.parse(storedResponse.text ?? 'null') as ApiRow };
}
