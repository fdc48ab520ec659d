import { makeStyles, mergeClasses, Skeleton, SkeletonItem, tokens } from '@console/shared-ui/basics';
import { useCallback, useEffect, useId, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { messages } from '../messages';
import type { Entity } from './filters';
import { columnsOf, tileByKey } from './grid-keys';
import type { Tile } from './tile';
import { TILE_HEIGHT, TILE_WIDTH, TileCard } from './tile-card';
import type { Selection } from './use-selection';

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    gridTemplateColumns: `repeat(auto-fill, ${TILE_WIDTH}px)`,
    justifyContent: 'space-between',
    // Two or three columns would be torn apart.
    '@media (max-width: 640px)': { justifyContent: 'space-evenly' },
    gap: tokens.spacingHorizontalM,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    transitionProperty: 'opacity',
    transitionDuration: tokens.durationNormal,
  },
  stale: { opacity: 0.45 },
  hidden: { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)', whiteSpace: 'nowrap' },
});

export interface TileGridProps {
  entity: Entity;
  tiles: readonly Tile[];
  blur: boolean;
  /** The tiles are those of the last page; the wanted ones are on their way. */
  isStale: boolean;
  /** Absent: nothing can be selected. */
  selection?: Selection;
  /** Lists what looks like a tile. */
  onSimilar?: (tile: Tile) => void;
  /** The list, where images can be walked through from here. */
  list?: TileList;
}

export interface TileList {
  /** Its address, from `?` on. */
  search: string;
  /** Place of the first tile, from 0, over all pages. */
  from: number;
  /** Id of the tile that takes the focus when the grid is first shown: a person comes back from it. */
  backFrom: string | null;
}

const SIMILAR_KEY = 's';

/** Thumbnails of a page. Arrow keys move, Space selects, Enter opens, S finds what looks like one. */
export function TileGrid({ entity, tiles, blur, isStale, selection, onSimilar, list: tileList }: TileGridProps) {
  const styles = useStyles();
  const hintId = useId();
  const list = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  const tabStop = Math.min(current, tiles.length - 1);
  const toggle = selection?.toggle;
  const onToggle = useCallback(
    (tile: Tile) =>
      toggle?.(
        tile.imageId,
        tiles.map((other) => other.imageId),
      ),
    [toggle, tiles],
  );

  const links = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-tile]') ?? [])];
  // What was come back from, once: later changes of the list leave the focus where it is.
  const [backTo] = useState(() => tiles.findIndex(({ id }) => id === tileList?.backFrom));
  useEffect(() => {
    if (backTo === -1) return undefined;
    // After the page's heading took the focus, and the host led to the top of the page.
    const frame = requestAnimationFrame(() => {
      const tile = list.current?.querySelectorAll<HTMLElement>('[data-tile]')[backTo];
      tile?.focus({ preventScroll: true });
      tile?.scrollIntoView({ block: 'center' });
    });
    return () => cancelAnimationFrame(frame);
  }, [backTo]);
  const onFocus = (event: FocusEvent) => {
    const index = links().indexOf(event.target as HTMLElement);
    if (index >= 0) setCurrent(index);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const elements = links();
    const index = elements.indexOf(event.target as HTMLElement);
    const tile = tiles[index];
    if (!tile) return;
    if (event.key === ' ' && selection) {
      event.preventDefault();
      onToggle(tile);
      return;
    }
    if (event.key === SIMILAR_KEY && onSimilar) {
      event.preventDefault();
      onSimilar(tile);
      return;
    }
    const next = tileByKey(event.key, index, elements.length, columnsOf(elements));
    if (next === null) return;
    event.preventDefault();
    elements[next]?.focus();
  };

  return (
    <>
      <span id={hintId} className={styles.hidden}>
        {selection ? messages.browser.keysSelectable : messages.browser.keys}
      </span>
      <ul
        ref={list}
        aria-label={messages.browser.list[entity]}
        aria-describedby={hintId}
        aria-busy={isStale}
        className={mergeClasses(styles.grid, isStale && styles.stale)}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
      >
        {tiles.map((tile, index) => (
          <li key={tile.id}>
            <TileCard
              tile={tile}
              blur={blur}
              isSelectable={selection !== undefined}
              isSelected={selection?.has(tile.imageId) ?? false}
              isTabStop={index === tabStop}
              onToggle={onToggle}
              onSimilar={onSimilar}
              list={tileList?.search}
              at={(tileList?.from ?? 0) + index}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The grid to come. */
export function TileGridSkeleton({ label, tiles = 24 }: { label: string; tiles?: number }) {
  const styles = useStyles();
  return (
    <Skeleton aria-label={label} className={styles.grid}>
      {Array.from({ length: tiles }, (_, index) => (
        <SkeletonItem key={index} style={{ width: TILE_WIDTH, height: TILE_HEIGHT }} />
      ))}
    </Skeleton>
  );
}
