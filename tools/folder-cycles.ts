import { dirname } from 'node:path/posix';

/** Tests are not part of the structure, because they start the complete server or screen. */
const TEST_FILE = /\.test\.tsx?$/;

/** A module of the checkout with its imports, as dependency-cruiser returns it. */
interface Module {
  source: string;
  dependencies: { resolved: string }[];
}

/** Returns the folder and the folders that contain it. */
function listParents(folder: string): string[] {
  const names = folder.split('/');
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}

/**
 * Finds cyclic imports between folders. A folder imports another folder if a module in it, or in one of its sub-folders, does.
 * Returns one cycle for each folder in a cycle: folders in the order of their imports, the first one repeated at the end.
 */
export function findFolderCycles(modules: readonly Module[]): string[][] {
  const sources = modules.filter(({ source }) => !TEST_FILE.test(source));
  const sourceNames = new Set(sources.map(({ source }) => source));
  const importedFolders = new Map<string, Set<string>>();
  for (const { source, dependencies } of sources)
    for (const folder of listParents(dirname(source))) {
      const imported = importedFolders.get(folder) ?? new Set<string>();
      importedFolders.set(folder, imported);
      for (const { resolved } of dependencies)
        if (sourceNames.has(resolved) && !resolved.startsWith(`${folder}/`)) imported.add(dirname(resolved));
    }
  return [...importedFolders.keys()].flatMap((folder) => {
    const cycle = findShortestCycle(importedFolders, folder);
    return cycle ? [cycle] : [];
  });
}

/** Searches breadth-first for the shortest path from a folder back to itself. */
function findShortestCycle(importedFolders: ReadonlyMap<string, ReadonlySet<string>>, start: string): string[] | undefined {
  const previousFolders = new Map<string, string>();
  const queue = [start];
  for (const folder of queue)
    for (const imported of importedFolders.get(folder) ?? []) {
      if (imported === start) {
        const cycle = [start];
        for (let each = folder; each !== start; each = previousFolders.get(each) ?? start) cycle.unshift(each);
        return [start, ...cycle];
      }
      if (previousFolders.has(imported)) continue;
      previousFolders.set(imported, folder);
      queue.push(imported);
    }
  return undefined;
}
