/** Columns of pixels from `first` to before `end`. */
export interface ColumnRange {
  readonly first: number;
  readonly end: number;
}

/**
 * Visits the pixels whose centers are inside an odd number of closed lines, such as a polygon, or parts and their holes. `visit` gets each
 * stretch of a column: its first row and the row after its last one. The stretches of a column are in ascending order. Outlines are flat
 * lists of x and y. `range`: the columns to visit; otherwise all.
 */
export function visitPixelsInOutlines(
  outlines: readonly (readonly number[])[],
  visit: (column: number, firstRow: number, endRow: number) => void,
  range: ColumnRange = { first: -Infinity, end: Infinity },
): void {
  const crossings = new Map<number, number[]>();
  for (const vertices of outlines)
    for (let i = 0, j = vertices.length - 2; i + 1 < vertices.length; j = i, i += 2) {
      const [ax, ay, bx, by] = [vertices[j]!, vertices[j + 1]!, vertices[i]!, vertices[i + 1]!];
      // The columns whose centers lie between both ends, without the right end, so that a shared vertex counts once.
      const end = Math.min(range.end, Math.ceil(Math.max(ax, bx) - 0.5));
      for (let column = Math.max(range.first, Math.ceil(Math.min(ax, bx) - 0.5)); column < end; column += 1) {
        const y = ay + ((column + 0.5 - ax) / (bx - ax)) * (by - ay);
        const rows = crossings.get(column);
        if (rows) rows.push(y);
        else crossings.set(column, [y]);
      }
    }
  for (const [column, rows] of crossings) {
    rows.sort((one, other) => one - other);
    // A line that is followed in both directions must not fill the centers on it, so the end is excluded.
    for (let index = 0; index + 1 < rows.length; index += 2) {
      const [firstRow, endRow] = [Math.ceil(rows[index]! - 0.5), Math.ceil(rows[index + 1]! - 0.5)];
      if (firstRow < endRow) visit(column, firstRow, endRow);
    }
  }
}
