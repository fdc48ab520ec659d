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
import { tableMessages } from './table-messages';
import { useReportReady } from '../host-services/use-report-ready';
import { messages } from '../messages';
import { EmptyState } from '../states/empty-state';
import { ErrorState } from '../states/error-state';
import { computeColumnWidths } from './column-widths';
import type { Column, RowAction } from './columns';
import { useActionsWidth } from './row-actions';
import { useRowFocus } from './row-focus';
import { sortRows, type Sort } from './sort-rows';
import { TableHead } from './table-head';
import { CELL_PADDING, CHECK_WIDTH, SHADOW_WIDTH, TableRow } from './table-row';
import { MAX_RENDERED_ROWS, TableRows } from './table-rows';

const useStyles = makeStyles({
  // The table scrolls within this element, so that the pager and other content below the table remain reachable.
  frame: { minWidth: 0, maxHeight: 'max(280px, min(640px, 70vh))', overflow: 'auto', outlineStyle: 'none' },
  note: { color: tokens.colorNeutralForeground3 },
});

export interface DataTableProps<Row> {
  /** Accessible name of the table. */
  label: string;
  columns: readonly Column<Row>[];
  /** The rows. Undefined while they load; the table then shows skeleton rows. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  error?: unknown;
  /** Title of the error message. Default: "This could not be loaded." */
  failed?: string;
  onRetry?: () => void;
  /** Content of an empty table. */
  empty?: ReactNode;
  defaultSort?: Sort;
  /** Sort order, if the page stores it in the URL. Set `onSortChange` as well. */
  sort?: Sort;
  onSortChange?: (sort: Sort) => void;
  rowActions?: (row: Row) => readonly RowAction[];
  actionsWidth?: string;
  onRowClick?: (row: Row) => void;
  /** Id of the highlighted row. */
  activeId?: string | null;
  /** Ids of the selected rows. If `onSelectionChange` is set, each row has a checkbox. */
  selectedIds?: ReadonlySet<string>;
  onSelectionChange?: (ids: ReadonlySet<string>) => void;
  skeletonRows?: number;
  /** Whether more rows are still loading, so that `rows` are only the first ones. */
  isGrowing?: boolean;
  /** Called when the user scrolls near the last row, to load further rows. */
  onScrollEnd?: () => void;
}

