import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../../../config';
import { isJunk, type DiscoveredFile } from '../../readers/file-set';
import { isFileError, UnreadableError } from '../../readers/reader';
import { unpackTar } from '../../readers/tar';
import { listZipEntries, getTooLargeReason } from '../../readers/zip';
import { getImportFolder, type SourceFile } from '../state/import-folder';
import { messages } from '../state/messages';
import { isBucket, listObjects, openObject } from './import-places';

/** Files of one import, those in its archives included. */
const MAX_IMPORT_FILES = 500_000;
const MAX_REJECTED = 10_000;
/** Bytes that the archives of an import may unpack to in any case. */
const MIN_UNPACKED_LIMIT = 4_000_000_000;
/** And beyond: images hardly shrink in an archive, and annotations to a twentieth. */
const MAX_UNPACKED_RATIO = 30;
const WANTED = /\.(jpe?g|png|webp|gif|tiff?|avif|heic|heif|bmp|json|jsonl|xml|txt|yaml|yml|csv|names)$/i;
const TAR = /\.(tar|tgz|tar\.gz)$/i;

export interface DiscoveredFiles {
  files: DiscoveredFile[];
  refused: { path: string; reason: string }[];
  /** Files that are neither pictures nor annotations. */
  others: number;
}

/** What has been found, with the bytes of the archives before and after unpacking. */
interface Discovery extends DiscoveredFiles {
  packed: number;
  unpacked: number;
}

export interface ImportSource {
  id: string;
  source: { place: string; path: string } | null;
  /** Files that were sent, where there is no source. */
  sent: readonly SourceFile[];
}

/** Settings that the reading of files needs. */
export type DiscoverConfig = Pick<Config, 'dataDir' | 'importPlaces' | 's3'>;

/** Says that everything which must be unpacked from an import's archives is unpacked on this disk. */
const unpackedMark = (config: DiscoverConfig, id: string) => join(getImportFolder(config, id), 'unpacked.complete');

/** The files of an import, those of its archives in place of them. What it unpacks has the same names on each server. */
export async function discoverFiles(config: DiscoverConfig, { id, source, sent }: ImportSource): Promise<DiscoveredFiles> {
  const found: Discovery = { files: [], refused: [], others: 0, packed: 0, unpacked: 0 };
  const mark = unpackedMark(config, id);
  await rm(mark, { force: true });
  if (source && isBucket(source.place)) await findObjects(config, id, source, found);
  else {
    const outer = source ? await listPlaceFiles(config, source) : sent;
    const folder = join(getImportFolder(config, id), 'unpacked');
    for (const [number, each] of outer.entries())
      await addSourceFile(found, each, { archive: number, folder: join(folder, hashOf(each.path)) });
  }
  await mkdir(dirname(mark), { recursive: true, mode: 0o700 });
  await writeFile(mark, '');
  return found;
}

/** Whether this server has yet to unpack what another one has unpacked for the plan. */
export function mustUnpack(config: DiscoverConfig, { id, source, sent }: ImportSource): boolean {
  if (existsSync(unpackedMark(config, id))) return false;
  return source !== null || sent.some(({ path }) => TAR.test(path));
}

const hashOf = (path: string) => createHash('sha256').update(path).digest('hex');

interface Unpacking {
  /** Number of the archive, if it is one. */
  archive: number;
  /** For what a tar has. */
  folder: string;
}

/** A file, or those of an archive. */
async function addSourceFile(found: Discovery, { path, file, size }: SourceFile, { archive, folder }: Unpacking): Promise<void> {
  try {
    if (size === null) throw new UnreadableError(messages.elsewhere(path));
    if (/\.zip$/i.test(path)) await addZip(found, file, { archive, size });
    else if (TAR.test(path)) await addTar(found, file, { archive, folder, size });
    else add(found, { path, size, place: { file } });
  } catch (error) {
    if (!isFileError(error)) throw error;
    refuse(found, { path, reason: error.message });
  }
}

