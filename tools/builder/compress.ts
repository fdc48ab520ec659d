import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withCompressedForms } from '../../server/src/console/releases';

/** Files of a folder without folders in it, by name. */
export async function filesIn(dir: string): Promise<Map<string, Buffer>> {
  const names = await readdir(dir);
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(path.join(dir, name))] as const)));
}

/** Writes a `.br` and a `.gz` beside each file that gains by it, so that the server never compresses. */
export async function compressFolder(dir: string): Promise<void> {
  const files = await withCompressedForms(await filesIn(dir));
  await Promise.all([...files].map(([name, content]) => writeFile(path.join(dir, name), content)));
}
