import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../../../platform/config';
import { getExtension, isImageFile, isJunk, type DiscoveredFile } from '../../readers/reader/file-set';
import { isFileError, UnreadableError } from '../../readers/reader/reader';
import { unpackTar } from '../../readers/reader/tar';
import { listZipEntries, getTooLargeReason } from '../../readers/reader/zip';
import { getImportFolder, type SourceFile } from '../state/import-folder';
import { messages } from '../state/messages';
import { isBucketLocation, listObjects, openObject } from './import-places';

/** Maximum number of files of one import, including those in archives. */
const MAX_IMPORT_FILES = 500_000;
const MAX_REJECTED_FILES = 10_000;
/** Maximum number of extensions whose ignored files are counted separately. Files with further extensions are counted together. */
const MAX_IGNORED_EXTENSIONS = 30;
const OTHER_EXTENSIONS_KEY = 'other types';
/** Minimum limit in bytes for the unpacked files of an import, whatever the size of its archives. */
const MIN_UNPACKED_LIMIT = 4_000_000_000;
/**
 * The unpacked files may also be this many times as large as the archives: images hardly compress, but annotations compress to a twentieth.
 */
const MAX_UNPACKED_RATIO = 30;
const ANNOTATION_EXTENSION = /\.(json|jsonl|ndjson|xml|txt|yaml|yml|csv|names)$/i;
const TAR_EXTENSION = /\.(tar|tgz|tar\.gz)$/i;

interface DiscoveredFiles {
  files: DiscoveredFile[];
  rejected: { path: string; reason: string }[];
  /** Counts of files that are neither images nor annotations, by extension. */
  ignored: Map<string, number>;
}

/** The state of the discovery: the files found so far, with the total sizes of the archives in bytes before and after unpacking. */
interface Discovery extends DiscoveredFiles {
  packedBytes: number;
  unpackedBytes: number;
}

export interface ImportSource {
  id: string;
  source: { place: string; path: string } | null;
  /** Uploaded files. Empty if the import has a source. */
  sentFiles: readonly SourceFile[];
}

type DiscoverConfig = Pick<Config, 'dataDir' | 'importPlaces' | 's3'>;

/** Path of a file that marks an import whose archives have all been unpacked on this disk. */
const getUnpackedMarker = (config: DiscoverConfig, id: string) => join(getImportFolder(config, id), 'unpacked.complete');

/** Lists the files of an import, including those in archives. Unpacked files have the same names on each server. */
export async function discoverFiles(config: DiscoverConfig, { id, source, sentFiles }: ImportSource): Promise<DiscoveredFiles> {
  const discovery: Discovery = { files: [], rejected: [], ignored: new Map(), packedBytes: 0, unpackedBytes: 0 };
  const marker = getUnpackedMarker(config, id);
  await rm(marker, { force: true });
  if (source && isBucketLocation(source.place)) await addObjects(config, id, source, discovery);
  else {
    const sources = source ? await listPlaceFiles(config, source) : sentFiles;
    const folder = join(getImportFolder(config, id), 'unpacked');
    for (const [number, archiveFile] of sources.entries())
      await addSourceFile(discovery, archiveFile, { archive: number, folder: join(folder, computeHash(archiveFile.path)) });
  }
  await mkdir(dirname(marker), { recursive: true, mode: 0o700 });
  await writeFile(marker, '');
  return discovery;
}

/** Whether this server must still unpack the archives. For the plan, another server may have unpacked them. */
export function shouldUnpack(config: DiscoverConfig, { id, source, sentFiles }: ImportSource): boolean {
  if (existsSync(getUnpackedMarker(config, id))) return false;
  return source !== null || sentFiles.some(({ path }) => TAR_EXTENSION.test(path));
}

const computeHash = (path: string) => createHash('sha256').update(path).digest('hex');

interface ArchiveOptions {
  /** The number of the archive. Unused for other files. */
  archive: number;
  /** Where a tar is unpacked. */
  folder: string;
}

/** Adds a file, or the files of an archive. */
async function addSourceFile(
  discovery: Discovery,
  { path, file, size }: SourceFile,
  { archive, folder }: ArchiveOptions,
): Promise<void> {
  try {
    if (size === null) throw new UnreadableError(messages.missingInStore(path));
    if (/\.zip$/i.test(path)) await addZip(discovery, file, { archive, size });
    else if (TAR_EXTENSION.test(path)) await addTar(discovery, file, { archive, folder, size });
    else addFile(discovery, { path, size, place: { file } });
  } catch (error) {
    if (!isFileError(error)) throw error;
    addRejectedFile(discovery, { path, reason: error.message });
  }
}

