import type { IncomingMessage, ServerResponse } from 'node:http';
import { messages } from '../errors/messages';
import { drainBody, isIncomplete } from './body/drain';
import { IDEMPOTENCY_KEY_HEADER } from './body/json';
import { readRequestId, REQUEST_ID_HEADER } from './request-log';

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

const RETRY_AFTER_SECONDS = '2';
/**
 * Maximum time that a write waits for the start. It is longer than an ordinary start. During a longer migration, clients get an error
 * instead of waiting.
 */
const MAX_WAIT_MS = 30_000;

/**
 * Handles the requests that arrive while the server starts. Most are refused at once, and a proxy sends them to another server.
 * A proxy must not repeat a write without an Idempotency-Key, so such a write waits until the server has started.
 */
export function createStartingHandler(maxWaitMs = MAX_WAIT_MS) {
  let hasFailed = false;
  const waitingRequests = new Map<ServerResponse, (handle: RequestHandler) => void>();
  const resumeAll = (handle: RequestHandler) => {
    for (const resume of waitingRequests.values()) resume(handle);
  };
  const waitUntilReady: RequestHandler = (request, response) => {
    const stopWaiting = () => {
      clearTimeout(timer);
      waitingRequests.delete(response);
    };
    const resume = (handle: RequestHandler) => {
      stopWaiting();
      response.off('close', stopWaiting);
      handle(request, response);
    };
    const timer = setTimeout(() => resume(refuse), maxWaitMs).unref();
    // The client has given up, so its write must not be executed later.
    response.once('close', stopWaiting);
    waitingRequests.set(response, resume);
  };
  const handle: RequestHandler = (request, response) => {
    if (request.url === '/healthz') return respondAlive(response);
    return hasFailed || mayBeRepeated(request) ? refuse(request, response) : waitUntilReady(request, response);
  };
  return {
    handle,
    /** Passes the waiting requests to the application. */
    passWaiting: resumeAll,
    /** Refuses the waiting requests. Call it when the start has failed. */
    refuseWaiting: () => {
      hasFailed = true;
      resumeAll(refuse);
    },
  };
}

function refuse(request: IncomingMessage, response: ServerResponse): void {
  respondUnavailable(request, response, 'starting');
}

function mayBeRepeated({ method, headers }: IncomingMessage): boolean {
  return (method !== 'POST' && method !== 'PATCH') || headers[IDEMPOTENCY_KEY_HEADER] !== undefined;
}

/** Responds that the process is alive, so that a process supervisor does not kill it during a long upgrade. */
function respondAlive(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify({ status: 'ok' }));
}

/** Responds with 503. Browsers reload the page after a pause, and other clients receive Retry-After. */
export function respondUnavailable(request: IncomingMessage, response: ServerResponse, status: 'starting' | 'stopping'): void {
  const isBrowser = request.headers.accept?.includes('text/html') === true;
  const value = { detail: messages[status], ...(request.url === '/readyz' ? { status } : { code: status }) };
  const body = isBrowser ? messages[status] : JSON.stringify(value);
  response.writeHead(503, {
    'content-type': isBrowser ? 'text/plain; charset=utf-8' : 'application/json',
    'cache-control': 'no-store',
    'retry-after': RETRY_AFTER_SECONDS,
    [REQUEST_ID_HEADER]: readRequestId(request),
    ...(isBrowser ? { refresh: RETRY_AFTER_SECONDS } : {}),
    ...(isIncomplete(request) ? { connection: 'close' } : {}),
    'content-length': Buffer.byteLength(body),
  });
  if (!isIncomplete(request)) return void response.end(body);
  response.write(body);
  void drainBody(request).then(() => response.end());
}
