import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { startTransition, useEffect, useState, type ReactNode } from 'react';
import type { RowsProps } from './table-rows';

/** Rows beyond the edges that are there already when Tab or a quick scroll reaches them. */
const OVERSCAN = 8;
/** Of the first drawing: a table far down the page, or a high one, is not in the way of what is seen first. */
const FIRST_ROWS = 6;
/** A row of one line; each row is measured when it is drawn. */
const ROW_HEIGHT = 45;

/** Calls when the browser has nothing else to do; answers what takes it back. */
function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(act, 100);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act, { timeout: 1000 });
  return () => cancelIdleCallback(handle);
}

/** The rows that are seen, with room in place of the others. */
export function VirtualRows({ count, frame, held, reach, columns, draw }: RowsProps) {
  // The library's object changes in place, so nothing that it answers may be kept by the React compiler or by a memo.
  'use no memo';
  // The first rows, with the next frame the others that are seen, and those beyond the edges once the page stands.
  const [step, setStep] = useState<'first' | 'seen' | 'all'>('first');
  useEffect(() => {
    // After what else the page draws first, such as the next table.
    const frameId = requestAnimationFrame(() => startTransition(() => setStep('seen')));
    const notWhenIdle = whenIdle(() => setStep('all'));
    return () => {
      cancelAnimationFrame(frameId);
      notWhenIdle();
    };
  }, []);
  const rows = useVirtualizer({
    count,
    getScrollElement: () => frame,
    estimateSize: () => ROW_HEIGHT,
    overscan: step === 'all' ? OVERSCAN : 1,
    // Without it the first drawing has no rows, and they come with a second one.
    initialRect: { width: 0, height: frame?.clientHeight ?? 0 },
    // Rows that a scroll needs come with React's own drawing of it; flushing in an effect is refused with a warning.
    useFlushSync: false,
    // The head stands over the first rows of the frame.
    scrollPaddingStart: ROW_HEIGHT,
    // A row that holds the focus stays while it is scrolled away: a removed element loses it.
    rangeExtractor: (range: Range) => {
      const seen = defaultRangeExtractor(range);
      const drawn = step === 'first' ? seen.slice(0, FIRST_ROWS) : seen;
      return held === null || held >= count || drawn.includes(held) ? drawn : [...drawn, held].sort((a, b) => a - b);
    },
  });
  useEffect(() => {
    if (reach !== null) rows.scrollToIndex(reach.index, { align: 'auto' });
  }, [reach, rows]);
  const drawn = rows.getVirtualItems();
  const parts: ReactNode[] = [];
  let end = 0;
  for (const item of drawn) {
    if (item.start > end) parts.push(<Room key={`before ${item.index}`} height={item.start - end} columns={columns} />);
    parts.push(draw(item.index, rows.measureElement));
    end = item.end;
  }
  const rest = rows.getTotalSize() - end;
  if (rest > 0) parts.push(<Room key="rest" height={rest} columns={columns} />);
  return parts;
}

function Room({ height, columns }: { height: number; columns: number }) {
  return (
    <tr aria-hidden style={{ height }}>
      <td colSpan={columns} style={{ padding: 0 }} />
    </tr>
  );
}
