import type { Change, WorkspaceKey } from '@console/shared-contract/federation/shared-keys';
import { useCallback, useRef } from 'react';
import { messages } from '../messages';
import { useWrite, type WriteResult } from '../pages/use-write';
import type { NamedRow, RowNoun } from './named-row';

const rowMessages = messages.rows;

/** Sends a row; null for a new row. Rejects with the error of the server. */
export type RowSend<Row> = (row: Row | null) => Promise<unknown>;

export interface RowWriteOptions<Row extends NamedRow> {
  /** The edited row; null for a new row. */
  row: Row | null;
  /** All current rows. */
  rows: readonly Row[] | undefined;
  noun: RowNoun;
  changes: readonly Change[];
  updatedLists?: readonly WorkspaceKey[];
  onChanged?: () => void;
}

/** Creates or updates a row and shows messages. */
export function useRowWrite<Row extends NamedRow>({ row, rows, noun, changes, updatedLists, onChanged }: RowWriteOptions<Row>) {
  const wasRefused = useRef(false);
  const write = useWrite<RowSend<Row>>({
    // The first save uses the version that the user saw. After a conflict, the user has been warned, so the
    // next save uses the current version.
    send: (send) => send((wasRefused.current ? rows?.find(({ id }) => id === row?.id) : undefined) ?? row),
    success: { title: row ? rowMessages.updated : rowMessages.created(noun) },
    failure: (row ? rowMessages.updateFailed : rowMessages.createFailed)(noun),
    failureIn: 'form',
    changes: () => changes,
    updatedLists,
  });
  const { send } = write;
  const sendRow = useCallback(
    async (rowSend: RowSend<Row>): Promise<WriteResult<unknown> | null> => {
      const result = await send(rowSend);
      if (result) {
        wasRefused.current = !result.ok;
        onChanged?.();
      }
      return result;
    },
    [send, onChanged],
  );
  return { send: sendRow };
}
