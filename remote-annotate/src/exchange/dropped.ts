import type { PathedFile } from '../files/pathed-files';

let droppedFiles: readonly PathedFile[] = [];

/** Stores files dropped on the image list until the lazy-loaded import dialog reads them. */
export function storeDroppedFiles(files: readonly PathedFile[]): void {
  droppedFiles = files;
}

/** Returns the stored files and clears them. */
export function consumeDroppedFiles(): readonly PathedFile[] {
  const files = droppedFiles;
  droppedFiles = [];
  return files;
}
