const collator = new Intl.Collator(undefined, { sensitivity: 'accent', numeric: true });

/** Compares rows by name, ignoring case, for `Array.prototype.sort`. */
export function compareByName(a: { name: string }, b: { name: string }): number {
  return collator.compare(a.name, b.name);
}

/** Compares two strings, ignoring case. */
export function compareText(a: string, b: string): number {
  return collator.compare(a, b);
}

const ID_PREFIX_LENGTH = 6;

/** Returns the display names of rows by id. The start of the id is added to names that occur more than once. */
export function getDistinctNames(rows: readonly { id: string; name: string }[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const { name } of rows) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map(
    rows.map(({ id, name }) => [id, (counts.get(name) ?? 0) > 1 ? `${name} · ${id.slice(0, ID_PREFIX_LENGTH)}` : name]),
  );
}
