import { z } from 'zod';
import { Id, Json, Text } from './primitives';
import { CollectionId } from './product-rows';

/** Characters of a CSV file in one call. */
export const MOST_CSV_LENGTH = 4_000_000;
/** Rows that one call takes back of an import. */
export const MOST_CSV_UNDO = 500;

export const CsvError = z.object({
  /** The line of the table, 1 for that of the columns' names. */
  row: z.number().int(),
  detail: z.string(),
});

/** What the undo of an import goes by: the rows as the import left them. */
export const CsvCreated = z.object({ id: Id, version: z.number().int() });
const changedWith = <Before extends z.ZodType>(before: Before) => z.object({ id: Id, version: z.number().int(), before });

const WebLink = z.url({ protocol: /^https?$/ }).max(4096);

/** A product as it was before an import changed it. */
const ProductBefore = z.object({
  name: Text(255),
  customer_product_id: Text(255),
  product_collection: CollectionId.nullable(),
  product_set: Id.nullable(),
  verified: z.boolean(),
  meta_data: Json,
});
const PriceBefore = z.object({
  product: Id,
  source: Text(255).nullable(),
  grade_company: Text(255).nullable(),
  price: z.string().regex(/^\d{1,12}(\.\d{1,4})?$/),
  currency: z.string().regex(/^[A-Z]{3}$/),
  date_of_creation: z.iso.datetime(),
  item_link: WebLink.nullable(),
  img_link: WebLink.nullable(),
});
export const ProductCsvChanged = changedWith(ProductBefore);
export const PriceCsvChanged = changedWith(PriceBefore);
export type ProductCsvChanged = z.output<typeof ProductCsvChanged>;
export type PriceCsvChanged = z.output<typeof PriceCsvChanged>;

const planWith = <Changed extends z.ZodType>(changed: Changed) =>
  z.object({
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
    applied: z.boolean(),
    /** What takes the import back; once it is applied. */
    undo: z.object({ created: z.array(CsvCreated), changed: z.array(changed) }).optional(),
  });
/** What a CSV file makes and changes, with what is wrong in which of its lines; `applied`: it has been done. */
export const ProductCsvPlan = planWith(ProductCsvChanged);
export const PriceCsvPlan = planWith(PriceCsvChanged);
export type ProductCsvPlan = z.output<typeof ProductCsvPlan>;
export type PriceCsvPlan = z.output<typeof PriceCsvPlan>;

/** `kept`: ids of rows that were changed since, or that something else hangs on by now. */
export const CsvUndone = z.object({ undone: z.number().int(), kept: z.array(Id) });
export type CsvUndone = z.output<typeof CsvUndone>;
