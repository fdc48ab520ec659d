import { hasUnsavedChanges } from '@console/shared-ui/basics';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useTilePage, type TilePage } from '../../browser/data/browser.queries';
import { PAGE_SIZE } from '../../browser/data/filters';
import { filterUrlParams } from '../../browser/data/filter-url-params';
import { getTileLink, type Tile } from '../../browser/data/tile';
import { useAllowedFilters } from '../../browser/data/use-allowed-filters';
import { keepPanelOpen } from '../change-history/use-history-panel';
import { readListPosition, toHistoryState, rememberOpenedTile, type ListPosition } from '../../browser/data/list-position';

/** The current position in the list from which an image was opened, and the steps to other images. */
export interface ListNavigation {
  /** The image that a step leads to, before the URL names it; otherwise undefined. */
  readonly image: string | undefined;
  /** Number in the list, starting at 1. Null when the image no longer matches the filter, for example after it was verified. */
  readonly number: number | null;
  readonly total: number;
  /** Path of the list page that contains the current image. */
  readonly back: string;
  /** Whether the list shows images with suspected label errors. */
  readonly hasSuspects: boolean;
  /** Minimum certainty in percent of the suspected label errors in the list; null for the server's default. */
  readonly minCertainty: number | null;
  /** Undefined when there is no next image or it is not known yet. */
  readonly next: (() => void) | undefined;
  readonly previous: (() => void) | undefined;
  /** Images that the user is likely to open next. */
  readonly upcomingImages: readonly string[];
}

const getPageNumber = (index: number) => Math.floor(index / PAGE_SIZE) + 1;

/** Returns the list navigation of the current history entry, or null when the image was not opened from a list. */
export function useListNavigation(): ListNavigation | null {
  const location = useLocation();
  const navigate = useNavigate();
  // The image to show before the URL changes. The router updates the URL in a transition, which would delay the next image.
  const [step, setStep] = useState<{ readonly from: string; readonly image: string; readonly position: ListPosition } | null>(
    null,
  );
  const isAhead = step !== null && step.from === location.key;
  if (step && !isAhead) setStep(null);
  const entryPosition = useMemo(() => readListPosition(location), [location]);
  const position = isAhead ? step.position : entryPosition;
  const image = isAhead ? step.image : undefined;
  const removeDisallowedFilters = useAllowedFilters();
  const filters = useMemo(
    () => removeDisallowedFilters(filterUrlParams.read(new URLSearchParams(position?.search))),
    [position?.search, removeDisallowedFilters],
  );
  useEffect(() => {
    if (position) rememberOpenedTile(position);
  }, [position]);

  const openedAt = position?.at ?? 0;
  const openedPage = useTilePage(position && { ...filters, page: getPageNumber(openedAt) });
  const index = openedPage?.tiles.findIndex(({ id }) => id === position?.tile) ?? -1;
  const total = openedPage?.count ?? 0;
  const listIndex = index === -1 ? openedAt : (getPageNumber(openedAt) - 1) * PAGE_SIZE + index;
  // If the image has left the list, the next image has moved to its position.
  const nextAt = index === -1 ? listIndex : listIndex + 1;
  const hasNext = openedPage !== undefined && nextAt < total;
  const hasPrevious = openedPage !== undefined && listIndex > 0;
  const nextPage = useTilePage(hasNext ? { ...filters, page: getPageNumber(nextAt) } : null);
  const previousPage = useTilePage(hasPrevious ? { ...filters, page: getPageNumber(listIndex - 1) } : null);
  const nextTile = hasNext ? getTileAt(nextPage, nextAt) : undefined;
  const previous = hasPrevious ? getTileAt(previousPage, listIndex - 1) : undefined;

  const search = position?.search;
  const { key } = location;
  const openTile = useCallback(
    (tile: Tile, tileIndex: number) => {
      const target = { search: search ?? '', at: tileIndex, tile: tile.id };
      // With unfinished work, the leave guard asks first, so the image must not change yet.
      if (!hasUnsavedChanges()) setStep({ from: key, image: tile.imageId, position: target });
      // Replaces the history entry: Back returns to the list after any number of steps.
      void navigate(keepPanelOpen(getTileLink(tile), location.search), { replace: true, state: toHistoryState(target) });
    },
    [navigate, search, key, location.search],
  );
  return useMemo(
    () =>
      position && {
        image,
        number: index === -1 ? null : listIndex + 1,
        total,
        hasSuspects: filters.suspectsOf !== '',
        minCertainty: filters.certainty,
        back: `/images${filterUrlParams.toLink({ ...filters, page: Math.min(getPageNumber(listIndex), getPageNumber(Math.max(0, total - 1))) })}`,
        next: nextTile && (() => openTile(nextTile, nextAt)),
        previous: previous && (() => openTile(previous, listIndex - 1)),
        upcomingImages: [...new Set([nextTile, previous].flatMap((tile) => tile?.imageId ?? []))],
      },
    [position, image, index, listIndex, total, filters, nextTile, nextAt, previous, openTile],
  );
}

function getTileAt(page: TilePage | undefined, index: number): Tile | undefined {
  return page?.tiles[index % PAGE_SIZE];
}
