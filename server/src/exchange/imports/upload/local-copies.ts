import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import type { Config } from '../../../platform/config';
import type { Db } from '../../../platform/database/connection';
import type { FileStore } from '../../../platform/files/store';
import { forEachConcurrently } from '../../../platform/queue/for-each-concurrently';
import { getImportFolder, getCopyPath, type SourceFile } from '../state/import-folder';
import { readParts } from './uploaded-parts';

const MAX_CONCURRENT_COPIES = 4;
const INCOMPLETE_EXTENSION = '.part';

type FolderConfig = Pick<Config, 'dataDir'>;

interface CopyDeps {
  db: Db;
  config: FolderConfig;
  files: FileStore;
}

/**
 * Copies the uploaded files of an import from the file store to the local disk, because archives need random access. Complete copies are
 * reused. Files that are incomplete or missing in the store are returned without a size.
 */
export async function copyUploadedFiles(
  { db, config, files }: CopyDeps,
  importId: string,
  signal: AbortSignal,
): Promise<SourceFile[]> {
  const { rows } = await sql<{ id: string; path: string; size: number; keys: string[] }>`
    select f.id, f.path, f.size::float8 as size,
      coalesce(array_agg(p.part_key order by p.start) filter (where p.part_key is not null), '{}') as keys
    from import_file f left join import_part p on p.file_id = f.id
    where f.import_id = ${importId} group by f.id order by f.path`.execute(db);
  const folder = getImportFolder(config, importId);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // A killed server leaves incomplete copies.
  for (const name of await readdir(folder))
    if (name.endsWith(INCOMPLETE_EXTENSION)) await rm(join(folder, name), { force: true });
  const sources: SourceFile[] = [];
  await forEachConcurrently(rows.entries(), MAX_CONCURRENT_COPIES, async ([index, { id, path, size, keys }]) => {
    signal.throwIfAborted();
    const copyPath = getCopyPath(config, importId, id);
    if ((await getSize(copyPath)) !== size) await copyParts(files, keys, copyPath, signal);
    sources[index] = { path, file: copyPath, size: (await getSize(copyPath)) === size ? size : null };
  });
  return sources;
}

/** Renames the copy to its final name when it is complete. */
async function copyParts(files: FileStore, keys: readonly string[], path: string, signal: AbortSignal): Promise<void> {
  const temporaryPath = `${path}.${randomUUID()}${INCOMPLETE_EXTENSION}`;
  try {
    await pipeline(readParts(files, keys), createWriteStream(temporaryPath, { mode: 0o600, flush: true }), { signal });
    await rename(temporaryPath, path);
  } finally {
    await rm(temporaryPath, { force: true });
  }
}

/** Whether a complete copy of a file is on this disk. Earlier versions stored uploaded files only there. */
export async function hasCopy(config: FolderConfig, importId: string, file: { id: string; size: number }): Promise<boolean> {
  return (await getSize(getCopyPath(config, importId, file.id))) === file.size;
}

async function getSize(path: string): Promise<number | null> {
  return stat(path).then(
    ({ size }) => size,
    () => null,
  );
}

export async function deleteImportFolder(config: FolderConfig, id: string): Promise<void> {
  await rm(getImportFolder(config, id), { recursive: true, force: true });
}

/** The files of an import are deleted after this number of days. The row of the import is retained. */
export const MAX_FILE_DAYS = 28;

/** Deletes local folders of imports that are deleted, finished (perhaps on another server) or too old. */
export async function deleteUnusedImportFolders(db: Db, config: FolderConfig): Promise<void> {
  const folders = await readdir(join(config.dataDir, 'imports')).catch(() => []);
  if (folders.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    select id::text from data_import where id::text = any(${folders}::text[]) and state not in ('done', 'undone')
      and created > clock_timestamp() - make_interval(days => ${MAX_FILE_DAYS})`.execute(db);
  const usedFolders = new Set(rows.map(({ id }) => id));
  for (const folder of folders) if (!usedFolders.has(folder)) await deleteImportFolder(config, folder);
}
