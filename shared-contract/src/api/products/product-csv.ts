import { z } from 'zod';
import { defineServiceCalls } from '../base/core';
import { CsvPlan, MAX_CSV_LENGTH, SkipInvalid } from '../base/csv';
import { Text, WorkspaceBody, WorkspaceQuery } from '../base/primitives';
import { ProductFilter } from './product';

/** A chunk of the file. Only the first chunk has the header line. `next` is the value of `after` for the next chunk. */
const CsvPart = z.object({ csv: z.string(), next: z.string().nullable() });
const afterParameter = Text(2000).optional();
const file = z.object({
  csv: z.string().max(MAX_CSV_LENGTH),
  dry_run: z.boolean().default(false),
  ...SkipInvalid,
  ...WorkspaceBody,
});

/** Calls that export and import products and prices as CSV. */
export const productCsvCalls = defineServiceCalls('products-management', {
  'GET /product/v2/product/csv': {
    summary:
      'Products that match the filters as CSV, sorted by name, in chunks: id, name, customer_product_id, collection, set, verified, meta_data',
    query: z.object({ ...WorkspaceQuery, after: afterParameter, ...ProductFilter.shape }),
    response: CsvPart,
  },
  'POST /product/v2/product/csv': {
    permission: 'manage',
    summary: 'Import products from CSV, or preview the import; an error in any row rejects the file, unless skip_invalid is set',
    body: file.extend({
      /** Whether to create missing collections and sets instead of reporting an error. */
      make_missing: z.boolean().default(false),
    }),
    response: CsvPlan,
  },
  'GET /product/v2/price/csv': {
    summary:
      'Prices of the products that match the filters as CSV, sorted by product, in chunks: id, product_id, customer_product_id, product, source, grade_company, price, currency, date_of_creation, item_link, img_link',
    query: z.object({ ...WorkspaceQuery, after: afterParameter, ...ProductFilter.shape }),
    response: CsvPart,
  },
  'POST /product/v2/price/csv': {
    permission: 'manage',
    summary: 'Import prices from CSV, or preview the import; an error in any row rejects the file, unless skip_invalid is set',
    body: file,
    response: CsvPlan,
  },
});
