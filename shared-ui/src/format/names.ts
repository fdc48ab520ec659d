const collator = new Intl.Collator(undefined, { sensitivity: 'accent', numeric: true });

/** Order of names without regard to case: for `Array.prototype.sort` of rows that have a name. */
export function byName(a: { name: string }, b: { name: string }): number {
  return collator.compare(a.name, b.name);
}

/** Order of two plain strings without regard to case. */
export function compareText(a: string, b: string): number {
  return collator.compare(a, b);
}
