import { api } from '@console/shared-auth';
import type { CsvPlan } from '@console/shared-contract/api';
import { CsvButtons, type CsvExchange, PreviewList, createCsvUndo } from '@console/shared-ui/csv';
import { useMemo } from 'react';
import { messages } from '../messages';

const csvMessages = messages.csv;
/** Long enough for ten thousand rows on a busy server. */
const TIMEOUT_MS = 120_000;

/** Buttons that export and import products and prices as CSV, optionally of one collection. */
export function CatalogueCsv({ collection }: { collection: string | undefined }) {
  const products = useMemo(() => createProductExchange(collection), [collection]);
  const prices = useMemo(() => createPriceExchange(collection), [collection]);
  return (
    <>
      <CsvButtons exchange={products} />
      <CsvButtons exchange={prices} />
    </>
  );
}

function createProductExchange(product_collection: string | undefined): CsvExchange<CsvPlan> {
  return {
    fileName: 'products.csv',
    messages: csvMessages.products,
    exportCsv: () => fetchAllChunks((after) => api.call('GET /product/v2/product/csv', { query: { after, product_collection } })),
    importCsv: (csv, dry_run, make_missing) =>
      api.call('POST /product/v2/product/csv', {
        body: { csv, dry_run, make_missing: make_missing || undefined },
        timeout: TIMEOUT_MS,
        repeatable: !dry_run,
      }),
    describeMissing: ({ missing }) => {
      const { collections = [], sets = [] } = missing ?? {};
      return collections.length + sets.length === 0 ? null : csvMessages.missing(collections, sets);
    },
    countChanges: countPlannedChanges,
    preview: (plan) => <Preview plan={plan} titles={csvMessages.products} />,
    changes: [{ topic: 'products' }],
    undo: ({ undo }) =>
      createCsvUndo(undo, (token) =>
        api.call('POST /product/v2/product/csv-undo', { body: { undo: token }, timeout: TIMEOUT_MS }),
      ),
  };
}

function createPriceExchange(product_collection: string | undefined): CsvExchange<CsvPlan> {
  return {
    fileName: 'prices.csv',
    messages: csvMessages.prices,
    exportCsv: () => fetchAllChunks((after) => api.call('GET /product/v2/price/csv', { query: { after, product_collection } })),
    importCsv: (csv, dry_run) =>
      api.call('POST /product/v2/price/csv', { body: { csv, dry_run }, timeout: TIMEOUT_MS, repeatable: !dry_run }),
    countChanges: countPlannedChanges,
    preview: (plan) => <Preview plan={plan} titles={csvMessages.prices} />,
    changes: [{ topic: 'products' }],
    undo: ({ undo }) =>
      createCsvUndo(undo, (token) => api.call('POST /product/v2/price/csv-undo', { body: { undo: token }, timeout: TIMEOUT_MS })),
  };
}

const countPlannedChanges = ({ created, changed }: CsvPlan) => created.length + changed.length;

interface CsvChunk {
  csv: string;
  next: string | null;
}

/** Fetches an export in chunks. `next` is the cursor of the next chunk. */
async function fetchAllChunks(read: (after: string | undefined) => Promise<CsvChunk>): Promise<string[]> {
  const chunks: string[] = [];
  let after: string | undefined;
  do {
    const { csv, next } = await read(after);
    chunks.push(csv);
    after = next ?? undefined;
  } while (after !== undefined);
  return chunks;
}

interface PreviewTitles {
  created: (rows: number) => string;
  changed: (rows: number) => string;
}

function Preview({ plan: { created, changed }, titles }: { plan: CsvPlan; titles: PreviewTitles }) {
  return (
    <>
      <PreviewList title={titles.created(created.length)} lines={created.map(({ row, name }) => csvMessages.row(row, name))} />
      <PreviewList
        title={titles.changed(changed.length)}
        lines={changed.map(({ row, name, fields }) =>
          csvMessages.row(
            row,
            `${name}: ${fields.map(({ field, before, after }) => csvMessages.change(field, before, after)).join('; ')}`,
          ),
        )}
      />
    </>
  );
}
