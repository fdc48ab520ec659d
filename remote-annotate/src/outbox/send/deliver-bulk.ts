import { failureOf, judge, judgeCall, type Outcome, type Send } from './outcome';
import { bulkCall, resultsOf, type BulkResult, type SealedShapeEntry } from './bulk-calls';
import type { SealedBulk } from './seal-bulk';

export type BulkDelivery =
  /** One outcome for each entry, in order. */
  | { readonly type: 'answered'; readonly outcomes: readonly Outcome[] }
  /** The call as a whole was refused, and nothing of it was done. */
  | { readonly type: 'refused'; readonly status: number; readonly outcome: Outcome };

/** Sends a bulk call and judges each of its results as the single call's answer would be. */
export async function deliverBulk(
  { key, entries }: SealedBulk,
  send: (call: ReturnType<typeof bulkCall>, idempotencyKey: string) => ReturnType<Send>,
  read: (entry: SealedShapeEntry) => Promise<unknown>,
): Promise<BulkDelivery> {
  const [first] = entries;
  if (!first) return { type: 'answered', outcomes: [] };
  let answer: unknown;
  try {
    answer = await send(bulkCall(first.kind, entries), key);
  } catch (error) {
    const outcome = judgeCall(first, error);
    const isRefused = outcome.kind === 'rejected' || (outcome.kind === 'retry' && !outcome.everything);
    return isRefused
      ? { type: 'refused', status: failureOf(error)?.status ?? 0, outcome }
      : { type: 'answered', outcomes: entries.map(() => outcome) };
  }
  const results = resultsOf(answer, entries.length);
  // Something else than the API has answered, such as a proxy's page.
  if (!results) return { type: 'refused', status: 0, outcome: { kind: 'rejected', status: 0, detail: '' } };
  const outcomes: Outcome[] = [];
  for (const [index, entry] of entries.entries()) {
    const result = results[index]!;
    outcomes.push(isGood(result) ? done(entry, result) : await judgeResult(entry, result, () => read(entry)));
  }
  return { type: 'answered', outcomes };
}

function isGood({ status }: BulkResult): boolean {
  return status >= 200 && status < 300;
}

function done({ restores }: SealedShapeEntry, { row }: BulkResult): Outcome {
  return restores?.serverId === undefined ? { kind: 'done', answer: row } : { kind: 'restored', answer: row };
}

function judgeResult(entry: SealedShapeEntry, result: BulkResult, read: () => Promise<unknown>): Outcome | Promise<Outcome> {
  // 409: its label is gone, so that it can only come back with another one.
  if (entry.restores?.serverId !== undefined && [404, 409].includes(result.status)) return { kind: 'missing' };
  return judge(entry, { status: result.status, detail: result.detail, body: result }, read);
}