/** A table for one page of a list with a `Pager`, or for a complete list. If there are many rows, only visible rows are rendered. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, error, onRetry, empty = messages.empty, defaultSort, onSortChange } = props;
  const { rowActions, onRowClick, activeId, selectedIds, onSelectionChange, skeletonRows = 4 } = props;
  const { isGrowing = false, failed, onScrollEnd } = props;
  const styles = useStyles();
  useReportReady(rows !== undefined);
  // Use state instead of a ref, because the rows must render again once the element exists.
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const [localSort, setLocalSort] = useState(defaultSort);
  const sort = onSortChange ? props.sort : localSort;
  const sortValue = columns.find((column) => column.id === sort?.columnId)?.sortValue;
  const sortedRows = useMemo(
    () => (rows && sort && sortValue ? sortRows(rows, sortValue, sort.direction) : (rows ?? [])),
    [rows, sort, sortValue],
  );
  // Limit the width of the action column, so that it does not cover other columns in a narrow window. Its buttons wrap instead.
  const neededActionsWidth = useActionsWidth(sortedRows, rowActions);
  const maxActionsWidth = props.actionsWidth ?? '112px';
  const actionsWidth = rows ? `min(${maxActionsWidth}, ${neededActionsWidth}px, 34vw)` : `min(${maxActionsWidth}, 34vw)`;
  const ids = useMemo(() => sortedRows.map(rowId), [sortedRows, rowId]);
  const { widths, minWidth } = useMemo(() => computeColumnWidths(columns, sortedRows), [columns, sortedRows]);
  const { focusedIndex, scrollTarget, onFocus, onKeyDown } = useRowFocus(frame, ids);

  const isSelectable = selectedIds !== undefined && onSelectionChange !== undefined;
  const setSelected = useStableCallback((changedIds: readonly string[], isSelected: boolean) => {
    const newSelection = new Set(selectedIds);
    for (const id of changedIds)
      if (isSelected) newSelection.add(id);
      else newSelection.delete(id);
    onSelectionChange?.(newSelection);
  });
  const lastSelected = useRef<string | null>(null);
  const selectRow = useStableCallback((id: string, isSelected: boolean, isRange: boolean) => {
    const [lastIndex, index] = [ids.indexOf(lastSelected.current ?? ''), ids.indexOf(id)];
    setSelected(
      isRange && lastIndex >= 0 ? ids.slice(Math.min(lastIndex, index), Math.max(lastIndex, index) + 1) : [id],
      isSelected,
    );
    lastSelected.current = id;
  });

  const isLong = sortedRows.length > MAX_RENDERED_ROWS;
  const columnCount = columns.length + (rowActions ? 1 : 0) + (isSelectable ? 1 : 0);
  // The width of a cell does not include its padding.
  const totalPadding = `${columnCount * CELL_PADDING}px`;
  const tableMinWidth = [
    minWidth,
    totalPadding,
    ...(isSelectable ? [CHECK_WIDTH] : []),
    ...(rowActions ? [actionsWidth] : []),
  ].join(' + ');
  const renderRow = (index: number, measureRow?: (row: HTMLElement | null) => void) => {
    const [row, id] = [sortedRows[index], ids[index]];
    if (row === undefined || id === undefined) return null;
    return (
      <TableRow
        key={id}
        row={row}
        id={id}
        index={index}
        columns={columns}
        rowActions={rowActions}
        onRowClick={onRowClick}
        measure={measureRow}
        isActive={activeId === undefined ? undefined : activeId === id}
        isSelected={isSelectable ? selectedIds.has(id) : undefined}
        onSelect={selectRow}
      />
    );
  };

  const skeleton = <SkeletonBody rows={skeletonRows} columns={columnCount} />;
  const renderBody = () => {
    if (error && !rows) return <ErrorState title={failed} error={error} onRetry={onRetry} />;
    if (rows?.length === 0) return typeof empty === 'string' ? <EmptyState>{empty}</EmptyState> : empty;
    return (
      <Table
        aria-label={label}
        aria-busy={rows === undefined || isGrowing}
        // -1 means that the number of rows is not known yet.
        aria-rowcount={isGrowing ? -1 : isLong ? sortedRows.length + 1 : undefined}
        style={{ minWidth: `calc(${tableMinWidth})` }}
        sortable={columns.some((column) => column.sortValue)}
      >
        <TableHead
          columns={columns}
          widths={widths}
          sort={sort}
          onSort={onSortChange ?? setLocalSort}
          actionsWidth={rowActions && actionsWidth}
          selectionState={isSelectable ? getSelectionState(ids, selectedIds) : undefined}
          onSelectAll={(isSelected) => setSelected(ids, isSelected)}
        />
        <TableBody onKeyDown={onKeyDown}>
          {rows === undefined && skeleton}
          <TableRows
            count={sortedRows.length}
            frame={frame}
            focusedIndex={focusedIndex}
            scrollTarget={scrollTarget}
            columns={columnCount}
            renderRow={renderRow}
            placeholder={skeleton}
          />
        </TableBody>
      </Table>
    );
  };
  return (
    <>
      {/* The frame gets the focus after a dialog has closed, if the button that opened the dialog no longer exists. */}
      <div
        ref={setFrame}
        className={styles.frame}
        // A focused control scrolls into view at a position that the action column does not cover.
        style={rowActions && { scrollPaddingInlineEnd: `calc(${actionsWidth} + ${CELL_PADDING + SHADOW_WIDTH}px)` }}
        tabIndex={-1}
        data-focus-home
        onFocus={onFocus}
        onScroll={onScrollEnd && (({ currentTarget }) => isNearEnd(currentTarget) && onScrollEnd())}
      >
        {renderBody()}
      </div>
      {isLong && !isGrowing && <Caption1 className={styles.note}>{tableMessages.longTable(sortedRows.length)}</Caption1>}
    </>
  );
}

/** Distance from the last row at which further rows are loaded, in heights of the frame. */
const LOADING_DISTANCE = 2;
const isNearEnd = ({ scrollTop, clientHeight, scrollHeight }: HTMLElement) =>
  scrollHeight - scrollTop < clientHeight * (1 + LOADING_DISTANCE);

/** Returns a function with a stable identity that calls the latest `call`, so that a new `call` does not render the rows again. */
function useStableCallback<Args extends unknown[]>(call: (...args: Args) => void): (...args: Args) => void {
  const latestCall = useRef(call);
  useEffect(() => {
    latestCall.current = call;
  });
  return useCallback((...args: Args) => latestCall.current(...args), []);
}

function getSelectionState(ids: readonly string[], selected: ReadonlySet<string>): boolean | 'mixed' {
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
