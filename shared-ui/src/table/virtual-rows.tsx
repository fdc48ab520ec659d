import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { startTransition, useEffect, useState, type ReactNode } from 'react';
import type { RowsProps } from './table-rows';

/** Number of rows rendered beyond the visible area, so that they exist when Tab or a quick scroll reaches them. */
const OVERSCAN = 8;
/** Number of rows in the first render, so that a long table does not delay the content that the user sees first. */
const FIRST_ROWS = 6;
/** Estimated height of a row with one line. Each row is measured when it is rendered. */
const ROW_HEIGHT = 45;

/** Calls a function when the browser is idle. Returns a function that cancels the call. */
function runWhenIdle(callback: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(callback, 100);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(callback, { timeout: 1000 });
  return () => cancelIdleCallback(handle);
}

/** Renders only the visible rows. Empty space takes the place of the other rows. */
export function VirtualRows({ count, frame, focusedIndex, scrollTarget, columns, renderRow }: RowsProps) {
  // The library mutates its object, so the React compiler must not memoize values from it.
  'use no memo';
  // Render in three steps: the first rows, the other visible rows in the next frame, and the overscan when the browser is idle.
  const [renderPhase, setRenderPhase] = useState<'first' | 'visible' | 'all'>('first');
  useEffect(() => {
    // Use a transition, so that other initial content of the page, such as the next table, renders first.
    const frameId = requestAnimationFrame(() => startTransition(() => setRenderPhase('visible')));
    const cancelIdle = runWhenIdle(() => setRenderPhase('all'));
    return () => {
      cancelAnimationFrame(frameId);
      cancelIdle();
    };
  }, []);
  const rowVirtualizer = useVirtualizer({
    count,
    getScrollElement: () => frame,
    estimateSize: () => ROW_HEIGHT,
    overscan: renderPhase === 'all' ? OVERSCAN : 1,
    // Without an initial size, the first render would have no rows.
    initialRect: { width: 0, height: frame?.clientHeight ?? 0 },
    // Without `flushSync`, React still renders new rows soon enough. With it, React warns about a call in an effect.
    useFlushSync: false,
    // The sticky header covers the first rows.
    scrollPaddingStart: ROW_HEIGHT,
    // Keep the focused row rendered while it is scrolled out of view, because a removed element loses the focus.
    rangeExtractor: (range: Range) => {
      const visibleIndexes = defaultRangeExtractor(range);
      const indexes = renderPhase === 'first' ? visibleIndexes.slice(0, FIRST_ROWS) : visibleIndexes;
      if (focusedIndex === null || focusedIndex >= count || indexes.includes(focusedIndex)) return indexes;
      return [...indexes, focusedIndex].sort((a, b) => a - b);
    },
  });
  useEffect(() => {
    if (scrollTarget !== null) rowVirtualizer.scrollToIndex(scrollTarget.index, { align: 'auto' });
  }, [scrollTarget, rowVirtualizer]);
  const elements: ReactNode[] = [];
  let lastEnd = 0;
  for (const item of rowVirtualizer.getVirtualItems()) {
    if (item.start > lastEnd)
      elements.push(<SpacerRow key={`before ${item.index}`} height={item.start - lastEnd} columns={columns} />);
    elements.push(renderRow(item.index, rowVirtualizer.measureElement));
    lastEnd = item.end;
  }
  const remainingHeight = rowVirtualizer.getTotalSize() - lastEnd;
  if (remainingHeight > 0) elements.push(<SpacerRow key="rest" height={remainingHeight} columns={columns} />);
  return elements;
}

function SpacerRow({ height, columns }: { height: number; columns: number }) {
  return (
    <tr aria-hidden style={{ height }}>
      <td colSpan={columns} style={{ padding: 0 }} />
    </tr>
  );
}
