import { apiCalls, type ApiCallKey, type CallSpec } from '@console/shared-contract/api';
import { splitKey } from '../../platform/http/route/route';
import type { CallSample } from './sample-factories';
import type { RequestOptions, TestResponse, TestClient } from '../api/client';
import { listFields, type Field } from './schema-fields';

/** Sends a sample of a call. */
export function sendSample(
  client: TestClient,
  key: ApiCallKey,
  sample: CallSample,
  headers?: Record<string, string>,
): Promise<TestResponse> {
  const { query, body } = sample;
  return client.send(splitKey(key)[0], toSamplePath(key, sample), body, { query: query as RequestOptions['query'], headers });
}

/** Returns the path of a call with the parameters of a sample. */
export function toSamplePath(key: ApiCallKey, { id, user, shape }: CallSample): string {
  return splitKey(key)[1]
    .replace('{id}', encodeURIComponent(String(id)))
    .replace('{user_id}', encodeURIComponent(String(user)))
    .replace('{shape_id}', encodeURIComponent(String(shape)));
}

/** Returns the outcome of a sample. A bulk call returns 200, so its only item determines the outcome. */
export function getOutcome(response: TestResponse): { status: number; detail: unknown } {
  const { results, detail } = (response.body ?? {}) as { results?: { status?: number; detail?: unknown }[]; detail?: unknown };
  const onlyRow = response.status === 200 && results?.length === 1 ? results[0] : undefined;
  return onlyRow?.status === undefined ? { status: response.status, detail } : { status: onlyRow.status, detail: onlyRow.detail };
}

/** Adds a workspace to the sample if the call has such a field. */
export function withWorkspace(key: ApiCallKey, sample: CallSample, workspace: string): CallSample {
  const field = listFields(key).find(({ path }) => path.join('.') === 'workspace');
  return field ? { ...sample, [field.part]: { ...sample[field.part], workspace } } : sample;
}

/** Returns the value of a field. In a list, returns the value of the first item. Undefined if the field does not exist. */
export function getValue(sample: CallSample, { part: requestPart, path }: Pick<Field, 'part' | 'path'>): unknown {
  let value: unknown = sample[requestPart];
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = step === '*' ? (value as unknown[])[0] : (value as Record<string, unknown>)[step];
  }
  return value;
}

/** Copies the sample with another value in a field. Missing parents are created, and the value is appended to a list. */
export function withValue(sample: CallSample, { part, path }: Pick<Field, 'part' | 'path'>, value: unknown): CallSample {
  return { ...sample, [part]: setAtPath(sample[part], path, value) };
}

function setAtPath(target: unknown, path: readonly string[], value: unknown): unknown {
  const [step, ...remainingPath] = path;
  if (step === undefined) return value;
  if (step === '*') {
    const items = Array.isArray(target) ? target : [];
    return remainingPath.length === 0 ? [...items, value] : [setAtPath(items[0], remainingPath, value), ...items.slice(1)];
  }
  const object = typeof target === 'object' && target !== null && !Array.isArray(target) ? target : {};
  return { ...object, [step]: setAtPath((object as Record<string, unknown>)[step], remainingPath, value) };
}

/** Copies the sample without a field. */
export function withoutValue(sample: CallSample, { part, path }: Pick<Field, 'part' | 'path'>): CallSample {
  return { ...sample, [part]: removeAtPath(sample[part], path) };
}

function removeAtPath(target: unknown, [step, ...remainingPath]: readonly string[]): unknown {
  if (typeof target !== 'object' || target === null || step === undefined) return target;
  if (Array.isArray(target)) return [removeAtPath(target[0], remainingPath), ...target.slice(1)];
  const { [step]: value, ...others } = target as Record<string, unknown>;
  if (remainingPath.length === 0 || value === undefined) return others;
  return { ...others, [step]: removeAtPath(value, remainingPath) };
}

export const hasPathId = (key: ApiCallKey) => splitKey(key)[1].includes('{id}');
export const getSpec = (key: ApiCallKey): CallSpec => apiCalls[key];
