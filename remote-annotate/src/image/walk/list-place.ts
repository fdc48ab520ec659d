import type { Location } from 'react-router-dom';

/** Where in the browser's list an image was opened. It is in the history entry, so that a reload keeps it and the address stays plain. */
export interface ListPlace {
  /** The list's address, from `?` on. */
  readonly search: string;
  /** Place in the list when it was opened, from 0, over all pages. */
  readonly at: number;
  /** The tile: an image, or an object on it. */
  readonly tile: string;
}

/** State of a history entry that leads to an image of a list. */
export const placeState = (place: ListPlace) => ({ list: place });

export function placeIn({ state }: Location): ListPlace | null {
  const list: unknown = typeof state === 'object' && state !== null && 'list' in state ? state.list : null;
  if (typeof list !== 'object' || list === null) return null;
  const { search, at, tile } = list as Partial<ListPlace>;
  const isWhole = typeof search === 'string' && typeof tile === 'string' && typeof at === 'number' && at >= 0;
  return isWhole ? { search, at, tile } : null;
}

const KEY = 'annotate.list-place';

/** What was looked at last, for the list that is come back to. */
export function rememberPlace({ tile }: ListPlace): void {
  sessionStorage.setItem(KEY, tile);
}

/** The tile that was looked at last, once. */
export function takeRememberedTile(): string | null {
  const tile = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return tile;
}
