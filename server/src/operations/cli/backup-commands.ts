import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { BackupError } from '../backup/archive';
import { createBackup } from '../backup/backup';
import { restore } from '../backup/restore';
import type { Config } from '../../platform/config';
import { openReleases } from '../releases';
import { recordBackup } from '../../platform/database/last-backup';
import { openForCommand, openForRestore } from '../../platform/database/open';
import { getFilesFolder } from '../../platform/files/disk-store';
import { openFileStore } from '../../platform/files/open';

const MAX_LISTED_KEYS = 10;

/** Writes a backup. Returns lines for the operator. Throws BackupError. */
export async function createBackupFile(file: string, config: Config): Promise<string[]> {
  const path = resolve(file);
  if (existsSync(path) || existsSync(`${path}.part`)) throw new BackupError(`${path} already exists. Choose another name.`);
  const [files, releases] = [await openFileStore(config), await openReleases(config.releases, config.buildDir)];
  const database = await openForCommand(config);
  try {
    const createdDate = new Date();
    const { missing, ...counts } = await createBackup({ connection: database.connection, files, releases }, path);
    // A standby database can be backed up, but cannot store the time of the backup.
    await recordBackup(database.db, createdDate).catch(() => undefined);
    return [
      `${path} has ${counts.tables} tables, ${counts.files} files and ${counts.releases} releases. It contains secrets: protect it like your other secrets.`,
      ...(missing.length > 0
        ? [
            `${missing.length} files were missing. They were deleted during the backup or were already lost:`,
            ...missing.slice(0, MAX_LISTED_KEYS).map((key) => `  ${key}`),
          ]
        : []),
    ];
  } finally {
    await database.close();
  }
}

/** Restores a backup. Throws BackupError if the target is not empty, and FolderInUseError if a server uses it. */
export async function restoreFrom(file: string, config: Config): Promise<string[]> {
  const path = resolve(file);
  if (!existsSync(path)) throw new BackupError(`${path} does not exist.`);
  if (!config.s3) await requireEmpty(getFilesFolder(config.dataDir));
  const [files, releases] = [await openFileStore(config), await openReleases(config.releases, config.buildDir)];
  const database = await openForRestore(config);
  try {
    const { created, ...counts } = await restore({ ...database, files, releases }, path);
    return [
      `The backup of ${created} was restored, with ${counts.files} files and ${counts.releases} releases. Start the server.`,
    ];
  } finally {
    await database.close();
  }
}

async function requireEmpty(folder: string): Promise<void> {
  const fileNames = existsSync(folder) ? await readdir(folder) : [];
  if (fileNames.length > 0) throw new BackupError(`${folder} is not empty. A backup can only be restored to an empty target.`);
}
