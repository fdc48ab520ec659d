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

const getDataDir = (name: string) => join(folder, name);
const startServer = (name: string, settings: Record<string, string> = { DATABASE_URL: 'postgres://db.example/console' }) =>
  claimFileLocation(database.db, readConfig({ NODE_ENV: 'test', DATA_DIR: getDataDir(name), ...settings }));
const BUCKET_SETTINGS = {
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'pictures',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
  DATABASE_URL: 'postgres://db.example/console',
};
const differentFolderError = expect.objectContaining({
  name: 'ConfigError',
  message: expect.stringContaining('a different folder'),
});

it('a server starts with its files after the data folder was moved or copied', async () => {
  await startServer('first');
  await startServer('first');
  await rename(getDataDir('first'), getDataDir('moved'));
  await startServer('moved');
  await cp(getDataDir('moved'), getDataDir('restored'), { recursive: true });
  await startServer('restored');
});

it('a second server with a different folder fails to start with advice', async () => {
  await startServer('first');
  await expect(startServer('second')).rejects.toEqual(differentFolderError);
  await expect(startServer('second')).rejects.toThrow(/S3_BUCKET.*\n.*\n.*DELETE FROM server_setting WHERE name = 'file_place'/s);
  await startServer('first');
});

it('a server accepts a folder or a database of an earlier release', async () => {
  await mkdir(join(getDataDir('old'), 'files', 'ab'), { recursive: true });
  await writeFile(join(getDataDir('old'), 'files', 'ab', 'picture.png'), 'bytes');
  await startServer('old');
  const otherDatabase = await cloneDatabase();
  await claimFileLocation(
    otherDatabase.db,
    readConfig({ NODE_ENV: 'test', DATA_DIR: getDataDir('old'), DATABASE_URL: 'postgres://db.example/c' }),
  );
  await otherDatabase.drop();
  await startServer('old');
});

it('a server accepts a new folder after the operator deletes the setting', async () => {
  await startServer('first');
  await mkdir(join(getDataDir('new'), 'files'), { recursive: true });
  await expect(startServer('new')).rejects.toEqual(differentFolderError);
  await database.db.deleteFrom('server_setting').where('name', '=', 'file_place').execute();
  await startServer('new');
  await expect(startServer('first')).rejects.toEqual(differentFolderError);
});

it('a server without the bucket fails to start after a move to a bucket', async () => {
  await startServer('first');
  await startServer('first', BUCKET_SETTINGS);
  await startServer('second', BUCKET_SETTINGS);
  await expect(startServer('first')).rejects.toThrow('are in a bucket');
});

it('a server with the embedded database accepts any folder', async () => {
  await startServer('first', {});
  await rm(join(getDataDir('first'), 'files'), { recursive: true });
  await startServer('first', {});
});
