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
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Db } from '../database/connection';
import type { FileStore } from '../files/store';
import { authenticate } from './authenticate';
import type { Caller } from '../access/caller';
import { recordCall } from './audited';
import { acceptForms } from './form';
import { answerOnce, keyedRequest, storedAnswer, type Answer } from './idempotency';
import { sendJsonText } from './json';
import { baseUrl, pageOf, type PageOf, type PageWindow } from './links';
import { acceptLargeBodies } from './upload-body';
import { nullAsNotGiven } from './null-fields';
import { Scope } from '../access/scope';
import { CommitLostError } from '../database/errors';
import { inTransaction, type Aftermath } from '../database/transaction';

/** A thousand shapes, each with some hundred vertices; a file of ten thousand rows. */
const BULK_BODY_LIMIT = 5_000_000;

type Open<K extends ApiCallKey> = ApiCalls[K] extends { auth: false } ? true : false;

/** What a handler gets. In a write, `db` and `scope` work in the transaction that its answer commits. */
export interface CallContext<K extends ApiCallKey, Prepared = undefined> {
  params: CallParams<K>;
  query: CallQueryParsed<ApiCalls[K]>;
  body: CallBodyParsed<ApiCalls[K]>;
  db: Db;
  files: FileStore;
  user: Open<K> extends true ? undefined : Caller;
  scope: Open<K> extends true ? undefined : Scope;
  prepared: Prepared;
  request: FastifyRequest;
  afterCommit: Aftermath['afterCommit'];
  afterRollback: Aftermath['afterRollback'];
  /** The list envelope, with links that keep the request's filters. */
  page: <T>(count: number, results: T[]) => PageOf<T>;
  /** The absolute URL of a stored file, signed where addresses are. */
  fileUrl: (key: string) => string;
}

type BeforeWrite<K extends ApiCallKey> = Omit<CallContext<K>, 'prepared' | 'afterCommit'>;
/** Nothing, where the contract has no answer's body. */
type AnswerOf<K extends ApiCallKey> = ApiCalls[K] extends { response: unknown } ? CallResponse<ApiCalls[K]> : void;
export type Handler<K extends ApiCallKey, Prepared = undefined> = (context: CallContext<K, Prepared>) => Promise<AnswerOf<K>>;

export interface RouteOptions<K extends ApiCallKey, Prepared> {
  /** The body carries pictures, so it may be as large as the configuration allows an upload to be. */
  upload?: boolean;
  /**
   * Slow work before the transaction opens, such as decoding a picture; its result comes as `prepared`. Not run again
   * when the transaction is repeated, nor for a repeat of an Idempotency-Key that has its answer.
   */
  prepare?: (context: BeforeWrite<K>) => Promise<Prepared>;
}

/**
 * Binds a call of the contract. Validation, authentication, the scope, the transaction of a write and its
 * Idempotency-Key are done here, so that a handler holds nothing but its rules.
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
  const run = new BoundCall(app, key, spec, method !== 'GET', handler, options);
  app.boundCalls.add(key);
  const bind = (on: FastifyInstance) =>
    on.route({
      method,
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      schema: schemaOf(key, spec),
      ...(/\/(bulk|csv|csv-undo)$/.test(key) ? { bodyLimit: BULK_BODY_LIMIT } : {}),
      ...(options.upload ? { bodyLimit: app.deps.config.uploadBodyLimit } : {}),
      onRequest: async (request) => {
        if (spec.auth !== false) request.caller = await authenticate(app, request);
      },
      handler: (request, reply) => run.answer(request, reply),
    });
  const { form, body } = spec;
  if (!options.upload) return void bind(app);
  // An instance of its own, so that all other calls go on refusing forms and large bodies.
  void app.register(async (on) => {
    acceptLargeBodies(on);
    if (form && body) await acceptForms(on, { form, body });
    bind(on);
  });
}

/** Calls of the contract that no module has bound. */
export function unboundCalls(app: FastifyInstance): ApiCallKey[] {
  return (Object.keys(apiCalls) as ApiCallKey[]).filter((key) => !app.boundCalls.has(key));
}

/** `GET /a/{id}` as method and path. */
export function splitKey(key: ApiCallKey): [HttpMethod, string] {
  const at = key.indexOf(' ');
  return [key.slice(0, at) as HttpMethod, key.slice(at + 1)];
}

class BoundCall<K extends ApiCallKey, Prepared> {
  constructor(
    private readonly app: FastifyInstance,
    private readonly key: K,
    private readonly spec: CallSpec,
    private readonly isWrite: boolean,
    private readonly handler: Handler<K, Prepared>,
    private readonly options: RouteOptions<K, Prepared>,
  ) {}

