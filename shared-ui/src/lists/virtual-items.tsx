import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useState, type ReactNode } from 'react';

/** Number of items rendered beyond the visible area, so that they exist when Tab or a quick scroll reaches them. */
const OVERSCAN = 8;

export interface VirtualItemsProps {
  count: number;
  /** Height of each item in pixels. */
  itemHeight: number;
  /** The `ul` element that contains the items. */
  list: HTMLElement | null;
  /** Index of the focused item. */
  focusedIndex: number | null;
  /** Index of an item to scroll into view. */
  scrollTarget: number | null;
  /** Called after each render. */
  onRendered: () => void;
  getKey: (index: number) => string;
  renderItem: (index: number) => ReactNode;
}

/** Returns the nearest ancestor that scrolls, or the document if there is none. */
function findScrollContainer(element: HTMLElement | null): HTMLElement | null {
  for (let parent = element?.parentElement; parent; parent = parent.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent;
  }
  return element && document.documentElement;
}

/** Renders the visible items at their positions in a list with the height of all items. */
export function VirtualItems({
  count,
  itemHeight,
  list,
  focusedIndex,
  scrollTarget,
  onRendered,
  getKey,
  renderItem,
}: VirtualItemsProps) {
  // The library mutates its object, so the React compiler must not memoize values from it.
  'use no memo';
  const container = useMemo(() => findScrollContainer(list), [list]);
  // Height of the content above the list in the scroll container, such as a heading or another list.
  const [offset, setOffset] = useState(0);
  useEffect(() => {
    if (!list || !container) return undefined;
    const updateOffset = () =>
      setOffset(Math.round(list.getBoundingClientRect().top - container.getBoundingClientRect().top + container.scrollTop));
    // The observer also reports the initial sizes, so no separate first measurement is necessary.
    const resizeObserver = new ResizeObserver(updateOffset);
    for (const child of container.children) resizeObserver.observe(child);
    container.addEventListener('scroll', updateOffset, { passive: true });
    return () => {
      resizeObserver.disconnect();
      container.removeEventListener('scroll', updateOffset);
    };
  }, [list, container]);
  const itemVirtualizer = useVirtualizer({
    count,
    getScrollElement: () => container,
    estimateSize: () => itemHeight,
    getItemKey: getKey,
    overscan: OVERSCAN,
    scrollMargin: offset,
    // Without `flushSync`, React still renders new items soon enough. With it, React warns about a call in an effect.
    useFlushSync: false,
    rangeExtractor: (range: Range) => {
      const visibleIndexes = defaultRangeExtractor(range);
      if (focusedIndex === null || focusedIndex < 0 || focusedIndex >= count || visibleIndexes.includes(focusedIndex))
        return visibleIndexes;
      return [...visibleIndexes, focusedIndex].sort((a, b) => a - b);
    },
  });
  useEffect(() => {
    if (scrollTarget !== null) itemVirtualizer.scrollToIndex(scrollTarget, { align: 'auto' });
  }, [scrollTarget, itemVirtualizer]);
  useLayoutEffect(onRendered);
  return (
    <>
      {itemVirtualizer.getVirtualItems().map(({ index, key, start }) => (
        <li
          key={String(key)}
          data-item={index}
          aria-setsize={count}
          aria-posinset={index + 1}
          style={{ position: 'absolute', top: start - offset, left: 0, right: 0, height: itemHeight }}
        >
          {renderItem(index)}
        </li>
      ))}
      {/* This empty item gives the list the height of all items. */}
      <li aria-hidden style={{ height: itemVirtualizer.getTotalSize() }} />
    </>
  );
}
