import { z } from 'zod';
import { Id } from './primitives';

/** Characters of a CSV file in one call. */
export const MAX_CSV_LENGTH = 4_000_000;

/** What takes an import back, signed, a part of its rows in each: opaque, and of use for 30 days. */
export const CsvUndoTokens = z.array(z.string());
/** Takes back the rows of one such part. */
export const CsvUndoBody = { undo: z.string().min(1).max(MAX_CSV_LENGTH) };
/** `kept`: ids of rows that were changed since, or that something else hangs on by now. */
export const CsvUndoResponse = z.object({ undone: z.number().int(), kept: z.array(Id) });
export type CsvUndoResponse = z.output<typeof CsvUndoResponse>;

const CsvError = z.object({
  /** The line of the table, 1 for that of the columns' names. */
  row: z.number().int(),
  detail: z.string(),
});
/** What a CSV file makes and changes, with what is wrong in which of its lines; `applied`: it has been done. */
export const CsvPlan = z.object({
  created: z.array(z.object({ row: z.number().int(), name: z.string() })),
  changed: z.array(
    z.object({
      row: z.number().int(),
      id: Id,
      name: z.string(),
      fields: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
    }),
  ),
  /** Rows that are so already. */
  unchanged: z.number().int(),
  errors: z.array(CsvError),
  /** Collections and sets that products name and that are not there: with `make_missing` they are made. */
  missing: z.object({ collections: z.array(z.string()), sets: z.array(z.string()) }).optional(),
  applied: z.boolean(),
  undo: CsvUndoTokens.optional(),
});
export type CsvPlan = z.output<typeof CsvPlan>;
