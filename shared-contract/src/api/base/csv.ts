import { z } from 'zod';
import { Id } from './primitives';

/** Maximum number of characters of a CSV file in one call. */
export const MAX_CSV_LENGTH = 4_000_000;

/** Whether to import the valid rows of a file that also contains invalid rows. */
export const SkipInvalid = { skip_invalid: z.boolean().default(false) };
/** Fields of a CSV plan that are present if `skip_invalid` is set and the file has errors. */
export const InvalidRows = {
  /** The invalid rows as CSV, with the reasons in the column `error`. Absent if the complete file was rejected. */
  invalid_rows: z.string().optional(),
  /** Number of valid rows. */
  valid_rows: z.number().int().optional(),
};
const CsvError = z.object({
  /** Line number in the file; the header is line 1. */
  row: z.number().int(),
  detail: z.string(),
});
/**
 * The rows that a CSV file creates and changes, and the errors by line. `applied` is true if the changes were made, and false for a
 * preview. With `skip_invalid`, the plan covers only the valid rows.
 */
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
  /** Number of rows that already have these values. */
  unchanged: z.number().int(),
  errors: z.array(CsvError),
  /** Names of collections and sets in the file that do not exist. The request parameter `make_missing` creates them. */
  missing: z.object({ collections: z.array(z.string()), sets: z.array(z.string()) }).optional(),
  applied: z.boolean(),
  ...InvalidRows,
});
export type CsvPlan = z.output<typeof CsvPlan>;
