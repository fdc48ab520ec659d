import { formatCount } from '@console/shared-ui/format';

/** Maximum number of names in a sentence. The others are counted. */
const MAX_NAMES = 5;
const formatNames = (singular: string, plural: string, names: readonly string[]) => {
  if (names.length === 0) return '';
  const hiddenCount = names.length - MAX_NAMES;
  return `${names.length === 1 ? singular : plural} ${names.slice(0, MAX_NAMES).join(', ')}${hiddenCount > 0 ? ` and ${hiddenCount.toLocaleString('en')} more` : ''}`;
};

interface CsvChanges {
  created: readonly unknown[];
  changed: readonly unknown[];
}

/** Interface text of the exports and imports of CSV files. */
export const csvMessages = {
  row: (row: number, text: string) => `Row ${row.toLocaleString('en')}: ${text}`,
  missing: (collections: readonly string[], productSets: readonly string[]) =>
    [formatNames('collection', 'collections', collections), formatNames('set', 'sets', productSets)].filter(Boolean).join('; '),
  change: (field: string, before: string, after: string) => `${field}: ${before || '–'} → ${after || '–'}`,
  product: {
    fileName: 'products.csv',
    exportLabel: 'Export products',
    exportMatching: (products: number | undefined) =>
      products === undefined ? 'Matching products' : `Matching products (${products.toLocaleString('en')})`,
    exportAll: 'All products',
    importLabel: 'Import products',
    exportFailed: "Couldn't export the products.",
    title: 'Import products from CSV',
    hint: 'Columns: id, name, customer_product_id, collection, set (names or ids), verified (yes or no) and meta_data (JSON). A product is identified by its id, else by its customer_product_id, else by its name.',
    failed: "Couldn't import the products.",
    created: (rows: number) => `${formatCount(rows, 'product', 'products')} would be created`,
    changed: (rows: number) => `${formatCount(rows, 'product', 'products')} would be changed`,
    done: ({ created, changed }: CsvChanges) =>
      `${formatCount(created.length, 'product was', 'products were')} created, ${changed.length.toLocaleString('en')} changed.`,
  },
  price: {
    fileName: 'prices.csv',
    exportLabel: 'Export prices',
    exportMatching: (products: number | undefined) =>
      products === undefined ? 'Prices of matching products' : `Prices of ${products.toLocaleString('en')} matching products`,
    exportAll: 'All prices',
    importLabel: 'Import prices',
    exportFailed: "Couldn't export the prices.",
    title: 'Import prices from CSV',
    hint: 'Columns: customer_product_id, product_id or product (name, number or id); price, currency, source, grade_company, date_of_creation, item_link and img_link. A row with the id of a price changes that price.',
    failed: "Couldn't import the prices.",
    created: (rows: number) => `${formatCount(rows, 'price', 'prices')} would be added`,
    changed: (rows: number) => `${formatCount(rows, 'price', 'prices')} would be changed`,
    done: ({ created, changed }: CsvChanges) =>
      `${formatCount(created.length, 'price was', 'prices were')} added, ${changed.length.toLocaleString('en')} changed.`,
  },
} as const;