  async answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const scope = request.caller
      ? new Scope(request.caller, this.app.deps.db, { service: this.spec.service, requestedWorkspaceId: namedWorkspace(request) })
      : undefined;
    const { answer, replayed } = this.isWrite ? await this.write(request, scope) : await this.read(request, scope);
    if (replayed) reply.header('idempotency-replayed', 'true');
    if (this.spec.secret) reply.header('cache-control', 'no-store');
    return answer.text === null ? reply.code(answer.status).send() : sendJsonText(reply, answer.status, answer.text);
  }

  private async read(request: FastifyRequest, scope: Scope | undefined) {
    const none = () => {
      throw new Error('a read has no transaction to wait for');
    };
    const answer = await this.produce(
      this.context(request, this.app.deps.db, scope, { afterCommit: none, afterRollback: none }, undefined as Prepared),
    );
    return { answer, replayed: false };
  }

  private async write(request: FastifyRequest, scope: Scope | undefined): Promise<{ answer: Answer; replayed: boolean }> {
    const { db } = this.app.deps;
    const keyed = scope ? keyedRequest(request, scope, `${this.key}bulk` in apiCalls) : null;
    const onLeftover = (error: unknown) => request.log.warn({ err: error }, 'a file was left over');
    const earlier = keyed && this.options.prepare ? await storedAnswer(db, keyed) : null;
    if (earlier) return { answer: earlier, replayed: true };
    const undo: (() => Promise<void>)[] = [];
    let isPrepared = false;
    try {
      const prepared = await this.prepare(request, scope, (action) => void undo.push(action));
      isPrepared = true;
      const result = await inTransaction(
        db,
        async (trx, aftermath) => {
          const produce = async () => {
            const made = await this.produce(this.context(request, trx, scope?.withDb(trx), aftermath, prepared));
            if (scope) await recordCall(trx, this.key, request, scope);
            return made;
          };
          return keyed ? answerOnce(trx, keyed, produce) : { answer: await produce(), replayed: false };
        },
        onLeftover,
      );
      // A concurrent repeat prepared too, and its preparation serves nothing.
      if (result.replayed) for (const action of undo) await action().catch(onLeftover);
      return result;
    } catch (error) {
      if (!(error instanceof CommitLostError)) for (const action of undo) await action().catch(onLeftover);
      // What a concurrent request of the same key has written may be the reason why the preparation is refused.
      const meanwhile = keyed && !isPrepared ? await storedAnswer(db, keyed) : null;
      if (meanwhile) return { answer: meanwhile, replayed: true };
      throw error;
    }
  }

  private async prepare(
    request: FastifyRequest,
    scope: Scope | undefined,
    afterRollback: Aftermath['afterRollback'],
  ): Promise<Prepared> {
    if (!this.options.prepare) return undefined as Prepared;
    const aftermath = { afterRollback, afterCommit: () => undefined };
    return this.options.prepare(this.context(request, this.app.deps.db, scope, aftermath, undefined));
  }

  private async produce(context: CallContext<K, Prepared>): Promise<Answer> {
    const value = await this.handler(context);
    if (context.scope && !context.scope.isDecided) throw new Error(`${this.key} answered without asking the scope`);
    if (!this.spec.response) return { status: 204, text: null };
    const text = JSON.stringify(value);
    if (this.app.deps.config.checkAnswers) this.check(this.spec.response, text);
    return { status: this.spec.status ?? 200, text };
  }

  /** In tests the answer must be what the contract says; a running server does not pay for it. */
  private check(schema: z.ZodType, text: string): void {
    const checked = schema.safeParse(JSON.parse(text));
    if (!checked.success) throw new Error(`${this.key} answered against the contract: ${z.prettifyError(checked.error)}`);
  }

  private context<P>(
    request: FastifyRequest,
    db: Db,
    scope: Scope | undefined,
    aftermath: Aftermath,
    prepared: P,
  ): CallContext<K, P> {
    const query = request.query as CallQueryParsed<ApiCalls[K]>;
    // Once for a call: a large group names thousands of files.
    const below = `${baseUrl(request)}/api/files/`;
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
      ...aftermath,
      page: (count, results) => pageOf(request, request.query as PageWindow, count, results),
      fileUrl: (file) => below + this.app.deps.addresses.of(file),
    };
  }
}

function namedWorkspace(request: FastifyRequest): string | null {
  return workspaceIn(request.query) ?? workspaceIn(request.body);
}

function workspaceIn(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('workspace' in value)) return null;
  return typeof value.workspace === 'string' ? value.workspace : null;
}

function schemaOf(key: ApiCallKey, spec: CallSpec) {
  const [method, path] = splitKey(key);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  return {
    summary: spec.summary,
    operationId: key,
    tags: [path.split('/')[1] ?? ''],
    ...(names.length > 0 ? { params: z.object(Object.fromEntries(names.map((name) => [name, spec.pathId ?? Id]))) } : {}),
    ...(spec.query ? { querystring: spec.query } : {}),
    ...(spec.body ? { body: nullAsNotGiven(spec.body, method) } : {}),
    response: { [spec.response ? (spec.status ?? 200) : 204]: spec.response ?? z.null() },
    ...(spec.auth === false ? { security: [] } : {}),
  };
}
