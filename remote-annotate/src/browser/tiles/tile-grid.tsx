import { makeStyles, mergeClasses, Skeleton, SkeletonItem, tokens, visuallyHidden } from '@console/shared-ui/basics';
import { useCallback, useEffect, useId, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { browserMessages } from '../data/browser-messages';
import type { Entity } from '../data/filters';
import { countColumns, getTargetIndex } from './grid-keys';
import type { Tile } from '../data/tile';
import { useReportReady } from '../data/use-report-ready';
import { TILE_HEIGHT, TILE_WIDTH, TileCard } from './tile-card';
import type { Selection } from '../selection/use-selection';

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    gridTemplateColumns: `repeat(auto-fill, ${TILE_WIDTH}px)`,
    justifyContent: 'space-between',
    // Distribute two or three columns evenly: `space-between` would leave large gaps.
    '@media (max-width: 640px)': { justifyContent: 'space-evenly' },
    gap: tokens.spacingHorizontalM,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    transitionProperty: 'opacity',
    transitionDuration: tokens.durationNormal,
  },
  stale: { opacity: 0.45 },
  hidden: visuallyHidden,
});

interface TileGridProps {
  entity: Entity;
  tiles: readonly Tile[];
  blur: boolean;
  /** Whether the tiles belong to the previous page while the requested page loads. */
  isStale: boolean;
  /** Absent if tiles cannot be selected. */
  selection?: Selection;
  /** Lists the images similar to a tile. */
  onSimilar?: (tile: Tile) => void;
  /** Set if the image page can go to the next and previous image of this list. */
  list?: TileList;
}

interface TileList {
  /** The list's query string, including `?`. */
  search: string;
  /** Zero-based index of the first tile across all pages. */
  firstIndex: number;
  /** Id of the tile that the user comes back from. This tile receives the focus when the grid is first shown. */
  returnFromId: string | null;
}

const SIMILAR_KEY = 's';
const SKELETON_TILES = 24;

/** Thumbnails of a page. Arrow keys move the focus, Space selects, Enter opens, S lists similar images. */
export function TileGrid({ entity, tiles, blur, isStale, selection, onSimilar, list: tileList }: TileGridProps) {
  const styles = useStyles();
  useReportReady(true);
  const hintId = useId();
  const list = useRef<HTMLUListElement>(null);
  const [currentIndex, setCurrentIndex] = useState(0);
  const tabStop = Math.min(currentIndex, tiles.length - 1);
  const toggle = selection?.toggle;
  const onToggle = useCallback(
    (tile: Tile) =>
      toggle?.(
        tile.imageId,
        tiles.map((listedTile) => listedTile.imageId),
      ),
    [toggle, tiles],
  );

  const getLinks = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-tile]') ?? [])];
  // Only the first render restores the focus. Later changes of the list do not move it.
  const [returnIndex] = useState(() => tiles.findIndex(({ id }) => id === tileList?.returnFromId));
  useEffect(() => {
    if (returnIndex === -1) return undefined;
    // Wait for the next frame. Before that, the page heading takes the focus, and the host application scrolls to the top.
    const animationFrame = requestAnimationFrame(() => {
      const tile = list.current?.querySelectorAll<HTMLElement>('[data-tile]')[returnIndex];
      tile?.focus({ preventScroll: true });
      tile?.scrollIntoView({ block: 'center' });
    });
    return () => cancelAnimationFrame(animationFrame);
  }, [returnIndex]);
  const onFocus = (event: FocusEvent) => {
    const index = getLinks().indexOf(event.target as HTMLElement);
    if (index >= 0) setCurrentIndex(index);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const elements = getLinks();
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
    const targetIndex = getTargetIndex(event.key, index, elements.length, countColumns(elements));
    if (targetIndex === null) return;
    event.preventDefault();
    elements[targetIndex]?.focus();
  };

  return (
    <>
      <span id={hintId} className={styles.hidden}>
        {selection ? browserMessages.keysSelectable : browserMessages.keys}
      </span>
      <ul
        ref={list}
        aria-label={browserMessages.list[entity]}
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
              onFindSimilar={onSimilar}
              listQuery={tileList?.search}
              index={(tileList?.firstIndex ?? 0) + index}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Placeholder while the grid loads. */
export function TileGridSkeleton({ label }: { label: string }) {
  const styles = useStyles();
  return (
    <Skeleton aria-label={label} className={styles.grid}>
      {Array.from({ length: SKELETON_TILES }, (_, index) => (
        <SkeletonItem key={index} style={{ width: TILE_WIDTH, height: TILE_HEIGHT }} />
      ))}
    </Skeleton>
  );
}
