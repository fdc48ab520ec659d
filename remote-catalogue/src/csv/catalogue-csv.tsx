import { api } from '@console/shared-auth';
import type { ApiCalls, CallQuery, CsvPlan } from '@console/shared-contract/api';
import { CsvButtons, type CsvExchange, PreviewList, createCsvUndo } from '@console/shared-ui/csv';
import { messages } from '../messages';

const csvMessages = messages.csv;
/** Long enough for ten thousand rows on a busy server. */
const TIMEOUT_MS = 120_000;

type ProductQuery = CallQuery<ApiCalls['GET /product/v2/product/csv']>;

/** The filters of a list and the number of matching products. */
export interface CsvFilter {
  query: ProductQuery;
  total: number | undefined;
}

/** Buttons that export and import products and prices as CSV. `filter` is null if the list is not filtered. */
export function CatalogueCsv({ filter }: { filter: CsvFilter | null }) {
  return (
    <>
      <CsvButtons exchange={createProductExchange(filter)} />
      <CsvButtons exchange={createPriceExchange(filter)} />
    </>
  );
}

const exportProducts = (query?: ProductQuery) =>
  fetchAllChunks((after) => api.call('GET /product/v2/product/csv', { query: { ...query, after } }));
const exportPrices = (query?: ProductQuery) =>
  fetchAllChunks((after) => api.call('GET /product/v2/price/csv', { query: { ...query, after } }));

function createProductExchange(filter: CsvFilter | null): CsvExchange<CsvPlan> {
  return {
    fileName: 'products.csv',
    messages: csvMessages.products,
    exportCsv: () => exportProducts(),
    filtered: filter
      ? {
          label: csvMessages.products.exportMatching(filter.total),
          allLabel: csvMessages.products.exportAll,
          exportCsv: () => exportProducts(filter.query),
        }
      : undefined,
    importCsv: (csv, dry_run, make_missing, skip_invalid) =>
      api.call('POST /product/v2/product/csv', {
        body: { csv, dry_run, make_missing: make_missing || undefined, skip_invalid: skip_invalid || undefined },
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

function createPriceExchange(filter: CsvFilter | null): CsvExchange<CsvPlan> {
  return {
    fileName: 'prices.csv',
    messages: csvMessages.prices,
    exportCsv: () => exportPrices(),
    filtered: filter
      ? {
          label: csvMessages.prices.exportMatching(filter.total),
          allLabel: csvMessages.prices.exportAll,
          exportCsv: () => exportPrices(filter.query),
        }
      : undefined,
    importCsv: (csv, dry_run, _createMissing, skip_invalid) =>
      api.call('POST /product/v2/price/csv', {
        body: { csv, dry_run, skip_invalid: skip_invalid || undefined },
        timeout: TIMEOUT_MS,
        repeatable: !dry_run,
      }),
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
