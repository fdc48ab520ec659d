import { cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../config';
import { cloneDatabase, type TestDatabase } from '../../testing/database/test-database';
import { claimFileLocation } from './file-location';

let folder: string;
let database: TestDatabase;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'console-place-'));
  database = await cloneDatabase();
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const at = (name: string) => join(folder, name);
const start = (name: string, settings: Record<string, string> = { DATABASE_URL: 'postgres://db.example/console' }) =>
  claimFileLocation(database.db, readConfig({ NODE_ENV: 'test', DATA_DIR: at(name), ...settings }));
const BUCKET = {
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'pictures',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
  DATABASE_URL: 'postgres://db.example/console',
};
const elsewhere = expect.objectContaining({ name: 'ConfigError', message: expect.stringContaining('a different folder') });

it('a server starts with its files after the data folder was moved or copied', async () => {
  await start('first');
  await start('first');
  await rename(at('first'), at('moved'));
  await start('moved');
  await cp(at('moved'), at('restored'), { recursive: true });
  await start('restored');
});

it('a second server with a different folder fails to start with advice', async () => {
  await start('first');
  await expect(start('second')).rejects.toEqual(elsewhere);
  await expect(start('second')).rejects.toThrow(/S3_BUCKET.*\n.*\n.*DELETE FROM server_setting WHERE name = 'file_place'/s);
  await start('first');
});

it('a server accepts a folder or a database of an earlier release', async () => {
  await mkdir(join(at('old'), 'files', 'ab'), { recursive: true });
  await writeFile(join(at('old'), 'files', 'ab', 'picture.png'), 'bytes');
  await start('old');
  const before = await cloneDatabase();
  await claimFileLocation(
    before.db,
    readConfig({ NODE_ENV: 'test', DATA_DIR: at('old'), DATABASE_URL: 'postgres://db.example/c' }),
  );
  await before.drop();
  await start('old');
});

it('a server accepts a new folder after the operator deletes the setting', async () => {
  await start('first');
  await mkdir(join(at('new'), 'files'), { recursive: true });
  await expect(start('new')).rejects.toEqual(elsewhere);
  await database.db.deleteFrom('server_setting').where('name', '=', 'file_place').execute();
  await start('new');
  await expect(start('first')).rejects.toEqual(elsewhere);
});

it('a server without the bucket fails to start after a move to a bucket', async () => {
  await start('first');
  await start('first', BUCKET);
  await start('second', BUCKET);
  await expect(start('first')).rejects.toThrow('are in a bucket');
});

it('a server with the embedded database accepts any folder', async () => {
  await start('first', {});
  await rm(join(at('first'), 'files'), { recursive: true });
  await start('first', {});
});
