/** The React keys of the rendered rows of a virtualized list. */
export interface RowKeys {
  /** The key of each rendered row, in ascending order of rows. */
  keyByRow: ReadonlyMap<number, number>;
  /** A key that no row has used yet. */
  nextKey: number;
}

export const NO_ROW_KEYS: RowKeys = { keyByRow: new Map(), nextKey: 0 };

/**
 * Assigns React keys to `rows`, which must be in ascending order. A row that stays rendered keeps its key. A new row usually gets the key
 * of a row that is no longer rendered: React then reuses its elements, which is faster. If React would have to move other rows for this,
 * the new row gets an unused key, because moved elements lose the focus.
 */
export function assignRowKeys({ keyByRow, nextKey }: RowKeys, rows: readonly number[]): RowKeys {
  const renderedRows = new Set(rows);
  const freeKeys = [...keyByRow].filter(([row]) => !renderedRows.has(row));
  const keys = new Map<number, number>();
  for (const [position, row] of rows.entries()) {
    const nextRenderedRow = rows.slice(position).find((row) => keyByRow.has(row)) ?? Infinity;
    const canReuse = (freeKeys[0]?.[0] ?? Infinity) < nextRenderedRow;
    const key = keyByRow.get(row) ?? (canReuse ? freeKeys.shift()?.[1] : undefined);
    keys.set(row, key ?? nextKey++);
  }
  return { keyByRow: keys, nextKey };
}