/** Adds the objects of a bucket. Only archives are copied to the local disk. */
async function addObjects(config: DiscoverConfig, id: string, source: NonNullable<ImportSource['source']>, discovery: Discovery) {
  let archiveCount = 0;
  for await (const { path, size, bucket, key } of listObjects(config, source)) {
    if (!/\.zip$/i.test(path) && !TAR_EXTENSION.test(path)) {
      addFile(discovery, { path, size, place: { bucket, key } });
      continue;
    }
    const file = join(getImportFolder(config, id), 'archives', computeHash(`${bucket}/${key}`));
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await pipeline(await openObject(config, bucket, key), createWriteStream(file, { mode: 0o600 }));
    await addSourceFile(discovery, { path, file, size }, { archive: (archiveCount += 1), folder: `${file}.unpacked` });
  }
}

/** Lists the files of a folder that the operator allows. Symbolic links are skipped. */
async function listPlaceFiles(
  config: DiscoverConfig,
  { place: importPlace, path }: { place: string; path: string },
): Promise<SourceFile[]> {
  if (!config.importPlaces.includes(importPlace)) throw new UnreadableError(`${importPlace} ${messages.placeNotAllowed}.`);
  const root = await realpath(importPlace);
  const folder = await realpath(join(root, path)).catch(() => null);
  if (!folder || !isInside(folder, root)) throw new UnreadableError(`There is no folder ${path} in ${importPlace}.`);
  if (!(await stat(folder)).isDirectory()) return [{ path: basename(folder), file: folder, size: (await stat(folder)).size }];
  const files: SourceFile[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    files.push({ path: file.slice(folder.length + 1).replaceAll(sep, '/'), file, size: (await stat(file)).size });
    if (files.length > MAX_IMPORT_FILES) throw new UnreadableError(formatTooManyFiles());
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

const isInside = (path: string, root: string) => path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
const isImportable = (path: string) => isImageFile({ path }) || ANNOTATION_EXTENSION.test(path);
const formatTooManyFiles = () =>
  `There are more than ${MAX_IMPORT_FILES.toLocaleString('en')} files. Split them into several imports.`;

function addFile(discovery: DiscoveredFiles, file: DiscoveredFile): void {
  if (isJunk(file.path)) return;
  if (!isImportable(file.path)) return countIgnoredExtension(discovery, getExtension(file.path));
  if (discovery.files.length >= MAX_IMPORT_FILES) throw new UnreadableError(formatTooManyFiles());
  discovery.files.push(file);
}

/** The number of rejected entries is limited, so that an archive with many links cannot fill the memory. */
function addRejectedFile(discovery: DiscoveredFiles, entry: { path: string; reason: string }): void {
  if (discovery.rejected.length < MAX_REJECTED_FILES) discovery.rejected.push(entry);
  else countIgnoredExtension(discovery, getExtension(entry.path));
}

function countIgnoredExtension({ ignored }: DiscoveredFiles, extension: string): void {
  const countedExtension = ignored.has(extension) || ignored.size < MAX_IGNORED_EXTENSIONS ? extension : OTHER_EXTENSIONS_KEY;
  ignored.set(countedExtension, (ignored.get(countedExtension) ?? 0) + 1);
}

/** Counts an archive of this size and returns the number of bytes to which it may unpack. */
function addArchiveSize(discovery: Discovery, size: number): number {
  discovery.packedBytes += size;
  return Math.max(MIN_UNPACKED_LIMIT, discovery.packedBytes * MAX_UNPACKED_RATIO) - discovery.unpackedBytes;
}

async function addZip(discovery: Discovery, file: string, { archive, size }: { archive: number; size: number }): Promise<void> {
  const limit = addArchiveSize(discovery, size);
  const entries = await listZipEntries(file, MAX_IMPORT_FILES);
  const unpackedSize = entries.reduce((sum, entry) => sum + ('place' in entry ? entry.place.size : 0), 0);
  if (unpackedSize > limit) throw new UnreadableError(getTooLargeReason(unpackedSize, size));
  discovery.unpackedBytes += unpackedSize;
  for (const entry of entries) {
    if ('reason' in entry) addRejectedFile(discovery, entry);
    else addFile(discovery, { path: entry.path, size: entry.place.size, place: entry.place, archive });
  }
}

async function addTar(
  discovery: Discovery,
  file: string,
  { archive, folder, size }: ArchiveOptions & { size: number },
): Promise<void> {
  const isWanted = (path: string) => isImportable(path) && !isJunk(path);
  const maxBytes = addArchiveSize(discovery, size);
  for await (const entry of unpackTar(file, { folder, isWanted, maxEntries: MAX_IMPORT_FILES, maxBytes, size })) {
    if ('size' in entry) discovery.unpackedBytes += entry.size;
    if ('reason' in entry) addRejectedFile(discovery, entry);
    else addFile(discovery, { path: entry.path, size: entry.size, place: { file: entry.file }, archive });
  }
}
