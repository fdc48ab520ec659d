import { api } from '@console/shared-auth';
import type { CsvPlan } from '@console/shared-contract/api';
import { CsvButtons, type CsvExchange, PreviewList, createCsvUndo } from '@console/shared-ui/csv';
import { useMemo } from 'react';
import { messages } from '../messages';

const words = messages.csv;
/** Ten thousand rows on a busy server, in milliseconds. */
const timeout = 120_000;

/** Products and prices, each out to a file and in from one. */
export function CatalogueCsv({ collection }: { collection: string }) {
  const filter = collection || undefined;
  const products = useMemo(() => productExchange(filter), [filter]);
  const prices = useMemo(() => priceExchange(filter), [filter]);
  return (
    <>
      <CsvButtons exchange={products} />
      <CsvButtons exchange={prices} />
    </>
  );
}

function productExchange(product_collection: string | undefined): CsvExchange<CsvPlan> {
  return {
    fileName: 'products.csv',
    messages: words.products,
    write: () => allParts((after) => api.call('GET /product/v2/product/csv', { query: { after, product_collection } })),
    send: (csv, dry_run, make_missing) =>
      api.call('POST /product/v2/product/csv', {
        body: { csv, dry_run, make_missing: make_missing || undefined },
        timeout,
        repeatable: !dry_run,
      }),
    describeMissing: ({ missing }) => {
      const { collections = [], sets = [] } = missing ?? {};
      return collections.length + sets.length === 0 ? null : words.missing(collections, sets);
    },
    countChanges: changesIn,
    preview: (plan) => <Preview plan={plan} of={words.products} />,
    changes: [{ topic: 'products' }],
    undo: ({ undo }) =>
      createCsvUndo(undo, (part) => api.call('POST /product/v2/product/csv-undo', { body: { undo: part }, timeout })),
  };
}

function priceExchange(product_collection: string | undefined): CsvExchange<CsvPlan> {
  return {
    fileName: 'prices.csv',
    messages: words.prices,
    write: () => allParts((after) => api.call('GET /product/v2/price/csv', { query: { after, product_collection } })),
    send: (csv, dry_run) => api.call('POST /product/v2/price/csv', { body: { csv, dry_run }, timeout, repeatable: !dry_run }),
    countChanges: changesIn,
    preview: (plan) => <Preview plan={plan} of={words.prices} />,
    changes: [{ topic: 'products' }],
    undo: ({ undo }) =>
      createCsvUndo(undo, (part) => api.call('POST /product/v2/price/csv-undo', { body: { undo: part }, timeout })),
  };
}

const changesIn = ({ created, changed }: CsvPlan) => created.length + changed.length;

interface Part {
  csv: string;
  next: string | null;
}

async function allParts(read: (after: string | undefined) => Promise<Part>): Promise<string[]> {
  const parts: string[] = [];
  let after: string | undefined;
  do {
    const { csv, next } = await read(after);
    parts.push(csv);
    after = next ?? undefined;
  } while (after !== undefined);
  return parts;
}

interface PreviewWords {
  created: (rows: number) => string;
  changed: (rows: number) => string;
}

function Preview({ plan: { created, changed }, of }: { plan: CsvPlan; of: PreviewWords }) {
  return (
    <>
      <PreviewList title={of.created(created.length)} lines={created.map(({ row, name }) => words.row(row, name))} />
      <PreviewList
        title={of.changed(changed.length)}
        lines={changed.map(({ row, name, fields }) =>
          words.row(row, `${name}: ${fields.map(({ field, before, after }) => words.change(field, before, after)).join('; ')}`),
        )}
      />
    </>
  );
}
