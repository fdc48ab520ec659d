import { randomUUID } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, type Config } from '../config';
import type { Db } from '../database/connection';
import { getFilesFolder, writeDurably } from './disk-store';

/** Name of the database setting that records where the files are: the id of a folder, or the text `bucket`. */
export const FILE_LOCATION_SETTING = 'file_place';
const BUCKET_LOCATION = 'bucket';
/** Stored in the files folder, so it is copied, moved and restored with the files. */
const ID_FILE = 'place-id';

type LocationConfig = Pick<Config, 's3' | 'dataDir' | 'databaseUrl'>;

/**
 * Checks that this server uses the same files as the other servers of the database. Both the folder and the database store an id. Throws
 * ConfigError for a different folder, because each server would miss the other's files. Only an external database can have several servers,
 * so the embedded one accepts any folder. Switching from a folder to a bucket is always allowed. Only one server may run this at a time.
 */
export async function claimFileLocation(db: Db, { s3, dataDir, databaseUrl }: LocationConfig): Promise<void> {
  if (s3) return storeLocation(db, BUCKET_LOCATION);
  const folder = getFilesFolder(dataDir);
  const row = await db.selectFrom('server_setting').select('value').where('name', '=', FILE_LOCATION_SETTING).executeTakeFirst();
  const folderId = await readFolderId(folder);
  if (databaseUrl && row && row.value !== folderId) throw new ConfigError(formatMismatch(folder, row.value === BUCKET_LOCATION));
  if (row && row.value === folderId) return;
  // Write the id to the folder first: if only the database had the id, the next start would reject the folder.
  await storeLocation(db, folderId ?? (await createFolderId(folder)));
}

async function storeLocation(db: Db, value: string): Promise<void> {
  await db
    .insertInto('server_setting')
    .values({ name: FILE_LOCATION_SETTING, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

async function readFolderId(folder: string): Promise<string | null> {
  try {
    return (await readFile(join(folder, ID_FILE), 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function createFolderId(folder: string): Promise<string> {
  const id = randomUUID();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeDurably(join(folder, ID_FILE), Buffer.from(`${id}\n`));
  return id;
}

function formatMismatch(folder: string, isInBucket: boolean): string {
  return [
    isInBucket
      ? `DATA_DIR, S3_BUCKET: the files of this database are in a bucket, not in ${folder}.`
      : `DATA_DIR: the files of this database are in a different folder than ${folder}.`,
    'Servers that share a database must share its files: give each of them the same bucket (S3_ENDPOINT, S3_BUCKET and the keys).',
    'If you moved the files to this folder, delete the setting in the database:',
    `  DELETE FROM server_setting WHERE name = '${FILE_LOCATION_SETTING}';`,
  ].join('\n');
}
