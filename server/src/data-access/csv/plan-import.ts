import type { CsvFile, CsvLines, RowError } from './read';
import { writeInvalidRows } from './write';

/** The preview of an import, as in the API contract. */
interface Plan {
  errors: RowError[];
  /** Missing rows that the file refers to by name and that the import can create. */
  missing?: unknown;
  invalid_rows?: string;
  valid_rows?: number;
}

/**
 * Plans the import of a file. With `skipsInvalid`, invalid rows are left out of the plan and only their errors are returned. Leaving out a
 * row can make rows that depend on it invalid, so planning repeats until all remaining rows are valid.
 */
export async function planImport<Column extends string, Planned extends { plan: Plan }>(
  file: CsvFile<Column>,
  skipsInvalid: boolean,
  planLines: (csv: CsvLines<Column>) => Promise<Planned>,
): Promise<Planned> {
  const completePlan = await planLines(file);
  if (!skipsInvalid || completePlan.plan.errors.length === 0) return completePlan;
  const errors = [...completePlan.plan.errors];
  const invalidRows = new Set<number>();
  let errorsOfLastPlan = errors;
  let validPlan = completePlan;
  let validLines = file.lines;
  while (errorsOfLastPlan.length > 0) {
    for (const { row } of errorsOfLastPlan) invalidRows.add(row);
    validLines = file.lines.filter(({ row }) => !invalidRows.has(row));
    validPlan = await planLines({ lines: validLines, errors: [] });
    errorsOfLastPlan = validPlan.plan.errors;
    errors.push(...errorsOfLastPlan);
  }
  errors.sort((a, b) => a.row - b.row);
  const { missing } = completePlan.plan;
  const skippedRows = { errors, invalid_rows: writeInvalidRows(file.table, errors), valid_rows: validLines.length };
  return { ...validPlan, plan: { ...validPlan.plan, missing, ...skippedRows } };
}

/** Whether a plan may be applied: it has no errors, or its errors are skipped and other rows remain. */
export const canApply = ({ plan, changes }: { plan: Plan; changes: readonly unknown[] }, skipsInvalid: boolean): boolean =>
  plan.errors.length === 0 || (skipsInvalid && changes.length > 0);
