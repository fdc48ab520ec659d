import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
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
  await writeWhole(place, source);
  return true;
}

/**
 * Puts a file in its place all at once: two that write the same one each write their own, and nobody reads a part of it or takes what
 * was cut off for the whole.
 */
export async function writeWhole(place: string, content: Readable): Promise<void> {
  await mkdir(dirname(place), { recursive: true });
  const part = `${place}.${process.pid}.${Math.random().toString(36).slice(2)}.part`;
  try {
    await pipeline(content, createWriteStream(part));
    await rename(part, place);
  } finally {
    await rm(part, { force: true });
  }
}

async function isThere(place: string): Promise<boolean> {
  return stat(place).then(
    () => true,
    () => false,
  );
}
