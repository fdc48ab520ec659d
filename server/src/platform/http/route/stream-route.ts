import { apiCalls, type ApiCallKey, type ApiCalls, type CallQueryParsed, type CallSpec } from '@console/shared-contract/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../../access/caller';
import { Scope } from '../../access/scope';
import { EventStream } from '../../live/event-stream';
import { authenticate } from './authenticate';
import { getRequestedWorkspace } from './requested-workspace';
import { splitKey, toRouteSchema } from './route';

/** A call of the contract whose response is a stream. */
type StreamKey = { [K in ApiCallKey]: ApiCalls[K] extends { events: unknown } ? K : never }[ApiCallKey];

interface StreamRequest<K extends StreamKey> {
  query: CallQueryParsed<ApiCalls[K]>;
  request: FastifyRequest;
  caller: Caller;
  scope: Scope;
}

/**
 * Registers the route of a call with a stream of events. `accept` checks the request and may throw; its result opens the stream after
 * the header was sent.
 */
export function streamRoute<K extends StreamKey>(
  app: FastifyInstance,
  key: K,
  accept: (request: StreamRequest<K>) => Promise<(stream: EventStream) => void>,
): void {
  const callSpec: CallSpec = apiCalls[key];
  const [method, path] = splitKey(key);
  app.registeredCalls.add(key);
  app.route({
    method,
    url: path,
    // A HEAD request would open a stream.
    exposeHeadRoute: false,
    schema: toRouteSchema(key, callSpec),
    config: { isStream: true },
    onRequest: async (request) => {
      request.caller = await authenticate(app, request);
    },
    handler: async (request, reply) => {
      if (!request.caller) throw new Error(`${key} has no caller`);
      const scope = new Scope(request.caller, app.deps.db, {
        service: callSpec.service,
        permission: callSpec.permission,
        requestedWorkspaceId: getRequestedWorkspace(request),
      });
      request.scope = scope;
      const query = request.query as CallQueryParsed<ApiCalls[K]>;
      const openStream = await accept({ query, request, caller: request.caller, scope });
      if (!scope.hasCheckedAccess) throw new Error(`${key} opened a stream without a check of the scope`);
      reply.hijack();
      const stream = new EventStream(reply.raw);
      stream.start(reply.getHeaders());
      openStream(stream);
    },
  });
}
