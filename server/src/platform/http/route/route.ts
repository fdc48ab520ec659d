import {
  apiCalls,
  Id,
  type ApiCallKey,
  type ApiCalls,
  type CallBodyParsed,
  type CallParams,
  type CallQueryParsed,
  type CallResponse,
  type CallSpec,
  type HttpMethod,
} from '@console/shared-contract/api';
import { TAB_HEADER } from '@console/shared-contract/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Db } from '../../database/connection';
import type { FileStore } from '../../files/store';
import { authenticate } from './authenticate';
import { readChangeSetKey } from './change-set-key';
import { toChangeWriter, type Caller } from '../../access/caller';
import { isLimitedCaller, limitAccess } from '../../access/job-access';
import { HttpError } from '../../errors';
import { messages } from '../../errors/messages';
import { recordCall, type AuditOption, type ChangedIds } from './record-call';
import { acceptForms } from '../body/form';
import { respondOnce, readKeyedRequest, findStoredResponse, type StoredResponse } from './idempotency';
import { sendJsonText } from '../body/json';
import { getBaseUrl, toPageEnvelope, type PageEnvelope, type PageWindow } from './links';
import { acceptLargeBodies } from '../body/accept-large-bodies';
import { acceptNullAsMissing } from '../body/accept-null';
import { getRequestedWorkspace } from './requested-workspace';
import { Scope } from '../../access/scope';
import { CommitLostError } from '../../database/errors';
import { declareWriter } from '../../database/change-log';
import { inTransaction, joinTransaction, type TransactionHooks } from '../../database/transaction';

/** As in the contract. Longer values match no stream. */
const MAX_TAB_LENGTH = 64;
/** Large enough for a thousand shapes with some hundred vertices each, or a CSV file of ten thousand rows. */
const BULK_BODY_LIMIT = 5_000_000;

type IsPublic<K extends ApiCallKey> = ApiCalls[K] extends { auth: false } ? true : false;

interface CallHooks extends TransactionHooks {
  /** Reports which rows a bulk call has changed, for the audit log. Call it even if there are none. */
  reportChangedIds: (changedIds: ChangedIds) => void;
}

/** The argument of a handler. In a write, `db` and `scope` use the transaction that commits with the response. */
export interface CallContext<K extends ApiCallKey, Prepared = undefined> extends CallHooks {
  params: CallParams<K>;
  query: CallQueryParsed<ApiCalls[K]>;
  body: CallBodyParsed<ApiCalls[K]>;
  db: Db;
  files: FileStore;
  user: IsPublic<K> extends true ? undefined : Caller;
  scope: IsPublic<K> extends true ? undefined : Scope;
  prepared: Prepared;
  request: FastifyRequest;
  /** The list envelope, with links that keep the request's filters. */
  page: <T>(count: number, results: T[]) => PageEnvelope<T>;
  /** Returns the absolute URL of a stored file, signed if the configuration requires signed URLs. */
  fileUrl: (key: string) => string;
}

type PrepareContext<K extends ApiCallKey> = Omit<CallContext<K>, 'prepared' | 'afterCommit' | 'reportChangedIds'>;
/** The type of the response body; void where the contract declares none. */
type ResponseBody<K extends ApiCallKey> = ApiCalls[K] extends { response: unknown } ? CallResponse<ApiCalls[K]> : void;
export type Handler<K extends ApiCallKey, Prepared = undefined> = (context: CallContext<K, Prepared>) => Promise<ResponseBody<K>>;

