import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../../platform/config';
import type { FileStore } from '../../platform/files/store';

/** Folder of this server's trainings, downloaded models and similarity indexes. */
export function getLearningFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'learning');
}

/** Paths of the local copies of a model's files. */
export function getModelPaths(folder: string, id: string): { model: string; notes: string } {
  const path = join(folder, 'models', id);
  return { model: `${path}.onnx`, notes: `${path}.json` };
}

/** Folder for the images of running requests. Its name must not change: files that a killed server left are deleted from it. */
export function getRequestFolder(folder: string): string {
  return join(folder, 'asked');
}

/** Calls `run` with the path of a new folder for the images of a request, and deletes the folder afterwards. */
export async function withRequestFolder<Result>(folder: string, run: (path: string) => Promise<Result>): Promise<Result> {
  const path = join(getRequestFolder(folder), randomUUID());
  await mkdir(path, { recursive: true });
  try {
    return await run(path);
  } finally {
    await rm(path, { recursive: true, force: true });
  }
}

/** Downloads a stored file to the local disk unless it exists there. Returns false if the store does not have the file. */
export async function downloadFile(files: FileStore, key: string, path: string): Promise<boolean> {
  if (await fileExists(path)) return true;
  const fileStream = await files.open(key);
  if (!fileStream) return false;
  await writeAtomically(path, fileStream);
  return true;
}

/**
 * Writes a file atomically. Concurrent writers use separate temporary files. Readers never see a partial file, and an
 * interrupted write leaves none.
 */
export async function writeAtomically(path: string, content: Readable): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporaryPath = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}.temporary`;
  try {
    await pipeline(content, createWriteStream(temporaryPath));
    await rename(temporaryPath, path);
  } finally {
    await rm(temporaryPath, { force: true });
  }
}

async function fileExists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Returns the names of the files and folders in a folder, none if it does not exist. */
export async function listNames(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
}
