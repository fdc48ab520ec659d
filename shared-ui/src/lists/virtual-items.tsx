import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useState, type ReactNode } from 'react';

/** Items beyond the edges that are there already when Tab or a quick scroll reaches them. */
const OVERSCAN = 8;

export interface VirtualItemsProps {
  count: number;
  /** Pixels. */
  itemHeight: number;
  list: HTMLElement | null;
  /** The item that holds the focus. */
  held: number | null;
  /** An item to bring into view. */
  reach: number | null;
  /** After each drawing. */
  onDrawn: () => void;
  keyAt: (index: number) => string;
  draw: (index: number) => ReactNode;
}

/** The element that scrolls `element`, or the page. */
function frameOf(element: HTMLElement | null): HTMLElement | null {
  for (let frame = element?.parentElement; frame; frame = frame.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(frame).overflowY)) return frame;
  }
  return element && document.documentElement;
}

/** The items that are seen, at their places in a list as high as all of them. */
export function VirtualItems({ count, itemHeight, list, held, reach, onDrawn, keyAt, draw }: VirtualItemsProps) {
  // The library's object changes in place, so nothing that it answers may be kept by the React compiler or by a memo.
  'use no memo';
  const frame = useMemo(() => frameOf(list), [list]);
  // What stands above the list in what scrolls: a heading, another list, a card that opens.
  const [above, setAbove] = useState(0);
  useEffect(() => {
    if (!list || !frame) return undefined;
    const measure = () =>
      setAbove(Math.round(list.getBoundingClientRect().top - frame.getBoundingClientRect().top + frame.scrollTop));
    // Looked at in the beginning too, as observers do.
    const sizes = new ResizeObserver(measure);
    for (const part of frame.children) sizes.observe(part);
    frame.addEventListener('scroll', measure, { passive: true });
    return () => {
      sizes.disconnect();
      frame.removeEventListener('scroll', measure);
    };
  }, [list, frame]);
  const items = useVirtualizer({
    count,
    getScrollElement: () => frame,
    estimateSize: () => itemHeight,
    getItemKey: keyAt,
    overscan: OVERSCAN,
    scrollMargin: above,
    // Items that a scroll needs come with React's own drawing of it; flushing in an effect is refused with a warning.
    useFlushSync: false,
    rangeExtractor: (range: Range) => {
      const drawn = defaultRangeExtractor(range);
      return held === null || held < 0 || held >= count || drawn.includes(held) ? drawn : [...drawn, held].sort((a, b) => a - b);
    },
  });
  useEffect(() => {
    if (reach !== null) items.scrollToIndex(reach, { align: 'auto' });
  }, [reach, items]);
  useLayoutEffect(onDrawn);
  return (
    <>
      {items.getVirtualItems().map(({ index, key, start }) => (
        <li
          key={String(key)}
          data-item={index}
          aria-setsize={count}
          aria-posinset={index + 1}
          style={{ position: 'absolute', top: start - above, left: 0, right: 0, height: itemHeight }}
        >
          {draw(index)}
        </li>
      ))}
      {/* The room of all items: a list is no higher than what stands in it. */}
      <li aria-hidden style={{ height: items.getTotalSize() }} />
    </>
  );
}
