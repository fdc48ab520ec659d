import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { HttpError } from '../http/errors';
import { messages } from '../messages';
import { newFileKey, parseFileKey } from './file-key';
import { objectUrl, type S3Settings } from './s3-settings';
import type { FileStore } from './store';

const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 100;
/** From the request to the head of the answer, an upload included. */
const PATIENCE_MS = 60_000;

/** The bucket answered what the store cannot work with, or did not answer: 503 to a caller, who may try again. */
export class FileStoreError extends HttpError {
  override name = 'FileStoreError';
  /** `answered` is null when there was no answer at all; `code` is the server's own word, such as NoSuchBucket. */
  constructor(
    message: string,
    readonly answered: number | null,
    readonly code: string | null,
    cause?: unknown,
  ) {
    super(503, messages.unavailable);
    this.message = message;
    this.cause = cause;
  }
}

interface ObjectRequest {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  key: string;
  headers?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
}

/**
 * Files as objects of one bucket. S3 shows an object only when the whole of it has arrived, and the bytes are signed
 * by their hash, so what is cut short or altered on the way is refused there. Fails with FileStoreError.
 */
export function s3Store(settings: S3Settings): FileStore {
  const client = new AwsClient({
    accessKeyId: settings.accessKeyId,
    secretAccessKey: settings.secretAccessKey,
    region: settings.region,
    service: 's3',
    // Its own repeats leave out connections that break.
    retries: 0,
  });

  /** The answer where it is a good one; null for 404. The caller reads the body or cancels it. */
  const send = async (request: ObjectRequest): Promise<Response | null> => {
    const response = await sendRepeatedly(client, objectUrl(settings, request.key), request);
    if (response.ok) return response;
    const code = /<Code>([^<]+)<\/Code>/.exec(await response.text().catch(() => ''))?.[1] ?? null;
    if (response.status === 404 && code !== 'NoSuchBucket') return null;
    throw new FileStoreError(
      `${request.method} of a file was answered ${response.status} ${code ?? ''}`.trim(),
      response.status,
      code,
    );
  };
  const get = async (key: string, headers: Record<string, string> = {}) =>
    parseFileKey(key) ? send({ method: 'GET', key, headers }) : null;

  return {
    put: async (bytes, contentType) => {
      const key = newFileKey(contentType);
      const body = new Uint8Array(bytes);
      const headers = { 'content-type': contentType, 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') };
      const response = await send({ method: 'PUT', key, headers, body });
      if (!response) throw new FileStoreError('PUT of a file was answered 404', 404, null);
      await response.body?.cancel();
      return key;
    },
    stat: async (key) => {
      const parsed = parseFileKey(key);
      const response = parsed && (await send({ method: 'HEAD', key }));
      if (!response) return null;
      await response.body?.cancel();
      return { size: Number(response.headers.get('content-length')), contentType: parsed.contentType };
    },
    open: async (key, range) => {
      const response = await get(key, range ? { range: `bytes=${range.start}-${range.end}` } : {});
      if (!response) return null;
      if (range && response.status !== 206) {
        await response.body?.cancel();
        throw new FileStoreError('GET of a part of a file was answered with all of it', response.status, null);
      }
      return response.body ? Readable.fromWeb(response.body as ReadableStream<Uint8Array>) : Readable.from([]);
    },
    read: async (key) => {
      const response = await get(key);
      return response && Buffer.from(await response.arrayBuffer());
    },
    delete: async (key) => {
      if (!parseFileKey(key)) return;
      const response = await send({ method: 'DELETE', key });
      await response?.body?.cancel();
    },
  };
}

/** Sends again when the server is busy or the connection breaks: each request does the same when it is done twice. */
async function sendRepeatedly(client: AwsClient, url: string, { method, headers, body }: ObjectRequest): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), PATIENCE_MS);
    try {
      const response = await fetch(
        await client.sign(url, { method, headers, body, signal: patience.signal, redirect: 'manual' }),
      );
      const isBusy = response.status >= 500 || response.status === 429;
      if (!isBusy || attempt === ATTEMPTS) return response;
      await response.body?.cancel();
    } catch (error) {
      if (attempt === ATTEMPTS || patience.signal.aborted) {
        throw new FileStoreError(`${method} of a file had no answer: ${reasonOf(error)}`, null, null, error);
      }
    } finally {
      clearTimeout(timer);
    }
    await delay(FIRST_PAUSE_MS * 2 ** attempt);
  }
}

/** `fetch` says "fetch failed" and hides the reason in its cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}

/**
 * Writes, reads and deletes a small file, and asks for one that is not there: all that the server will do later.
 * Throws FileStoreError.
 */
export async function tryBucket(store: FileStore): Promise<void> {
  const key = await store.put(randomBytes(16), 'application/octet-stream');
  await store.read(key);
  await store.delete(key);
  await store.stat(newFileKey('application/octet-stream'));
}
