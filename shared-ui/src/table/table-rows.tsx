import { Button } from '@fluentui/react-components';
import { useDeferredValue, type ReactNode } from 'react';
import { useLazyModule, type LazyModule } from '../lazy-module';
import { listMessages } from '../lists/list-messages';
import { stateMessages } from '../states/state-messages';

/**
 * Longer tables are virtualized: only visible rows are rendered. Pages of lists have fewer rows, so that the browser's "Find in page"
 * finds all of them.
 */
export const MAX_RENDERED_ROWS = 60;

/** Number of rows in the first render: as many as are visible without scrolling. */
const FIRST_ROWS = 14;

export interface RowsProps {
  count: number;
  /** The scroll container. */
  frame: HTMLElement | null;
  /** Index of the focused row. */
  focusedIndex: number | null;
  /** Row to scroll to; a new object for each request. */
  scrollTarget: { index: number } | null;
  columns: number;
  renderRow: (index: number, measure?: (row: HTMLElement | null) => void) => ReactNode;
  /** Shown until the code for long tables has loaded. */
  placeholder: ReactNode;
}

/** Code for long tables. It is loaded when the first long table is shown. */
const virtualRows: LazyModule<RowsProps> = { load: () => import('./virtual-rows').then(({ VirtualRows }) => VirtualRows) };

/** Renders all rows of a short table, or the visible rows of a long table. */
export function TableRows(props: RowsProps) {
  const isLong = props.count > MAX_RENDERED_ROWS;
  const { Component, hasFailed, retry } = useLazyModule(virtualRows, isLong);
  if (isLong && Component) return <Component {...props} />;
  // Do not render the first rows while the code loads: rendering 60 rows takes about 100 ms, and the loaded component renders them again.
  if (isLong && !hasFailed) return props.placeholder;
  return (
    <>
      {props.count > 0 && <ShortRows count={Math.min(props.count, MAX_RENDERED_ROWS)} renderRow={props.renderRow} />}
      {hasFailed && (
        <tr>
          <td colSpan={props.columns}>
            {listMessages.remainingRowsFailed(props.count - MAX_RENDERED_ROWS)}{' '}
            <Button onClick={retry}>{stateMessages.retry}</Button>
          </td>
        </tr>
      )}
    </>
  );
}

/** First renders the rows that are visible without scrolling, then all rows. Mount this component when the rows have loaded. */
function ShortRows({ count, renderRow }: Pick<RowsProps, 'count' | 'renderRow'>) {
  const limit = useDeferredValue(MAX_RENDERED_ROWS, FIRST_ROWS);
  return Array.from({ length: Math.min(count, limit) }, (_, index) => renderRow(index));
}
