import { buffer, json } from 'node:stream/consumers';
import type { Registry } from '@console/shared-contract/federation';
import type { Client } from 'pg';
import type { Entry } from 'tar-stream';
import type { Db } from '../../platform/database/connection';
import { withClient } from '../../platform/database/connection';
import { migrate } from '../../platform/database/migrate';
import { migrations } from '../../platform/database/migrations';
import { deleteFiles } from '../../platform/files/delete-files';
import { parseFileKey } from '../../platform/files/file-key';
import { FILE_LOCATION_SETTING } from '../../platform/files/file-location';
import { BackupError, checkArchive, forEachEntry } from './archive';
import type { BackupHead, Installation } from './backup';
import {
  listFileKeys,
  listMigrations,
  openTable,
  setSequences,
  listTables,
  withoutForeignKeys,
  type BackupTable,
} from './tables';

export interface RestoreResult {
  files: number;
  releases: number;
  /** ISO time of the backup. */
  created: string;
}

const ACTOR = 'restore';

/**
 * Restores an archive to an empty target: the schema of the archive, the rows in one transaction, the files, the releases with
 * their registry, and finally the newer migrations. The complete archive is checked before anything changes. If a step
 * fails before the rows are committed, the restored files are deleted.
 */
export async function restore({ db, ...installation }: Installation & { db: Db }, path: string): Promise<RestoreResult> {
  await checkArchive(path);
  const backupHead = await readBackupHead(path);
  await prepareSchema(db, installation, backupHead);
  const restoredKeys: string[] = [];
  try {
    const counts = await withClient(installation.connection, (client) =>
      loadBackup(client, installation, path, backupHead, restoredKeys),
    );
    await migrate(db, installation.connection);
    return { ...counts, created: backupHead.created };
  } catch (error) {
    await deleteFiles(installation.files, restoredKeys).catch(() => undefined);
    throw error;
  }
}

async function readBackupHead(path: string): Promise<BackupHead> {
  let parsedHead: BackupHead | null = null;
  await forEachEntry(path, async (name, content) => {
    if (name === 'head.json') parsedHead = (await json(content)) as BackupHead;
  });
  const backupHead = parsedHead as BackupHead | null;
  if (backupHead?.format !== 1) throw new BackupError('This file is not a backup that this server can read.');
  const unknownMigrations = backupHead.migrations.filter((name) => !Object.hasOwn(migrations, name));
  if (unknownMigrations.length > 0)
    throw new BackupError(
      `The backup was created by a newer server (migrations ${unknownMigrations.join(', ')}). Install that version first.`,
    );
  return backupHead;
}

/** Creates the tables of the archive's schema version. Throws BackupError if the database contains rows. */
async function prepareSchema(db: Db, { connection }: Pick<Installation, 'connection'>, backupHead: BackupHead): Promise<void> {
  const nonEmptyTables = await withClient(connection, async (client) => {
    for (const { name } of await listTables(client)) {
      const { rowCount } = await client.query(`select 1 from public.${client.escapeIdentifier(name)} limit 1`);
      if (rowCount)
        throw new BackupError(`The database is not empty: ${name} has rows. A backup can only be restored to an empty database.`);
    }
    return listMigrations(client);
  });
  const lastMigration = backupHead.migrations.at(-1);
  if (nonEmptyTables.length > 0 && nonEmptyTables.at(-1) !== lastMigration)
    throw new BackupError('The database has tables of another version. Empty it or use another database.');
  await migrate(db, connection, { upTo: lastMigration });
}

