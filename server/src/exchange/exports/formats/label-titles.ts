/** Adds a unique `title` to labels: the second label with a name gets the title 'Name (2)'. */
export function addUniqueTitles<Row extends { id: string; name: string }>(rows: readonly Row[]): (Row & { title: string })[] {
  const usedTitles = new Set<string>();
  return rows.map((row) => {
    let title = row.name;
    for (let suffix = 2; usedTitles.has(title); suffix += 1) title = `${row.name} (${suffix})`;
    usedTitles.add(title);
    return { ...row, title };
  });
}
