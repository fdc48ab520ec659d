import { isValidElement, type ReactNode } from 'react';
import type { Column } from './columns';

/** In letters. Beyond it a cell is cut, with its text in a tooltip. */
const MOST = 30;
const LEAST = 6;
/** Where a column's text is not known, as of a picture. */
const UNKNOWN = 14;
/** What the widest column keeps in a narrow window; the frame scrolls below that. */
const KEPT = 22;
/** Beside the letters: the arrow of a sorted head. */
const BESIDE = '16px';
/** Rows that are looked at: the longest name of a list is nearly always among them, and a cut cell has a tooltip. */
const LOOKED_AT = 2000;

/** The text of a cell, where it is a text, or a component with a text alone in it. */
function getText(cell: ReactNode): string | undefined {
  if (typeof cell === 'string') return cell;
  if (!isValidElement<{ children?: ReactNode }>(cell)) return undefined;
  return typeof cell.props.children === 'string' ? cell.props.children : undefined;
}

function getMaxTextLength<Row>(column: Column<Row>, rows: readonly Row[]): number {
  let most: number | undefined;
  for (const row of rows.slice(0, LOOKED_AT)) {
    const text = getText(column.cell(row));
    if (text !== undefined) most = Math.max(most ?? 0, text.length);
  }
  return Math.max(most ?? UNKNOWN, column.header.length, LEAST);
}

const inLetters = (letters: number) => `calc(${letters}ch + ${BESIDE})`;

export interface ColumnWidths {
  /** By column; undefined takes the room that is left. */
  widths: readonly (string | undefined)[];
  /** Of the columns together, so that a narrow window scrolls the table and does not squeeze names to nothing. */
  least: string;
}

/**
 * Widths that follow what the columns hold, worked out from all rows and not from those that are drawn: columns that
 * follow the drawn ones jump while a person scrolls. The column with the longest texts takes the room that is left.
 */
export function computeColumnWidths<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): ColumnWidths {
  const letters = columns.map((column) => (column.width === undefined ? getMaxTextLength(column, rows) : 0));
  const widest = letters.indexOf(Math.max(...letters));
  const hasFlexible = (letters[widest] ?? 0) > 0;
  const wanted = columns.map(({ width }, at) => {
    if (width !== undefined) return width;
    return inLetters(Math.min(letters[at] ?? 0, at === widest ? KEPT : MOST));
  });
  return {
    widths: wanted.map((width, at) => (hasFlexible && at === widest ? undefined : width)),
    // A share of the table says nothing about how narrow it may get.
    least: `calc(${wanted.map((width) => (width.endsWith('%') ? inLetters(KEPT) : width)).join(' + ') || '0px'})`,
  };
}
