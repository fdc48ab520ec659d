/** `kept`: rows that were changed since, and stay as they are. */
export interface CsvUndoResult {
  undone: number;
  kept: number;
}

/** The way back from an import that answered these parts, one call each; null where there is none, or nothing to take back. */
export function createCsvUndo(
  parts: readonly string[] | undefined,
  send: (part: string) => Promise<{ undone: number; kept: readonly string[] }>,
): (() => Promise<CsvUndoResult>) | null {
  if (!parts || parts.length === 0) return null;
  return async () => {
    const total = { undone: 0, kept: 0 };
    for (const part of parts) {
      const { undone, kept } = await send(part);
      total.undone += undone;
      total.kept += kept.length;
    }
    return total;
  };
}
