import { staleVersion } from '../errors';

/** Throws 409 with the row's present state when the writer goes by an older version than the stored one. */
export async function requireFresh(
  sent: number | undefined,
  row: { version: number },
  current: () => Promise<unknown>,
): Promise<void> {
  if (sent === undefined || sent === row.version) return;
  throw staleVersion(await current());
}

/** The fields that were sent; null is a value, undefined is absence. */
export function sentOnly<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** JSON for a jsonb column; undefined stays undefined, so that a partial edit leaves the column alone. */
export function asJson(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}
