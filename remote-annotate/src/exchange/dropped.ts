import type { PathedFile } from '../files/pathed-files';

let dropped: readonly PathedFile[] = [];

/** Stores files dropped on the image list until the lazy-loaded import dialog reads them. */
export function keepDropped(files: readonly PathedFile[]): void {
  dropped = files;
}

/** Returns the stored files and clears them. */
export function takeDropped(): readonly PathedFile[] {
  const files = dropped;
  dropped = [];
  return files;
}
