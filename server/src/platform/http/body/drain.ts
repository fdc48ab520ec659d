import { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** More than the console or a script is likely to send by mistake. */
const MAX_DRAINED_BYTES = 256_000_000;
const MAX_DRAIN_MS = 60_000;
/** A client that pauses for longer will probably never send the rest of the body. */
const MAX_PAUSE_MS = 5_000;
const CHECK_INTERVAL_MS = 100;

/**
 * Closes the connection after a response that is sent before the end of the request's body, but first discards the rest of the
 * body. Most clients read the response only after they have sent the body, and would get a reset connection instead.
 */
export function drainRefusedBodies(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw: request, headers }, reply, payload) => {
    if (!isIncomplete(request) || (typeof payload !== 'string' && !Buffer.isBuffer(payload))) return payload;
    reply.headers({ connection: 'close', 'content-length': Buffer.byteLength(payload) });
    // The compression plugin would hold the payload back until the end of the stream.
    delete headers['accept-encoding'];
    return Readable.from(withDrainedBody(request, payload));
  });
}

/** Whether the client has not sent the complete body. False for requests that tests inject, because these have no connection. */
export function isIncomplete(request: IncomingMessage): boolean {
  return request instanceof IncomingMessage && !request.complete && !request.destroyed;
}

/** Yields the payload of a response, and ends when the body of the request is drained. Then Node closes the connection. */
async function* withDrainedBody(request: IncomingMessage, payload: string | Buffer): AsyncGenerator<string | Buffer> {
  yield payload;
  await drainBody(request);
}

/** Discards the rest of a body. Resolves at its end, and when the client sends too much, takes too long or stops sending. */
export function drainBody(request: IncomingMessage): Promise<void> {
  const { socket } = request;
  request.unpipe();
  request.removeAllListeners('readable');
  // Restarts a stream whose listener was removed while it was flowing.
  request.pause();
  request.on('data', () => undefined);
  request.resume();
  const [startBytes, startedAt] = [socket.bytesRead, performance.now()];
  let [lastBytes, lastReadAt] = [startBytes, startedAt];
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const now = performance.now();
      if (socket.bytesRead > lastBytes) [lastBytes, lastReadAt] = [socket.bytesRead, now];
      const isTooMuch = lastBytes - startBytes > MAX_DRAINED_BYTES || now - startedAt > MAX_DRAIN_MS;
      if (isIncomplete(request) && !isTooMuch && now - lastReadAt < MAX_PAUSE_MS) return;
      clearInterval(timer);
      resolve();
    }, CHECK_INTERVAL_MS).unref();
  });
}
