import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Registry, ReleaseError, withPublished } from '@console/shared-contract/federation';
import type { BucketLocation } from '../../../platform/config/releases';
import { createBucketObjects, type Condition, type StoredObject } from './bucket-objects';
import { IMMUTABLE_CACHE_CONTROL } from '../release/file-headers';
import { createRecentValue } from './recent-value';
import {
  type MoveLogEntry,
  createMoveLogEntry,
  EMPTY_REGISTRY,
  parseRegistry,
  formatRegistry,
  type ReleaseStore,
  requireRevision,
} from '../release/release-store';
import { createWriterRecord } from './writer-record';

const MAX_ATTEMPTS = 30;
const UPLOAD_CONCURRENCY = 8;

interface BucketReleases extends ReleaseStore {
  /**
   * Detects how the bucket handles conditions. Call it before the first change of the registry. @throws ReleaseError if the bucket ignores
   * conditions
   */
  requireConditionalWrites(): Promise<void>;
}

/** Creates a store in an S3-compatible bucket (ADR 0014). Its methods throw FileStoreError if the bucket does not respond. */
export function createBucketStore({ settings, prefix, oneWriter }: BucketLocation): BucketReleases {
  const { get, exists, put, detectConditions: findConditions, replace, remove } = createBucketObjects(settings, oneWriter);
  const writerRecord = oneWriter ? createWriterRecord({ get, replace }, prefix) : undefined;
  const location = `s3://${settings.bucket}/${prefix}`;
  const getFileKey = (name: string, version: string, file: string) => `${prefix}remotes/${name}/${version}/${file}`;
  const registryKey = `${prefix}registry.json`;
  const getAuditKey = (revision: number) => `${prefix}audit/${String(revision).padStart(10, '0')}.json`;
  /** The key contains a hash of the new registry, because several servers may try to write the same revision. */
  const getPendingKey = (revision: number, registry: Uint8Array) =>
    `${prefix}moves-begun/${revision}-${createHash('sha256').update(registry).digest('hex').slice(0, 32)}.json`;
  const firstFillKey = `${prefix}first-fill.json`;
  let queue: Promise<unknown> = Promise.resolve();

  const read = async () => {
    const storedRegistry = await get(registryKey);
    return storedRegistry && parseRegistry(storedRegistry.bytes.toString('utf8'));
  };
  const recentRegistry = createRecentValue(read);

  /**
   * Completes the audit log. A move (a change of the live versions) is first written as pending, then the registry changes, then the move
   * is added to the log. If a server was interrupted before the last step, the next move does it.
   */
  async function logPendingMove({ bytes }: StoredObject, { revision }: Registry): Promise<void> {
    if (revision === 0 || (await exists(getAuditKey(revision)))) return;
    const pendingRegistry = await get(getPendingKey(revision, bytes));
    if (pendingRegistry) await logMove(revision, bytes, pendingRegistry.bytes);
  }
  async function logMove(revision: number, registry: Uint8Array, entry: Uint8Array): Promise<void> {
    await put(getAuditKey(revision), entry, 'no-cache', { isNew: true });
    await remove(getPendingKey(revision, registry));
  }

  async function moveNow(...[request, change]: Parameters<ReleaseStore['move']>): Promise<Registry> {
    await writerRecord?.requireWriter();
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const storedRegistry = await get(registryKey);
      const previousRegistry = storedRegistry ? parseRegistry(storedRegistry.bytes.toString('utf8')) : EMPTY_REGISTRY;
      if (storedRegistry) await logPendingMove(storedRegistry, previousRegistry);
      requireRevision(request, previousRegistry);
      const nextRegistry = change(previousRegistry);
      if (nextRegistry === previousRegistry) {
        recentRegistry.recordWrite(previousRegistry);
        return previousRegistry;
      }
      const bytes = Buffer.from(formatRegistry(nextRegistry));
      const logEntry = Buffer.from(JSON.stringify(createMoveLogEntry(request, nextRegistry)));
      await replace(getPendingKey(nextRegistry.revision, bytes), logEntry);
      const condition: Condition = storedRegistry ? { replacedEtag: storedRegistry.etag } : { isNew: true };
      // If the response to a write was lost, the retry fails and the registry contains the bytes of this write.
      const isWritten =
        (await put(registryKey, bytes, 'public, max-age=5', condition)) || (await get(registryKey))?.bytes.equals(bytes) === true;
      if (isWritten) {
        recentRegistry.recordWrite(nextRegistry);
        await logMove(nextRegistry.revision, bytes, logEntry);
        return nextRegistry;
      }
      await remove(getPendingKey(nextRegistry.revision, bytes));
      await pause(Math.random() * 20 * attempt);
    }
    throw new ReleaseError('Other processes keep changing the registry. Nothing was changed. Try again.');
  }
  const move: ReleaseStore['move'] = (request, change) => {
    if (!oneWriter) return moveNow(request, change);
    const queuedMove = queue.then(() => moveNow(request, change));
    queue = queuedMove.catch(() => undefined);
    return queuedMove;
  };

  /** Stores an immutable file. The same bytes may already exist from an interrupted publication. */
  async function putImmutable(key: string, bytes: Uint8Array): Promise<void> {
    if (await put(key, bytes, IMMUTABLE_CACHE_CONTROL, { isNew: true })) return;
    const existingObject = await get(key);
    if (existingObject?.bytes.equals(bytes)) return;
    throw new ReleaseError(
      `${location} has another file as ${key.slice(prefix.length)}, which may be cached for a year. Use a new version.`,
    );
  }

  return {
    location,
    read,
    readRecent: recentRegistry.read,
    readFile: async (name, version, file) => (await get(getFileKey(name, version, file)))?.bytes,
    hasFile: (name, version, file) => exists(getFileKey(name, version, file)),
    move,
    publish: async ({ files, release }, request) => {
      const { name, version } = release.manifest;
      const publish = (registry: Registry) => withPublished(registry, release, new Date(release.publishedAt));
      publish((await read()) ?? EMPTY_REGISTRY);
      const lastFile = 'release.json';
      const queuedFiles = [...files].filter(([file]) => file !== lastFile);
      const upload = async () => {
        for (let nextFile = queuedFiles.pop(); nextFile; nextFile = queuedFiles.pop())
          await putImmutable(getFileKey(name, version, nextFile[0]), nextFile[1]);
      };
      await Promise.all(Array.from({ length: UPLOAD_CONCURRENCY }, upload));
      const description = files.get(lastFile);
      if (description) await putImmutable(getFileKey(name, version, lastFile), description);
      return move(request, publish);
    },
    lastMoves: async (count) => {
      const registry = await get(registryKey);
      if (!registry) return [];
      const { revision } = parseRegistry(registry.bytes.toString('utf8'));
      const revisions = Array.from({ length: Math.min(count, revision) }, (_, index) => revision - index);
      const auditEntries = await Promise.all(revisions.map((auditRevision) => get(getAuditKey(auditRevision))));
      if (auditEntries.length > 0) auditEntries[0] ??= await get(getPendingKey(revision, registry.bytes));
      return auditEntries.flatMap((auditEntry) =>
        auditEntry ? [JSON.parse(auditEntry.bytes.toString('utf8')) as MoveLogEntry] : [],
      );
    },
    firstFill: {
      isInterrupted: () => exists(firstFillKey),
      start: () => replace(firstFillKey, Buffer.from('{}')),
      finish: () => remove(firstFillKey),
    },
    becomeWriter: async () => {
      const previousWriter = await writerRecord?.takeOver();
      return (
        previousWriter &&
        `${location} was written by ${previousWriter}. If it is still running, its moves are refused from now on.`
      );
    },
    requireConditionalWrites: async () => {
      if (oneWriter || (await findConditions(prefix))) return;
      throw new ReleaseError(
        `${settings.endpoint} ignores If-Match and If-None-Match, so two writers of the registry could overwrite each other. Use a store with conditional writes, or set RELEASES_ONE_WRITER=on and make all changes through one server.`,
      );
    },
  };
}
