import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PROBE_PATHS } from './health';

export const REQUEST_ID_HEADER = 'x-request-id';
/** Matches request ids that are safe in a log, a header and a shell. The length limits make ids unique but short enough for a log line. */
const VALID_REQUEST_ID = /^[\w.:-]{8,64}$/;
/** Number of characters of a random UUID that form a request id, so that users can read and copy it. They contain 60 random bits. */
const REQUEST_ID_LENGTH = 18;
const FILE_ROUTE = '/api/files/:key';

/** Returns the X-Request-Id of a proxy or client, or a new id if the header is missing or not acceptable. */
export function readRequestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const value = headers[REQUEST_ID_HEADER];
  return typeof value === 'string' && VALID_REQUEST_ID.test(value) ? value : randomUUID().slice(0, REQUEST_ID_LENGTH);
}

/** Sends the request id with every response, and logs one line per request. Register it before all other hooks. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (request.span) request.span.run(() => logResponse(request, reply));
    else logResponse(request, reply);
    done();
  });
}

/** Logs a request. The line contains the route pattern and ids, but no values of the query or the body. */
export function logResponse(request: FastifyRequest, reply: FastifyReply): void {
  request.log[getLogLevel(request, reply.statusCode)](
    {
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      duration_ms: Math.round(reply.elapsedTime * 10) / 10,
      user_id: request.caller?.id ?? null,
      workspace_id: request.scope?.workspaceIds.join(',') || null,
      // The client closed the connection before it had received the response.
      ...(reply.raw.writableFinished ? {} : { aborted: true }),
    },
    'request',
  );
}

/** Health checks and static files are frequent and rarely of interest. Failures are logged by default. */
function getLogLevel({ method, routeOptions: { url = '' } }: FastifyRequest, status: number): 'warn' | 'info' | 'debug' {
  if (PROBE_PATHS.includes(url)) return 'debug';
  if (status >= 500) return 'warn';
  const isRead = method === 'GET' || method === 'HEAD';
  const isApiCall = url.startsWith('/api/') && url !== FILE_ROUTE;
  return isRead && !isApiCall ? 'debug' : 'info';
}
