import { createHash } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { HttpError, outOfSpace, unavailable } from '../../errors';
import type { S3Settings } from '../../config/s3';
import { bucketErrors, bucketRequestDuration, type BucketFailure } from './bucket-metrics';
import { getObjectUrl } from './object-url';
import { parseS3Response } from './s3-xml';

const MAX_ATTEMPTS = 3;
const FIRST_PAUSE_MS = 100;
/** Maximum time from the request to the response headers. Callers wait this long if a bucket does not respond. */
const TIMEOUT_MS = 10_000;
/** Time that is added for each byte of the request: even slow connections to a bucket transfer a megabyte per second. */
const TIMEOUT_PER_BYTE_MS = 1000 / 1_000_000;

/** Thrown if the bucket returned an error or did not respond. API clients get a 503 (507 if the bucket is full) and may try again. */
export class FileStoreError extends HttpError {
  override name = 'FileStoreError';
  /** `responseStatus` is null without a response. `code` is the S3 error code, such as NoSuchBucket. */
  constructor(
    message: string,
    readonly responseStatus: number | null,
    readonly code: string | null,
    cause?: unknown,
  ) {
    const { status, detail, extra, headers } = isFull(responseStatus, code) ? outOfSpace() : unavailable();
    super(status, detail, extra, headers);
    this.message = message;
    this.cause = cause;
  }
}

/** S3-compatible servers report a full bucket with status 507 or with their own error codes. */
function isFull(responseStatus: number | null, code: string | null): boolean {
  return (
    responseStatus === 507 || /^(XMinioStorageFull|QuotaExceeded|InsufficientCapacity|EntityTooLargeForQuota)$/.test(code ?? '')
  );
}

/** Streams the content of an object. A connection that breaks in the middle emits a FileStoreError, so the reader may try again. */
export function openContent({ body }: Response): Readable {
  if (!body) return Readable.from([]);
  const source = Readable.fromWeb(body as ReadableStream);
  const content = new PassThrough();
  source.on('error', (error) =>
    content.destroy(new FileStoreError('The S3 server closed the connection in the middle of a file', null, null, error)),
  );
  // Release the connection even if nobody reads to the end.
  content.once('close', () => source.destroy());
  return source.pipe(content);
}

/** A request for an object of a bucket. With an empty key, it is for the bucket itself. */
interface ObjectRequest {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  key: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
}

/**
 * Sends a request for an object of one bucket. Returns the response, whose body the caller must read or cancel, or null for 404. If a
 * connection breaks, the request may reach the bucket twice. Throws FileStoreError for other errors. Also throws it if the bucket does
 * not respond within the timeout plus one second per megabyte of the body.
 */
export type SendS3Request = (request: ObjectRequest) => Promise<Response | null>;

export function createS3Client(settings: S3Settings, timeoutMs = TIMEOUT_MS): SendS3Request {
  const client = new AwsClient({
    accessKeyId: settings.accessKeyId,
    secretAccessKey: settings.secretAccessKey,
    region: settings.region,
    service: 's3',
    // The client's own retries do not cover broken connections.
    retries: 0,
  });
  return async (request) => {
    const response = await sendWithRetries(client, getRequestUrl(settings, request), request, timeoutMs);
    if (response.ok) return response;
    const code = (await parseS3Response(response).catch(() => null))?.Error?.Code ?? null;
    if (response.status === 404 && code !== 'NoSuchBucket') return null;
    throw new FileStoreError(
      `${request.method} of a file returned ${response.status} ${code ?? ''}`.trim(),
      response.status,
      code,
    );
  };
}

function getRequestUrl(settings: S3Settings, { key, query }: ObjectRequest): string {
  const url = getObjectUrl(settings, key);
  return query ? `${url}?${new URLSearchParams(query)}` : url;
}

/** Sends a request for which a 404 of the bucket is an error. */
export async function sendRequired(send: SendS3Request, request: ObjectRequest): Promise<Response> {
  const response = await send(request);
  if (!response) throw new FileStoreError(`${request.method} of a file returned 404`, 404, null);
  return response;
}

/** Stores bytes as an object. */
export async function putObject(
  send: SendS3Request,
  key: string,
  bytes: Uint8Array,
  headers: Record<string, string>,
): Promise<void> {
  const response = await sendRequired(send, { method: 'PUT', key, headers, body: new Uint8Array(bytes) });
  await response.body?.cancel();
}

/** Deletes an object, or aborts an upload that `query` names. A missing object or upload is not an error. */
export async function deleteObject(send: SendS3Request, key: string, query?: Record<string, string>): Promise<void> {
  const response = await send({ method: 'DELETE', key, query });
  await response?.body?.cancel();
}

/**
 * Retries when the server is busy or the connection breaks. All requests are idempotent. The hash of the body is signed, so the
 * bucket rejects truncated or altered bodies.
 */
async function sendWithRetries(
  client: AwsClient,
  url: string,
  { method, headers, body }: ObjectRequest,
  timeoutMs: number,
): Promise<Response> {
  const hashHeaders = body && { 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') };
  const init = { method, headers: { ...headers, ...hashHeaders }, body, redirect: 'manual' } as const;
  for (let attempt = 1; ; attempt += 1) {
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), timeoutMs + (body?.length ?? 0) * TIMEOUT_PER_BYTE_MS);
    const stopTimer = bucketRequestDuration.startTimer({ method });
    const countFailure = (reason: BucketFailure) => bucketErrors.inc({ method, reason });
    try {
      const response = await fetch(await client.sign(url, { ...init, signal: timeout.signal }));
      if (response.status >= 400 && response.status !== 404) countFailure(getFailure(response.status));
      const isBusy = response.status >= 500 || response.status === 429;
      if (!isBusy || attempt === MAX_ATTEMPTS) return response;
      await response.body?.cancel();
    } catch (error) {
      countFailure(timeout.signal.aborted ? 'timeout' : 'connection');
      if (attempt === MAX_ATTEMPTS || timeout.signal.aborted) {
        throw new FileStoreError(`${method} of a file got no response: ${getCause(error)}`, null, null, error);
      }
    } finally {
      stopTimer();
      clearTimeout(timer);
    }
    await delay(FIRST_PAUSE_MS * 2 ** attempt);
  }
}

/** A busy bucket is tried again, a refusal is final. */
function getFailure(status: number): BucketFailure {
  return status >= 500 || status === 429 ? 'busy' : 'refused';
}

/** The error of `fetch` is always "fetch failed". The reason is in its cause. */
function getCause(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}
