import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import {
  memo,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { useReportReady } from '../host-services/use-report-ready';
import { assignRowKeys, NO_ROW_KEYS } from './row-keys';

/** Number of rows to render beyond the visible area, so that their images are requested early. */
const OVERSCAN = 3;
const MIN_COLUMNS = 2;

/** The modifier keys of a click or key press, which extend the selection. */
export interface GridModifiers {
  shift: boolean;
  ctrl: boolean;
}

export interface VirtualGridProps {
  label: string;
  /** Number of tiles that can be rendered. */
  count: number;
  /** Number of tiles of the complete list, including those that are not loaded yet. */
  total: number;
  /** Minimum width of the square tiles in pixels. */
  minTileSize: number;
  /** Pixels between tiles. */
  gap?: number;
  className?: string;
  /** Index of the tile that Tab focuses. */
  activeIndex: number;
  isSelected: (index: number) => boolean;
  /** Name of a tile for screen readers. */
  getName: (index: number) => string;
  /** Renders a tile. React reuses the elements of a tile for other indexes, so give each image a key. */
  renderTile: (index: number) => ReactNode;
  /** Called when a click or the arrow keys reach a tile. */
  onActivate: (index: number, modifiers: GridModifiers & { isClick: boolean }) => void;
  /** Called when Space is pressed on a tile. */
  onToggle: (index: number) => void;
  /** Called on Enter or a double click on a tile. */
  onOpen: (index: number) => void;
  /** Called when the last tiles are about to become visible. */
  onNearEnd: () => void;
}

/**
 * A grid of square tiles in a scroll container, with one tab stop. Only the visible rows are rendered. Arrow keys, Home, End and Page
 * keys move the focus; Shift extends the selection; Space selects; Enter opens.
 */
export function VirtualGrid(props: VirtualGridProps) {
  // The library mutates its object, so the React compiler must not memoize values from it.
  'use no memo';
  const { label, count, total, minTileSize, gap = 6, className, activeIndex, onActivate, onToggle, onOpen, onNearEnd } = props;
  useReportReady(count > 0);
  const frame = useRef<HTMLDivElement>(null);
  const isFocusPending = useRef(false);
  const hasFocus = useRef(false);
  const renderedKeys = useRef(NO_ROW_KEYS);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const resizeObserver = new ResizeObserver(() => setWidth(element.clientWidth));
    resizeObserver.observe(element);
    setWidth(element.clientWidth);
    return () => resizeObserver.disconnect();
  }, []);
  const columns = Math.max(MIN_COLUMNS, Math.floor((width + gap) / (minTileSize + gap)));
  const tileSize = Math.max(1, Math.floor((width - gap * (columns - 1)) / columns));
  const rowHeight = tileSize + gap;
  const activeRow = Math.floor(activeIndex / columns);
  const rowCount = Math.ceil(count / columns);
  // Render the rows beyond the visible area after the visible rows are painted.
  const overscan = useDeferredValue(OVERSCAN, 0);
  const rowVirtualizer = useVirtualizer({
    count: rowCount,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan,
    useFlushSync: false,
    rangeExtractor: (range: Range) => {
      const visibleIndexes = defaultRangeExtractor(range);
      // The focused tile stays rendered while it is scrolled out of view.
      if (activeRow >= rowCount || visibleIndexes.includes(activeRow)) return visibleIndexes;
      return [...visibleIndexes, activeRow].sort((a, b) => a - b);
    },
  });
  useLayoutEffect(() => rowVirtualizer.measure(), [rowVirtualizer, rowHeight]);
  const visibleRows = rowVirtualizer.getVirtualItems();
  const lastRow = visibleRows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (count < total && lastRow >= rowCount - 2 * OVERSCAN) onNearEnd();
  }, [count, total, lastRow, rowCount, onNearEnd]);
  const rowKeys = assignRowKeys(
    renderedKeys.current,
    visibleRows.map(({ index }) => index),
  );
  useLayoutEffect(() => {
    renderedKeys.current = rowKeys;
    // If the focused tile was removed, for example because its image was deleted, the browser has moved the focus to the body.
    const isFocusLost = hasFocus.current && document.activeElement === document.body;
    if (!isFocusPending.current && !isFocusLost) return;
    const tile = frame.current?.querySelector<HTMLElement>(`[data-index="${activeIndex}"]`);
    if (!tile) return;
    isFocusPending.current = false;
    tile.focus({ preventScroll: true });
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey) return;
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      if (event.key === ' ') onToggle(activeIndex);
      else onOpen(activeIndex);
      return;
    }
    const pageRows = Math.max(1, Math.floor((frame.current?.clientHeight ?? 0) / rowHeight) - 1);
    const target = getTarget(event.key, activeIndex, { columns, pageRows, last: count - 1 });
    if (target === null) return;
    event.preventDefault();
    isFocusPending.current = true;
    rowVirtualizer.scrollToIndex(Math.floor(target / columns), { align: 'auto' });
    onActivate(target, { shift: event.shiftKey, ctrl: event.ctrlKey, isClick: false });
  };
  const onClick = (event: MouseEvent) => {
    const index = getIndex(event);
    if (index === null) return;
    isFocusPending.current = true;
    onActivate(index, { shift: event.shiftKey, ctrl: event.ctrlKey || event.metaKey, isClick: true });
  };
  const onDoubleClick = (event: MouseEvent) => {
    const index = getIndex(event);
    if (index !== null) onOpen(index);
  };
  return (
    <div
      ref={frame}
      role="listbox"
      aria-label={label}
      aria-multiselectable
      className={className}
      style={{ overflowY: 'auto', position: 'relative', contain: 'strict' }}
      onFocus={() => (hasFocus.current = true)}
      onBlur={() => (hasFocus.current = false)}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onDoubleClick={onDoubleClick}
    >
      <div role="presentation" style={{ position: 'relative', height: rowVirtualizer.getTotalSize() }}>
        {visibleRows.map(({ index, start }) => (
          <GridRow
            key={rowKeys.keyByRow.get(index)}
            index={index}
            start={start}
            columns={columns}
            side={tileSize}
            gap={gap}
            count={count}
            total={total}
            activeIndex={index === activeRow ? activeIndex : null}
            isSelected={props.isSelected}
            getName={props.getName}
            renderTile={props.renderTile}
          />
        ))}
      </div>
    </div>
  );
}

