import type { ApiCalls, CallBody } from '@console/shared-contract/api';
import { api } from './api';
import type { ApiResponse, ApiKey, ChangeSetOption, UntypedCallOptions } from '../http/call-types';

/** Paths of lists whose rows can be created, updated and deleted, such as `detection/v2/label`. */
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
type ResponseOf<K> = K extends ApiKey ? ApiResponse<K> : never;

export interface RowCalls<Path extends RowCollection> {
  create: (body: BodyOf<`POST /${Path}/`>) => Promise<ResponseOf<`POST /${Path}/`>>;
  update: (id: string, body: BodyOf<`PUT /${Path}/{id}`>) => Promise<ResponseOf<`PUT /${Path}/{id}`>>;
  remove: (id: string, options?: ChangeSetOption) => Promise<void>;
}

/** Creates typed write functions for a list: `createRowCalls('detection/v2/label').create({ name, color })`. */
export function createRowCalls<Path extends RowCollection>(path: Path): RowCalls<Path> {
  // The compiler cannot infer types from concatenated call names, so the type `RowCalls` declares them.
  const call = api.call as unknown as (key: string, options: UntypedCallOptions) => Promise<never>;
  return {
    create: (body) => call(`POST /${path}/`, { body, repeatable: true }),
    update: (id, body) => call(`PUT /${path}/{id}`, { params: { id }, body, repeatable: true }),
    remove: (id, options) => call(`DELETE /${path}/{id}`, { params: { id }, ...options }),
  };
}
