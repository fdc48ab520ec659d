/** Columns of pixels, from `first` up to but excluding `end`. */
export interface ColumnRange {
  readonly first: number;
  readonly end: number;
}

/**
 * Visits the pixels whose centers are inside an odd number of outlines (even-odd rule). An outline inside another one is therefore a
 * hole. Calls `visit` for each vertical run of pixels in a column, in ascending order, with the first row and the row after the last
 * row. Outlines are flat lists of x and y. `range` limits the columns.
 */
export function visitPixelsInOutlines(
  outlines: readonly (readonly number[])[],
  visit: (column: number, firstRow: number, endRow: number) => void,
  range: ColumnRange = { first: -Infinity, end: Infinity },
): void {
  const crossingsByColumn = new Map<number, number[]>();
  for (const vertices of outlines)
    for (let i = 0, previousIndex = vertices.length - 2; i + 1 < vertices.length; previousIndex = i, i += 2) {
      const [ax, ay, bx, by] = [vertices[previousIndex]!, vertices[previousIndex + 1]!, vertices[i]!, vertices[i + 1]!];
      // Visit columns whose centers lie between the two ends of the edge. The right end is exclusive, so that a vertex that two edges
      // share counts once.
      const end = Math.min(range.end, Math.ceil(Math.max(ax, bx) - 0.5));
      for (let column = Math.max(range.first, Math.ceil(Math.min(ax, bx) - 0.5)); column < end; column += 1) {
        const y = ay + ((column + 0.5 - ax) / (bx - ax)) * (by - ay);
        const rows = crossingsByColumn.get(column);
        if (rows) rows.push(y);
        else crossingsByColumn.set(column, [y]);
      }
    }
  for (const [column, rows] of crossingsByColumn) {
    rows.sort((first, second) => first - second);
    // The end row is exclusive, so that an edge that is drawn in both directions fills no pixels.
    for (let index = 0; index + 1 < rows.length; index += 2) {
      const [firstRow, endRow] = [Math.ceil(rows[index]! - 0.5), Math.ceil(rows[index + 1]! - 0.5)];
      if (firstRow < endRow) visit(column, firstRow, endRow);
    }
  }
}