interface GridRowProps extends Pick<VirtualGridProps, 'count' | 'total' | 'isSelected' | 'getName' | 'renderTile'> {
  index: number;
  /** Distance from the top of the grid in pixels. */
  start: number;
  columns: number;
  side: number;
  gap: number;
  /** Index of the tile that Tab focuses. Null if this tile is in another row. */
  activeIndex: number | null;
}

/**
 * A row of tiles. Memoized, because scrolling changes only one row of the grid. The React keys of the tiles are column numbers, so that
 * React can reuse the elements of a removed row for a new row.
 */
const GridRow = memo(function GridRow(props: GridRowProps) {
  const { index: row, start, columns, side, gap, count, total, activeIndex } = props;
  return (
    <div
      role="presentation"
      // Make each row a compositor layer, so that scrolling paints only new rows.
      style={{
        position: 'absolute',
        top: 0,
        left: 0,
        right: 0,
        height: side,
        transform: `translateY(${start}px)`,
        contain: 'strict',
        willChange: 'transform',
      }}
    >
      {Array.from({ length: Math.min(columns, count - row * columns) }, (_, column) => {
        const index = row * columns + column;
        return (
          <div
            key={column}
            role="option"
            data-index={index}
            aria-selected={props.isSelected(index)}
            aria-label={props.getName(index)}
            aria-setsize={total}
            aria-posinset={index + 1}
            tabIndex={index === activeIndex ? 0 : -1}
            style={{ position: 'absolute', top: 0, left: column * (side + gap), width: side, height: side }}
          >
            {props.renderTile(index)}
          </div>
        );
      })}
    </div>
  );
});

function getIndex(event: MouseEvent): number | null {
  const tile = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null;
  return tile ? Number(tile.dataset.index) : null;
}

/** Returns the index that a key moves to; null if it moves nowhere. */
function getTarget(
  key: string,
  index: number,
  { columns, pageRows, last }: { columns: number; pageRows: number; last: number },
): number | null {
  const indexChange = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    PageDown: columns * pageRows,
    PageUp: -columns * pageRows,
    Home: -last,
    End: last,
  }[key];
  if (indexChange === undefined) return null;
  const target = Math.max(0, Math.min(last, index + indexChange));
  return target === index ? null : target;
}
