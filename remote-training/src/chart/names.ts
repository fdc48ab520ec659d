/** Letters of an id that tell rows of one name apart. */
const ID_LETTERS = 6;

/** Names of rows by their ids; those that several rows have get the beginning of the id, as the page of a label shows it. */
export function distinctNames(rows: readonly { id: string; name: string }[]): ReadonlyMap<string, string> {
  const times = new Map<string, number>();
  for (const { name } of rows) times.set(name, (times.get(name) ?? 0) + 1);
  return new Map(rows.map(({ id, name }) => [id, (times.get(name) ?? 0) > 1 ? `${name} · ${id.slice(0, ID_LETTERS)}` : name]));
}
