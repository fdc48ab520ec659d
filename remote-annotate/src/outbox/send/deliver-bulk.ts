import { readFailure, classifyFailure, classifyError, type Outcome, type Send } from './outcome';
import { buildBulkCall, readBulkResults, type BulkResult, type SealedShapeEntry } from './bulk-calls';
import type { SealedBulk } from './seal-bulk';

type BulkDelivery =
  /** The outcome of each entry, in order. */
  | { readonly type: 'completed'; readonly outcomes: readonly Outcome[] }
  /** The complete call was rejected and had no effect. */
  | { readonly type: 'rejected'; readonly status: number; readonly outcome: Outcome };

/** Sends a bulk call and evaluates each result like the response of the equivalent single call. */
export async function deliverBulk(
  { key, entries }: SealedBulk,
  send: (call: ReturnType<typeof buildBulkCall>, idempotencyKey: string) => ReturnType<Send>,
  readRow: (entry: SealedShapeEntry) => Promise<unknown>,
): Promise<BulkDelivery> {
  const [firstEntry] = entries;
  if (!firstEntry) return { type: 'completed', outcomes: [] };
  let response: unknown;
  try {
    response = await send(buildBulkCall(firstEntry.kind, entries), key);
  } catch (error) {
    const outcome = classifyError(firstEntry, error);
    const isRejected = outcome.kind === 'rejected' || (outcome.kind === 'retry' && !outcome.affectsAll);
    return isRejected
      ? { type: 'rejected', status: readFailure(error)?.status ?? 0, outcome }
      : { type: 'completed', outcomes: entries.map(() => outcome) };
  }
  const results = readBulkResults(response, entries.length);
  // The response is not from the API: it may be an error page of a proxy.
  if (!results) return { type: 'rejected', status: 0, outcome: { kind: 'rejected', status: 0, detail: '' } };
  const outcomes: Outcome[] = [];
  for (const [index, entry] of entries.entries()) {
    const result = results[index]!;
    outcomes.push(isSuccess(result) ? toOutcome(entry, result) : await classifyResult(entry, result, () => readRow(entry)));
  }
  return { type: 'completed', outcomes };
}

function isSuccess({ status }: BulkResult): boolean {
  return status >= 200 && status < 300;
}

function toOutcome({ restores }: SealedShapeEntry, { row }: BulkResult): Outcome {
  return restores?.serverId === undefined ? { kind: 'done', response: row } : { kind: 'restored', response: row };
}

function classifyResult(
  entry: SealedShapeEntry,
  result: BulkResult,
  readRow: () => Promise<unknown>,
): Outcome | Promise<Outcome> {
  // 404: the row was permanently deleted. 409: its label was deleted, so the row cannot be restored.
  if (entry.restores?.serverId !== undefined && [404, 409].includes(result.status)) return { kind: 'missing' };
  return classifyFailure(entry, { status: result.status, detail: result.detail, body: result }, readRow);
}
