import type { UndoResult } from '@console/shared-contract/api';
import { CHANGE_SET_HEADER } from '@console/shared-contract/limits';
import type { StubbedApi } from './stub-api';
import type { ApiKey } from '../http/call-types';

export const UNDO = 'POST /history/v2/undo';

/** Creates the response of an undo without conflicts. */
export const createUndoResult = (fields: Partial<UndoResult> = {}): UndoResult => ({
  undoes: 7,
  work: null,
  change_set: 8,
  undone: 1,
  conflict_count: 0,
  conflicts: [],
  ...fields,
});

/** Returns the key of the change set of each request of a call. */
export const listChangeSets = (stub: StubbedApi, key: ApiKey): unknown[] =>
  stub.getRequests(key).map(({ headers }) => headers[CHANGE_SET_HEADER]);

/** Returns the keys of the change sets that were undone. */
export const listUndone = (stub: StubbedApi): unknown[] =>
  stub.getRequests(UNDO).map(({ body }) => (body as { key?: string }).key);
