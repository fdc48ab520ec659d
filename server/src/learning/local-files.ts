import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../config';
import type { FileStore } from '../files/store';

/** Where this server keeps what it learns with, the models that are asked, and its indexes of what looks alike. */
export function learningFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'learning');
}

/** The files of a model in a server's folder on the local disk, from which it is asked. */
export function copiesOf(folder: string, id: string): { model: string; notes: string } {
  const at = join(folder, 'models', id);
  return { model: `${at}.onnx`, notes: `${at}.json` };
}

/** Brings a stored file to a place on the local disk, where it stays. False: the store does not have it. */
export async function bringFile(files: FileStore, key: string, place: string): Promise<boolean> {
  if (await isThere(place)) return true;
  const source = await files.open(key);
  if (!source) return false;
  await mkdir(dirname(place), { recursive: true });
  // Two that bring the same file at once each write their own, and what is cut off is never taken for the whole.
  const part = `${place}.${process.pid}.${Math.random().toString(36).slice(2)}.part`;
  try {
    await pipeline(source, createWriteStream(part));
    await rename(part, place);
  } finally {
    await rm(part, { force: true });
  }
  return true;
}

async function isThere(place: string): Promise<boolean> {
  return stat(place).then(
    () => true,
    () => false,
  );
}
