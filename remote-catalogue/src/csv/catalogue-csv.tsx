import { api } from '@console/shared-auth';
import type { PriceCsvPlan, ProductCsvPlan } from '@console/shared-contract/api';
import { CsvButtons, type CsvExchange, type CsvUndone, PreviewList } from '@console/shared-ui/csv';
import { useMemo } from 'react';
import { messages } from '../messages';

const words = messages.csv;
type Plan = ProductCsvPlan | PriceCsvPlan;
/** Ten thousand rows on a busy server, in milliseconds. */
const timeout = 120_000;
/** Rows that one call takes back. */
const CHUNK = 500;

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

function productExchange(product_collection: string | undefined): CsvExchange<ProductCsvPlan> {
  return {
    fileName: 'products.csv',
    words: words.products,
    write: () => allParts((after) => api.call('GET /product/v2/product/csv', { query: { after, product_collection } })),
    send: (csv, dry_run) => api.call('POST /product/v2/product/csv', { body: { csv, dry_run }, timeout }),
    changesIn,
    preview: (plan) => <Preview plan={plan} of={words.products} />,
    changes: [{ topic: 'products' }],
    undo: ({ undo }) =>
      undo ? () => inChunks(undo, (part) => api.call('POST /product/v2/product/csv-undo', { body: part, timeout })) : null,
  };
}

function priceExchange(product_collection: string | undefined): CsvExchange<PriceCsvPlan> {
  return {
    fileName: 'prices.csv',
    words: words.prices,
    write: () => allParts((after) => api.call('GET /product/v2/price/csv', { query: { after, product_collection } })),
    send: (csv, dry_run) => api.call('POST /product/v2/price/csv', { body: { csv, dry_run }, timeout }),
    changesIn,
    preview: (plan) => <Preview plan={plan} of={words.prices} />,
    changes: [{ topic: 'products' }],
    undo: ({ undo }) =>
      undo ? () => inChunks(undo, (part) => api.call('POST /product/v2/price/csv-undo', { body: part, timeout })) : null,
  };
}

const changesIn = ({ created, changed }: Plan) => created.length + changed.length;

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

interface Undo<Changed> {
  created: { id: string; version: number }[];
  changed: Changed[];
}

/** Changed rows first: a row that was made is deleted when nothing that was changed names it any more. */
async function inChunks<Changed>(
  { created, changed }: Undo<Changed>,
  send: (part: Undo<Changed>) => Promise<{ undone: number; kept: readonly string[] }>,
): Promise<CsvUndone> {
  const parts: Undo<Changed>[] = [];
  for (let at = 0; at < changed.length; at += CHUNK) parts.push({ created: [], changed: changed.slice(at, at + CHUNK) });
  for (let at = 0; at < created.length; at += CHUNK) parts.push({ created: created.slice(at, at + CHUNK), changed: [] });
  const total = { undone: 0, kept: 0 };
  for (const part of parts) {
    const { undone, kept } = await send(part);
    total.undone += undone;
    total.kept += kept.length;
  }
  return total;
}

interface PreviewWords {
  created: (rows: number) => string;
  changed: (rows: number) => string;
}

function Preview({ plan: { created, changed }, of }: { plan: Plan; of: PreviewWords }) {
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
