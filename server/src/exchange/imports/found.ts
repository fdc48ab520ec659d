import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../../config';
import { isJunk, type FoundFile } from '../readers/files';
import { isOfFile, UnreadableError } from '../readers/reader';
import { unpackTar } from '../readers/tar';
import { entriesOf } from '../readers/zip';
import { importFolder } from './folder';
import { messages } from './messages';
import { isBucket, objectsOf, openObject } from './places';

/** Files of one import, those in its archives included. */
const MOST_FILES = 500_000;
const MOST_REFUSED = 10_000;
const WANTED = /\.(jpe?g|png|webp|gif|tiff?|avif|heic|heif|bmp|json|jsonl|xml|txt|yaml|yml|csv|names)$/i;
const TAR = /\.(tar|tgz|tar\.gz)$/i;

export interface FoundFiles {
  files: FoundFile[];
  refused: { path: string; reason: string }[];
  /** Files that are neither pictures nor annotations. */
  others: number;
}

export interface ImportPlace {
  id: string;
  source: { place: string; path: string } | null;
  /** Files that were sent, where there is no source. */
  sent: readonly Outer[];
}

/** Settings that the reading of files needs. */
export type PlaceConfig = Pick<Config, 'dataDir' | 'importPlaces' | 's3'>;

/** Says that everything which must be unpacked from an import's archives is unpacked on this disk. */
const unpackedMark = (config: PlaceConfig, id: string) => join(importFolder(config, id), 'unpacked.complete');

/** The files of an import, those of its archives in place of them. What it unpacks has the same names on each server. */
export async function findFiles(config: PlaceConfig, { id, source, sent }: ImportPlace): Promise<FoundFiles> {
  const found: FoundFiles = { files: [], refused: [], others: 0 };
  const mark = unpackedMark(config, id);
  await rm(mark, { force: true });
  if (source && isBucket(source.place)) await findObjects(config, id, source, found);
  else {
    const outer = source ? await placeFiles(config, source) : sent;
    const folder = join(importFolder(config, id), 'unpacked');
    for (const each of outer) await addOuter(found, each, join(folder, hashOf(each.path)));
  }
  await mkdir(dirname(mark), { recursive: true, mode: 0o700 });
  await writeFile(mark, '');
  return found;
}

/** Whether this server has yet to unpack what another one has unpacked for the plan. */
export function mustUnpack(config: PlaceConfig, { id, source, sent }: ImportPlace): boolean {
  if (existsSync(unpackedMark(config, id))) return false;
  return source !== null || sent.some(({ path }) => TAR.test(path));
}

const hashOf = (path: string) => createHash('sha256').update(path).digest('hex');

/** A file, or those of an archive; `folder` is for what a tar has. */
async function addOuter(found: FoundFiles, { path, file, size }: Outer, folder: string): Promise<void> {
  try {
    if (size === null) throw new UnreadableError(messages.elsewhere(path));
    if (/\.zip$/i.test(path)) await addZip(found, file);
    else if (TAR.test(path)) await addTar(found, file, folder, size);
    else add(found, { path, size, place: { file } });
  } catch (error) {
    if (!isOfFile(error)) throw error;
    refuse(found, { path, reason: error.message });
  }
}

/** Objects of a bucket are read where they are, archives from a copy on the local disk. */
async function findObjects(config: PlaceConfig, id: string, source: NonNullable<ImportPlace['source']>, found: FoundFiles) {
  for await (const { path, size, bucket, key } of objectsOf(config, source)) {
    if (!/\.zip$/i.test(path) && !TAR.test(path)) {
      add(found, { path, size, place: { bucket, key } });
      continue;
    }
    const file = join(importFolder(config, id), 'archives', hashOf(`${bucket}/${key}`));
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await pipeline(await openObject(config, bucket, key), createWriteStream(file, { mode: 0o600 }));
    await addOuter(found, { path, file, size }, `${file}.unpacked`);
  }
}

/** A file that was sent, or lies in a place. */
export interface Outer {
  path: string;
  file: string;
  /** Null: it is not there, or not all of it. */
  size: number | null;
}

/** Files of a folder that the operator allows; links that lead out of it are left out. */
async function placeFiles(config: PlaceConfig, { place, path }: { place: string; path: string }): Promise<Outer[]> {
  if (!config.importPlaces.includes(place)) throw new UnreadableError(`${place} ${messages.noPlace}.`);
  const root = await realpath(place);
  const folder = await realpath(join(root, path)).catch(() => null);
  if (!folder || !isWithin(folder, root)) throw new UnreadableError(`There is no folder ${path} in ${place}.`);
  if (!(await stat(folder)).isDirectory()) return [{ path: basename(folder), file: folder, size: (await stat(folder)).size }];
  const files: Outer[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    files.push({ path: file.slice(folder.length + 1).replaceAll(sep, '/'), file, size: (await stat(file)).size });
    if (files.length > MOST_FILES) throw new UnreadableError(tooMany());
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

const isWithin = (path: string, root: string) => path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
const tooMany = () => `There are more than ${MOST_FILES.toLocaleString('en')} files; take several imports.`;

function add(found: FoundFiles, file: FoundFile): void {
  if (isJunk(file.path)) return;
  if (!WANTED.test(file.path)) {
    found.others += 1;
    return;
  }
  if (found.files.length >= MOST_FILES) throw new UnreadableError(tooMany());
  found.files.push(file);
}

/** An archive of links alone must not fill the memory either. */
function refuse(found: FoundFiles, entry: { path: string; reason: string }): void {
  if (found.refused.length < MOST_REFUSED) found.refused.push(entry);
  else found.others += 1;
}

async function addZip(found: FoundFiles, file: string): Promise<void> {
  for await (const entry of entriesOf(file, MOST_FILES)) {
    if ('reason' in entry) refuse(found, entry);
    else add(found, { path: entry.path, size: entry.place.size, place: entry.place });
  }
}

async function addTar(found: FoundFiles, file: string, folder: string, size: number): Promise<void> {
  const wants = (path: string) => WANTED.test(path) && !isJunk(path);
  for await (const entry of unpackTar(file, { folder, wants, mostEntries: MOST_FILES, size })) {
    if ('reason' in entry) refuse(found, entry);
    else add(found, { path: entry.path, size: entry.size, place: { file: entry.file } });
  }
}
