import type { Change, WorkspaceKey } from '@console/shared-contract/federation/shared-keys';
import { useCallback, useRef } from 'react';
import { messages } from '../messages';
import { useWrite, type WriteResult } from '../pages/use-write';
import type { NamedRow, RowNoun } from './named-row';

const rowMessages = messages.rows;

/** Sends a row; null is a new one. Rejects with what the server refused. */
export type RowSend<Row> = (row: Row | null) => Promise<unknown>;

export interface RowWriteOptions<Row extends NamedRow> {
  /** null: a new one. */
  row: Row | null;
  /** All rows, as they are now. */
  rows: readonly Row[] | undefined;
  noun: RowNoun;
  changes: readonly Change[];
  updatedLists?: readonly WorkspaceKey[];
  onChanged?: () => void;
}

/** Makes or changes a row, with the messages that tell of it. */
export function useRowWrite<Row extends NamedRow>({ row, rows, noun, changes, updatedLists, onChanged }: RowWriteOptions<Row>) {
  const wasRefused = useRef(false);
  const write = useWrite<RowSend<Row>>({
    // The first save goes by the row that the person saw. Once it was refused they know, and the next goes by the row as it is.
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
      const written = await send(rowSend);
      if (written) {
        wasRefused.current = !written.ok;
        onChanged?.();
      }
      return written;
    },
    [send, onChanged],
  );
  return { send: sendRow };
}
