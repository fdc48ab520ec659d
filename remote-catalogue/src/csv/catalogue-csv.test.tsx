import {
  createUndoResult,
  failWith,
  listChangeSets,
  listUndone,
  page,
  signInForTest,
  stubApi,
  UNDO,
} from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CatalogueCsv, type CsvFilter } from './catalogue-csv';

const IMPORT_CSV = 'POST /product/v2/product/csv';
const importPlan = {
  created: [{ row: 3, name: '<b>Tea</b>' }],
  changed: [{ row: 2, id: 'p1', name: 'Milk', fields: [{ field: 'verified', before: 'no', after: 'yes' }] }],
  unchanged: 0,
  errors: [],
  applied: false,
};

/** Records the names and the last content of downloads. jsdom does not support them. */
function stubDownload() {
  const names: string[] = [];
  let lastDownload = new Blob();
  URL.createObjectURL = (content) => {
    lastDownload = content as Blob;
    return 'blob:csv';
  };
  URL.revokeObjectURL = () => undefined;
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  const readText = () =>
    new Promise((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result);
      reader.readAsText(lastDownload);
    });
  return { names, readText, restore: () => click.mockRestore() };
}

beforeEach(() => signInForTest());
const renderCatalogueCsv = (handlers = {}, filter: CsvFilter | null = null) => {
  const stub = stubApi({ 'GET /product/v2/product/': page([]), ...handlers });
  renderConsole(<CatalogueCsv filter={filter} />, { styled: true });
  return stub;
};
const openImport = () => userEvent.click(screen.getByRole('button', { name: 'Import products' }));
const chooseFile = async (...content: BlobPart[]) =>
  userEvent.upload(await screen.findByLabelText('CSV file'), new File(content, 'products.csv', { type: 'text/csv' }));

test('previews and imports products, and undoes the import', async () => {
  const stub = renderCatalogueCsv({ [IMPORT_CSV]: importPlan, [UNDO]: createUndoResult({ undone: 2 }) });
  await openImport();
  await chooseFile('name,verified\nMilk,yes\n<b>Tea</b>,');
  expect(await screen.findByText('Row 3: <b>Tea</b>')).toBeVisible();
  expect(screen.getByText('Row 2: Milk: verified: no → yes')).toBeVisible();
  stub.addHandlers({ [IMPORT_CSV]: { ...importPlan, applied: true } });
  await userEvent.click(screen.getByRole('button', { name: 'Import' }));
  expect(await screen.findByText('1 product was created, 1 changed.')).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: 'Undo import' }));
  expect(await screen.findByText('Undone: 1 product was created, 1 changed.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Import products' })).toHaveFocus();
  expect(listUndone(stub)).toEqual(listChangeSets(stub, IMPORT_CSV).slice(-1));
});

test('offers to create missing collections and sets before the import', async () => {
  const stub = renderCatalogueCsv({
    [IMPORT_CSV]: ({ body }: { body: { make_missing?: boolean } }) => ({
      ...importPlan,
      missing: { collections: ['Drinks'], sets: ['Spring', 'Autumn'] },
      ...(body.make_missing ? {} : { created: [], changed: [], errors: [{ row: 2, detail: 'There is no set named Spring.' }] }),
    }),
  });
  await openImport();
  await chooseFile('name,set\nMilk,Spring');
  expect(await screen.findByText('There is no set named Spring.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Import' })).toBeDisabled();
  const createMissingCheckbox = screen.getByRole('checkbox', {
    name: 'Create missing items: collection Drinks; sets Spring, Autumn',
  });
  await userEvent.click(createMissingCheckbox);
  expect(await screen.findByText('Row 3: <b>Tea</b>')).toBeVisible();
  expect(screen.queryByText('There is no set named Spring.')).toBeNull();
  stub.addHandlers({ [IMPORT_CSV]: { ...importPlan, applied: true } });
  await userEvent.click(screen.getByRole('button', { name: 'Import' }));
  await waitFor(() => expect(stub.getRequests(IMPORT_CSV).at(-1)?.body).toMatchObject({ dry_run: false, make_missing: true }));
});

test('counts a row with two errors once', async () => {
  const errors = [
    { row: 3, detail: 'The name must have 2 to 255 characters.' },
    { row: 3, detail: "'maybe' is neither yes nor no." },
    { row: 4, detail: 'There is no set named Spring.' },
  ];
  renderCatalogueCsv({ [IMPORT_CSV]: { ...importPlan, created: [], changed: [], errors } });
  await openImport();
  await chooseFile('name,verified,set\nx,maybe,\nMilk,,Spring');
  expect(
    await screen.findByText('2 rows have errors. Nothing was imported. Correct the file and choose it again.'),
  ).toBeVisible();
  expect(screen.getByRole('row', { name: /neither yes nor no/ })).toBeVisible();
  // The error wraps, so that it is readable in a narrow window.
  expect(screen.getByText("'maybe' is neither yes nor no.")).toHaveStyle({ whiteSpace: 'normal' });
});

test.each([
  ['UTF-16', new Uint8Array([0xff, 0xfe, 0x6e, 0]), 'This file is in UTF-16. Save it as "CSV UTF-8" and choose it again.'],
  ['a local code page', new Uint8Array([0x4d, 0xfc]), 'This file is not in UTF-8. Save it as "CSV UTF-8" and choose it again.'],
])('rejects a file in %s without sending it', async (_, bytes, text) => {
  const stub = renderCatalogueCsv();
  await openImport();
  await chooseFile(bytes);
  expect(await screen.findByText(text)).toBeVisible();
  expect(stub.getRequests(IMPORT_CSV)).toHaveLength(0);
});

