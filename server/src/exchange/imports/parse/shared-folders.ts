import { getFolderPath, toComparable, type DiscoveredFile } from '../../readers/reader/file-set';
import { isSplitFolder } from '../../readers/reader/reader';

export const listFolders = (path: string) => getFolderPath(path).split('/').filter(Boolean);

/**
 * Counts the leading folders that all files of each archive share, and those that all files outside archives share. Folders of splits are
 * not counted.
 */
export function countSharedTopFolders(files: readonly DiscoveredFile[]): ReadonlyMap<number | undefined, number> {
  const sharedFolders = new Map<number | undefined, string[]>();
  for (const { path, archive } of files) {
    const sharedFolder = sharedFolders.get(archive);
    if (sharedFolder?.length === 0) continue;
    const folders = listFolders(toComparable(path));
    if (!sharedFolder) {
      const end = folders.findIndex((folder) => isSplitFolder(folder));
      sharedFolders.set(archive, end < 0 ? folders : folders.slice(0, end));
      continue;
    }
    const end = sharedFolder.findIndex((folder, index) => folders[index] !== folder);
    if (end >= 0) sharedFolder.length = end;
  }
  return new Map([...sharedFolders].map(([archive, sharedFolder]) => [archive, sharedFolder.length]));
}
