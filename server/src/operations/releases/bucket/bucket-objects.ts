import { randomUUID } from 'node:crypto';
import type { S3Settings } from '../../../platform/config/s3';
import { createS3Client, deleteObject, FileStoreError, putObject } from '../../../platform/files/s3/s3-client';
import { getContentType } from '../release/file-headers';

/** HTTP status codes for a condition that is not met, and for a concurrent conditional write of the same key. */
const CONDITION_NOT_MET = [409, 412];

/** Condition of a write: the object does not exist, or the existing object has this ETag. */
export type Condition = { isNew: true } | { replacedEtag: string };

export interface StoredObject {
  bytes: Buffer;
  etag: string;
}

/** Access to the objects of a bucket, with conditional writes. */
export interface BucketObjects {
  get(key: string): Promise<StoredObject | undefined>;
  exists(key: string): Promise<boolean>;
  /** Returns whether the condition was met. */
  put(key: string, bytes: Uint8Array, cacheControl: string, condition: Condition): Promise<boolean>;
  /** Overwrites any existing object. */
  replace(key: string, bytes: Uint8Array): Promise<void>;
  /** Succeeds also if the object does not exist. */
  remove(key: string): Promise<void>;
  /** Detects the ETag format that this server accepts in conditions, and uses it. Returns false if it ignores conditions. */
  detectConditions(prefix: string): Promise<boolean>;
}

/** @param hasOneWriter for a bucket without conditional writes: checks before the write instead, which is only safe with one writer */
export function createBucketObjects(settings: S3Settings, hasOneWriter: boolean): BucketObjects {
  const sendS3Request = createS3Client(settings);
  // radosgw 16 sends ETags with quotes, but accepts them in If-Match only without quotes.
  let formatEtag = (etag: string) => etag;

  function getConditionHeaders(condition: Condition | undefined): Record<string, string> {
    if (hasOneWriter || !condition) return {};
    return 'isNew' in condition ? { 'if-none-match': '*' } : { 'if-match': formatEtag(condition.replacedEtag) };
  }
  async function writeObject(key: string, bytes: Uint8Array, cacheControl: string, condition?: Condition): Promise<boolean> {
    const headers = {
      'content-type': getContentType(key),
      'cache-control': cacheControl,
      ...getConditionHeaders(condition),
    };
    try {
      await putObject(sendS3Request, key, bytes, headers);
      return true;
    } catch (error) {
      if (error instanceof FileStoreError && CONDITION_NOT_MET.includes(error.responseStatus ?? 0)) return false;
      throw error;
    }
  }

  const objects: BucketObjects = {
    get: async (key) => {
      const response = await sendS3Request({ method: 'GET', key });
      if (!response) return undefined;
      return { bytes: Buffer.from(await response.arrayBuffer()), etag: response.headers.get('etag') ?? '' };
    },
    exists: async (key) => {
      const response = await sendS3Request({ method: 'HEAD', key });
      await response?.body?.cancel();
      return response !== null;
    },
    put: async (key, bytes, cacheControl, condition) => {
      if (hasOneWriter && 'isNew' in condition && (await objects.exists(key))) return false;
      return writeObject(key, bytes, cacheControl, condition);
    },
    replace: async (key, bytes) => {
      await writeObject(key, bytes, 'no-cache');
    },
    remove: (key) => deleteObject(sendS3Request, key),
    detectConditions: async (prefix) => {
      const key = `${prefix}.probe-${randomUUID()}`;
      const writeProbe = (condition: Condition) => writeObject(key, Buffer.from(randomUUID()), 'no-cache', condition);
      try {
        const isNew = await writeProbe({ isNew: true });
        if (!isNew || (await writeProbe({ isNew: true })) || (await writeProbe({ replacedEtag: '"0"' }))) return false;
        for (const form of [(etag: string) => etag, (etag: string) => etag.replaceAll('"', '')]) {
          formatEtag = form;
          if (await writeProbe({ replacedEtag: (await objects.get(key))?.etag ?? '' })) return true;
        }
        return false;
      } finally {
        // A failed deletion of the probe does not change the result.
        await objects.remove(key).catch(() => undefined);
      }
    },
  };
  return objects;
}
