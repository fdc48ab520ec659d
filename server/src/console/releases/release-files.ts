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
import { withCompressedForms } from './compressed-forms';
import type { Publication, ReleaseStore } from './release-store';

/** What the build says of a release, in its `release.json`. */
const BuiltRelease = z.object({
  entry: z.string().regex(/^[\w-][\w.-]*\.js$/, 'must be the name of a script'),
  integrity: Integrity,
  manifest: Manifest,
  /** All files of the release; written when it is published. */
  files: z.array(z.string()).optional(),
});
export type BuiltRelease = z.output<typeof BuiltRelease>;

const DESCRIPTION = 'release.json';
/** An earlier version named these among the files of a release that it published, and stored none of them. */
const NEVER_STORED = [`${DESCRIPTION}.br`, `${DESCRIPTION}.gz`];

export function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ReleaseError(z.prettifyError(parsed.error));
}

function built(bytes: Uint8Array | undefined): BuiltRelease {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(bytes ?? []).toString('utf8'));
  } catch {
    throw new ReleaseError(`There is no ${DESCRIPTION} that can be read. Send the folder that the release's build has written.`);
  }
  return parse(BuiltRelease, value);
}

function isEntry(content: Uint8Array, { integrity }: BuiltRelease): boolean {
  return `sha384-${createHash('sha384').update(content).digest('base64')}` === integrity;
}

/**
 * The description of a release among its files, which must be that of this name and version, with the entry as built.
 * @throws ReleaseError
 */
export function readBuilt(files: ReadonlyMap<string, Uint8Array>, name: string, version: string): BuiltRelease {
  const release = built(files.get(DESCRIPTION));
  const { manifest, entry } = release;
  if (manifest.name !== name || manifest.version !== version) {
    throw new ReleaseError(`The release is of ${manifest.name} ${manifest.version}, not of ${name} ${version}.`);
  }
  const content = files.get(entry);
  if (!content) throw new ReleaseError(`The release has no ${entry}.`);
  if (!isEntry(content, release)) throw new ReleaseError(`${entry} is not the file that the build wrote.`);
  return release;
}

/** As sent to browsers. @param files with their compressed forms */
export function sizesOf(files: ReadonlyMap<string, Uint8Array>): Map<string, number> {
  const names = [...files].filter(([name]) => /\.(js|css)$/.test(name));
  return new Map(names.map(([name, content]) => [name, (files.get(`${name}.br`) ?? content).length]));
}

/** The checks that run none of the release's code; those that do are the release command's. */
export function checkFiles(
  files: ReadonlyMap<string, Uint8Array>,
  { manifest, entry }: BuiltRelease,
  registry: Registry,
  offer: HostOffer,
): Check[] {
  return [...checkCompatibility(manifest, registry, offer), checkSizes(sizesOf(files), entry)];
}

/**
 * A release as it is stored: with compressed forms made here of what was checked, and with a description that names all
 * files, so that later it can be told whether they are there.
 */
export async function publicationOf(
  given: ReadonlyMap<string, Uint8Array>,
  { entry, integrity, manifest }: BuiltRelease,
  now: Date,
): Promise<Publication> {
  // The description is asked for by publications and pointer moves alone, and gets its list of files here.
  const files = await withCompressedForms(new Map([...given].filter(([name]) => name !== DESCRIPTION)));
  const description = JSON.stringify({ entry, integrity, manifest, files: [...files.keys()].sort() }, null, 2);
  return {
    files: files.set(DESCRIPTION, Buffer.from(description)),
    release: {
      entry: `/remotes/${manifest.name}/${manifest.version}/${entry}`,
      integrity,
      manifest,
      publishedAt: now.toISOString(),
    },
  };
}

/** @throws ReleaseError when files of a published version are missing, or its entry is another one */
export async function requireFiles(store: ReleaseStore, name: string, version: string): Promise<void> {
  const gone = (what: string) =>
    new ReleaseError(`${name} ${version} cannot be made live: ${what} in ${store.place}. Publish it as a new version.`);
  const description = await store.readFile(name, version, DESCRIPTION);
  if (!description) throw gone(`its ${DESCRIPTION} is not there`);
  const release = built(description);
  const entry = await store.readFile(name, version, release.entry);
  if (!entry) throw gone(`its file ${release.entry} is not there`);
  if (!isEntry(entry, release)) throw gone(`its file ${release.entry} is not the one that was published`);
  const files = (release.files ?? []).filter((file) => !NEVER_STORED.includes(file));
  const there = await Promise.all(files.map((file) => store.hasFile(name, version, file)));
  const missing = files.find((_, at) => !there[at]);
  if (missing !== undefined) throw gone(`its file ${missing} is not there`);
}
