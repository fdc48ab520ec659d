import { hasUnsavedChanges } from '@console/shared-ui/basics';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useTilePage, type TilePage } from '../../browser/browser.queries';
import { PAGE_SIZE } from '../../browser/filters';
import { filtersInAddress } from '../../browser/filters-address';
import { linkOf, type Tile } from '../../browser/tile';
import { useAllowedFilters } from '../../browser/use-allowed-filters';
import { readListPosition, toHistoryState, rememberOpenedTile, type ListPosition } from './list-position';

/** The way through the list that an image was opened from. */
export interface ListWalk {
  /** The image that a step has led to; undefined where the address names it. */
  readonly image: string | undefined;
  /** From 1; null where the image has left the list since, by a verification under "Not verified" say. */
  readonly number: number | null;
  readonly total: number;
  /** Where the list stands open at the present image. */
  readonly back: string;
  /** Its images have suspects to be decided. */
  readonly hasSuspects: boolean;
  /** undefined: there is none, or it is not known yet. */
  readonly next: (() => void) | undefined;
  readonly previous: (() => void) | undefined;
  /** Images that are likely to be opened next. */
  readonly upcomingImages: readonly string[];
}

const getPageNumber = (at: number) => Math.floor(at / PAGE_SIZE) + 1;

/** The walk through the list that this entry of the history came from; null: it came from none. */
export function useListWalk(): ListWalk | null {
  const location = useLocation();
  const navigate = useNavigate();
  // Ahead of the address, as in a job: the router draws that in a transition, and the next picture is what is waited for.
  const [step, setStep] = useState<{ readonly from: string; readonly image: string; readonly place: ListPosition } | null>(null);
  const isAhead = step !== null && step.from === location.key;
  if (step && !isAhead) setStep(null);
  const entryPosition = useMemo(() => readListPosition(location), [location]);
  const place = isAhead ? step.place : entryPosition;
  const image = isAhead ? step.image : undefined;
  const allowed = useAllowedFilters();
  const filters = useMemo(() => allowed(filtersInAddress.read(new URLSearchParams(place?.search))), [place?.search, allowed]);
  useEffect(() => {
    if (place) rememberOpenedTile(place);
  }, [place]);

  const openedAt = place?.at ?? 0;
  const openedPage = useTilePage(place && { ...filters, page: getPageNumber(openedAt) });
  const index = openedPage?.tiles.findIndex(({ id }) => id === place?.tile) ?? -1;
  const total = openedPage?.count ?? 0;
  const at = index === -1 ? openedAt : (getPageNumber(openedAt) - 1) * PAGE_SIZE + index;
  // Where the image has left the list, what came after it stands in its place.
  const nextAt = index === -1 ? at : at + 1;
  const hasNext = openedPage !== undefined && nextAt < total;
  const hasPrevious = openedPage !== undefined && at > 0;
  const nextPage = useTilePage(hasNext ? { ...filters, page: getPageNumber(nextAt) } : null);
  const previousPage = useTilePage(hasPrevious ? { ...filters, page: getPageNumber(at - 1) } : null);
  const next = hasNext ? getTileAt(nextPage, nextAt) : undefined;
  const previous = hasPrevious ? getTileAt(previousPage, at - 1) : undefined;

  const search = place?.search;
  const { key } = location;
  const open = useCallback(
    (tile: Tile, tileAtPlace: number) => {
      const to = { search: search ?? '', at: tileAtPlace, tile: tile.id };
      // What is begun is asked for before the next picture is shown.
      if (!hasUnsavedChanges()) setStep({ from: key, image: tile.imageId, place: to });
      // In the place of this entry: Back leads to the list, however far the walk went.
      void navigate(linkOf(tile), { replace: true, state: toHistoryState(to) });
    },
    [navigate, search, key],
  );
  return useMemo(
    () =>
      place && {
        image,
        number: index === -1 ? null : at + 1,
        total,
        hasSuspects: filters.suspectsOf !== '',
        back: `/images${filtersInAddress.toLink({ ...filters, page: Math.min(getPageNumber(at), getPageNumber(Math.max(0, total - 1))) })}`,
        next: next && (() => open(next, nextAt)),
        previous: previous && (() => open(previous, at - 1)),
        upcomingImages: [...new Set([next, previous].flatMap((tile) => tile?.imageId ?? []))],
      },
    [place, image, index, at, total, filters, next, nextAt, previous, open],
  );
}

function getTileAt(page: TilePage | undefined, at: number): Tile | undefined {
  return page?.tiles[at % PAGE_SIZE];
}
