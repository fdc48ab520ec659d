import type { ApiCallKey, ApiCalls, CallBodyParsed, CallParams, CallQueryParsed, CallSpec } from '@console/shared-contract/api';
import { TAB_HEADER } from '@console/shared-contract/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Db } from '../../database/connection';
import { readChangeSetKey } from './change-set-key';
import { toChangeWriter, type Caller } from '../../access/caller';
import { isLimitedCaller, limitAccess } from '../../access/job-access';
import { recordCall, type ChangedIds } from './record-call';
import { respondOnce, readKeyedRequest, findStoredResponse, type StoredResponse } from './idempotency';
import { sendJsonText } from '../body/json';
import { getBaseUrl, toPageEnvelope, type PageWindow } from './links';
import { getRequestedWorkspace } from './requested-workspace';
import { Scope } from '../../access/scope';
import { CommitLostError } from '../../database/errors';
import { declareWriter } from '../../database/change-log';
import { inTransaction, joinTransaction, type TransactionHooks } from '../../database/transaction';
import type { CallContext, CallHooks, Handler, RouteOptions } from './handler';

/** Maximum length of a tab's id in the contract. A longer id is ignored, because no stream has it. */
const MAX_TAB_LENGTH = 64;
/** Handles the requests of a call: scope, transaction, idempotency and response. */
export class RegisteredCall<K extends ApiCallKey, Prepared> {
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
    const { response, isReplayed } = this.isWrite ? await this.write(request, scope) : await this.read(request, scope);
    if (isReplayed) reply.header('idempotency-replayed', 'true');
    if (this.spec.secret) reply.header('cache-control', 'no-store');
    return response.text === null ? reply.code(response.status).send() : sendJsonText(reply, response.status, response.text);
  }

  private async read(request: FastifyRequest, scope: Scope | undefined) {
    const throwWithoutTransaction = () => {
      throw new Error('a read has no transaction');
    };
    const hooks = {
      afterCommit: throwWithoutTransaction,
      afterRollback: throwWithoutTransaction,
      reportChangedIds: throwWithoutTransaction,
    };
    const response = await this.runWithLimits(request, scope, (db, limitedScope) =>
      this.createResponse(this.createContext(request, db, limitedScope, hooks, undefined as Prepared)),
    );
    return { response, isReplayed: false };
  }

  /** Runs `work` on a connection that hides the rows that a caller with limited access may not see. Other callers need no transaction. */
  private runWithLimits<T>(
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
  ): Promise<{ response: StoredResponse; isReplayed: boolean }> {
    const { db } = this.app.deps;
    const changeSetKey = readChangeSetKey(request);
    const keyedRequest = scope
      ? readKeyedRequest(request, scope, {
          mayBeItem: this.options.hasBulkCall === true,
          hasPassword: this.options.hasPassword === true,
          isSecret: this.spec.secret === true,
          isOfAccount: this.spec.permission === null,
        })
      : null;
    const onCleanupError = (error: unknown) =>
      request.log.warn({ err: error }, 'a stored file of a failed request could not be deleted');
    const storedResponse = keyedRequest && this.options.prepare ? await findStoredResponse(db, keyedRequest) : null;
    if (storedResponse) return { response: storedResponse, isReplayed: true };
    const undoActions: (() => Promise<void>)[] = [];
    let isPrepared = false;
    try {
      const preparedInput = await this.prepare(request, scope, (action) => void undoActions.push(action));
      isPrepared = true;
      const result = await inTransaction(
        db,
        async (trx, hooks) => {
          const runHandler = async () => {
            if (request.caller) {
              await this.declareCaller(trx, request.caller, changeSetKey, request);
              await limitAccess(trx, request.caller);
            }
            let changedIds: ChangedIds | null = null;
            const callHooks = { ...hooks, reportChangedIds: (ids: ChangedIds) => void (changedIds = ids) };
            const response = await this.createResponse(
              this.createContext(request, trx, scope?.withDb(trx), callHooks, preparedInput),
            );
            if (scope) await recordCall(trx, this.key, this.options.audit, request, scope, changedIds);
            return response;
          };
          return keyedRequest ? respondOnce(trx, keyedRequest, runHandler) : { response: await runHandler(), isReplayed: false };
        },
        onCleanupError,
      );
      // Another request with the same key has finished first, so undo the preparation of this request.
      if (result.isReplayed) for (const action of undoActions) await action().catch(onCleanupError);
      return result;
    } catch (error) {
      if (!(error instanceof CommitLostError)) for (const action of undoActions) await action().catch(onCleanupError);
      // The preparation may have failed because a concurrent request with the same key has already written its row. Then
      // return the response of that request.
      const concurrentResponse = keyedRequest && !isPrepared ? await findStoredResponse(db, keyedRequest) : null;
      if (concurrentResponse) return { response: concurrentResponse, isReplayed: true };
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
    return this.runWithLimits(request, scope, (db, limitedScope) =>
      prepare(this.createContext(request, db, limitedScope, hooks, undefined)),
    );
  }

  private async createResponse(context: CallContext<K, Prepared>): Promise<StoredResponse> {
    const value = await this.handler(context);
    if (context.scope && !context.scope.hasCheckedAccess)
      throw new Error(`${this.key} sent a response without a check of the scope`);
    if (!this.spec.response) return { status: 204, text: null };
    const text = JSON.stringify(value);
    if (this.app.deps.config.validatesResponses) this.checkResponse(this.spec.response, text);
    return { status: this.spec.status ?? 200, text };
  }

  /** Validates the response against the contract. Only tests do this, because it costs time. */
  private checkResponse(schema: z.ZodType, text: string): void {
    const parsedResponse = schema.safeParse(JSON.parse(text));
    if (!parsedResponse.success)
      throw new Error(`${this.key} sent a response that violates the contract: ${z.prettifyError(parsedResponse.error)}`);
  }

  private createContext<P>(
    request: FastifyRequest,
    db: Db,
    scope: Scope | undefined,
    hooks: CallHooks,
    preparedInput: P,
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
      prepared: preparedInput,
      request,
      ...hooks,
      page: (count, results, cursor) => toPageEnvelope(request, request.query as PageWindow, count, results, cursor),
      fileUrl: (file) => filesUrl + this.app.deps.fileUrlSigner.sign(file),
    };
  }
}
