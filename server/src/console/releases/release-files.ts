import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import {
  type Check,
  checkPlace,
  checkSizes,
  type HostOffer,
  Integrity,
  Manifest,
  type Registry,
  ReleaseError,
} from '@console/shared-contract/federation';
import * as z from 'zod';
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
const COMPRESSED = /\.(br|gz)$/;

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

/** As sent to browsers: the compressed form that is there, else what gzip makes of it. */
function sizesOf(files: ReadonlyMap<string, Uint8Array>): Map<string, number> {
  const sent = (name: string, content: Uint8Array) =>
    (files.get(`${name}.br`) ?? files.get(`${name}.gz`) ?? gzipSync(content, { level: 9 })).length;
  const names = [...files].filter(([name]) => /\.(js|css)$/.test(name));
  return new Map(names.map(([name, content]) => [name, sent(name, content)]));
}

/** The checks that run none of the release's code; those that do are the release command's. */
export function checkFiles(
  files: ReadonlyMap<string, Uint8Array>,
  { manifest, entry }: BuiltRelease,
  registry: Registry,
  offer: HostOffer,
): Check[] {
  return [...checkPlace(manifest, registry, offer), checkSizes(sizesOf(files), entry)];
}

/** A release as it is stored: its description names all its files, so that later it can be told whether they are there. */
export function publicationOf(files: ReadonlyMap<string, Uint8Array>, release: BuiltRelease, now: Date): Publication {
  const { entry, integrity, manifest } = release;
  const names = [...files.keys()].filter((name) => name !== DESCRIPTION).sort();
  const description = Buffer.from(JSON.stringify({ entry, integrity, manifest, files: names }, null, 2));
  // A compressed form of the description as built would be served in its place.
  const kept = [...files].filter(([name]) => name.replace(COMPRESSED, '') !== DESCRIPTION);
  return {
    files: new Map<string, Uint8Array>([...kept, [DESCRIPTION, description]]),
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
  const there = await Promise.all((release.files ?? []).map((file) => store.hasFile(name, version, file)));
  const missing = release.files?.find((_, at) => !there[at]);
  if (missing !== undefined) throw gone(`its file ${missing} is not there`);
}
