import { announce } from '@console/shared-auth';
import type { BulkDependentsCall } from '@console/shared-contract/api';
import type { Change } from '@console/shared-contract/federation/shared-keys';
import { useState } from 'react';
import { useWrite } from '../pages/use-write';
import { describeRefusal } from '../states/error-state';
import { useNotify } from '../toasts/notify';
import { changeInBatches, getChangedIds, type BatchResult } from './batches';
import { useUndoNotice } from './use-undo-notice';

/** The rows to change: the given ones, or all rows that match a filter. */
export type BulkSelectionTarget<Filter> = { ids: string[] } | { filter: Filter };
/** The rows of one call, which is one batch. `after` is `next` of the previous batch; null for the first one. */
export type BulkTarget<Filter> = BulkSelectionTarget<Filter> & { after: string | null };

export interface BulkMessages<Name extends string> {
  /** Name of the rows in the plural. */
  noun: string;
  /** Labels of the buttons. */
  labels: Readonly<Record<Name, string>>;
  /** Titles of the confirmations. */
  titles: Readonly<Record<Name, (rows: number) => string>>;
  done: Readonly<Record<Name, (rows: number) => string>>;
  failed: string;
  unchanged: string;
  progress: (changed: number, total: number) => string;
  stoppedAt: (changed: number) => string;
  undonePartly: (restored: number, changed: number) => string;
  /** Reasons why some rows could not be restored. */
  undoConflicts: string | Readonly<Record<Name, string>>;
}

/** Declares the bulk changes of a list. */
export interface BulkChanges<Name extends string, Filter, Result extends BatchResult> {
  messages: BulkMessages<Name>;
  /** For the change named `delete`: the call that counts what it affects, and whether it can be undone. */
  deletion?: { dependentsCall: BulkDependentsCall; canUndo: boolean };
  /** Topics whose cached data is refetched after a change and after its undo. */
  changes: readonly Change[];
  /** Sends one call. `input` is the value that the user has entered in the dialog of the change, if it has one. */
  send: (name: Name, target: BulkTarget<Filter>, input: string | undefined) => Promise<Result>;
  /** Returns the calls that undo a change, to be sent one after the other; none if the change cannot be undone. */
  getUndoCalls: (name: Name, batches: readonly Result[], input: string | undefined) => readonly (() => Promise<BatchResult>)[];
}

interface BulkRequest<Name, Filter> {
  name: Name;
  target: BulkSelectionTarget<Filter>;
  input?: string;
}

/** Changes the given rows, or all matching ones in batches, reports the result and offers Undo. */
export function useBulkChange<Name extends string, Filter, Result extends BatchResult>({
  messages,
  changes,
  send,
  getUndoCalls,
}: BulkChanges<Name, Filter, Result>) {
  const offerUndo = useUndoNotice();
  const notify = useNotify();
  const [changedCount, setChangedCount] = useState(0);
  const write = useWrite({
    send: ({ name, target, input }: BulkRequest<Name, Filter>) =>
      changeInBatches((after) => send(name, { ...target, after }, input), setChangedCount),
    failure: messages.failed,
    changes: () => changes,
  });
  /** Resolves to true if all rows were changed, and to null if the same change is still running. */
  const apply = async (request: BulkRequest<Name, Filter>): Promise<boolean | null> => {
    const { name, input } = request;
    setChangedCount(0);
    const result = await write.send(request);
    if (!result?.ok) return result && false;
    const { batches, failure } = result.result;
    const changedIdCount = getChangedIds(batches).length;
    if (failure !== undefined) notify.danger({ title: messages.stoppedAt(changedIdCount), text: describeRefusal(failure) });
    const undoCalls = changedIdCount > 0 ? getUndoCalls(name, batches, input) : [];
    if (undoCalls.length > 0)
      offerUndo(messages.done[name](changedIdCount), async () => {
        const restored: BatchResult[] = [];
        for (const undo of undoCalls) restored.push(await undo());
        await announce(...changes);
        const { undoConflicts } = messages;
        const restoredCount = getChangedIds(restored).length;
        if (restoredCount >= changedIdCount) return true;
        notify.warning({
          title: messages.undonePartly(restoredCount, changedIdCount),
          text: typeof undoConflicts === 'string' ? undoConflicts : undoConflicts[name],
        });
        return false;
      });
    else if (changedIdCount > 0) notify.success({ title: messages.done[name](changedIdCount) });
    else if (failure === undefined) notify.info({ title: messages.unchanged });
    return failure === undefined;
  };
  return { apply, isPending: write.isPending, changedCount };
}
