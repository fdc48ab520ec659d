import { Button } from '@fluentui/react-components';
import { Fragment, type ReactNode } from 'react';
import { useLazyModule, type LazyModule } from '../lazy-module';
import { listMessages } from '../lists/list-messages';
import { stateMessages } from '../states/state-messages';

/**
 * Tables with more rows are virtual: only visible rows are rendered. Pages of lists have fewer rows, so that
 * "find in page" of the browser works.
 */
export const MAX_RENDERED_ROWS = 60;

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

/** Loaded with the first long table. */
const virtualRows: LazyModule<RowsProps> = { load: () => import('./virtual-rows').then(({ VirtualRows }) => VirtualRows) };

/** Renders all rows of a table, or the visible rows of a long one. */
export function TableRows(props: RowsProps) {
  const isLong = props.count > MAX_RENDERED_ROWS;
  const { Component, hasFailed, retry } = useLazyModule(virtualRows, isLong);
  if (isLong && Component) return <Component {...props} />;
  // Render the placeholder instead of the first rows: rendering 60 rows takes about 100 ms, and the virtual table would render them again.
  if (isLong && !hasFailed) return props.placeholder;
  const rows = Array.from({ length: Math.min(props.count, MAX_RENDERED_ROWS) }, (_, index) => props.renderRow(index));
  return (
    <Fragment>
      {rows}
      {hasFailed && (
        <tr>
          <td colSpan={props.columns}>
            {listMessages.remainingRowsFailed(props.count - MAX_RENDERED_ROWS)}{' '}
            <Button onClick={retry}>{stateMessages.retry}</Button>
          </td>
        </tr>
      )}
    </Fragment>
  );
}
