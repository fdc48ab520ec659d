/** Result of undoing an import. `skipped`: rows that were not undone because they have changed since the import. */
export interface CsvUndoResult {
  undone: number;
  skipped: number;
}

/**
 * Creates a function that undoes an import, with one call per token. Returns null if there is nothing to undo.
 * @param tokens the undo tokens in the response of the import
 */
export function createCsvUndo(
  tokens: readonly string[] | undefined,
  send: (token: string) => Promise<{ undone: number; kept: readonly string[] }>,
): (() => Promise<CsvUndoResult>) | null {
  if (!tokens || tokens.length === 0) return null;
  return async () => {
    const total = { undone: 0, skipped: 0 };
    for (const token of tokens) {
      const { undone, kept } = await send(token);
      total.undone += undone;
      total.skipped += kept.length;
    }
    return total;
  };
}
