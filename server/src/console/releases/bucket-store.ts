import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Registry, ReleaseError, withPublished } from '@console/shared-contract/federation';
import type { BucketPlace } from '../../config/releases';
import { bucketObjects, type Condition, type Read } from './bucket-objects';
import { IMMUTABLE } from './file-headers';
import { recentOf } from './recent';
import {
  type AuditEntry,
  auditEntry,
  EMPTY_REGISTRY,
  parseRegistry,
  registryText,
  type ReleaseStore,
  requireRevision,
} from './release-store';
import { writerRecord } from './writer-record';

const ATTEMPTS = 30;
const UPLOADS_AT_ONCE = 8;

export interface BucketReleases extends ReleaseStore {
  /** Finds out how the bucket takes conditions; before the first move. @throws ReleaseError when it takes no notice of them */
  requireConditions(): Promise<void>;
}

/** The registry and the releases in an S3-compatible bucket (ADR 0014). Fails with FileStoreError when it does not answer. */
export function bucketReleases({ settings, prefix, oneWriter }: BucketPlace): BucketReleases {
  const { get, exists, put, findConditions, replace, remove } = bucketObjects(settings, oneWriter);
  const writer = oneWriter ? writerRecord({ get, replace }, prefix) : undefined;
  const place = `s3://${settings.bucket}/${prefix}`;
  const keyOf = (name: string, version: string, file: string) => `${prefix}remotes/${name}/${version}/${file}`;
  const registryKey = `${prefix}registry.json`;
  const auditKey = (revision: number) => `${prefix}audit/${String(revision).padStart(10, '0')}.json`;
  /** Named by the registry that the move makes, for several servers may try to make the same revision. */
  const begunKey = (revision: number, registry: Uint8Array) =>
    `${prefix}moves-begun/${revision}-${createHash('sha256').update(registry).digest('hex').slice(0, 32)}.json`;
  const fillKey = `${prefix}first-fill.json`;
  let queue: Promise<unknown> = Promise.resolve();

  const read = async () => {
    const found = await get(registryKey);
    return found && parseRegistry(found.bytes.toString('utf8'));
  };
  const recent = recentOf(read);

  /** A move is written down before the registry, and entered after it: one that was cut off between is entered by the next. */
  async function enterBegun({ bytes }: Read, { revision }: Registry): Promise<void> {
    if (revision === 0 || (await exists(auditKey(revision)))) return;
    const begun = await get(begunKey(revision, bytes));
    if (begun) await enter(revision, bytes, begun.bytes);
  }
  async function enter(revision: number, registry: Uint8Array, entry: Uint8Array): Promise<void> {
    await put(auditKey(revision), entry, 'no-cache', { isNew: true });
    await remove(begunKey(revision, registry));
  }

  async function moveNow(...[asked, change]: Parameters<ReleaseStore['move']>): Promise<Registry> {
    await writer?.requireMine();
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const found = await get(registryKey);
      const before = found ? parseRegistry(found.bytes.toString('utf8')) : EMPTY_REGISTRY;
      if (found) await enterBegun(found, before);
      requireRevision(asked, before);
      const after = change(before);
      if (after === before) {
        recent.wrote(before);
        return before;
      }
      const bytes = Buffer.from(registryText(after));
      const entry = Buffer.from(JSON.stringify(auditEntry(asked, after)));
      await replace(begunKey(after.revision, bytes), entry);
      const condition: Condition = found ? { over: found.etag } : { isNew: true };
      // A write whose answer was lost is repeated, and then meets itself.
      const isWritten =
        (await put(registryKey, bytes, 'public, max-age=5', condition)) || (await get(registryKey))?.bytes.equals(bytes) === true;
      if (isWritten) {
        recent.wrote(after);
        await enter(after.revision, bytes, entry);
        return after;
      }
      await remove(begunKey(after.revision, bytes));
      await pause(Math.random() * 20 * attempt);
    }
    throw new ReleaseError('Others change the registry all the time; nothing was changed. Repeat.');
  }
  const move: ReleaseStore['move'] = (asked, change) => {
    if (!oneWriter) return moveNow(asked, change);
    const mine = queue.then(() => moveNow(asked, change));
    queue = mine.catch(() => undefined);
    return mine;
  };

  /** Stores a file that never changes; one with these bytes was left by a publication that was cut off. */
  async function putForEver(key: string, bytes: Uint8Array): Promise<void> {
    if (await put(key, bytes, IMMUTABLE, { isNew: true })) return;
    const there = await get(key);
    if (there?.bytes.equals(bytes)) return;
    throw new ReleaseError(
      `${place} has another file as ${key.slice(prefix.length)}, which may be cached for a year. Take a new version.`,
    );
  }

  return {
    place,
    read,
    readRecent: recent.read,
    readFile: async (name, version, file) => (await get(keyOf(name, version, file)))?.bytes,
    hasFile: (name, version, file) => exists(keyOf(name, version, file)),
    move,
    publish: async ({ files, release }, asked) => {
      const { name, version } = release.manifest;
      const publish = (registry: Registry) => withPublished(registry, release, new Date(release.publishedAt));
      publish((await read()) ?? EMPTY_REGISTRY);
      const last = 'release.json';
      const queued = [...files].filter(([file]) => file !== last);
      const upload = async () => {
        for (let next = queued.pop(); next; next = queued.pop()) await putForEver(keyOf(name, version, next[0]), next[1]);
      };
      await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, upload));
      const description = files.get(last);
      if (description) await putForEver(keyOf(name, version, last), description);
      return move(asked, publish);
    },
    lastMoves: async (count) => {
      const registry = await get(registryKey);
      if (!registry) return [];
      const { revision } = parseRegistry(registry.bytes.toString('utf8'));
      const revisions = Array.from({ length: Math.min(count, revision) }, (_, at) => revision - at);
      const found = await Promise.all(revisions.map((each) => get(auditKey(each))));
      if (found.length > 0) found[0] ??= await get(begunKey(revision, registry.bytes));
      return found.flatMap((entry) => (entry ? [JSON.parse(entry.bytes.toString('utf8')) as AuditEntry] : []));
    },
    firstFill: {
      isCutOff: () => exists(fillKey),
      begin: () => replace(fillKey, Buffer.from('{}')),
      end: () => remove(fillKey),
    },
    becomeWriter: async () => {
      const before = await writer?.takeOver();
      return before && `${place} was written by ${before}. If it still runs, it is refused every move from now on.`;
    },
    requireConditions: async () => {
      if (oneWriter || (await findConditions(prefix))) return;
      throw new ReleaseError(
        `${settings.endpoint} takes no notice of If-Match and If-None-Match, so two writers of the registry could overwrite each other. Take a store that has conditional writes, or say RELEASES_ONE_WRITER=on and make every move through one server.`,
      );
    },
  };
}
