import type { ChangeSetOption } from '@console/shared-auth';
import type { BulkDependentsCall } from '@console/shared-contract/api';
import type { Change } from '@console/shared-contract/federation/shared-keys';
import { newId } from '@console/shared-contract/new-id';
import { useRef, useState } from 'react';
import { useWrite } from '../pages/use-write';
import { describeRefusal } from '../states/error-state';
import { useNotify } from '../toasts/notify';
import { useUndoNotice } from '../undo';
import { changeInBatches, getChangedIds, type BatchResult } from './batches';

/** Selects the rows to change: the listed rows, or all rows that match a filter. */
export type BulkSelectionTarget<Filter> = { ids: string[] } | { filter: Filter };
/** Selects the rows of one call (one batch). `after` is `next` from the response to the previous batch, or null for the first batch. */
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
}

/** Definition of the bulk changes that a list offers. */
export interface BulkChanges<Name extends string, Filter, Result extends BatchResult> {
  messages: BulkMessages<Name>;
  /** For the change `delete`: the call that counts the rows that a deletion affects. */
  deletion?: { dependentsCall: BulkDependentsCall };
  /** Changes to announce after a bulk change and after its undo, so that affected queries are refetched. */
  changes: readonly Change[];
  /**
   * Sends one call. Pass `options` to the call: it contains the change set key, which combines all calls of this change into one undoable
   * entry of the history. `input` is the value from the dialog of the change, if the change has a dialog.
   */
  send: (
    name: Name,
    target: BulkTarget<Filter>,
    input: string | undefined,
    options: Required<ChangeSetOption>,
  ) => Promise<Result>;
}

interface BulkRequest<Name, Filter> {
  name: Name;
  target: BulkSelectionTarget<Filter>;
  input?: string;
}

/** Returns functions that change the selected rows, or all matching rows in batches. A toast then shows the result and offers Undo. */
export function useBulkChange<Name extends string, Filter, Result extends BatchResult>({
  messages,
  changes,
  send,
}: BulkChanges<Name, Filter, Result>) {
  const offerUndo = useUndoNotice();
  const notify = useNotify();
  const [changedCount, setChangedCount] = useState(0);
  const failedRequest = useRef<{ request: string; changeSet: string }>(undefined);
  /** A retry uses the change set of the failed attempt, because the server may already have executed that attempt. */
  const getChangeSet = (request: BulkRequest<Name, Filter>) => {
    const requestId = JSON.stringify(request);
    if (failedRequest.current?.request !== requestId) failedRequest.current = { request: requestId, changeSet: newId() };
    return failedRequest.current.changeSet;
  };
  const write = useWrite({
    send: async (request: BulkRequest<Name, Filter>) => {
      const { name, target, input } = request;
      const changeSet = getChangeSet(request);
      const result = await changeInBatches((after) => send(name, { ...target, after }, input, { changeSet }), setChangedCount);
      failedRequest.current = undefined;
      return { ...result, changeSet };
    },
    failure: messages.failed,
    changes: () => changes,
  });
  /** Resolves to whether all rows were changed, or to null if another change is still running. */
  const applyChange = async (request: BulkRequest<Name, Filter>): Promise<boolean | null> => {
    const { name } = request;
    setChangedCount(0);
    const result = await write.send(request);
    if (!result?.ok) return result && false;
    const { batches, failure, changeSet } = result.result;
    const changedIdCount = getChangedIds(batches).length;
    if (failure !== undefined)
      notify.danger({ title: messages.stoppedAt(changedIdCount), text: describeRefusal(failure), error: failure });
    if (changedIdCount > 0) offerUndo(messages.done[name](changedIdCount), { changeSet, changes });
    else if (failure === undefined) notify.info({ title: messages.unchanged });
    return failure === undefined;
  };
  return { apply: applyChange, isPending: write.isPending, changedCount };
}
