import { api } from '@console/shared-auth';
import type { ApiCalls, CallQuery, CsvPlan } from '@console/shared-contract/api';
import { CsvButtons, type CsvExchange, PreviewList } from '@console/shared-ui/csv';
import { csvMessages } from './csv-messages';

/** Timeout that is long enough for ten thousand rows on a busy server. */
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
      <CsvButtons exchange={createExchange('product', filter)} />
      <CsvButtons exchange={createExchange('price', filter)} />
    </>
  );
}

/** Creates the export and import of products or prices. The filter selects products in both cases. */
function createExchange(kind: 'product' | 'price', filter: CsvFilter | null): CsvExchange<CsvPlan> {
  const kindMessages = csvMessages[kind];
  const exportCsv = (query?: ProductQuery) =>
    fetchCompleteCsv((after) => api.call(`GET /product/v2/${kind}/csv`, { query: { ...query, after } }));
  return {
    fileName: kindMessages.fileName,
    messages: kindMessages,
    exportCsv: () => exportCsv(),
    filtered: filter
      ? {
          label: kindMessages.exportMatching(filter.total),
          allLabel: kindMessages.exportAll,
          exportCsv: () => exportCsv(filter.query),
        }
      : undefined,
    importCsv: (csv, dry_run, make_missing, skip_invalid, options) =>
      api.call(`POST /product/v2/${kind}/csv`, {
        body: { csv, dry_run, make_missing: make_missing || undefined, skip_invalid: skip_invalid || undefined },
        timeout: TIMEOUT_MS,
        repeatable: !dry_run,
        ...options,
      }),
    describeMissing: ({ missing: missingRows }) => {
      const { collections = [], sets = [] } = missingRows ?? {};
      return collections.length + sets.length === 0 ? null : csvMessages.missing(collections, sets);
    },
    countChanges: ({ created, changed }) => created.length + changed.length,
    preview: (plan) => <ImportPreview plan={plan} titles={kindMessages} />,
    changes: [{ topic: 'products' }],
  };
}

interface CsvChunk {
  csv: string;
  next: string | null;
}

/** Fetches an export in chunks. `next` of a chunk is the cursor for the next chunk. */
async function fetchCompleteCsv(readChunk: (after: string | undefined) => Promise<CsvChunk>): Promise<string[]> {
  const chunks: string[] = [];
  let cursor: string | undefined;
  do {
    const { csv, next } = await readChunk(cursor);
    chunks.push(csv);
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  return chunks;
}

interface PreviewTitles {
  created: (rows: number) => string;
  changed: (rows: number) => string;
}

function ImportPreview({
  plan: { created: createdCounts, changed: changedRows },
  titles,
}: {
  plan: CsvPlan;
  titles: PreviewTitles;
}) {
  return (
    <>
      <PreviewList
        title={titles.created(createdCounts.length)}
        lines={createdCounts.map(({ row, name }) => csvMessages.row(row, name))}
      />
      <PreviewList
        title={titles.changed(changedRows.length)}
        lines={changedRows.map(({ row, name, fields }) =>
          csvMessages.row(
            row,
            `${name}: ${fields.map(({ field, before, after }) => csvMessages.change(field, before, after)).join('; ')}`,
          ),
        )}
      />
    </>
  );
}
