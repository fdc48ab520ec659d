import { useCallback, useEffect, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useTilePage, type TilePage } from '../../browser/browser.queries';
import { PAGE_SIZE } from '../../browser/filters';
import { filtersInAddress } from '../../browser/filters-address';
import { linkOf, type Tile } from '../../browser/tile';
import { useAllowedFilters } from '../../browser/use-allowed-filters';
import { placeIn, placeState, rememberPlace } from './list-place';

/** The way through the list that an image was opened from. */
export interface ListWalk {
  /** From 1; null where the image has left the list since, by a verification under "Not verified" say. */
  readonly number: number | null;
  readonly total: number;
  /** Where the list stands open at the present image. */
  readonly back: string;
  /** Its images have suspects to be decided. */
  readonly isOfSuspects: boolean;
  /** undefined: there is none, or it is not known yet. */
  readonly next: (() => void) | undefined;
  readonly previous: (() => void) | undefined;
  /** Images that are likely to be opened next. */
  readonly ahead: readonly string[];
}

const pageOf = (at: number) => Math.floor(at / PAGE_SIZE) + 1;

/** The walk through the list that this entry of the history came from; null: it came from none. */
export function useListWalk(): ListWalk | null {
  const location = useLocation();
  const navigate = useNavigate();
  const place = useMemo(() => placeIn(location), [location]);
  const allowed = useAllowedFilters();
  const filters = useMemo(() => allowed(filtersInAddress.read(new URLSearchParams(place?.search))), [place?.search, allowed]);
  useEffect(() => {
    if (place) rememberPlace(place);
  }, [place]);

  const openedAt = place?.at ?? 0;
  const own = useTilePage(place && { ...filters, page: pageOf(openedAt) });
  const index = own?.tiles.findIndex(({ id }) => id === place?.tile) ?? -1;
  const total = own?.count ?? 0;
  const at = index === -1 ? openedAt : (pageOf(openedAt) - 1) * PAGE_SIZE + index;
  // Where the image has left the list, what came after it stands in its place.
  const nextAt = index === -1 ? at : at + 1;
  const hasNext = own !== undefined && nextAt < total;
  const hasPrevious = own !== undefined && at > 0;
  const nextPage = useTilePage(hasNext ? { ...filters, page: pageOf(nextAt) } : null);
  const previousPage = useTilePage(hasPrevious ? { ...filters, page: pageOf(at - 1) } : null);
  const next = hasNext ? tileAt(nextPage, nextAt) : undefined;
  const previous = hasPrevious ? tileAt(previousPage, at - 1) : undefined;

  const search = place?.search;
  const open = useCallback(
    (tile: Tile, tileAtPlace: number) => {
      // In the place of this entry: Back leads to the list, however far the walk went.
      void navigate(linkOf(tile), {
        replace: true,
        flushSync: true,
        state: placeState({ search: search ?? '', at: tileAtPlace, tile: tile.id }),
      });
    },
    [navigate, search],
  );
  return useMemo(
    () =>
      place && {
        number: index === -1 ? null : at + 1,
        total,
        isOfSuspects: filters.suspectsOf !== '',
        back: `/images${filtersInAddress.link({ ...filters, page: Math.min(pageOf(at), pageOf(Math.max(0, total - 1))) })}`,
        next: next && (() => open(next, nextAt)),
        previous: previous && (() => open(previous, at - 1)),
        ahead: [...new Set([next, previous].flatMap((tile) => tile?.imageId ?? []))],
      },
    [place, index, at, total, filters, next, nextAt, previous, open],
  );
}

function tileAt(page: TilePage | undefined, at: number): Tile | undefined {
  return page?.tiles[at % PAGE_SIZE];
}
