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
  /** Describes the row to screen readers, after the label, in a table in which rows are not identified by a name. */
  rowName?: string;
  icon: ReactElement;
  /** The permission of the call that the action sends. Without this permission, the action is not offered. Default: view. */
  permission?: Permission;
  onClick?: () => void;
  /** If set, the action is a link to this path. */
  to?: string;
  newTab?: boolean;
  disabled?: boolean;
  /** Whether the state that the button toggles is on. */
  pressed?: boolean;
}
