import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from '../files/store';

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
