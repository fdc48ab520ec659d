import type { ApiCalls, CallBody, CallParams, CallQuery, CallResponse } from '@console/shared-contract/api';

export type ApiKey = keyof ApiCalls & string;

export interface RequestOptions {
  signal?: AbortSignal;
  /** Milliseconds; 60,000 unless told. 0 waits for ever. */
  timeout?: number;
  /** Pins the workspace of the call; absent: the active one; null: none is sent. */
  workspace?: string | null;
  /** A repeat of the write with the same key is answered with the first result. */
  idempotencyKey?: string;
  /** A write that a person sends again when no answer comes: the server does it once, also where the first attempt had reached it. */
  repeatable?: boolean;
  /** Of a list that is read whole and has more than a page: told the rows of the first, while the others are asked for. */
  onFirstRows?: (rows: readonly never[]) => void;
  onUploadProgress?: (sentBytes: number, totalBytes: number | undefined) => void;
}

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

/** The options may be left out where the call needs none. */
export type CallArguments<K extends ApiKey> =
  Partial<CallOptions<K>> extends CallOptions<K> ? [options?: CallOptions<K>] : [options: CallOptions<K>];

export type ApiResponse<K extends ApiKey> = CallResponse<ApiCalls[K]>;

/** Calls that answer `{count, next, previous, results}`. */
export type PagedKey = {
  [K in ApiKey]: K extends `GET ${string}`
    ? ApiResponse<K> extends { next: string | null; results: readonly unknown[] }
      ? K
      : never
    : never;
}[ApiKey];
export type RowOf<K extends PagedKey> = ApiResponse<K> extends { results: readonly (infer Row)[] } ? Row : never;

/** The untyped form into which every call is turned. */
export interface UntypedCallOptions extends RequestOptions {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
}
