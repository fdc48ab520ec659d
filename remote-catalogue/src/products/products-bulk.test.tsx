import {
  createUndoResult,
  failWith,
  listChangeSets,
  listUndone,
  page,
  signInForTest,
  stubApi,
  UNDO,
  type StubbedApi,
  type StubHandlers,
} from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { breakfastSet, drinksCollection, milkProduct } from '../testing';
import { ProductsPage } from './products-page';

const CHANGE_PRODUCTS = 'POST /product/v2/product/change';
const COUNT_DEPENDENTS = 'POST /product/v2/product/dependents';
const LIST_PRODUCTS = 'GET /product/v2/product/';
const threeProducts = ['p1', 'p2', 'p3'].map((id, index) => ({ ...milkProduct, id, name: `Milk ${index + 1}` }));
/** Opening a dialog can take seconds on a busy machine. */
const SLOW_DIALOG_OPTIONS = { timeout: 10_000 };

const stubProductsApi = (handlers: StubHandlers = {}) =>
  stubApi({
    'GET /product/v2/collection/': page([drinksCollection]),
    'GET /product/v2/set/': page([breakfastSet]),
    [LIST_PRODUCTS]: { ...page(threeProducts), count: 60 },
    [CHANGE_PRODUCTS]: ({ body }: { body: { products?: string[] } }) => ({ changed: body.products ?? ['p1'] }),
    [UNDO]: createUndoResult(),
    ...handlers,
  });
const getCheckbox = async (name: string) =>
  within(await screen.findByRole('row', { name: new RegExp(name) })).getByRole('checkbox', { name: 'Select row' });
