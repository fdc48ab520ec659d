import type { ApiCalls, CallBody } from '@console/shared-contract/api';
import { api } from './api';
import type { ApiResponse, ApiKey, UntypedCallOptions } from './call-types';

/** Paths of the lists whose rows are created, changed and deleted by the same three calls: `detection/v2/label` is one. */
export type RowCollection = {
  [K in ApiKey]: K extends `POST /${infer Path}/`
    ? `PUT /${Path}/{id}` extends ApiKey
      ? `DELETE /${Path}/{id}` extends ApiKey
        ? Path
        : never
      : never
    : never;
}[ApiKey];

type BodyOf<K> = K extends ApiKey ? CallBody<ApiCalls[K]> : never;
type AnswerOf<K> = K extends ApiKey ? ApiResponse<K> : never;

export interface RowCalls<Path extends RowCollection> {
  create: (body: BodyOf<`POST /${Path}/`>) => Promise<AnswerOf<`POST /${Path}/`>>;
  update: (id: string, body: BodyOf<`PUT /${Path}/{id}`>) => Promise<AnswerOf<`PUT /${Path}/{id}`>>;
  remove: (id: string) => Promise<void>;
}

/** The writes of one list, typed by the contract: `rowCalls('detection/v2/label').create({ name, color })`. They reject as `api.call` does. */
export function createRowCalls<Path extends RowCollection>(path: Path): RowCalls<Path> {
  // The names are put together here, so the compiler cannot follow them to their types; RowCalls says what they are.
  const call = api.call as unknown as (key: string, options: UntypedCallOptions) => Promise<never>;
  return {
    create: (body) => call(`POST /${path}/`, { body, repeatable: true }),
    update: (id, body) => call(`PUT /${path}/{id}`, { params: { id }, body, repeatable: true }),
    remove: (id) => call(`DELETE /${path}/{id}`, { params: { id } }),
  };
}
