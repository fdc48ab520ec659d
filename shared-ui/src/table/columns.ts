import type { ReactElement, ReactNode } from 'react';
import type { SortValue } from './sort-rows';

export interface Column<Row> {
  id: string;
  header: string;
  /** A string is kept on one line, with a tooltip when it does not fit. */
  cell: (row: Row) => ReactNode;
  /** Makes the column sortable. */
  sortValue?: (row: Row) => SortValue;
  /** Any CSS width. */
  width?: string;
  align?: 'start' | 'end';
}

export interface RowAction {
  label: string;
  icon: ReactElement;
  onClick?: () => void;
  /** A link in place of a button. */
  to?: string;
  newTab?: boolean;
  disabled?: boolean;
  /** Drawn filled: the state it toggles is on. */
  pressed?: boolean;
}
