import type { PathedFile } from '../imports/pathed-files';

let dropped: readonly PathedFile[] = [];

/** Keeps files that were dropped on the list until the code of imports has come. */
export function keepDropped(files: readonly PathedFile[]): void {
  dropped = files;
}

/** Those files, once. */
export function takeDropped(): readonly PathedFile[] {
  const files = dropped;
  dropped = [];
  return files;
}
