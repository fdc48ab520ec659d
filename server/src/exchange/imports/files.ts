import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import type { Config } from '../../config';
import type { Db } from '../../database/connection';
import { HttpError } from '../../errors';
import { importFolder, sentFile } from './folder';
import type { Outer } from './found';
import { messages } from './messages';

/** Bytes of a file that have come; what is there is what the disk says. */
export async function receivedOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

/** The files that were sent for an import, with those that are not whole or not on this disk. */
export async function sentFiles(db: Db, config: Pick<Config, 'dataDir'>, id: string): Promise<Outer[]> {
  const { rows } = await sql<{ id: string; path: string; size: number }>`
    select id, path, size::float8 as size from import_file where import_id = ${id} order by path`.execute(db);
  return Promise.all(
    rows.map(async ({ id: fileId, path, size }) => {
      const file = sentFile(config, id, fileId);
      return { path, file, size: (await receivedOf(file)) === size ? size : null };
    }),
  );
}

export interface Part {
  offset: number;
  /** Bytes that the whole file has. */
  size: number;
  /** Bytes of one part. */
  most: number;
}

/**
 * Appends a part to a file and answers how much is there now, also of a part that was cut off. Throws 409 with what is there when the
 * part begins elsewhere, 413 when there is more than was announced.
 */
export async function appendPart(path: string, { offset, size, most }: Part, content: Readable): Promise<number> {
  const received = await receivedOf(path);
  if (offset !== received) throw new HttpError(409, messages.otherOffset(received), { received });
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
  await pipeline(content, bounded(Math.min(size - received, most)), createWriteStream(path, { flags: 'a', mode: 0o600 }));
  return receivedOf(path);
}

function bounded(most: number) {
  return async function* (source: AsyncIterable<Buffer>) {
    let taken = 0;
    for await (const chunk of source) {
      taken += chunk.length;
      if (taken > most) throw new HttpError(413, messages.moreThanAnnounced);
      yield chunk;
    }
  };
}

export async function dropImportFolder(config: Pick<Config, 'dataDir'>, id: string): Promise<void> {
  await rm(importFolder(config, id), { recursive: true, force: true });
}

const OLD_DAYS = 14;

/** Forgets imports that were begun and left, and removes files of imports that are over or forgotten: those of this server's disk. */
export async function forgetOldImports(db: Db, config: Pick<Config, 'dataDir'>): Promise<void> {
  await sql`
    delete from data_import where state in ('collecting', 'planned') and choices is null
      and created < clock_timestamp() - make_interval(days => ${OLD_DAYS})`.execute(db);
  const folders = await readdir(join(config.dataDir, 'imports')).catch(() => []);
  const { rows } = await sql<{ id: string }>`
    select id::text from data_import where id::text = any(${folders}::text[]) and state not in ('done', 'undone')
      and created > clock_timestamp() - make_interval(days => ${2 * OLD_DAYS})`.execute(db);
  const used = new Set(rows.map(({ id }) => id));
  for (const folder of folders) if (!used.has(folder)) await dropImportFolder(config, folder);
}
