import type { Permission } from '@console/shared-contract/roles';
import type { ReactElement, ReactNode } from 'react';
import type { SortValue } from './sort-rows';

export interface Column<Row> {
  id: string;
  header: string;
  /** A string is shown on one line, with a tooltip if it does not fit. */
  cell: (row: Row) => ReactNode;
  /** If set, the column is sortable by this value. */
  sortValue?: (row: Row) => SortValue;
  /** Any CSS width. */
  width?: string;
  align?: 'start' | 'end';
}

export interface RowAction {
  label: string;
  /** Text for screen readers that follows the label and describes the row. Set it if the rows of the table have no name. */
  rowName?: string;
  icon: ReactElement;
  /** Permission that the action needs. Hidden from users without this permission. Default: view. */
  permission?: Permission;
  onClick?: () => void;
  /** If set, the action is a link to this path. */
  to?: string;
  newTab?: boolean;
  disabled?: boolean;
  /** For a toggle button: whether the button is pressed. */
  pressed?: boolean;
}
