import { NAME_TOO_SHORT } from '@console/shared-contract/api';
import { NAME_LENGTH } from '@console/shared-contract/limits';
import { createFieldError, createVersionConflict } from '../../platform/errors';

/** Throws 409 with the current row if the client's edit is based on an older version than the stored one. */
export async function requireCurrentVersion(
  sentVersion: number | undefined,
  row: { version: number },
  loadCurrent: () => Promise<unknown>,
): Promise<void> {
  if (sentVersion === undefined || sentVersion === row.version) return;
  throw createVersionConflict(await loadCurrent());
}

/** Throws 400 for a name that is too short, unless it is the current name, which an import may have created. */
export function requireEditedName(row: { name: string }, name: string | undefined): void {
  if (name !== undefined && name.length < NAME_LENGTH.min && name !== row.name) throw createFieldError('name', NAME_TOO_SHORT);
}

/** Returns only the fields that are not undefined. Null is a value and is included. */
export function omitUndefined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** Formats a value for a jsonb column. Undefined stays undefined, so that a partial update leaves the column unchanged. */
export function toJsonb(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}
