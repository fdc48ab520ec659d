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

/** The current position in the list from which an image was opened, and functions that go to other images of the list. */
export interface ListNavigation {
  /** The image that the user goes to, until the URL contains it. Undefined at all other times. */
  readonly pendingImageId: string | undefined;
  /**
   * Position of the image in the list, starting at 1. Null if the image no longer matches the filter, for example after it was verified.
   */
  readonly number: number | null;
  readonly total: number;
  /** Path of the list page that contains the current image. */
  readonly back: string;
  /** Whether the list shows images with suspected label errors. */
  readonly hasSuspects: boolean;
  /** Minimum certainty in percent of the suspected label errors in the list; null for the server's default. */
  readonly minCertainty: number | null;
  /** Goes to the next image. Undefined if there is no next image, or it is not loaded yet. */
  readonly next: (() => void) | undefined;
  readonly previous: (() => void) | undefined;
  /** Images that the user is likely to open next. */
  readonly upcomingImages: readonly string[];
}

const getPageNumber = (index: number) => Math.floor(index / PAGE_SIZE) + 1;

/** Reads the position in the list from the current history entry. Returns null if the image was not opened from a list. */
export function useListNavigation(): ListNavigation | null {
  const location = useLocation();
  const navigate = useNavigate();
  // The next image, shown before the URL changes. The router updates the URL in a transition, which would delay the image.
  const [pendingStep, setPendingStep] = useState<{
    readonly from: string;
    readonly imageId: string;
    readonly position: ListPosition;
  } | null>(null);
  const isUrlOutdated = pendingStep !== null && pendingStep.from === location.key;
  if (pendingStep && !isUrlOutdated) setPendingStep(null);
  const entryPosition = useMemo(() => readListPosition(location), [location]);
  const position = isUrlOutdated ? pendingStep.position : entryPosition;
  const pendingImageId = isUrlOutdated ? pendingStep.imageId : undefined;
  const removeDisallowedFilters = useAllowedFilters();
  const filters = useMemo(
    () => removeDisallowedFilters(filterUrlParams.read(new URLSearchParams(position?.search))),
    [position?.search, removeDisallowedFilters],
  );
  useEffect(() => {
    if (position) rememberOpenedTile(position);
  }, [position]);

  const openedIndex = position?.at ?? 0;
  const openedPage = useTilePage(position && { ...filters, page: getPageNumber(openedIndex) });
  const indexInPage = openedPage?.tiles.findIndex(({ id }) => id === position?.tile) ?? -1;
  const total = openedPage?.count ?? 0;
  const listIndex = indexInPage === -1 ? openedIndex : (getPageNumber(openedIndex) - 1) * PAGE_SIZE + indexInPage;
  // If the image no longer matches the filter, the next image has taken its position.
  const nextIndex = indexInPage === -1 ? listIndex : listIndex + 1;
  const hasNext = openedPage !== undefined && nextIndex < total;
  const hasPrevious = openedPage !== undefined && listIndex > 0;
  const nextPage = useTilePage(hasNext ? { ...filters, page: getPageNumber(nextIndex) } : null);
  const previousPage = useTilePage(hasPrevious ? { ...filters, page: getPageNumber(listIndex - 1) } : null);
  const nextTile = hasNext ? getTileAt(nextPage, nextIndex) : undefined;
  const previousTile = hasPrevious ? getTileAt(previousPage, listIndex - 1) : undefined;

  const search = position?.search;
  const { key: locationKey } = location;
  const openTile = useCallback(
    (tile: Tile, tileIndex: number) => {
      const newPosition = { search: search ?? '', at: tileIndex, tile: tile.id };
      // If there is unfinished work, a dialog asks before the user leaves the image, so do not show the next image yet.
      if (!hasUnsavedChanges()) setPendingStep({ from: locationKey, imageId: tile.imageId, position: newPosition });
      // Replace the history entry, so that Back always returns to the list.
      void navigate(keepPanelOpen(getTileLink(tile), location.search), { replace: true, state: toHistoryState(newPosition) });
    },
    [navigate, search, locationKey, location.search],
  );
  return useMemo(
    () =>
      position && {
        pendingImageId,
        number: indexInPage === -1 ? null : listIndex + 1,
        total,
        hasSuspects: filters.suspectsOf !== '',
        minCertainty: filters.certainty,
        back: `/images${filterUrlParams.toLink({ ...filters, page: Math.min(getPageNumber(listIndex), getPageNumber(Math.max(0, total - 1))) })}`,
        next: nextTile && (() => openTile(nextTile, nextIndex)),
        previous: previousTile && (() => openTile(previousTile, listIndex - 1)),
        upcomingImages: [...new Set([nextTile, previousTile].flatMap((tile) => tile?.imageId ?? []))],
      },
    [position, pendingImageId, indexInPage, listIndex, total, filters, nextTile, nextIndex, previousTile, openTile],
  );
}

function getTileAt(page: TilePage | undefined, index: number): Tile | undefined {
  return page?.tiles[index % PAGE_SIZE];
}
