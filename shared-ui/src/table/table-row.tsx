import { Checkbox, makeStyles, mergeClasses, TableCell, TableRow as FluentRow, tokens } from '@fluentui/react-components';
import { memo, type KeyboardEvent, type ReactNode } from 'react';
import { tableMessages } from './table-messages';
import { TruncatedText } from '../text/truncated-text';
import type { Column, RowAction } from './columns';
import { RowActions } from './row-actions';

export const CHECK_WIDTH = '44px';
/** Horizontal padding of a cell in pixels: 8 on each side. */
export const CELL_PADDING = 16;

/** Width of `hiddenColumnsShadow` in pixels. */
export const SHADOW_WIDTH = 12;

/**
 * A shadow next to the action column, shown while this column covers other columns. The scroll position drives the animation of the shadow.
 * There is no shadow if the table cannot scroll, or if the browser does not support scroll-driven animations.
 */
export const hiddenColumnsShadow = {
  '::before': {
    content: '""',
    position: 'absolute',
    insetBlock: 0,
    right: '100%',
    width: `${SHADOW_WIDTH}px`,
    pointerEvents: 'none',
    opacity: 0,
    backgroundImage: `linear-gradient(to left, ${tokens.colorNeutralShadowKey}, transparent)`,
    animationName: { from: { opacity: 1 }, '95%': { opacity: 1 }, to: { opacity: 0 } },
    animationTimingFunction: 'linear',
    animationTimeline: 'scroll(x nearest)',
  },
} as const;

const useStyles = makeStyles({
  cell: { minWidth: 0 },
  end: { textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
  clickable: { cursor: 'pointer' },
  active: {
    backgroundColor: tokens.colorSubtleBackgroundSelected,
    boxShadow: `inset 3px 0 0 ${tokens.colorCompoundBrandStroke}`,
  },
  check: { width: CHECK_WIDTH },
  // The action column is always visible. Its background hides the columns that scroll behind it.
  actions: {
    position: 'sticky',
    right: 0,
    zIndex: 1,
    backgroundColor: tokens.colorNeutralBackground1,
    ...hiddenColumnsShadow,
    // The action buttons are never covered, so cancel the table's scroll padding for them.
    '& *': { scrollMarginInlineEnd: '-100vw' },
  },
  activeActions: { backgroundColor: tokens.colorSubtleBackgroundSelected },
  row: { ':hover [data-actions]': { backgroundColor: tokens.colorSubtleBackgroundHover } },
});

export interface TableRowProps<Row> {
  row: Row;
  id: string;
  /** Position in the sorted table, starting at 0. */
  index: number;
  columns: readonly Column<Row>[];
  rowActions?: (row: Row) => readonly RowAction[];
  onRowClick?: (row: Row) => void;
  /** Whether the row is highlighted; undefined if the table does not highlight rows. */
  isActive?: boolean;
  /** Undefined if rows cannot be selected. */
  isSelected?: boolean;
  /** `isRange`: whether to select all rows between the last selected row and this row. */
  onSelect: (id: string, isSelected: boolean, isRange: boolean) => void;
  /** Ref with which a virtualized table measures the row. Undefined in a short table. */
  measure?: (row: HTMLElement | null) => void;
}

function PlainTableRow<Row>(props: TableRowProps<Row>) {
  const { row, id, index, columns, rowActions, onRowClick, isActive, isSelected, onSelect, measure } = props;
  const styles = useStyles();
  return (
    <FluentRow
      ref={measure}
      data-index={index}
      data-row={index}
      // The header is row 1.
      aria-rowindex={measure && index + 2}
      aria-selected={isActive}
      className={mergeClasses(styles.row, onRowClick && styles.clickable, isActive && styles.active)}
      {...getClickProps(onRowClick, row)}
    >
      {isSelected !== undefined && (
        <TableCell className={styles.check} onClick={(event) => event.stopPropagation()}>
          <Checkbox
            aria-label={tableMessages.selectRow}
            checked={isSelected}
            onChange={({ nativeEvent }, data) =>
              onSelect(id, data.checked === true, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
          />
        </TableCell>
      )}
      {columns.map((column) => (
        <TableCell key={column.id} className={mergeClasses(styles.cell, column.align === 'end' && styles.end)}>
          <CellContent>{column.cell(row)}</CellContent>
        </TableCell>
      ))}
      {rowActions && (
        <TableCell data-actions className={mergeClasses(styles.actions, isActive && styles.activeActions)}>
          <RowActions actions={rowActions(row)} />
        </TableCell>
      )}
    </FluentRow>
  );
}

/** Renders again only if a prop changes, so `columns` and `rowActions` must be memoized. */
export const TableRow = memo(PlainTableRow) as typeof PlainTableRow;

function CellContent({ children }: { children: ReactNode }) {
  return typeof children === 'string' ? <TruncatedText>{children}</TruncatedText> : children;
}

/** Makes a clickable row behave like a button: the row can be focused with Tab, and Enter and Space click it. */
function getClickProps<Row>(onRowClick: ((row: Row) => void) | undefined, row: Row) {
  if (!onRowClick) return {};
  return {
    tabIndex: 0,
    onClick: () => onRowClick(row),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.target !== event.currentTarget || (event.key !== 'Enter' && event.key !== ' ')) return;
      event.preventDefault();
      onRowClick(row);
    },
  };
}
