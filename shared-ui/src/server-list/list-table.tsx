import { useMemo } from 'react';
import { Pager } from '../pager/pager';
import { RefreshFailed } from '../states/refresh-failed';
import { DataTable, type DataTableProps } from '../table/data-table';
import type { ListState } from './use-server-list';

type TableProps<Row> = Pick<
  DataTableProps<Row>,
  'columns' | 'rowActions' | 'actionsWidth' | 'activeId' | 'failed' | 'skeletonRows'
>;

export interface ListTableProps<Row extends { id: string }> extends TableProps<Row> {
  /** Accessible name of the table. */
  label: string;
  list: ListState<Row>;
  /** Ids of the columns that the server can sort by. */
  sortableColumns?: readonly string[];
  isSelectable?: boolean;
  /** Text of a list without rows. */
  empty: string;
  /** Text if no row matches the filters. Default: `empty`. */
  noMatch?: string;
  /** `always` shows the pager and the total number even of a single page. */
  pager?: 'always' | 'auto';
  /** Formats the total number. Default: "12 items". */
  formatTotal?: (total: number) => string;
}

/** The table and the pager of a server list. */
export function ListTable<Row extends { id: string }>(props: ListTableProps<Row>) {
  const {
    list,
    columns,
    sortableColumns,
    isSelectable = false,
    empty,
    noMatch = empty,
    pager = 'auto',
    formatTotal,
    ...table
  } = props;
  const { rows, total, selection, error } = list;
  const tableColumns = useMemo(
    () => columns.map((column) => (sortableColumns?.includes(column.id) ? { ...column, sortValue: keepOrder } : column)),
    [columns, sortableColumns],
  );
  const selectedIds = useMemo(() => (selection.all ? new Set(rows?.map(getId)) : selection.ids), [selection, rows]);
  return (
    <>
      {error != null && rows !== undefined && <RefreshFailed onRetry={list.refetch} />}
      <DataTable
        {...table}
        columns={tableColumns}
        rows={rows}
        rowId={getId}
        error={error}
        onRetry={list.refetch}
        empty={list.isFiltered ? noMatch : empty}
        {...(sortableColumns && { sort: list.sort, onSortChange: list.setSort })}
        {...(isSelectable && { selectedIds, onSelectionChange: selection.select })}
      />
      {total !== undefined && (pager === 'always' || total > list.pageSize) && (
        <Pager
          page={list.page}
          pageSize={list.pageSize}
          total={total}
          onPageChange={list.setPage}
          totalText={formatTotal?.(total)}
        />
      )}
    </>
  );
}

const getId = ({ id }: { id: string }) => id;
/** The server has sorted the rows. Equal values keep their order. */
const keepOrder = () => '';
