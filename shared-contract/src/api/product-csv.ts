import { z } from 'zod';
import { defineCalls } from './core';
import { CsvPlan, CsvUndoBody, CsvUndoResponse, MAX_CSV_LENGTH } from './csv';
import { Text, WorkspaceBody, WorkspaceQuery } from './primitives';
import { CollectionId } from './product-rows';

const service = 'products-management';
/** A part of the file, with the columns' names in the first; `next` asks for the one after it. */
const CsvPart = z.object({ csv: z.string(), next: z.string().nullable() });
const after = Text(2000).optional();
const file = z.object({ csv: z.string().max(MAX_CSV_LENGTH), dry_run: z.boolean().default(false), ...WorkspaceBody });

/** Products and their prices as CSV, in and out. */
export const productCsvCalls = defineCalls({
  'GET /product/v2/product/csv': {
    summary: 'Products as CSV by name, a part at a time: id, name, customer_product_id, collection, set, verified, meta_data',
    service,
    query: z.object({ ...WorkspaceQuery, after, product_collection: CollectionId.optional() }),
    response: CsvPart,
  },
  'POST /product/v2/product/csv': {
    summary: 'Take over products from CSV, or say what that would do; with an error in any row nothing is done',
    service,
    body: file.extend({
      /** Collections and sets that are named and not there are made, instead of being an error. */
      make_missing: z.boolean().default(false),
    }),
    response: CsvPlan,
  },
  'POST /product/v2/product/csv-undo': {
    summary: 'Take back what an import has made and changed, where it was not changed since',
    service,
    body: z.object({ ...CsvUndoBody, ...WorkspaceBody }),
    response: CsvUndoResponse,
  },
  'GET /product/v2/price/csv': {
    summary:
      'Prices as CSV by product, a part at a time: id, product_id, customer_product_id, product, source, grade_company, price, currency, date_of_creation, item_link, img_link',
    service,
    query: z.object({ ...WorkspaceQuery, after, product_collection: CollectionId.optional() }),
    response: CsvPart,
  },
  'POST /product/v2/price/csv': {
    summary: 'Take over prices from CSV, or say what that would do; with an error in any row nothing is done',
    service,
    body: file,
    response: CsvPlan,
  },
  'POST /product/v2/price/csv-undo': {
    summary: 'Take back what an import of prices has made and changed, where it was not changed since',
    service,
    body: z.object({ ...CsvUndoBody, ...WorkspaceBody }),
    response: CsvUndoResponse,
  },
});
