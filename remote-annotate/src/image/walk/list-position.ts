import type { Location } from 'react-router-dom';

/** Where in the browser's list an image was opened. It is in the history entry, so that a reload keeps it and the address stays plain. */
export interface ListPosition {
  /** The list's address, from `?` on. */
  readonly search: string;
  /** Place in the list when it was opened, from 0, over all pages. */
  readonly at: number;
  /** The tile: an image, or an object on it. */
  readonly tile: string;
}

/** State of a history entry that leads to an image of a list. */
export const toHistoryState = (place: ListPosition) => ({ list: place });

export function readListPosition({ state }: Location): ListPosition | null {
  const list: unknown = typeof state === 'object' && state !== null && 'list' in state ? state.list : null;
  if (typeof list !== 'object' || list === null) return null;
  const { search, at, tile } = list as Partial<ListPosition>;
  const isComplete = typeof search === 'string' && typeof tile === 'string' && typeof at === 'number' && at >= 0;
  return isComplete ? { search, at, tile } : null;
}

const KEY = 'annotate.list-place';

/** What was looked at last, for the list that is come back to. */
export function rememberOpenedTile({ tile }: ListPosition): void {
  sessionStorage.setItem(KEY, tile);
}

/** The tile that was looked at last, once. */
export function consumeRememberedTile(): string | null {
  const tile = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return tile;
}
