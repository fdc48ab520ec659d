import type { Change, WorkspaceKey } from '@console/shared-contract/federation/shared-keys';
import { useCallback } from 'react';
import { rowMessages } from '../forms/row-messages';
import { mergeMessages } from '../merge/merge-messages';
import { useWrite, type WriteResult } from '../pages/use-write';
import type { NamedRow, RowNoun } from './named-row';

/** Saves a row. The row is null if a new row is created. Rejects with the error of the server. */
export type RowSend<Row> = (row: Row | null) => Promise<unknown>;

export interface RowWriteOptions<Row extends NamedRow> {
  /** The edited row; null for a new row. */
  row: Row | null;
  noun: RowNoun;
  changes: readonly Change[];
  updatedLists?: readonly WorkspaceKey[];
  onChanged?: () => void;
}

/** Returns a function that creates or updates a row and shows messages about the result. */
export function useRowWrite<Row extends NamedRow>({ row, noun, changes, updatedLists, onChanged }: RowWriteOptions<Row>) {
  const write = useWrite<{ row: Row | null; send: RowSend<Row> }>({
    send: (input) => input.send(input.row),
    success: { title: row ? rowMessages.updated : rowMessages.created(noun) },
    failure: (row ? rowMessages.updateFailed : rowMessages.createFailed)(noun),
    failureIn: 'form',
    reasons: row ? { 409: mergeMessages.stale } : undefined,
    changes: () => changes,
    updatedLists,
  });
  const { send } = write;
  const sendRow = useCallback(
    async (rowSend: RowSend<Row>): Promise<WriteResult<unknown> | null> => {
      // Send the row with which the form was rendered, because the values of the form were merged into this version.
      const result = await send({ row, send: rowSend });
      if (result) onChanged?.();
      return result;
    },
    [send, row, onChanged],
  );
  return { send: sendRow };
}
