import type { Location } from 'react-router-dom';

/**
 * The position in a list from which an image was opened. It is stored in the history entry, so that a reload keeps it and the URL
 * stays short.
 */
export interface ListPosition {
  /** The query string of the list's URL, starting with `?`. */
  readonly search: string;
  /** Index in the complete list when the image was opened, starting at 0. */
  readonly at: number;
  /** Id of the item in the list: the image, or an object on the image. */
  readonly tile: string;
}

/** Returns the state of a history entry that opens an image from a list. */
export const toHistoryState = (position: ListPosition) => ({ list: position });

/** Reads the position from a history entry. Returns null when the image was not opened from a list. */
export function readListPosition({ state }: Location): ListPosition | null {
  const list: unknown = typeof state === 'object' && state !== null && 'list' in state ? state.list : null;
  if (typeof list !== 'object' || list === null) return null;
  const { search, at, tile } = list as Partial<ListPosition>;
  const isComplete = typeof search === 'string' && typeof tile === 'string' && typeof at === 'number' && at >= 0;
  return isComplete ? { search, at, tile } : null;
}

const STORAGE_KEY = 'annotate.list-place';

/** Stores the last opened tile, so that the list can focus it when the user returns. */
export function rememberOpenedTile({ tile }: ListPosition): void {
  sessionStorage.setItem(STORAGE_KEY, tile);
}

/** Returns the last opened tile and deletes it, so that it is used only once. */
export function consumeRememberedTile(): string | null {
  const tile = sessionStorage.getItem(STORAGE_KEY);
  sessionStorage.removeItem(STORAGE_KEY);
  return tile;
}
