import type { UndoResult } from '@console/shared-contract/api';
import { CHANGE_SET_HEADER } from '@console/shared-contract/limits';
import { randomUUID } from 'node:crypto';
import { expectBody, type TestClient } from './client';

const keys = new WeakMap<object, string>();

/** Sends a write as a separate change set. To undo the write, pass the returned body to `undo`. */
export async function postUndoable<Body extends object>(
  client: TestClient,
  path: string,
  body: object,
  status = 200,
): Promise<Body> {
  const key = randomUUID();
  const responseBody = expectBody<Body>(await client.post(path, body, { headers: { [CHANGE_SET_HEADER]: key } }), status);
  keys.set(responseBody, key);
  return responseBody;
}

/** Undoes the write that returned `change`. Returns the number of restored rows, and the ids of rows that could not be restored. */
export async function undo(client: TestClient, change: object): Promise<{ undone: number; kept: string[] }> {
  const response = await client.post('/history/v2/undo', { key: keys.get(change) });
  const { undone, conflicts } = expectBody<UndoResult>(response);
  return { undone, kept: conflicts.map(({ row }) => row) };
}
