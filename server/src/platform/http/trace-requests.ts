import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getTracer, type Span } from '../tracing/tracer';

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of this request. Null if it is not traced. */
    span: Span | null;
  }
}

const SERVER_ERROR = 500;

/**
 * Records a span for each request to the API, if traces are on. It has the pattern of the route and ids of the request and the
 * workspace, but no URL, no user and no address. Register it before the hooks that query the database.
 */
export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('span', null);
  const tracer = getTracer();
  if (!tracer) return;
  app.addHook('onRequest', (request, _reply, continueRequest) => {
    const { method, headers, routeOptions } = request;
    const { url, config } = routeOptions;
    // Static files are frequent, and a stream stays open for hours.
    if (!url?.startsWith('/api/') || config.isStream) return continueRequest();
    const { traceparent } = headers;
    request.span = tracer.startSpan({
      name: `${method} ${url}`,
      kind: 'server',
      attributes: { 'http.request.method': method, 'http.route': url, 'console.request_id': request.id },
      ...(typeof traceparent === 'string' && { traceparent }),
    });
    request.span.run(continueRequest);
  });
  // Run the rest of the request in the span again, because the events that deliver the body run outside of it.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span) request.span.run(done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    endRequestSpan(request, reply.statusCode);
    done();
  });
}

function endRequestSpan({ span, scope }: FastifyRequest, status: number): void {
  const attributes = {
    'http.response.status_code': status,
    'console.workspace_id': scope?.workspaceIds.join(',') || undefined,
  };
  span?.end(attributes, ...(status >= SERVER_ERROR ? [{ code: String(status) }] : []));
}
