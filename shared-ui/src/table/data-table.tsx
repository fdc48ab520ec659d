import {
  Caption1,
  makeStyles,
  SkeletonItem,
  Table,
  TableBody,
  TableCell,
  TableRow as FluentRow,
  tokens,
} from '@fluentui/react-components';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { messages } from '../messages';
import { EmptyState } from '../states/empty-state';
import { ErrorState } from '../states/error-state';
import { computeColumnWidths } from './column-widths';
import type { Column, RowAction } from './columns';
import { useRowFocus } from './row-focus';
import { sortRows, type Sort } from './sort-rows';
import { TableHead } from './table-head';
import { CELL_PADDING, CHECK_WIDTH, TableRow } from './table-row';
import { ALL_DRAWN, TableRows } from './table-rows';

const useStyles = makeStyles({
  // The table scrolls in itself: what stands below it, and the bar of pages, is at hand however long it is.
  frame: { minWidth: 0, maxHeight: 'max(280px, min(640px, 70vh))', overflow: 'auto', outlineStyle: 'none' },
  note: { color: tokens.colorNeutralForeground3 },
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
  /** With `onSortChange`: the sort is the page's, which has it in the address. */
  sort?: Sort;
  onSortChange?: (sort: Sort) => void;
  rowActions?: (row: Row) => readonly RowAction[];
  actionsWidth?: string;
  onRowClick?: (row: Row) => void;
  /** The row drawn as the chosen one. */
  activeId?: string | null;
  /** With both, each row has a checkbox. */
  selectedIds?: ReadonlySet<string>;
  onSelectionChange?: (ids: ReadonlySet<string>) => void;
  skeletonRows?: number;
  /** These are the first rows of a list that is still being read. */
  isGrowing?: boolean;
}

/** A table of rows that are all there: a page of a list, with a `Pager` below, or a whole list, drawn where it is seen. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, error, onRetry, empty = messages.empty, defaultSort, onSortChange } = props;
  const { rowActions, actionsWidth = '112px', onRowClick, activeId, selectedIds, onSelectionChange, skeletonRows = 4 } = props;
  const { isGrowing = false } = props;
  const styles = useStyles();
  // State and not a ref: the rows, whose effects come first, need a drawing after it is there.
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const [ownSort, setOwnSort] = useState(defaultSort);
  const sort = onSortChange ? props.sort : ownSort;
  const sortValue = columns.find((column) => column.id === sort?.columnId)?.sortValue;
  const sorted = useMemo(
    () => (rows && sort && sortValue ? sortRows(rows, sortValue, sort.direction) : (rows ?? [])),
    [rows, sort, sortValue],
  );
  const ids = useMemo(() => sorted.map(rowId), [sorted, rowId]);
  const { widths, least } = useMemo(() => computeColumnWidths(columns, sorted), [columns, sorted]);
  const { heldIndex, reach, onFocus, onKeyDown } = useRowFocus(frame, ids);

  const selectable = selectedIds !== undefined && onSelectionChange !== undefined;
  const tick = useStable((some: readonly string[], on: boolean) => {
    const next = new Set(selectedIds);
    for (const id of some)
      if (on) next.add(id);
      else next.delete(id);
    onSelectionChange?.(next);
  });
  const lastTicked = useRef<string | null>(null);
  const tickOne = useStable((id: string, on: boolean, upTo: boolean) => {
    const [from, to] = [ids.indexOf(lastTicked.current ?? ''), ids.indexOf(id)];
    tick(upTo && from >= 0 ? ids.slice(Math.min(from, to), Math.max(from, to) + 1) : [id], on);
    lastTicked.current = id;
  });

  const isLong = sorted.length > ALL_DRAWN;
  const columnCount = columns.length + (rowActions ? 1 : 0) + (selectable ? 1 : 0);
  // A cell's width is without its padding.
  const paddings = `${columnCount * CELL_PADDING}px`;
  const leastWidth = [least, paddings, ...(selectable ? [CHECK_WIDTH] : []), ...(rowActions ? [actionsWidth] : [])].join(' + ');
  const draw = (index: number, measure?: (row: HTMLElement | null) => void) => {
    const [row, id] = [sorted[index], ids[index]];
    if (row === undefined || id === undefined) return null;
    return (
      <TableRow
        key={id}
        {...{ row, id, index, columns, rowActions, onRowClick, measure }}
        isActive={activeId === undefined ? undefined : activeId === id}
        isTicked={selectable ? selectedIds.has(id) : undefined}
        onTick={tickOne}
      />
    );
  };

  const skeleton = <SkeletonBody rows={skeletonRows} columns={columnCount} />;
  const body = () => {
    if (error && !rows) return <ErrorState error={error} onRetry={onRetry} />;
    if (rows?.length === 0) return typeof empty === 'string' ? <EmptyState>{empty}</EmptyState> : empty;
    return (
      <Table
        aria-label={label}
        aria-busy={rows === undefined || isGrowing}
        // -1: it is not known yet how many there will be.
        aria-rowcount={isGrowing ? -1 : isLong ? sorted.length + 1 : undefined}
        style={{ minWidth: `calc(${leastWidth})` }}
        sortable={columns.some((column) => column.sortValue)}
      >
        <TableHead
          columns={columns}
          widths={widths}
          sort={sort}
          onSort={onSortChange ?? setOwnSort}
          actionsWidth={rowActions && actionsWidth}
          ticked={selectable ? tickedOf(ids, selectedIds) : undefined}
          onTickAll={(on) => tick(ids, on)}
        />
        <TableBody onKeyDown={onKeyDown}>
          {rows === undefined && skeleton}
          <TableRows
            count={sorted.length}
            frame={frame}
            held={heldIndex}
            reach={reach}
            columns={columnCount}
            draw={draw}
            waiting={skeleton}
          />
        </TableBody>
      </Table>
    );
  };
  return (
    <>
      {/* What gives the focus back, when its opener is gone, gives it here. */}
      <div ref={setFrame} className={styles.frame} tabIndex={-1} data-focus-home onFocus={onFocus}>
        {body()}
      </div>
      {isLong && !isGrowing && <Caption1 className={styles.note}>{messages.longTable(sorted.length)}</Caption1>}
    </>
  );
}

/** The newest of a function that changes with every drawing, under one identity: rows that hold it are not drawn again for it. */
function useStable<Args extends unknown[]>(call: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(call);
  useEffect(() => {
    latest.current = call;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}

function tickedOf(ids: readonly string[], selected: ReadonlySet<string>): boolean | 'mixed' {
  const count = ids.filter((id) => selected.has(id)).length;
  return count > 0 && count === ids.length ? true : count > 0 ? 'mixed' : false;
}

function SkeletonBody({ rows, columns }: { rows: number; columns: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <FluentRow key={row} aria-hidden>
      {Array.from({ length: columns }, (_column, column) => (
        <TableCell key={column}>
          <SkeletonItem size={16} style={{ width: column === 0 ? '70%' : '45%' }} />
        </TableCell>
      ))}
    </FluentRow>
  ));
}
