import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Registry, ReleaseError, withPublished } from '@console/shared-contract/federation';
import { FileStoreError, s3Client } from '../../files/s3-client';
import type { BucketPlace } from '../../config/releases';
import { contentTypeOf, IMMUTABLE } from './file-headers';
import {
  type AuditEntry,
  auditEntry,
  EMPTY_REGISTRY,
  parseRegistry,
  registryText,
  type ReleaseStore,
  requireRevision,
} from './release-store';

const RECENT_MS = 2000;
const ATTEMPTS = 30;
const UPLOADS_AT_ONCE = 8;
/** A condition that was not met, or another conditional write of the same key at the same time. */
const NOT_MET = [409, 412];

type Condition = { 'if-none-match': '*' } | { 'if-match': string };
interface Read {
  bytes: Buffer;
  etag: string;
}

/** The registry and the releases in an S3-compatible bucket (ADR 0014). Fails with FileStoreError when it does not answer. */
export function bucketReleases({
  settings,
  prefix,
  oneWriter,
}: BucketPlace): ReleaseStore & { requireConditions(): Promise<void> } {
  const send = s3Client(settings);
  const place = `s3://${settings.bucket}/${prefix}`;
  const keyOf = (name: string, version: string, file: string) => `${prefix}remotes/${name}/${version}/${file}`;
  const registryKey = `${prefix}registry.json`;
  const auditKey = (revision: number) => `${prefix}audit/${String(revision).padStart(10, '0')}.json`;
  let recent: { at: number; registry: Promise<Registry | undefined> } | undefined;
  let queue: Promise<unknown> = Promise.resolve();

  async function get(key: string): Promise<Read | undefined> {
    const response = await send({ method: 'GET', key });
    if (!response) return undefined;
    return { bytes: Buffer.from(await response.arrayBuffer()), etag: response.headers.get('etag') ?? '' };
  }
  async function exists(key: string): Promise<boolean> {
    const response = await send({ method: 'HEAD', key });
    await response?.body?.cancel();
    return response !== null;
  }
  /** Whether the condition was met; without conditional writes it is looked at before, which one writer alone may. */
  async function put(key: string, bytes: Uint8Array, cacheControl: string, condition: Condition): Promise<boolean> {
    if (oneWriter && 'if-none-match' in condition && (await exists(key))) return false;
    const body = new Uint8Array(bytes);
    const headers: Record<string, string> = {
      'content-type': contentTypeOf(key),
      'cache-control': cacheControl,
      'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
      ...(oneWriter ? {} : condition),
    };
    try {
      const response = await send({ method: 'PUT', key, headers, body });
      if (!response) throw new FileStoreError('PUT of a file was answered 404', 404, null);
      await response.body?.cancel();
      return true;
    } catch (error) {
      if (error instanceof FileStoreError && NOT_MET.includes(error.answered ?? 0)) return false;
      throw error;
    }
  }

  const read = async () => {
    const found = await get(registryKey);
    return found && parseRegistry(found.bytes.toString('utf8'));
  };

  async function moveNow(...[asked, change]: Parameters<ReleaseStore['move']>): Promise<Registry> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const found = await get(registryKey);
      const before = found ? parseRegistry(found.bytes.toString('utf8')) : EMPTY_REGISTRY;
      requireRevision(asked, before);
      const after = change(before);
      if (after === before) return before;
      const bytes = Buffer.from(registryText(after));
      const condition: Condition = found ? { 'if-match': found.etag } : { 'if-none-match': '*' };
      // A write whose answer was lost is repeated, and then meets itself.
      const isWritten =
        (await put(registryKey, bytes, 'public, max-age=5', condition)) || (await get(registryKey))?.bytes.equals(bytes) === true;
      if (isWritten) {
        recent = undefined;
        const entry = Buffer.from(JSON.stringify(auditEntry(asked, after)));
        await put(auditKey(after.revision), entry, 'no-cache', { 'if-none-match': '*' });
        return after;
      }
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
    if (await put(key, bytes, IMMUTABLE, { 'if-none-match': '*' })) return;
    const there = await get(key);
    if (there?.bytes.equals(bytes)) return;
    throw new ReleaseError(
      `${place} has another file as ${key.slice(prefix.length)}, which may be cached for a year. Take a new version.`,
    );
  }

  return {
    place,
    read,
    readRecent: () => {
      if (!recent || Date.now() - recent.at > RECENT_MS) {
        const before = recent?.registry;
        // A bucket that does not answer for a moment must not take the console away.
        const registry = read().catch((error: unknown) => before ?? Promise.reject(error));
        recent = { at: Date.now(), registry };
      }
      return recent.registry;
    },
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
      const { revision } = (await read()) ?? EMPTY_REGISTRY;
      const revisions = Array.from({ length: Math.min(count, revision) }, (_, at) => revision - at);
      const found = await Promise.all(revisions.map((each) => get(auditKey(each))));
      return found.flatMap((entry) => (entry ? [JSON.parse(entry.bytes.toString('utf8')) as AuditEntry] : []));
    },
    /** @throws ReleaseError when two writers could overwrite each other */
    requireConditions: async () => {
      if (oneWriter) return;
      const key = `${prefix}.probe-${randomUUID()}`;
      const probe = (condition: Condition) => put(key, Buffer.from('probe'), 'no-cache', condition);
      try {
        const isNew = await probe({ 'if-none-match': '*' });
        const areIgnored = (await probe({ 'if-none-match': '*' })) || (await probe({ 'if-match': '"0"' }));
        if (isNew && !areIgnored) return;
      } finally {
        // What was found out counts, not whether the traces could be removed.
        await send({ method: 'DELETE', key }).then(
          (response) => response?.body?.cancel(),
          () => undefined,
        );
      }
      throw new ReleaseError(
        `${settings.endpoint} takes no notice of If-Match and If-None-Match, so two writers of the registry could overwrite each other. Take a store that has conditional writes, or say RELEASES_ONE_WRITER=on and make every move through one server.`,
      );
    },
  };
}
