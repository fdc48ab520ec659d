import { Checkbox, makeStyles, mergeClasses, TableCell, TableRow as FluentRow, tokens } from '@fluentui/react-components';
import { memo, type KeyboardEvent, type ReactNode } from 'react';
import { messages } from '../messages';
import { TruncatedText } from '../text/truncated-text';
import type { Column, RowAction } from './columns';
import { RowActions } from './row-actions';

export const CHECK_WIDTH = '44px';
/** Of a cell, in pixels: 8 on either side. */
export const CELL_PADDING = 16;

/**
 * A shadow beside the actions says that there are columns below them, until the table is scrolled to its end. Without
 * anything to scroll the timeline stands still, and there is none; a browser without such timelines draws none either.
 */
export const columnsBelow = {
  '::before': {
    content: '""',
    position: 'absolute',
    insetBlock: 0,
    right: '100%',
    width: '12px',
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
  selected: {
    backgroundColor: tokens.colorSubtleBackgroundSelected,
    boxShadow: `inset 3px 0 0 ${tokens.colorCompoundBrandStroke}`,
  },
  check: { width: CHECK_WIDTH },
  // What can be done with a row is at hand however far the columns reach; their ground hides what scrolls under them.
  actions: { position: 'sticky', right: 0, zIndex: 1, backgroundColor: tokens.colorNeutralBackground1, ...columnsBelow },
  ofSelected: { backgroundColor: tokens.colorSubtleBackgroundSelected },
  row: { ':hover [data-actions]': { backgroundColor: tokens.colorSubtleBackgroundHover } },
});

export interface TableRowProps<Row> {
  row: Row;
  id: string;
  /** From 0, in the order that is shown. */
  index: number;
  columns: readonly Column<Row>[];
  rowActions?: (row: Row) => readonly RowAction[];
  onRowClick?: (row: Row) => void;
  /** undefined: no row of the table is ever the chosen one. */
  isActive?: boolean;
  /** undefined: rows cannot be ticked. */
  isTicked?: boolean;
  /** `upTo`: all from the one that was ticked before. */
  onTick: (id: string, on: boolean, upTo: boolean) => void;
  measure?: (row: HTMLElement | null) => void;
}

function PlainTableRow<Row>(props: TableRowProps<Row>) {
  const { row, id, index, columns, rowActions, onRowClick, isActive, isTicked, onTick, measure } = props;
  const styles = useStyles();
  return (
    <FluentRow
      ref={measure}
      data-index={index}
      data-row={index}
      // The head is the first.
      aria-rowindex={measure && index + 2}
      aria-selected={isActive}
      className={mergeClasses(styles.row, onRowClick && styles.clickable, isActive && styles.selected)}
      {...clickable(onRowClick, row)}
    >
      {isTicked !== undefined && (
        <TableCell className={styles.check} onClick={(event) => event.stopPropagation()}>
          <Checkbox
            aria-label={messages.selectRow}
            checked={isTicked}
            onChange={({ nativeEvent }, data) =>
              onTick(id, data.checked === true, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
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
        <TableCell data-actions className={mergeClasses(styles.actions, isActive && styles.ofSelected)}>
          <RowActions actions={rowActions(row)} />
        </TableCell>
      )}
    </FluentRow>
  );
}

/** Drawn again when something of it changed: a page that keeps its columns and actions stable redraws no row by a click elsewhere. */
export const TableRow = memo(PlainTableRow) as typeof PlainTableRow;

function CellContent({ children }: { children: ReactNode }) {
  return typeof children === 'string' ? <TruncatedText>{children}</TruncatedText> : children;
}

/** A row that can be chosen is reached by Tab and taken by Enter or the space bar, as a button is. */
function clickable<Row>(onRowClick: ((row: Row) => void) | undefined, row: Row) {
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