/** Objects of a bucket are read where they are, archives from a copy on the local disk. */
async function findObjects(config: DiscoverConfig, id: string, source: NonNullable<ImportSource['source']>, found: Discovery) {
  let archives = 0;
  for await (const { path, size, bucket, key } of listObjects(config, source)) {
    if (!/\.zip$/i.test(path) && !TAR.test(path)) {
      add(found, { path, size, place: { bucket, key } });
      continue;
    }
    const file = join(getImportFolder(config, id), 'archives', hashOf(`${bucket}/${key}`));
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await pipeline(await openObject(config, bucket, key), createWriteStream(file, { mode: 0o600 }));
    await addSourceFile(found, { path, file, size }, { archive: (archives += 1), folder: `${file}.unpacked` });
  }
}

/** Files of a folder that the operator allows; links that lead out of it are left out. */
async function listPlaceFiles(config: DiscoverConfig, { place, path }: { place: string; path: string }): Promise<SourceFile[]> {
  if (!config.importPlaces.includes(place)) throw new UnreadableError(`${place} ${messages.noPlace}.`);
  const root = await realpath(place);
  const folder = await realpath(join(root, path)).catch(() => null);
  if (!folder || !isWithin(folder, root)) throw new UnreadableError(`There is no folder ${path} in ${place}.`);
  if (!(await stat(folder)).isDirectory()) return [{ path: basename(folder), file: folder, size: (await stat(folder)).size }];
  const files: SourceFile[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    files.push({ path: file.slice(folder.length + 1).replaceAll(sep, '/'), file, size: (await stat(file)).size });
    if (files.length > MAX_IMPORT_FILES) throw new UnreadableError(tooMany());
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

const isWithin = (path: string, root: string) => path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
const tooMany = () => `There are more than ${MAX_IMPORT_FILES.toLocaleString('en')} files; take several imports.`;

function add(found: DiscoveredFiles, file: DiscoveredFile): void {
  if (isJunk(file.path)) return;
  if (!WANTED.test(file.path)) {
    found.others += 1;
    return;
  }
  if (found.files.length >= MAX_IMPORT_FILES) throw new UnreadableError(tooMany());
  found.files.push(file);
}

/** An archive of links alone must not fill the memory either. */
function refuse(found: DiscoveredFiles, entry: { path: string; reason: string }): void {
  if (found.refused.length < MAX_REJECTED) found.refused.push(entry);
  else found.others += 1;
}

/** Counts an archive and returns the bytes that it may unpack to. */
function unpackedLimitFor(found: Discovery, size: number): number {
  found.packed += size;
  return Math.max(MIN_UNPACKED_LIMIT, found.packed * MAX_UNPACKED_RATIO) - found.unpacked;
}

async function addZip(found: Discovery, file: string, { archive, size }: { archive: number; size: number }): Promise<void> {
  const limit = unpackedLimitFor(found, size);
  const entries = await listZipEntries(file, MAX_IMPORT_FILES);
  const unpacked = entries.reduce((sum, entry) => sum + ('place' in entry ? entry.place.size : 0), 0);
  if (unpacked > limit) throw new UnreadableError(getTooLargeReason(unpacked, size));
  found.unpacked += unpacked;
  for (const entry of entries) {
    if ('reason' in entry) refuse(found, entry);
    else add(found, { path: entry.path, size: entry.place.size, place: entry.place, archive });
  }
}

async function addTar(found: Discovery, file: string, { archive, folder, size }: Unpacking & { size: number }): Promise<void> {
  const wants = (path: string) => WANTED.test(path) && !isJunk(path);
  const maxBytes = unpackedLimitFor(found, size);
  for await (const entry of unpackTar(file, { folder, wants, maxEntries: MAX_IMPORT_FILES, maxBytes, size })) {
    if ('size' in entry) found.unpacked += entry.size;
    if ('reason' in entry) refuse(found, entry);
    else add(found, { path: entry.path, size: entry.size, place: { file: entry.file }, archive });
  }
}
