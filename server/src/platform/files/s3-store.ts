import { randomBytes } from 'node:crypto';
import { createFileKey, parseFileKey } from './file-key';
import { MeasuredBytes } from './measured-bytes';
import { createS3Client, deleteObject, FileStoreError, openContent, putObject } from './s3/s3-client';
import { splitIntoParts, putMultipart } from './s3/s3-multipart';
import { abortUnfinishedUploads } from './s3-unfinished-uploads';
import type { S3Settings } from '../config/s3';
import type { FileStore } from './store';

/** Stores files as objects of one bucket. S3 makes an object visible only when it is complete. The methods throw FileStoreError. */
export function createS3Store(settings: S3Settings, timeoutMs?: number): FileStore {
  const send = createS3Client(settings, timeoutMs);
  const sendGet = async (key: string, headers: Record<string, string> = {}) =>
    parseFileKey(key) ? send({ method: 'GET', key, headers }) : null;

  return {
    put: async (bytes, contentType) => {
      const key = createFileKey(contentType);
      await putObject(send, key, bytes, { 'content-type': contentType });
      return key;
    },
    putStream: async (source, contentType, limit, key = createFileKey(contentType)) => {
      const bytes = new MeasuredBytes(source, limit);
      const partStream = splitIntoParts(bytes);
      try {
        const firstPart = (await partStream.next()).value ?? Buffer.alloc(0);
        const secondPart = await partStream.next();
        if (secondPart.done) await putObject(send, key, firstPart, { 'content-type': contentType });
        else await putMultipart(send, key, contentType, prepend([firstPart, secondPart.value], partStream));
      } finally {
        await partStream.return(undefined);
      }
      return { key, ...bytes.measure() };
    },
    stat: async (key) => {
      const parsedKey = parseFileKey(key);
      const response = parsedKey && (await send({ method: 'HEAD', key }));
      if (!response) return null;
      await response.body?.cancel();
      return { size: Number(response.headers.get('content-length')), contentType: parsedKey.contentType };
    },
    open: async (key, range) => {
      const response = await sendGet(key, range ? { range: `bytes=${range.start}-${range.end}` } : {});
      if (!response) return null;
      if (range && response.status !== 206) {
        await response.body?.cancel();
        throw new FileStoreError('GET of a range returned the complete file', response.status, null);
      }
      return openContent(response);
    },
    read: async (key) => {
      const response = await sendGet(key);
      return response && Buffer.from(await response.arrayBuffer());
    },
    delete: async (key) => {
      if (parseFileKey(key)) await deleteObject(send, key);
    },
    deleteUnfinished: (before) => abortUnfinishedUploads(send, before),
  };
}

/** Continues a partly consumed iterator, starting with the values that were already read. */
async function* prepend<T>(firstValues: readonly T[], remainingValues: AsyncIterable<T>): AsyncGenerator<T> {
  yield* firstValues;
  yield* remainingValues;
}

/** Writes, reads and deletes a small file and looks up a missing one, as the server will do later. Throws FileStoreError. */
export async function checkBucketAccess(store: FileStore): Promise<void> {
  const key = await store.put(randomBytes(16), 'application/octet-stream');
  await store.read(key);
  await store.delete(key);
  await store.stat(createFileKey('application/octet-stream'));
}
