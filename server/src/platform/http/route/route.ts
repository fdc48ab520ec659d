import { apiCalls, Id, type ApiCallKey, type CallSpec, type HttpMethod } from '@console/shared-contract/api';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { authenticate } from './authenticate';
import { HttpError } from '../../errors';
import { messages } from '../../errors/messages';
import { acceptForms } from '../body/form';
import { acceptLargeBodies } from '../body/accept-large-bodies';
import { acceptNullAsMissing } from '../body/accept-null';
import type { Handler, RouteOptions } from './handler';
import { RegisteredCall } from './registered-call';

/**
 * Maximum size of a bulk body in bytes. A thousand shapes with some hundred vertices each fit into it, and so does a CSV file of ten
 * thousand rows.
 */
const BULK_BODY_LIMIT = 5_000_000;

/**
 * Registers the route of a call of the contract. It handles validation, authentication, the scope, the transaction of a
 * write and its Idempotency-Key, so that a handler contains only domain rules.
 */
export function route<K extends ApiCallKey>(app: FastifyInstance, key: K, handler: Handler<K>): void;
export function route<K extends ApiCallKey, Prepared = undefined>(
  app: FastifyInstance,
  key: K,
  options: RouteOptions<K, Prepared>,
  handler: Handler<K, Prepared>,
): void;
export function route<K extends ApiCallKey, Prepared>(
  app: FastifyInstance,
  key: K,
  optionsOrHandler: RouteOptions<K, Prepared> | Handler<K, Prepared>,
  handlerAfterOptions?: Handler<K, Prepared>,
): void {
  const handler = typeof optionsOrHandler === 'function' ? optionsOrHandler : handlerAfterOptions;
  const options = typeof optionsOrHandler === 'function' ? {} : optionsOrHandler;
  if (!handler) throw new Error(`${key} was bound without a handler`);
  const callSpec: CallSpec = apiCalls[key];
  const [method, path] = splitKey(key);
  const registeredCall = new RegisteredCall(app, key, callSpec, method !== 'GET', handler, options);
  app.registeredCalls.add(key);
  const registerOn = (instance: FastifyInstance) =>
    instance.route({
      // One route for both methods. Fastify's additional HEAD routes would take 5 % of the CPU time of a start.
      method: method === 'GET' ? ['GET', 'HEAD'] : method,
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      schema: toRouteSchema(key, callSpec),
      config: { isPrediction: callSpec.prediction ?? false },
      ...(options.largeBody ? { bodyLimit: BULK_BODY_LIMIT } : {}),
      ...(options.upload ? { bodyLimit: app.deps.config.uploadBodyLimit } : {}),
      onRequest: async (request) => {
        if (callSpec.auth !== false) request.caller = await authenticate(app, request);
        if (callSpec.session && !request.caller?.session_id) throw new HttpError(403, messages.sessionRequired);
      },
      handler: (request, reply) => registeredCall.respond(request, reply),
    });
  const { form, body } = callSpec;
  if (!options.upload) return void registerOn(app);
  // Forms and large bodies are only accepted by this separate Fastify instance. All other calls continue to refuse them.
  void app.register(async (instance) => {
    acceptLargeBodies(instance);
    if (form && body) await acceptForms(instance, { form, body });
    registerOn(instance);
  });
}

/** Lists the calls of the contract that no module has registered. */
export function listUnregisteredCalls(app: FastifyInstance): ApiCallKey[] {
  return (Object.keys(apiCalls) as ApiCallKey[]).filter((key) => !app.registeredCalls.has(key));
}

/** Splits a key such as `GET /a/{id}` into method and path. */
export function splitKey(key: ApiCallKey): [HttpMethod, string] {
  const separator = key.indexOf(' ');
  return [key.slice(0, separator) as HttpMethod, key.slice(separator + 1)];
}

const describePermission = ({ permission = 'view', coversWorkspace }: CallSpec) =>
  permission
    ? { description: `Permission: ${permission}${coversWorkspace ? '. Not for annotators who only access their jobs' : ''}` }
    : {};

function toResponseSchema({ events, response, status = 200 }: CallSpec) {
  if (events) return { 200: events.describe('Server-sent events. The data of each event is JSON of this schema.') };
  return { [response ? status : 204]: response ?? z.null() };
}

const paramsSchemas = new Map<z.ZodType, Map<string, z.ZodObject>>();

/**
 * Returns the schema of path parameters. Most calls share a schema, because creating one for each call would make the start of the server
 * 10 % longer.
 */
function getParamsSchema(names: readonly string[], id: z.ZodType): z.ZodObject {
  const schemas = paramsSchemas.get(id) ?? new Map<string, z.ZodObject>();
  paramsSchemas.set(id, schemas);
  const schema = schemas.get(names.join()) ?? z.object(Object.fromEntries(names.map((name) => [name, id])));
  schemas.set(names.join(), schema);
  return schema;
}

/** Returns the schema of a call for validation and for the OpenAPI document. */
export function toRouteSchema(key: ApiCallKey, { body, ...spec }: CallSpec) {
  const [method, path] = splitKey(key);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  return {
    summary: spec.summary,
    operationId: key,
    tags: [path.split('/')[1] ?? ''],
    ...(names.length > 0 ? { params: getParamsSchema(names, spec.pathId ?? Id) } : {}),
    ...(spec.query ? { querystring: spec.query } : {}),
    // The first request creates the schema. Creating the schemas of all calls at once would make the start of the server 10 % longer.
    ...(body ? { body: z.lazy(() => acceptNullAsMissing(body, method)) } : {}),
    response: toResponseSchema(spec),
    ...(spec.auth === false ? { security: [] } : describePermission(spec)),
  };
}
