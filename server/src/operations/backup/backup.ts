import { ReleaseError } from '@console/shared-contract/federation';
import type { ClientConfig } from 'pg';
import type { ReleaseStore } from '../releases';
import { withClient } from '../../platform/database/connection';
import type { FileStore } from '../../platform/files/store';
import { BackupError, writeArchive, type ArchiveWriter } from './archive';
import { listFileKeys, listMigrations, readTable, readSequences, listTables, type BackupTable } from './tables';

/** Describes a backup. Stored in the entry head.json. */
export interface BackupHead {
  format: 1;
  created: string;
  migrations: string[];
  tables: BackupTable[];
  sequences: Record<string, number>;
}

/** The database, files and releases of a console. */
export interface Installation {
  connection: ClientConfig;
  files: FileStore;
  releases: ReleaseStore;
}

interface BackupResult {
  tables: number;
  files: number;
  /** Keys of missing files that rows refer to. The files were lost earlier or deleted during the backup. */
  missing: string[];
  releases: number;
}

/** Returns half of a key as bytes. This is enough to identify a file, and takes little memory for millions of files. */
const toShortKey = (key: string): string => Buffer.from(key.slice(0, 24), 'hex').toString('latin1');

/**
 * Writes database, files and releases to one archive while the server keeps running. The archive contains a snapshot of the rows and all
 * files that the rows refer to. Most files are copied before the snapshot, so that only few files remain to be copied after it.
 */
export async function createBackup({ connection, files, releases }: Installation, path: string): Promise<BackupResult> {
  const result: BackupResult = { tables: 0, files: 0, missing: [], releases: 0 };
  await writeArchive(path, async (archive) => {
    const storedKeys = new Set<string>();
    const copyFiles = async (keys: AsyncIterable<string>) => {
      const missingKeys: string[] = [];
      for await (const key of keys) {
        if (storedKeys.has(toShortKey(key))) continue;
        const [fileInfo, content] = [await files.stat(key), await files.open(key)];
        if (!fileInfo || !content) {
          missingKeys.push(key);
          continue;
        }
        await archive.add(`files/${key}`, content, fileInfo.size);
        storedKeys.add(toShortKey(key));
      }
      return missingKeys;
    };
    await runInSnapshot(connection, async (client) => void (await copyFiles(listFileKeys(client))));
    await runInSnapshot(connection, async (client) => {
      const tables = await listTables(client);
      const backupHead: BackupHead = {
        format: 1,
        created: new Date().toISOString(),
        migrations: await listMigrations(client),
        tables,
        sequences: await readSequences(client),
      };
      await addJsonEntry(archive, 'head.json', backupHead);
      result.missing = await copyFiles(listFileKeys(client));
      for (const table of tables) {
        let chunkNumber = 0;
        for await (const rows of readTable(client, table)) {
          chunkNumber += 1;
          await archive.add(`tables/${table.name}/${chunkNumber}`, rows, rows.length);
        }
      }
      result.tables = tables.length;
    });
    result.files = storedKeys.size;
    result.releases = await addReleases(archive, releases);
    return { ...result };
  });
  return result;
}

const addJsonEntry = (archive: ArchiveWriter, name: string, value: unknown) => {
  const bytes = Buffer.from(JSON.stringify(value));
  return archive.add(name, bytes, bytes.length);
};

/** Runs the work on a connection that sees a snapshot of the database. */
async function runInSnapshot(connection: ClientConfig, readSnapshot: Parameters<typeof withClient<void>>[1]): Promise<void> {
  await withClient(connection, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    await readSnapshot(client);
    await client.query('commit');
  });
}

/** Adds the registry after the releases, so that all its releases are in the archive. Returns the number of versions. */
async function addReleases(archive: ArchiveWriter, releases: ReleaseStore): Promise<number> {
  const registry = await releases.read();
  if (!registry) return 0;
  let count = 0;
  for (const [name, remote] of Object.entries(registry.remotes)) {
    for (const version of Object.keys(remote.versions)) {
      const description = await releases.readFile(name, version, 'release.json');
      if (!description) throw new BackupError(`The files of ${name} ${version} are not in ${releases.location}.`);
      const { files } = JSON.parse(description.toString()) as { files?: string[] };
      for (const file of new Set(['release.json', ...(files ?? [])])) {
        const content = file === 'release.json' ? description : await releases.readFile(name, version, file);
        if (!content) throw new ReleaseError(`${name} ${version}: the file ${file} is missing.`);
        await archive.add(`releases/${name}/${version}/${file}`, content, content.length);
      }
      count += 1;
    }
  }
  await addJsonEntry(archive, 'registry.json', registry);
  return count;
}
