import { PassThrough, Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { HttpError, outOfSpace, unavailable } from '../errors';
import type { S3Settings } from '../config/s3';
import { getObjectUrl } from './object-url';
import { parseS3Response } from './s3-xml';

const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 100;
/** From the request to the head of the answer: callers wait behind a bucket that hangs. */
const PATIENCE_MS = 10_000;
/** Further, for what is sent: at a megabyte a second the line is as slow as a bucket's ever is. */
const PATIENCE_PER_BYTE_MS = 1000 / 1_000_000;

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
    const { status, detail, extra, headers } = isFull(answered, code) ? outOfSpace() : unavailable();
    super(status, detail, extra, headers);
    this.message = message;
    this.cause = cause;
  }
}

/** As S3-compatible servers say it: 507, or a word of their own. */
function isFull(answered: number | null, code: string | null): boolean {
  return answered === 507 || /^(XMinioStorageFull|QuotaExceeded|InsufficientCapacity|EntityTooLargeForQuota)$/.test(code ?? '');
}

/** The content of an object. A connection that breaks in the middle is a FileStoreError: whoever reads may try again. */
export function openContent({ body }: Response): Readable {
  if (!body) return Readable.from([]);
  const source = Readable.fromWeb(body as ReadableStream);
  const content = new PassThrough();
  source.on('error', (error) => content.destroy(new FileStoreError('A file was cut off by the S3 server', null, null, error)));
  // The connection is let go also where nobody reads to the end.
  content.once('close', () => source.destroy());
  return source.pipe(content);
}

export interface ObjectRequest {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  key: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
}

/**
 * Requests for objects of one bucket: the answer where it is a good one, whose body the caller reads or cancels; null for
 * 404. A request may reach the bucket twice, when a connection breaks. Fails with FileStoreError, also when the bucket has said
 * nothing for `patienceMs`, and a second more for each megabyte that it is sent.
 */
export function createS3Client(settings: S3Settings, patienceMs = PATIENCE_MS): (request: ObjectRequest) => Promise<Response | null> {
  const client = new AwsClient({
    accessKeyId: settings.accessKeyId,
    secretAccessKey: settings.secretAccessKey,
    region: settings.region,
    service: 's3',
    // Its own repeats leave out connections that break.
    retries: 0,
  });
  return async (request) => {
    const response = await sendRepeatedly(client, addressOf(settings, request), request, patienceMs);
    if (response.ok) return response;
    const code = (await parseS3Response(response).catch(() => null))?.Error?.Code ?? null;
    if (response.status === 404 && code !== 'NoSuchBucket') return null;
    throw new FileStoreError(
      `${request.method} of a file was answered ${response.status} ${code ?? ''}`.trim(),
      response.status,
      code,
    );
  };
}

function addressOf(settings: S3Settings, { key, query }: ObjectRequest): string {
  const address = getObjectUrl(settings, key);
  return query ? `${address}?${new URLSearchParams(query)}` : address;
}

/** Sends again when the server is busy or the connection breaks: each request does the same when it is done twice. */
async function sendRepeatedly(
  client: AwsClient,
  url: string,
  { method, headers, body }: ObjectRequest,
  patienceMs: number,
): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), patienceMs + (body?.length ?? 0) * PATIENCE_PER_BYTE_MS);
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
