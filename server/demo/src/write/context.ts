import type { Db } from '@console/server/platform/database/connection';

/** Where rows go, and what is the same for all of them. */
export interface Context {
  db: Db;
  workspaceId: string;
  /** The moment of the first start; the demo's past is counted from it. */
  now: Date;
  /** Members who did the work, the most diligent first. */
  people: readonly [string, ...string[]];
}

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
/** PostgreSQL takes at most 65,535 parameters a statement. */
const ROWS_AT_ONCE = 500;

export function daysAgo({ now }: Context, days: number, minutes = 0): Date {
  return new Date(Math.min(now.getTime(), now.getTime() - days * DAY_MS + minutes * MINUTE_MS));
}

/** Inserts many rows, some hundreds at a time. */
export async function inChunks<T>(rows: readonly T[], insert: (chunk: T[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) await insert(rows.slice(start, start + ROWS_AT_ONCE));
}

/** The id under a key of the demo's own words. Throws for a word that nothing was made for. */
export function idOf(ids: ReadonlyMap<string, string>, key: string): string {
  const id = ids.get(key);
  if (!id) throw new Error(`The demo has no ${key}`);
  return id;
}
