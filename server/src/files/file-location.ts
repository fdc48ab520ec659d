import { randomUUID } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, type Config } from '../config';
import type { Db } from '../database/connection';
import { getFilesFolder, writeDurably } from './disk-store';

/** The setting of the database that says where its files lie: the id of a folder, or that it is a bucket. */
export const FILE_LOCATION_SETTING = 'file_place';
const BUCKET = 'bucket';
/** In the folder of the files, and copied, moved and restored with them. */
const ID_FILE = 'place-id';

type PlaceConfig = Pick<Config, 's3' | 'dataDir' | 'databaseUrl'>;

/**
 * Ties the database to the place of its files, by an id that both keep: a server that would keep the database's files in
 * another folder than the servers before is refused, with a ConfigError, for each of the two would lack what the other took.
 * To be run by one server at a time. Only a database of the operator's can have two servers; the one in the data folder
 * takes the folder as it is. From a folder to a bucket any installation may go.
 */
export async function claimFileLocation(db: Db, { s3, dataDir, databaseUrl }: PlaceConfig): Promise<void> {
  if (s3) return record(db, BUCKET);
  const folder = getFilesFolder(dataDir);
  const row = await db.selectFrom('server_setting').select('value').where('name', '=', FILE_LOCATION_SETTING).executeTakeFirst();
  const own = await idOf(folder);
  if (databaseUrl && row && row.value !== own) throw new ConfigError(refusal(folder, row.value === BUCKET));
  // The folder first: an id that only the database has would refuse the folder at the next start.
  await record(db, own ?? (await mark(folder)));
}

async function record(db: Db, value: string): Promise<void> {
  await db
    .insertInto('server_setting')
    .values({ name: FILE_LOCATION_SETTING, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

async function idOf(folder: string): Promise<string | null> {
  try {
    return (await readFile(join(folder, ID_FILE), 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function mark(folder: string): Promise<string> {
  const id = randomUUID();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeDurably(join(folder, ID_FILE), Buffer.from(`${id}\n`));
  return id;
}

function refusal(folder: string, isInBucket: boolean): string {
  return [
    isInBucket
      ? `DATA_DIR, S3_BUCKET: the files of this database lie in a bucket, and not in ${folder}.`
      : `DATA_DIR: the files of this database lie in another folder than ${folder}.`,
    'Servers that share a database must share its files: give each of them the same bucket (S3_ENDPOINT, S3_BUCKET and the keys).',
    'If the files were brought here from elsewhere, so that this is their place now, say so in the database:',
    `  DELETE FROM server_setting WHERE name = '${FILE_PLACE}';`,
  ].join('\n');
}
