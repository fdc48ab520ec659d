import { createHash } from 'node:crypto';
import {
  type Check,
  checkCompatibility,
  checkSizes,
  type HostOffer,
  Integrity,
  Manifest,
  type Registry,
  ReleaseError,
} from '@console/shared-contract/federation';
import * as z from 'zod';
import { addCompressedFiles } from './compressed-files';
import type { Publication, ReleaseStore } from './release-store';

/** Contents of `release.json`, which the build of a release writes. */
const BuiltRelease = z.object({
  entry: z.string().regex(/^[\w-][\w.-]*\.js$/, 'must be the name of a script'),
  integrity: Integrity,
  manifest: Manifest,
  /** All files of the release. Added when it is published. */
  files: z.array(z.string()).optional(),
});
type BuiltRelease = z.output<typeof BuiltRelease>;

const DESCRIPTION_FILE = 'release.json';
/** Older servers listed these files in published releases but did not store them. */
const UNSTORED_FILES = [`${DESCRIPTION_FILE}.br`, `${DESCRIPTION_FILE}.gz`];

export function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new ReleaseError(z.prettifyError(result.error));
}

function parseBuiltRelease(bytes: Uint8Array | undefined): BuiltRelease {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(bytes ?? []).toString('utf8'));
  } catch {
    throw new ReleaseError(
      `${DESCRIPTION_FILE} is missing or cannot be read. Send the folder that the build of the release has written.`,
    );
  }
  return parse(BuiltRelease, value);
}

function hasIntegrity(content: Uint8Array, { integrity }: BuiltRelease): boolean {
  return `sha384-${createHash('sha384').update(content).digest('base64')}` === integrity;
}

/**
 * Reads `release.json` from the files of a release. @throws ReleaseError if name or version differ, or if the entry file is not the file
 * that was built
 */
export function readBuiltRelease(files: ReadonlyMap<string, Uint8Array>, name: string, version: string): BuiltRelease {
  const release = parseBuiltRelease(files.get(DESCRIPTION_FILE));
  const { manifest, entry: entryFile } = release;
  if (manifest.name !== name || manifest.version !== version) {
    throw new ReleaseError(`The release is of ${manifest.name} ${manifest.version}, not of ${name} ${version}.`);
  }
  const content = files.get(entryFile);
  if (!content) throw new ReleaseError(`The release has no ${entryFile}.`);
  if (!hasIntegrity(content, release)) throw new ReleaseError(`${entryFile} is not the file that the build wrote.`);
  return release;
}

/** Returns the size of the entry as gzip sends it. */
export function getEntrySize(files: ReadonlyMap<string, Uint8Array>, entry: string): number {
  return (files.get(`${entry}.gz`) ?? files.get(entry))?.length ?? 0;
}

/**
 * Returns the sizes of scripts, styles and WebAssembly files as sent to browsers.
 * @param files including compressed files
 */
export function getSizes(files: ReadonlyMap<string, Uint8Array>): Map<string, number> {
  const names = [...files].filter(([name]) => /\.(js|css|wasm)$/.test(name));
  return new Map(names.map(([name, content]) => [name, (files.get(`${name}.br`) ?? content).length]));
}

/** Runs the checks that do not execute code of the release. The release command runs the other checks. */
export function checkFiles(
  files: ReadonlyMap<string, Uint8Array>,
  { manifest, entry }: BuiltRelease,
  registry: Registry,
  offer: HostOffer,
): Check[] {
  return [...checkCompatibility(manifest, registry, offer), checkSizes(getSizes(files), getEntrySize(files, entry))];
}

/**
 * Prepares a release for storage: adds compressed files made from the checked files, and lists all files in
 * `release.json`, so that missing files can be detected later.
 */
export async function createPublication(
  builtFiles: ReadonlyMap<string, Uint8Array>,
  { entry: entryFile, integrity, manifest }: BuiltRelease,
  now: Date,
): Promise<Publication> {
  // Browsers never fetch the description, so it is not compressed. Its list of files is added here.
  const files = await addCompressedFiles(new Map([...builtFiles].filter(([name]) => name !== DESCRIPTION_FILE)));
  const description = JSON.stringify({ entry: entryFile, integrity, manifest, files: [...files.keys()].sort() }, null, 2);
  return {
    files: files.set(DESCRIPTION_FILE, Buffer.from(description)),
    release: {
      entry: `/remotes/${manifest.name}/${manifest.version}/${entryFile}`,
      integrity,
      manifest,
      publishedAt: now.toISOString(),
    },
  };
}

/** @throws ReleaseError if files of a published version are missing or its entry was changed */
export async function requireFiles(store: ReleaseStore, name: string, version: string): Promise<void> {
  const createMissingError = (content: string) =>
    new ReleaseError(`${name} ${version} cannot be made live: ${content} in ${store.location}. Publish it as a new version.`);
  const description = await store.readFile(name, version, DESCRIPTION_FILE);
  if (!description) throw createMissingError(`its ${DESCRIPTION_FILE} is missing`);
  const release = parseBuiltRelease(description);
  const entry = await store.readFile(name, version, release.entry);
  if (!entry) throw createMissingError(`its file ${release.entry} is missing`);
  if (!hasIntegrity(entry, release)) throw createMissingError(`its file ${release.entry} is not the one that was published`);
  const files = (release.files ?? []).filter((file) => !UNSTORED_FILES.includes(file));
  const isStored = await Promise.all(files.map((file) => store.hasFile(name, version, file)));
  const missingFile = files.find((_, index) => !isStored[index]);
  if (missingFile !== undefined) throw createMissingError(`its file ${missingFile} is missing`);
}
