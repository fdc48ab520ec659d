import { getWriteKind } from './kinds';
import type { RowKind, Rows } from './rows';
import type { Write } from '../entries/write';

/** A write to apply to a row that does not contain the write yet. */
export interface AppliedWrite {
  readonly write: Write;
  /** The server's response, once it has arrived. */
  readonly response?: unknown;
}

/** Applies writes to a row in order. Returns the same object if there are none. */
export function project<K extends RowKind, Row extends Rows[K]>(kind: K, row: Row, writes: readonly AppliedWrite[]): Row {
  let projectedRow: Rows[K] = row;
  for (const { write, response } of writes) {
    const effect = getWriteKind(write).effects[kind];
    if (effect) projectedRow = effect(projectedRow, write, response);
  }
  // Effects copy all fields of the row, so the result still has the type of the row.
  return projectedRow as Row;
}
