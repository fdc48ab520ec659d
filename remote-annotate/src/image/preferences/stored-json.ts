/** Reads a JSON value. Returns null if nothing valid is stored. */
export function readStoredJson(storage: Storage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null') as unknown;
  } catch {
    return null;
  }
}

/** Reads a list of ids. Returns an empty list if nothing valid is stored. */
export const readStoredIds = (storage: Storage, key: string): readonly string[] => parseIds(readStoredJson(storage, key));

/** Returns the strings of an array, or an empty list for any other value. */
export const parseIds = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
