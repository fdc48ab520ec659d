import { Button } from '@fluentui/react-components';
import { Fragment, type ReactNode } from 'react';
import { useLazyModule, type LazyModule } from '../lazy-module';
import { messages } from '../messages';

/** More rows than these are drawn where they are seen. Pages of lists have fewer, and find in page reaches all of them. */
export const ALL_DRAWN = 60;

export interface RowsProps {
  count: number;
  /** What scrolls. */
  frame: HTMLElement | null;
  /** The row that holds the focus. */
  held: number | null;
  /** A row to scroll to; a new object for each wish. */
  reach: { index: number } | null;
  columns: number;
  draw: (index: number, measure?: (row: HTMLElement | null) => void) => ReactNode;
  /** Stands in place of a long table's rows until its code has come. */
  waiting: ReactNode;
}

/** Fetched with the first long table. */
const virtualRows: LazyModule<RowsProps> = { load: () => import('./virtual-rows').then(({ VirtualRows }) => VirtualRows) };

/** All rows of a table, or of a long one those that are seen. */
export function TableRows(props: RowsProps) {
  const isLong = props.count > ALL_DRAWN;
  const { Part, failed, retry } = useLazyModule(virtualRows, isLong);
  if (isLong && Part) return <Part {...props} />;
  // Rows that are drawn here would be drawn once more by the code that is on its way, and 60 of them cost some 100 ms.
  if (isLong && !failed) return props.waiting;
  const drawn = Array.from({ length: Math.min(props.count, ALL_DRAWN) }, (_, index) => props.draw(index));
  return (
    <Fragment>
      {drawn}
      {failed && (
        <tr>
          <td colSpan={props.columns}>
            {messages.restFailed(props.count - ALL_DRAWN)} <Button onClick={retry}>{messages.retry}</Button>
          </td>
        </tr>
      )}
    </Fragment>
  );
}
