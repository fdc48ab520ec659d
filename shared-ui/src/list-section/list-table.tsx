import { usePermission } from '@console/shared-auth';
import { memo, useMemo } from 'react';
import { RefreshFailed } from '../states/refresh-failed';
import { DataTable, type DataTableProps } from '../table/data-table';
import { ListPager, type ListPagerProps } from './list-pager';
import type { ListState } from './list-state';

type TableProps<Row> = Pick<
  DataTableProps<Row>,
  'columns' | 'rowActions' | 'actionsWidth' | 'onRowClick' | 'activeId' | 'failed' | 'skeletonRows' | 'isGrowing'
>;

export interface ListTableProps<Row extends { id: string }>
  extends TableProps<Row>, Pick<ListPagerProps, 'pager' | 'formatTotal'> {
  /** Accessible name of the table. */
  label: string;
  list: ListState<Row>;
  /** Ids of the columns that the server can sort by. A list that is sorted in the browser uses the `sortValue` of its columns instead. */
  sortableColumns?: readonly string[];
  /** Whether rows can be selected for bulk changes. Users who may not make bulk changes cannot select rows. */
  isSelectable?: boolean;
  /** Text if the list has no rows. */
  empty: string;
  /** Text if no row matches the filters. Default: `empty`. */
  noMatch?: string;
}

/** The table and the pager of a list. */
export function ListTable<Row extends { id: string }>(props: ListTableProps<Row>) {
  const { list, columns, sortableColumns, isSelectable = false, empty, noMatch = empty, pager, formatTotal, ...table } = props;
  const { rows, selection, error } = list;
  const canSelect = usePermission('manage') && isSelectable;
  const tableColumns = useMemo(
    () => columns.map((column) => (sortableColumns?.includes(column.id) ? { ...column, sortValue: ignoreSortChange } : column)),
    [columns, sortableColumns],
  );
  const selectedIds = useMemo(() => (selection.all ? new Set(rows?.map(getId)) : selection.ids), [selection, rows]);
  return (
    <>
      {error != null && rows !== undefined && <RefreshFailed onRetry={list.refetch} />}
      <MemoizedTable
        {...table}
        columns={tableColumns}
        rows={rows}
        rowId={getId}
        error={error}
        onRetry={list.refetch}
        empty={list.isFiltered ? noMatch : empty}
        {...((sortableColumns || list.sort) && { sort: list.sort, onSortChange: list.setSort })}
        {...(canSelect && { selectedIds, onSelectionChange: selection.select })}
      />
      <ListPager list={list} pager={pager} formatTotal={formatTotal} />
    </>
  );
}

/** Memoized, so that the table does not render again with each change of the page. */
const MemoizedTable = memo(DataTable) as typeof DataTable;
const getId = ({ id }: { id: string }) => id;
/** Sort value for rows that the server has already sorted. All values are equal, so the table does not change the order. */
const ignoreSortChange = () => '';
