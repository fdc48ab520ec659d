import {
  Checkbox,
  makeStyles,
  mergeClasses,
  SkeletonItem,
  Table,
  TableBody,
  TableCell,
  TableHeader,
  TableHeaderCell,
  TableRow,
  tokens,
} from '@fluentui/react-components';
import { useMemo, useState, type ReactNode } from 'react';
import { messages } from '../messages';
import { EmptyState } from '../states/empty-state';
import { ErrorState } from '../states/error-state';
import { TruncatedText } from '../text/truncated-text';
import type { Column, RowAction } from './columns';
import { RowActions } from './row-actions';
import { sortRows, type Sort } from './sort-rows';

const CHECK_WIDTH = '44px';

const useStyles = makeStyles({
  frame: { overflowX: 'auto', minWidth: 0 },
  head: {
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground3,
    '& button': { fontWeight: tokens.fontWeightSemibold },
  },
  cell: { minWidth: 0 },
  end: { textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
  headEnd: { '& > *': { justifyContent: 'flex-end' }, textAlign: 'end' },
  clickable: { cursor: 'pointer' },
  selected: {
    backgroundColor: tokens.colorSubtleBackgroundSelected,
    boxShadow: `inset 3px 0 0 ${tokens.colorCompoundBrandStroke}`,
  },
  check: { width: CHECK_WIDTH },
});

export interface DataTableProps<Row> {
  /** Name of the table for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  /** undefined: not loaded yet, skeleton rows are shown. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  error?: unknown;
  onRetry?: () => void;
  /** What an empty table says, or shows. */
  empty?: ReactNode;
  defaultSort?: Sort;
  rowActions?: (row: Row) => readonly RowAction[];
  actionsWidth?: string;
  onRowClick?: (row: Row) => void;
  /** The row drawn as the chosen one. */
  activeId?: string | null;
  /** With both, each row has a checkbox. */
  selectedIds?: ReadonlySet<string>;
  onSelectionChange?: (ids: ReadonlySet<string>) => void;
  skeletonRows?: number;
}

/** A table of rows that are all there; long lists come in pages with a `Pager` below. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    label,
    columns,
    rows,
    rowId,
    error,
    onRetry,
    empty = messages.empty,
    defaultSort,
    rowActions,
    actionsWidth = '112px',
    onRowClick,
    activeId,
    selectedIds,
    onSelectionChange,
    skeletonRows = 4,
  } = props;
  const styles = useStyles();
  const [sort, setSort] = useState(defaultSort);
  const sortValue = columns.find((column) => column.id === sort?.columnId)?.sortValue;
  const sorted = useMemo(
    () => (rows && sort && sortValue ? sortRows(rows, sortValue, sort.direction) : (rows ?? [])),
    [rows, sort, sortValue],
  );

  if (error && !rows) return <ErrorState error={error} onRetry={onRetry} />;
  if (rows?.length === 0) return typeof empty === 'string' ? <EmptyState>{empty}</EmptyState> : <>{empty}</>;

  const selectable = selectedIds !== undefined && onSelectionChange !== undefined;
  const allSelected = selectable && sorted.length > 0 && sorted.every((row) => selectedIds.has(rowId(row)));
  const someSelected = selectable && sorted.some((row) => selectedIds.has(rowId(row)));
  const toggle = (ids: readonly string[], on: boolean) => {
    const next = new Set(selectedIds);
    for (const id of ids)
      if (on) next.add(id);
      else next.delete(id);
    onSelectionChange?.(next);
  };
  const toggleSort = (column: Column<Row>) =>
    setSort((now) => ({
      columnId: column.id,
      direction: now?.columnId === column.id && now.direction === 'ascending' ? 'descending' : 'ascending',
    }));

  return (
    <div className={styles.frame}>
      <Table
        aria-label={label}
        aria-busy={rows === undefined}
        style={{ minWidth: readableWidth(columns, selectable, rowActions && actionsWidth) }}
        sortable={columns.some((column) => column.sortValue)}
      >
        <TableHeader>
          <TableRow>
            {selectable && (
              <TableHeaderCell className={styles.check}>
                <Checkbox
                  aria-label={messages.selectAll}
                  checked={allSelected ? true : someSelected ? 'mixed' : false}
                  onChange={(_, data) => toggle(sorted.map(rowId), data.checked === true)}
                />
              </TableHeaderCell>
            )}
            {columns.map((column) => (
              <TableHeaderCell
                key={column.id}
                className={mergeClasses(styles.head, column.align === 'end' && styles.headEnd)}
                style={{ width: column.width }}
                sortable={column.sortValue !== undefined}
                sortDirection={sort?.columnId === column.id ? sort.direction : undefined}
                onClick={column.sortValue && (() => toggleSort(column))}
              >
                {column.header}
              </TableHeaderCell>
            ))}
            {rowActions && (
              <TableHeaderCell className={mergeClasses(styles.head, styles.headEnd)} style={{ width: actionsWidth }}>
                {messages.rowActions}
              </TableHeaderCell>
            )}
          </TableRow>
        </TableHeader>
        <TableBody>
          {rows === undefined && (
            <SkeletonBody rows={skeletonRows} columns={columns.length + (rowActions ? 1 : 0) + (selectable ? 1 : 0)} />
          )}
          {sorted.map((row) => {
            const id = rowId(row);
            const isActive = activeId === id;
            return (
              <TableRow
                key={id}
                aria-selected={activeId === undefined ? undefined : isActive}
                className={mergeClasses(onRowClick && styles.clickable, isActive && styles.selected)}
                {...clickable(onRowClick, row)}
              >
                {selectable && (
                  <TableCell className={styles.check} onClick={(event) => event.stopPropagation()}>
                    <Checkbox
                      aria-label={messages.selectRow}
                      checked={selectedIds.has(id)}
                      onChange={(_, data) => toggle([id], data.checked === true)}
                    />
                  </TableCell>
                )}
                {columns.map((column) => (
                  <TableCell key={column.id} className={mergeClasses(styles.cell, column.align === 'end' && styles.end)}>
                    <CellContent>{column.cell(row)}</CellContent>
                  </TableCell>
                ))}
                {rowActions && (
                  <TableCell>
                    <RowActions actions={rowActions(row)} />
                  </TableCell>
                )}
              </TableRow>
            );
          })}
        </TableBody>
      </Table>
    </div>
  );
}

/** What a column without a width of its own needs for a few words. */
const FLEXIBLE_COLUMN = '120px';

/** The table's layout is fixed: without this a narrow window would squeeze the columns that have no width, the name first, to nothing. */
function readableWidth<Row>(columns: readonly Column<Row>[], selectable: boolean, actionsWidth: string | undefined): string {
  const widths = columns.map((column) => column.width ?? FLEXIBLE_COLUMN);
  if (selectable) widths.push(CHECK_WIDTH);
  if (actionsWidth) widths.push(actionsWidth);
  return `calc(${widths.join(' + ')})`;
}

function CellContent({ children }: { children: ReactNode }) {
  return typeof children === 'string' ? <TruncatedText>{children}</TruncatedText> : children;
}

function SkeletonBody({ rows, columns }: { rows: number; columns: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <TableRow key={row} aria-hidden>
      {Array.from({ length: columns }, (_column, column) => (
        <TableCell key={column}>
          <SkeletonItem size={16} style={{ width: column === 0 ? '70%' : '45%' }} />
        </TableCell>
      ))}
    </TableRow>
  ));
}

/** A row that can be chosen is reached by Tab and taken by Enter or the space bar, as a button is. */
function clickable<Row>(onRowClick: ((row: Row) => void) | undefined, row: Row) {
  if (!onRowClick) return {};
  return {
    tabIndex: 0,
    onClick: () => onRowClick(row),
    onKeyDown: (event: React.KeyboardEvent) => {
      if (event.target !== event.currentTarget || (event.key !== 'Enter' && event.key !== ' ')) return;
      event.preventDefault();
      onRowClick(row);
    },
  };
}