test('explains that an older server cannot import products', async () => {
  renderCatalogueCsv({ [IMPORT_CSV]: failWith(404, 'There is nothing at this address.') });
  await openImport();
  await chooseFile('name\nTea');
  expect(await screen.findByText(/This server does not support this action yet/)).toBeVisible();
});

describe('rows with errors', () => {
  const planWithErrors = {
    ...importPlan,
    errors: [{ row: 4, detail: "'maybe' is neither yes nor no." }],
    invalid_rows: 'error,name\nno,Rice',
    valid_rows: 2,
  };

  test('can be skipped, downloaded, corrected and imported, and each import can be undone', async () => {
    const stub = renderCatalogueCsv({ [IMPORT_CSV]: planWithErrors, [UNDO]: createUndoResult() });
    const download = stubDownload();
    await openImport();
    await chooseFile('name,verified\nMilk,yes\nTea,\nRice,maybe');
    expect(await screen.findByText(/^1 row has errors and can't be imported\./)).toBeVisible();
    stub.addHandlers({ [IMPORT_CSV]: { ...planWithErrors, applied: true } });
    await userEvent.click(screen.getByRole('button', { name: 'Import 2 valid rows' }));
    const downloadButton = await screen.findByRole('button', { name: 'Download rows with errors' });
    await waitFor(() => expect(downloadButton).toHaveFocus());
    expect(stub.getRequests(IMPORT_CSV).at(-1)?.body).toMatchObject({ dry_run: false, skip_invalid: true });
    expect(screen.getByRole('button', { name: 'Import' })).toBeDisabled();
    await userEvent.click(downloadButton);
    expect(download.names).toEqual(['products-errors.csv']);
    expect(await download.readText()).toBe('error,name\nno,Rice\n');

    const nextPlan = { ...importPlan, changed: [], created: [{ row: 2, name: 'Rice' }] };
    stub.addHandlers({ [IMPORT_CSV]: nextPlan });
    await chooseFile('error,name,verified\nno,Rice,no');
    stub.addHandlers({ [IMPORT_CSV]: { ...nextPlan, applied: true } });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Import' })).toBeEnabled());
    await userEvent.click(screen.getByRole('button', { name: 'Import' }));
    const undoButton = await screen.findByRole('button', { name: 'Undo import' });
    await userEvent.click(undoButton);
    await waitFor(() => expect(stub.getRequests(UNDO)).toHaveLength(1));
    await waitFor(() => expect(undoButton).toBeEnabled());
    await userEvent.click(undoButton);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo import' })).toBeNull());
    const [validRowsChangeSet, correctedRowsChangeSet] = listChangeSets(stub, IMPORT_CSV).filter((_, index) => index % 2 === 1);
    expect(validRowsChangeSet).not.toBe(correctedRowsChangeSet);
    expect(listUndone(stub)).toEqual([correctedRowsChangeSet, validRowsChangeSet]);
    download.restore();
  });

  test('prevent the import on a server that cannot skip them', async () => {
    renderCatalogueCsv({ [IMPORT_CSV]: { ...planWithErrors, invalid_rows: undefined } });
    await openImport();
    await chooseFile('name\nMilk');
    expect(await screen.findByText(/Nothing was imported/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Import' })).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Download rows with errors' })).toBeNull();
  });
});

const PRODUCTS_CSV = 'GET /product/v2/product/csv';
const PRICES_CSV = 'GET /product/v2/price/csv';

test('a filtered list offers the export of matching products and of all products', async () => {
  const download = stubDownload();
  const chunk = { csv: 'name', next: null };
  const filter = { query: { find: 'milk' } as CsvFilter['query'], total: 200 };
  const stub = renderCatalogueCsv({ [PRODUCTS_CSV]: chunk, [PRICES_CSV]: chunk }, filter);
  const exportRows = async (button: string, item: string) => {
    await userEvent.click(screen.getByRole('button', { name: button }));
    await userEvent.click(await screen.findByRole('menuitem', { name: item }));
  };
  await exportRows('Export products', 'Matching products (200)');
  await waitFor(() => expect(download.names).toHaveLength(1));
  await exportRows('Export products', 'All products');
  await waitFor(() => expect(download.names).toHaveLength(2));
  await exportRows('Export prices', 'Prices of 200 matching products');
  await waitFor(() => expect(download.names).toHaveLength(3));
  expect(stub.getRequests(PRODUCTS_CSV).map(({ query }) => query.find)).toEqual(['milk', undefined]);
  expect(stub.getRequests(PRICES_CSV).map(({ query }) => query.find)).toEqual(['milk']);
  download.restore();
});

test('the export fetches chunks until the last one', async () => {
  const download = stubDownload();
  const chunks = [
    { csv: 'name\nMilk', next: 'cursor' },
    { csv: 'Tea', next: null },
  ];
  const stub = renderCatalogueCsv({ 'GET /product/v2/product/csv': () => chunks.shift() });
  await userEvent.click(screen.getByRole('button', { name: 'Export products' }));
  await waitFor(() => expect(download.names).toEqual(['products.csv']));
  expect(stub.getRequests('GET /product/v2/product/csv').map(({ query }) => query.after)).toEqual([undefined, 'cursor']);
  download.restore();
});
