import { kindOf } from './kinds';
import type { RowKind, Rows } from './rows';
import type { Write } from '../entries/write';

/** A write that the row was read without. */
export interface LaidOver {
  readonly write: Write;
  /** What the server has answered, once it has. */
  readonly answer?: unknown;
}

/** A row with writes laid over it, in their order. The same object where there are none. */
export function project<K extends RowKind, Row extends Rows[K]>(kind: K, row: Row, writes: readonly LaidOver[]): Row {
  let shown: Rows[K] = row;
  for (const { write, answer } of writes) {
    const effect = kindOf(write).effects[kind];
    if (effect) shown = effect(shown, write, answer);
  }
  // An effect spreads what it is given, whatever more there is of it.
  return shown as Row;
}
