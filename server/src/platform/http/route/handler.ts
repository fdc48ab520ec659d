import type {
  ApiCallKey,
  ApiCalls,
  CallBodyParsed,
  CallParams,
  CallQueryParsed,
  CallResponse,
} from '@console/shared-contract/api';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../../database/connection';
import type { FileStore } from '../../files/store';
import type { Caller } from '../../access/caller';
import type { AuditOption, ChangedIds } from './record-call';
import type { PageEnvelope } from './links';
import type { Scope } from '../../access/scope';
import type { TransactionHooks } from '../../database/transaction';

type IsPublic<K extends ApiCallKey> = ApiCalls[K] extends { auth: false } ? true : false;

export interface CallHooks extends TransactionHooks {
  /** Reports which rows a bulk call has changed, for the audit log. Call it even if no rows have changed. */
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
  page: <T>(count: number, results: T[], cursor?: string) => PageEnvelope<T>;
  /** Returns the absolute URL of a stored file, signed if the configuration requires signed URLs. */
  fileUrl: (key: string) => string;
}

type PrepareContext<K extends ApiCallKey> = Omit<CallContext<K>, 'prepared' | 'afterCommit' | 'reportChangedIds'>;
/** The type of the response body; void where the contract declares none. */
type ResponseBody<K extends ApiCallKey> = ApiCalls[K] extends { response: unknown } ? CallResponse<ApiCalls[K]> : void;
export type Handler<K extends ApiCallKey, Prepared = undefined> = (context: CallContext<K, Prepared>) => Promise<ResponseBody<K>>;

export interface RouteOptions<K extends ApiCallKey, Prepared> {
  /** Whether the body contains images, so that the configured size limit of uploads applies. */
  upload?: boolean;
  /** Whether the body contains many rows, so that `BULK_BODY_LIMIT` applies. */
  largeBody?: boolean;
  /** Whether the body contains a password. A repeat with the same Idempotency-Key is then not compared with the first body. */
  hasPassword?: boolean;
  /**
   * Whether a bulk call at this path followed by `bulk` creates the same rows. Idempotency keys of its items then also apply to this call.
   */
  hasBulkCall?: boolean;
  /** The action in the audit log. Default: `delete` for calls with the method DELETE, otherwise none. */
  audit?: AuditOption<CallBodyParsed<ApiCalls[K]>>;
  /**
   * Slow work before the transaction starts, such as decoding an image. The handler receives its result as `prepared`.
   * It does not run again when the transaction is retried, or when an Idempotency-Key already has a stored response.
   */
  prepare?: (context: PrepareContext<K>) => Promise<Prepared>;
}
