import type { ApiCalls, CallBody, CallParams, CallQuery, CallResponse } from '@console/shared-contract/api';

/** Name of an API call, such as `GET /detection/v2/object/`. */
export type ApiKey = keyof ApiCalls & string;

export interface RequestOptions {
  signal?: AbortSignal;
  /** Timeout in milliseconds. Default: 60,000. 0 disables it. */
  timeout?: number;
  /** Workspace of the call. Default: the active workspace. With null, no workspace is sent. */
  workspace?: string | null;
  /** Key of a write. If a write with the same key is repeated, the server does not execute it again and returns the first response. */
  idempotencyKey?: string;
  /** A UUID. All writes with the same UUID form one change set, which `POST /history/v2/undo` undoes as a whole. */
  changeSet?: string;
  /** Set for writes that the user may repeat after a failure. The client adds an idempotency key, so the server executes the write once. */
  repeatable?: boolean;
  /** Only for `all`: called with the rows of the first page if there are more pages, before the other pages are requested. */
  onFirstRows?: (rows: readonly never[]) => void;
  onUploadProgress?: (sentBytes: number, totalBytes: number | undefined) => void;
}

/** Option of writes that form a change set, which is undone as a whole. */
export type ChangeSetOption = Pick<RequestOptions, 'changeSet'>;

/** An object type with the field `Name`. The field is optional if `Value` has no required fields. */
type OptionField<Name extends string, Value> = [Value] extends [undefined]
  ? { [K in Name]?: undefined }
  : undefined extends Value
    ? { [K in Name]?: Value }
    : Partial<Value> extends Value
      ? { [K in Name]?: Value }
      : { [K in Name]: Value };

export type CallOptions<K extends ApiKey> = OptionField<'params', CallParams<K>> &
  OptionField<'query', CallQuery<ApiCalls[K]>> &
  OptionField<'body', CallBody<ApiCalls[K]>> &
  RequestOptions;

/** Arguments of a call. The options are optional if none of them is required. */
export type CallArguments<K extends ApiKey> =
  Partial<CallOptions<K>> extends CallOptions<K> ? [options?: CallOptions<K>] : [options: CallOptions<K>];

/** Response body of a call. */
export type ApiResponse<K extends ApiKey> = CallResponse<ApiCalls[K]>;

/** Names of calls that return `{count, next, previous, results}`. */
export type PagedKey = {
  [K in ApiKey]: K extends `GET ${string}`
    ? ApiResponse<K> extends { next: string | null; results: readonly unknown[] }
      ? K
      : never
    : never;
}[ApiKey];
export type RowOf<K extends PagedKey> = ApiResponse<K> extends { results: readonly (infer Row)[] } ? Row : never;

/** Call options without the types of a particular call. */
export interface UntypedCallOptions extends RequestOptions {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
}
