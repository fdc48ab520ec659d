const collator = new Intl.Collator(undefined, { sensitivity: 'accent', numeric: true });

/** Order of names without regard to case: for `Array.prototype.sort` of rows that have a name. */
export function compareByName(a: { name: string }, b: { name: string }): number {
  return collator.compare(a.name, b.name);
}

/** Order of two plain strings without regard to case. */
export function compareText(a: string, b: string): number {
  return collator.compare(a, b);
}

const ID_LETTERS = 6;

/** Names by id; those that more than one row has get the beginning of their ids, so that they can be told apart. */
export function getDistinctNames(rows: readonly { id: string; name: string }[]): ReadonlyMap<string, string> {
  const times = new Map<string, number>();
  for (const { name } of rows) times.set(name, (times.get(name) ?? 0) + 1);
  return new Map(rows.map(({ id, name }) => [id, (times.get(name) ?? 0) > 1 ? `${name} · ${id.slice(0, ID_LETTERS)}` : name]));
}
