import { Fragment, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { Button } from '@fluentui/react-components';
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
}

let loaded: ComponentType<RowsProps> | undefined;

/** The code for long tables, fetched with the first of them; `failed` until it is asked for again. */
function useVirtualRows(isWanted: boolean) {
  const [Rows, setRows] = useState<ComponentType<RowsProps> | undefined>(() => loaded);
  const [failed, setFailed] = useState(false);
  const isMissing = isWanted && Rows === undefined && !failed;
  useEffect(() => {
    if (!isMissing) return undefined;
    let isThere = true;
    import('./virtual-rows').then(
      (module) => {
        loaded = module.VirtualRows;
        if (isThere) setRows(() => module.VirtualRows);
      },
      () => isThere && setFailed(true),
    );
    return () => {
      isThere = false;
    };
  }, [isMissing]);
  return { Rows, failed, retry: () => setFailed(false) };
}

/** All rows of a table, or of a long one those that are seen. */
export function TableRows(props: RowsProps) {
  const isLong = props.count > ALL_DRAWN;
  const { Rows, failed, retry } = useVirtualRows(isLong);
  if (isLong && Rows) return <Rows {...props} />;
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