async function loadBackup(
  client: Client,
  { files, releases }: Pick<Installation, 'files' | 'releases'>,
  path: string,
  backupHead: BackupHead,
  restoredKeys: string[],
): Promise<Omit<RestoreResult, 'created'>> {
  const tables = new Map(backupHead.tables.map((table) => [table.name, table]));
  const filesByRelease = new Map<string, Map<string, Buffer>>();
  let registry: Registry | null = null;
  await client.query('begin');
  await withoutForeignKeys(client, async () => {
    const tableLoader = new TableLoader(client);
    await forEachEntry(path, async (name, content) => {
      const [entryKind, firstPart = '', secondPart = '', ...otherParts] = name.split('/');
      if (entryKind === 'tables') return tableLoader.load(requireTable(tables, firstPart), content);
      await tableLoader.end();
      if (entryKind === 'files') await putFile(files, firstPart, content, restoredKeys);
      else if (entryKind === 'releases')
        getReleaseFiles(filesByRelease, `${firstPart}/${secondPart}`).set(otherParts.join('/'), await buffer(content));
      else if (entryKind === 'registry.json') registry = (await json(content)) as Registry;
    });
    await tableLoader.end();
    await setSequences(client, backupHead.sequences);
    // At the next start, the server stores the new location of the files.
    await client.query('delete from server_setting where name = $1', [FILE_LOCATION_SETTING]);
  });
  await deleteUnreferencedFiles(client, files, restoredKeys);
  const counts = { files: restoredKeys.length, releases: registry ? await publishAll(releases, registry, filesByRelease) : 0 };
  // From here on, the rows may be committed even if an error follows, so the files must be kept. The next start runs the migrations.
  restoredKeys.length = 0;
  await client.query('commit');
  return counts;
}

/** Deletes restored files that no row refers to. These files were in the archive, but their rows were deleted before its snapshot. */
async function deleteUnreferencedFiles(client: Client, files: Installation['files'], restoredKeys: string[]): Promise<void> {
  const referencedKeys = new Set<string>();
  for await (const key of listFileKeys(client)) referencedKeys.add(key);
  const unreferencedKeys = restoredKeys.filter((key) => !referencedKeys.has(key));
  await deleteFiles(files, unreferencedKeys);
  restoredKeys.splice(0, restoredKeys.length, ...restoredKeys.filter((key) => referencedKeys.has(key)));
}

/** Loads the rows of one table after the other. The entries of a table are consecutive. */
class TableLoader {
  private currentTable: { name: string; table: ReturnType<typeof openTable> } | null = null;
  constructor(private readonly client: Client) {}

  async load(table: BackupTable, content: Entry): Promise<void> {
    if (this.currentTable?.name !== table.name) {
      await this.end();
      this.currentTable = { name: table.name, table: openTable(this.client, table) };
    }
    const { input } = this.currentTable.table;
    for await (const chunk of content as AsyncIterable<Buffer>)
      if (!input.write(chunk)) await new Promise((resolve) => input.once('drain', resolve));
  }

  async end(): Promise<void> {
    const { currentTable } = this;
    this.currentTable = null;
    await currentTable?.table.end();
  }
}

function requireTable(tables: ReadonlyMap<string, BackupTable>, name: string): BackupTable {
  const table = tables.get(name);
  if (!table) throw new BackupError(`The backup has rows of ${name}, which is not listed in its head.`);
  return table;
}

async function putFile(files: Installation['files'], key: string, content: Entry, restoredKeys: string[]): Promise<void> {
  const parsedKey = parseFileKey(key);
  if (!parsedKey) throw new BackupError(`The backup has a file with an invalid key: ${key}`);
  await files.putStream(content as AsyncIterable<Uint8Array>, parsedKey.contentType, Infinity, key);
  restoredKeys.push(key);
}

function getReleaseFiles(filesByRelease: Map<string, Map<string, Buffer>>, release: string): Map<string, Buffer> {
  const files = filesByRelease.get(release) ?? new Map<string, Buffer>();
  filesByRelease.set(release, files);
  return files;
}

/** Publishes the releases that are not in the store yet, and restores the live versions. */
async function publishAll(
  releases: Installation['releases'],
  registry: Registry,
  filesByRelease: ReadonlyMap<string, ReadonlyMap<string, Buffer>>,
): Promise<number> {
  const existingRegistry = await releases.read();
  for (const [release, files] of filesByRelease) {
    const [name = '', version = ''] = release.split('/');
    if (
      existingRegistry &&
      Object.hasOwn(existingRegistry.remotes, name) &&
      Object.hasOwn(existingRegistry.remotes[name]?.versions ?? {}, version)
    )
      continue;
    const description = registry.remotes[name]?.versions[version];
    if (!description) throw new BackupError(`The registry of the backup does not have ${name} ${version}.`);
    await releases.publish({ files, release: description }, { action: `publish ${name} ${version}`, by: ACTOR });
  }
  await releases.move({ action: 'restore', by: ACTOR }, (now) => ({
    ...now,
    revision: now.revision + 1,
    generatedAt: new Date().toISOString(),
    remotes: { ...now.remotes, ...registry.remotes },
  }));
  return filesByRelease.size;
}
