import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { addCompressedFiles } from '../../server/src/operations/releases';

/** Reads all files of a folder that has no sub-folders. Keys are file names. */
export async function readFolder(dir: string): Promise<Map<string, Buffer>> {
  const names = await readdir(dir);
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(path.join(dir, name))] as const)));
}

/** Writes a `.br` and a `.gz` copy of each file that compression makes smaller, so that the server need not compress files. */
export async function compressFolder(dir: string): Promise<void> {
  const files = await addCompressedFiles(await readFolder(dir));
  await Promise.all([...files].map(([name, content]) => writeFile(path.join(dir, name), content)));
}