export interface RouteOptions<K extends ApiCallKey, Prepared> {
  /** The body contains images, so the configured size limit of uploads applies. */
  upload?: boolean;
  /** The body contains many rows, so `BULK_BODY_LIMIT` applies. */
  largeBody?: boolean;
  /** The body contains a password. A repeat with the same Idempotency-Key is then not compared with the first body. */
  hasPassword?: boolean;
  /** A bulk call with the same path and `bulk` creates the same rows, so the idempotency keys of its items apply here, too. */
  hasBulkCall?: boolean;
  /** The action in the audit log. Default: `delete` for calls with the method DELETE, otherwise none. */
  audit?: AuditOption<CallBodyParsed<ApiCalls[K]>>;
  /**
   * Slow work before the transaction starts, such as decoding an image. The handler receives its result as `prepared`.
   * It does not run again when the transaction is retried, or when an Idempotency-Key already has a stored response.
   */
  prepare?: (context: PrepareContext<K>) => Promise<Prepared>;
}

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
  second: RouteOptions<K, Prepared> | Handler<K, Prepared>,
  third?: Handler<K, Prepared>,
): void {
  const handler = typeof second === 'function' ? second : third;
  const options = typeof second === 'function' ? {} : second;
  if (!handler) throw new Error(`${key} was bound without a handler`);
  const spec: CallSpec = apiCalls[key];
  const [method, path] = splitKey(key);
  const run = new RegisteredCall(app, key, spec, method !== 'GET', handler, options);
  app.registeredCalls.add(key);
  const registerOn = (instance: FastifyInstance) =>
    instance.route({
      method,
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      schema: toRouteSchema(key, spec),
      config: { isPrediction: spec.prediction ?? false },
      ...(options.largeBody ? { bodyLimit: BULK_BODY_LIMIT } : {}),
      ...(options.upload ? { bodyLimit: app.deps.config.uploadBodyLimit } : {}),
      onRequest: async (request) => {
        if (spec.auth !== false) request.caller = await authenticate(app, request);
        if (spec.session && !request.caller?.session_id) throw new HttpError(403, messages.sessionRequired);
      },
      handler: (request, reply) => run.respond(request, reply),
    });
  const { form, body } = spec;
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

class RegisteredCall<K extends ApiCallKey, Prepared> {
  constructor(
    private readonly app: FastifyInstance,
    private readonly key: K,
    private readonly spec: CallSpec,
    private readonly isWrite: boolean,
    private readonly handler: Handler<K, Prepared>,
    private readonly options: RouteOptions<K, Prepared>,
  ) {}

  async respond(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const scope = request.caller
      ? new Scope(request.caller, this.app.deps.db, {
          service: this.spec.service,
          permission: this.spec.permission,
          coversWorkspace: this.spec.coversWorkspace,
          needsUnrestrictedToken: this.isWrite || this.spec.secret === true,
          requestedWorkspaceId: getRequestedWorkspace(request),
        })
      : undefined;
    request.scope = scope ?? null;
    const { response, replayed } = this.isWrite ? await this.write(request, scope) : await this.read(request, scope);
    if (replayed) reply.header('idempotency-replayed', 'true');
    if (this.spec.secret) reply.header('cache-control', 'no-store');
    return response.text === null ? reply.code(response.status).send() : sendJsonText(reply, response.status, response.text);
  }

  private async read(request: FastifyRequest, scope: Scope | undefined) {
    const refuse = () => {
      throw new Error('a read has no transaction');
    };
    const hooks = { afterCommit: refuse, afterRollback: refuse, reportChangedIds: refuse };
    const response = await this.limited(request, scope, (db, limitedScope) =>
      this.produce(this.context(request, db, limitedScope, hooks, undefined as Prepared)),
    );
    return { response, replayed: false };
  }

  /** Runs `work` on a connection that hides what a limited caller may not access. Other callers need no transaction. */
  private limited<T>(
    { caller }: FastifyRequest,
    scope: Scope | undefined,
    work: (db: Db, scope: Scope | undefined) => Promise<T>,
  ): Promise<T> {
    const { db } = this.app.deps;
    if (!caller || !isLimitedCaller(caller)) return work(db, scope);
    return joinTransaction(db, async (trx) => {
      await limitAccess(trx, caller);
      return work(trx, scope?.withDb(trx));
    });
  }

  private async write(
    request: FastifyRequest,
    scope: Scope | undefined,
  ): Promise<{ response: StoredResponse; replayed: boolean }> {
    const { db } = this.app.deps;
    const changeSetKey = readChangeSetKey(request);
    const keyed = scope
      ? readKeyedRequest(request, scope, {
          mayBeItem: this.options.hasBulkCall === true,
          hasPassword: this.options.hasPassword === true,
          isSecret: this.spec.secret === true,
          isOfAccount: this.spec.permission === null,
        })
      : null;
    const onCleanupError = (error: unknown) =>
      request.log.warn({ err: error }, 'a stored file of a failed request could not be deleted');
    const storedResponse = keyed && this.options.prepare ? await findStoredResponse(db, keyed) : null;
    if (storedResponse) return { response: storedResponse, replayed: true };
    const undoActions: (() => Promise<void>)[] = [];
    let isPrepared = false;
    try {
      const prepared = await this.prepare(request, scope, (action) => void undoActions.push(action));
      isPrepared = true;
      const result = await inTransaction(
        db,
        async (trx, hooks) => {
          const produce = async () => {
            if (request.caller) {
              await this.declareCaller(trx, request.caller, changeSetKey, request);
              await limitAccess(trx, request.caller);
            }
            let changedIds: ChangedIds | null = null;
            const callHooks = { ...hooks, reportChangedIds: (ids: ChangedIds) => void (changedIds = ids) };
            const response = await this.produce(this.context(request, trx, scope?.withDb(trx), callHooks, prepared));
            if (scope) await recordCall(trx, this.key, this.options.audit, request, scope, changedIds);
            return response;
          };
          return keyed ? respondOnce(trx, keyed, produce) : { response: await produce(), replayed: false };
        },
        onCleanupError,
      );
      // Another request with the same key has finished first, so undo the preparation of this one.
      if (result.replayed) for (const action of undoActions) await action().catch(onCleanupError);
      return result;
    } catch (error) {
      if (!(error instanceof CommitLostError)) for (const action of undoActions) await action().catch(onCleanupError);
      // The preparation may have failed because a concurrent request with the same key has already written its row. Then
      // return the response of that request.
      const concurrentResponse = keyed && !isPrepared ? await findStoredResponse(db, keyed) : null;
      if (concurrentResponse) return { response: concurrentResponse, replayed: true };
      throw error;
    }
  }

  private declareCaller(
    trx: Db,
    caller: Caller,
    key: string | undefined,
    { id: requestId, headers }: FastifyRequest,
  ): Promise<void> {
    const tab = headers[TAB_HEADER.toLowerCase()]?.toString().slice(0, MAX_TAB_LENGTH);
    return declareWriter(trx, { ...toChangeWriter(caller), action: this.key, key, requestId, tab });
  }

  private async prepare(
    request: FastifyRequest,
    scope: Scope | undefined,
    afterRollback: TransactionHooks['afterRollback'],
  ): Promise<Prepared> {
    const { prepare } = this.options;
    if (!prepare) return undefined as Prepared;
    const hooks = { afterRollback, afterCommit: () => undefined, reportChangedIds: () => undefined };
    return this.limited(request, scope, (db, limitedScope) => prepare(this.context(request, db, limitedScope, hooks, undefined)));
  }

  private async produce(context: CallContext<K, Prepared>): Promise<StoredResponse> {
    const value = await this.handler(context);
    if (context.scope && !context.scope.isDecided) throw new Error(`${this.key} sent a response without a check of the scope`);
    if (!this.spec.response) return { status: 204, text: null };
    const text = JSON.stringify(value);
    if (this.app.deps.config.validatesResponses) this.checkResponse(this.spec.response, text);
    return { status: this.spec.status ?? 200, text };
  }

  /** Validates the response against the contract. Only tests do this, because it costs time. */
  private checkResponse(schema: z.ZodType, text: string): void {
    const checked = schema.safeParse(JSON.parse(text));
    if (!checked.success)
      throw new Error(`${this.key} sent a response that violates the contract: ${z.prettifyError(checked.error)}`);
  }

  private context<P>(
    request: FastifyRequest,
    db: Db,
    scope: Scope | undefined,
    hooks: CallHooks,
    prepared: P,
  ): CallContext<K, P> {
    const query = request.query as CallQueryParsed<ApiCalls[K]>;
    // Computed once per call, because a large group contains thousands of files.
    const filesUrl = `${getBaseUrl(request)}/api/files/`;
    return {
      params: request.params as CallParams<K>,
      query,
      body: request.body as CallBodyParsed<ApiCalls[K]>,
      db,
      files: this.app.deps.files,
      user: request.caller as CallContext<K>['user'],
      scope: scope as CallContext<K>['scope'],
      prepared,
      request,
      ...hooks,
      page: (count, results) => toPageEnvelope(request, request.query as PageWindow, count, results),
      fileUrl: (file) => filesUrl + this.app.deps.fileUrlSigner.sign(file),
    };
  }
}

const describePermission = ({ permission = 'view', coversWorkspace }: CallSpec) =>
  permission
    ? { description: `Permission: ${permission}${coversWorkspace ? '. Not for annotators who only access their jobs' : ''}` }
    : {};

function toResponseSchema({ events, response, status = 200 }: CallSpec) {
  if (events) return { 200: events.describe('Server-sent events. The data of each event is JSON of this schema.') };
  return { [response ? status : 204]: response ?? z.null() };
}

/** Returns the schema of a call for validation and for the OpenAPI document. */
export function toRouteSchema(key: ApiCallKey, { body, ...spec }: CallSpec) {
  const [method, path] = splitKey(key);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  return {
    summary: spec.summary,
    operationId: key,
    tags: [path.split('/')[1] ?? ''],
    ...(names.length > 0 ? { params: z.object(Object.fromEntries(names.map((name) => [name, spec.pathId ?? Id]))) } : {}),
    ...(spec.query ? { querystring: spec.query } : {}),
    // The first request creates the schema. Creating the schemas of all calls would take a tenth of the server's start.
    ...(body ? { body: z.lazy(() => acceptNullAsMissing(body, method)) } : {}),
    response: toResponseSchema(spec),
    ...(spec.auth === false ? { security: [] } : describePermission(spec)),
  };
}
