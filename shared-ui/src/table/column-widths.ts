import { isValidElement, type ReactNode } from 'react';
import type { Column } from './columns';

/** Maximum and minimum width of a column in characters. Longer texts are truncated and shown in a tooltip. */
const MAX_WIDTH = 30;
const MIN_WIDTH = 6;
/** Width of a column without text, such as an image. */
const DEFAULT_WIDTH = 14;
/** Minimum width of the widest column. In a window that is too narrow for this width, the table scrolls. */
const MIN_FLEXIBLE_WIDTH = 22;
/** Additional space for the sort arrow. */
const SORT_ARROW_WIDTH = '16px';
/** Maximum number of rows whose texts are measured. These rows nearly always include the longest text. */
const MAX_EXAMINED_ROWS = 2000;

/** Returns the text of a cell that is a string, or a component with a single string as its child. */
function getText(cell: ReactNode): string | undefined {
  if (typeof cell === 'string') return cell;
  if (!isValidElement<{ children?: ReactNode }>(cell)) return undefined;
  return typeof cell.props.children === 'string' ? cell.props.children : undefined;
}

function getMaxTextLength<Row>(column: Column<Row>, rows: readonly Row[]): number {
  let maxLength: number | undefined;
  for (const row of rows.slice(0, MAX_EXAMINED_ROWS)) {
    const text = getText(column.cell(row));
    if (text !== undefined) maxLength = Math.max(maxLength ?? 0, text.length);
  }
  return Math.max(maxLength ?? DEFAULT_WIDTH, column.header.length, MIN_WIDTH);
}

const toCssWidth = (characters: number) => `calc(${characters}ch + ${SORT_ARROW_WIDTH})`;

export interface ColumnWidths {
  /** CSS width of each column. The column with the width undefined uses the remaining space. */
  widths: readonly (string | undefined)[];
  /** Minimum width of all columns together. In a narrower window, the table scrolls. */
  minWidth: string;
}

/**
 * Computes column widths from the texts of all rows. If only rendered rows counted, the widths would change while the user scrolls. The
 * column with the longest text uses the remaining space.
 */
export function computeColumnWidths<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): ColumnWidths {
  const textLengths = columns.map((column) => (column.width === undefined ? getMaxTextLength(column, rows) : 0));
  const widestColumn = textLengths.indexOf(Math.max(...textLengths));
  const hasFlexible = (textLengths[widestColumn] ?? 0) > 0;
  const cssWidths = columns.map(({ width }, index) => {
    if (width !== undefined) return width;
    return toCssWidth(Math.min(textLengths[index] ?? 0, index === widestColumn ? MIN_FLEXIBLE_WIDTH : MAX_WIDTH));
  });
  return {
    widths: cssWidths.map((width, index) => (hasFlexible && index === widestColumn ? undefined : width)),
    // A column with a width in percent could shrink to nothing, so use the minimum width of a flexible column instead.
    minWidth: `calc(${cssWidths.map((width) => (width.endsWith('%') ? toCssWidth(MIN_FLEXIBLE_WIDTH) : width)).join(' + ') || '0px'})`,
  };
}
