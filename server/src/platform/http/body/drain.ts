import { IncomingMessage, type ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Enough for the largest body that the console or a script sends by mistake. */
const MAX_DRAINED_BYTES = 256_000_000;
const MAX_DRAIN_MS = 60_000;
const CHECK_INTERVAL_MS = 100;

/** Reads and discards the rest of bodies that are refused before their end. */
export function drainRefusedBodies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    // Tests inject requests without a connection, which are not instances of IncomingMessage.
    if (!(request.raw instanceof IncomingMessage) || request.raw.complete || request.raw.destroyed) return;
    // Fastify closes the connection after a body that is too large.
    reply.removeHeader('connection');
    drainAfterResponse(request.raw, reply.raw);
  });
}

/**
 * Keeps the connection open after a response that is sent before the end of the request's body, and discards the rest. Most
 * clients read the response only after they have sent the body. If the server closed the connection before, they would get a
 * reset connection in place of the response. A client that does not stop sending is disconnected.
 */
export function drainAfterResponse(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  const shouldClose = !response.shouldKeepAlive;
  response.shouldKeepAlive = true;
  response.once('finish', () => {
    const [startBytes, startedAt] = [socket.bytesRead, performance.now()];
    request.unpipe();
    request.removeAllListeners('readable');
    // Restarts a stream whose listener was removed while it was flowing.
    request.pause();
    request.on('data', () => undefined);
    request.resume();
    const timer = setInterval(() => {
      const isOver = request.complete || request.destroyed;
      const isTooMuch = socket.bytesRead - startBytes > MAX_DRAINED_BYTES || performance.now() - startedAt > MAX_DRAIN_MS;
      if (!isOver && !isTooMuch) return;
      clearInterval(timer);
      if (!isOver) socket.destroy();
      else if (shouldClose) socket.end();
    }, CHECK_INTERVAL_MS);
    timer.unref();
  });
}