const clickButton = async (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(await screen.findByRole('button', { name, hidden: true }, SLOW_DIALOG_OPTIONS));
const confirmDialog = async (user: ReturnType<typeof userEvent.setup>, title: string, name: string) =>
  user.click(
    within(await screen.findByRole('alertdialog', { name: title, hidden: true }, SLOW_DIALOG_OPTIONS)).getByRole('button', {
      name,
      hidden: true,
    }),
  );

/** Expects that Undo undoes all calls of the bulk change as one change set. */
const expectUndo = async (api: StubbedApi) => {
  const [key, ...otherKeys] = new Set(listChangeSets(api, CHANGE_PRODUCTS));
  expect(otherKeys).toEqual([]);
  await waitFor(() => expect(listUndone(api)).toEqual([key]));
};

beforeEach(() => signInForTest());

test('Shift+click selects a range, and Verify changes it with one call', async () => {
  const user = userEvent.setup();
  const api = stubProductsApi();
  renderConsole(<ProductsPage />);
  await user.click(await getCheckbox('Milk 1'));
  await user.keyboard('{Shift>}');
  await user.click(await getCheckbox('Milk 3'));
  await user.keyboard('{/Shift}');
  expect(await screen.findByText('3 selected')).toBeVisible();
  await clickButton(user, 'Verify');
  await confirmDialog(user, 'Verify 3 products?', 'Verify');
  expect(await screen.findByText('3 products verified.')).toBeVisible();
  expect(api.getRequests(CHANGE_PRODUCTS).map(({ body }) => body)).toEqual([
    expect.objectContaining({ change: 'verify', products: ['p1', 'p2', 'p3'] }),
  ]);
  expect(screen.queryByText('3 selected')).toBeNull();
  await clickButton(user, 'Undo');
  await expectUndo(api);
});

test('counts what the deletion of all matching products affects, sends the filter and offers Undo', async () => {
  const user = userEvent.setup();
  const api = stubProductsApi({
    [COUNT_DEPENDENTS]: { matched: 60, deleted: { product_images: 61, prices: 1200 }, detached: { sets: 2 }, blocking: {} },
  });
  renderConsole(<ProductsPage />, { route: '/products?lacks=price&collection=1' });
  await user.click(await getCheckbox('Milk 2'));
  await clickButton(user, 'Select all 60 products that match this search');
  expect(await screen.findByText('60 selected')).toBeVisible();
  await user.click(within(screen.getByRole('group', { name: '60 selected' })).getByRole('button', { name: 'Delete' }));
  const dialog = within(
    await screen.findByRole('alertdialog', { name: 'Delete 60 products?', hidden: true }, SLOW_DIALOG_OPTIONS),
  );
  expect(await dialog.findByText('Also deleted: 61 product images and 1,200 prices.')).toBeVisible();
  expect(dialog.getByText('Not deleted, but no longer connected: 2 sets.')).toBeVisible();
  expect(dialog.getByText('You can undo this.')).toBeVisible();
  expect(api.getRequests(COUNT_DEPENDENTS)[0]?.body).toMatchObject({
    filter: { lacks: 'price', product_collection: '1' },
    skip_gone: true,
  });
  await confirmDialog(user, 'Delete 60 products?', 'Delete');
  await waitFor(() =>
    expect(api.getRequests(CHANGE_PRODUCTS)[0]?.body).toMatchObject({
      change: 'delete',
      filter: { lacks: 'price', product_collection: '1' },
    }),
  );
  await clickButton(user, 'Undo');
  await expectUndo(api);
});

testInLongRun('another search clears the selection of all matching products', async () => {
  const user = userEvent.setup();
  const api = stubProductsApi();
  renderConsole(<ProductsPage />, { route: '/products?lacks=price&collection=1' });
  await user.click(await getCheckbox('Milk 2'));
  await clickButton(user, 'Select all 60 products that match this search');
  await user.selectOptions(screen.getByLabelText('Completeness'), 'Complete');
  await waitFor(() => expect(screen.queryByText('60 selected')).toBeNull());
  await waitFor(() => expect(api.getRequests(LIST_PRODUCTS).at(-1)?.query).toMatchObject({ lacks: 'nothing' }));
});

test('adds products to a set and undoes it', async () => {
  const user = userEvent.setup();
  const api = stubProductsApi();
  renderConsole(<ProductsPage />);
  await user.click(await getCheckbox('Milk 1'));
  await clickButton(user, 'Add to set');
  const dialog = within(await screen.findByRole('dialog', { name: 'Add 1 product to set', hidden: true }, SLOW_DIALOG_OPTIONS));
  await user.click(dialog.getByRole('combobox', { name: 'Product set', hidden: true }));
  await user.click(await screen.findByRole('option', { name: /Breakfast/, hidden: true }));
  await user.click(dialog.getByRole('button', { name: 'Add to set', hidden: true }));
  await waitFor(() =>
    expect(api.getRequests(CHANGE_PRODUCTS)[0]?.body).toMatchObject({
      change: 'set',
      products: ['p1'],
      product_set: breakfastSet.id,
    }),
  );
  await clickButton(user, 'Undo');
  await expectUndo(api);
});

testInLongRun('a change without effect shows a message without Undo', async () => {
  const user = userEvent.setup();
  stubProductsApi({ [CHANGE_PRODUCTS]: { changed: [] } });
  renderConsole(<ProductsPage />);
  await user.click(await getCheckbox('Milk 1'));
  await clickButton(user, 'Verify');
  await confirmDialog(user, 'Verify 1 product?', 'Verify');
  expect(await screen.findByText('All selected products already have this value.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('clearing the selection moves the focus above the list', async () => {
  const user = userEvent.setup();
  stubProductsApi();
  renderConsole(<ProductsPage />);
  await user.click(await getCheckbox('Milk 1'));
  await clickButton(user, 'Clear selection');
  expect(screen.queryByText('1 selected')).toBeNull();
  expect(document.body).not.toHaveFocus();
  const table = screen.getByRole('table', { name: 'Products' });
  const position = document.activeElement?.compareDocumentPosition(table) ?? 0;
  expect(position & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('changes all matching products in batches and undoes all of them', async () => {
  const user = userEvent.setup();
  const batches = [
    { changed: ['p1', 'p2'], next: 'p2' },
    { changed: ['p3'], next: null },
  ];
  const api = stubProductsApi({
    [LIST_PRODUCTS]: { ...page(threeProducts), count: 100_000 },
    [CHANGE_PRODUCTS]: ({ body }: { body: { after?: string | null } }) => batches[body.after ? 1 : 0],
  });
  renderConsole(<ProductsPage />);
  await user.click(await getCheckbox('Milk 1'));
  await clickButton(user, 'Select all 100,000 products that match this search');
  await clickButton(user, 'Verify');
  await confirmDialog(user, 'Verify 100,000 products?', 'Verify');
  expect(await screen.findByText('3 products verified.')).toBeVisible();
  expect(api.getRequests(CHANGE_PRODUCTS).map(({ body }) => body)).toEqual([
    expect.objectContaining({ change: 'verify', filter: {}, in_parts: true, after: null }),
    expect.objectContaining({ change: 'verify', filter: {}, in_parts: true, after: 'p2' }),
  ]);
  await clickButton(user, 'Undo');
  expect(await screen.findByText('Undone: 3 products verified.')).toBeVisible();
  await expectUndo(api);
});

test('reports the changed products if a batch fails, and undoes them', async () => {
  const user = userEvent.setup();
  const api = stubProductsApi({
    [LIST_PRODUCTS]: { ...page(threeProducts), count: 100_000 },
    [CHANGE_PRODUCTS]: ({ body }: { body: { products?: string[]; after?: string | null } }) =>
      body.after ? failWith(400, 'The set is gone.') : { changed: body.products ?? ['p1', 'p2'], next: 'p2' },
  });
  renderConsole(<ProductsPage />);
  await user.click(await getCheckbox('Milk 1'));
  await clickButton(user, 'Select all 100,000 products that match this search');
  await clickButton(user, 'Verify');
  await confirmDialog(user, 'Verify 100,000 products?', 'Verify');
  expect(await screen.findByText('Only 2 products could be changed.')).toBeVisible();
  expect(screen.getByText('The set is gone.')).toBeVisible();
  await clickButton(user, 'Undo');
  await expectUndo(api);
});

const COMPLETENESS_OPTIONS = [
  ['Missing images', 'pictures'],
  ['Complete', 'nothing'],
  ['Incomplete', 'anything'],
  ['Missing meta data', 'meta'],
  ['Missing price', 'price'],
  ['Missing verification', 'verification'],
] as const;
test.each(COMPLETENESS_OPTIONS.slice(0, isLongRun ? undefined : 1))(
  'filters products by missing data: %s',
  async (name, lacks) => {
    const api = stubProductsApi();
    renderConsole(<ProductsPage />, { route: '/products?page=2' });
    await getCheckbox('Milk 1');
    await userEvent.selectOptions(screen.getByLabelText('Completeness'), name);
    await waitFor(() => expect(api.getRequests(LIST_PRODUCTS).at(-1)?.query).toMatchObject({ lacks, page: 1 }));
  },
);

test('a row shows the missing data of its product', async () => {
  stubProductsApi({
    [LIST_PRODUCTS]: page([milkProduct, { ...milkProduct, id: 'p2', name: 'Whole', lacks: [], missing_keys: [] }]),
  });
  renderConsole(<ProductsPage />);
  const row = within(await screen.findByRole('row', { name: /Oat milk/ }));
  for (const missingText of ['meta data', 'price', 'verification']) expect(row.getByText(missingText)).toBeVisible();
  expect(row.queryByText('images')).toBeNull();
  expect(row.getByText('meta data')).toHaveAttribute('title', 'Most products of its collection have: brand');
  expect(within(screen.getByRole('row', { name: /Whole/ })).getByText('Complete')).toBeVisible();
});
