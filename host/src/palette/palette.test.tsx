import { applyConfig } from '@console/shared-auth';
import {
  deferred,
  failWith,
  page,
  resetSessionForTest,
  signInForTest,
  stubApi,
  testWorkspace,
} from '@console/shared-auth/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getUrl, renderShell } from '../testing/shell-harness';

const secondWorkspace = { ...testWorkspace, id: '33333333-3333-4333-8333-333333333333', name: 'Other shop' };
const productId = '55555555-5555-4555-8555-555555555555';
const servicesResponse = {
  count: 1,
  next: null,
  previous: null,
  results: [{ service: { slug: 'products-management', name: '' } }],
};
const itemResponses = {
  'GET /recognition/v2/training-image/{id}': failWith(404),
  'GET /annotate/v2/imagejob/{id}': failWith(404),
  'GET /product/v2/product/{id}/': failWith(404),
};
const baseResponses = {
  'GET /account/v2/token/': { token: 't' },
  'GET /account/v2/resource': servicesResponse,
  'GET /product/v2/product/': page([]),
  ...itemResponses,
};
const getOptions = () => screen.getAllByRole('option', { hidden: true }).map((option) => option.textContent);
const findField = () => screen.findByRole('combobox', { name: 'Go to a page, workspace or id', hidden: true });

async function openPalette(path = '/') {
  const user = userEvent.setup();
  await renderShell(path);
  await user.keyboard('{Control>}k{/Control}');
  const input = await findField();
  await user.click(input);
  return { user, input };
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  resetSessionForTest();
  applyConfig({});
  stubApi(baseResponses);
  signInForTest({ workspaces: [testWorkspace, secondWorkspace] });
});

test('lists open pages, other workspaces, themes, About, Diagnostics and Logout', async () => {
  signInForTest({ services: ['annotate'], workspaces: [testWorkspace, secondWorkspace] });
  await openPalette();
  expect(getOptions()).toEqual([
    'Dashboard',
    'Images',
    'Jobs',
    'Evaluations',
    'Activity',
    'Recently deleted',
    'Workspace settings',
    'Your account',
    'Other shopSwitch workspace',
    'Theme: Light',
    'Theme: Dark',
    'Create workspace',
    'About',
    'DiagnosticsCtrl+Alt+M',
    'Logout',
  ]);
});

test('lists Diagnostics only for managers', async () => {
  signInForTest({ services: ['annotate'], role: 'reviewer' });
  await openPalette();
  expect(getOptions()).toContain('About');
  expect(getOptions()).not.toContain('DiagnosticsCtrl+Alt+M');
});

test('opens a page by text and Enter and focuses its heading', async () => {
  const { user, input } = await openPalette();
  await user.keyboard('ima');
  expect(getOptions()).toEqual(['Images']);
  expect(input).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { hidden: true }).id);
  await user.keyboard('{Enter}');
  expect(getUrl()).toBe('/images');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Images' })).toHaveFocus());
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
});

test('returns the focus to the previous element if the selected page is already open', async () => {
  const user = userEvent.setup();
  await renderShell('/images');
  const link = screen.getByRole('link', { name: 'Images' });
  link.focus();
  await user.keyboard('{Control>}k{/Control}');
  await user.click(await findField());
  await user.keyboard('ima{Enter}');
  await waitFor(() => expect(link).toHaveFocus());
  expect(getUrl()).toBe('/images');
});

testInLongRun('wraps around with the arrow keys and shows when nothing matches', async () => {
  const { user } = await openPalette();
  await user.keyboard('{ArrowUp}');
  expect(screen.getByRole('option', { selected: true, hidden: true })).toHaveTextContent('Logout');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(screen.getByRole('option', { selected: true, hidden: true })).toHaveTextContent('Images');
  await user.keyboard('zzz');
  expect(await screen.findByText('No results')).toBeVisible();
});

test('switches the workspace and opens the dashboard', async () => {
  const { user } = await openPalette('/images');
  await user.keyboard('shop{Enter}');
  await waitFor(() => expect(getUrl()).toBe('/'));
  expect(localStorage.getItem('workspace')).toBe(secondWorkspace.id);
});

test('Esc returns the focus to the previous element', async () => {
  const user = userEvent.setup();
  await renderShell();
  const link = screen.getByRole('link', { name: 'Images' });
  link.focus();
  await user.keyboard('{Control>}k{/Control}');
  await user.click(await findField());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(link).toHaveFocus());
});

testInLongRun('the palette switches the theme', async () => {
  const { user } = await openPalette();
  await user.keyboard('dark{Enter}');
  expect(localStorage.getItem('theme')).toBe('dark');
  await act(async () => user.keyboard('{Control>}k{/Control}'));
  await user.click(await findField());
  await user.keyboard('use system{Enter}');
  expect(localStorage.getItem('theme')).toBe('system');
});

describe('a pasted id', () => {
  test('is looked up in all workspaces and leads to the page of its item', async () => {
    const response = deferred();
    const stub = stubApi({
      'GET /account/v2/token/': { token: 't' },
      ...itemResponses,
      'GET /product/v2/product/{id}/': () => response.promise,
    });
    const { user } = await openPalette();
    await user.paste(` ${productId.toUpperCase()} `);
    expect(screen.getByLabelText('Loading items with this id')).toBeInTheDocument();
    for (const call of Object.keys(itemResponses) as (keyof typeof itemResponses)[]) {
      await waitFor(() => expect(stub.getRequests(call).map(({ params }) => params)).toEqual([{ id: productId }]));
    }
    await act(async () => response.resolve({ id: productId, workspace: secondWorkspace.id, name: 'Mug' }));
    expect(await screen.findByRole('option', { hidden: true })).toHaveTextContent('Product: MugOther shop');
    await user.keyboard('{Enter}');
    expect(getUrl()).toBe(`/product/${productId}`);
  });

  test('shows a message if no item has the pasted id', async () => {
    const { user } = await openPalette();
    await user.paste(productId);
    expect(await screen.findByText('No item has this id')).toBeVisible();
  });

  testInLongRun('can be looked up again after an error', async () => {
    const stub = stubApi({
      'GET /account/v2/token/': { token: 't' },
      ...itemResponses,
      'GET /product/v2/product/{id}/': failWith(0),
    });
    const { user } = await openPalette();
    await user.paste(productId);
    expect(await screen.findByText("Couldn't look up this id.")).toBeVisible();
    stub.addHandlers({ 'GET /product/v2/product/{id}/': { id: productId, workspace: testWorkspace.id, name: 'Mug' } });
    await user.click(screen.getByRole('button', { name: 'Retry', hidden: true }));
    expect(await screen.findByRole('option', { hidden: true })).toHaveTextContent('Product: Mug');
  });
});

describe('a product number', () => {
  const mug = { id: productId, name: 'Mug', customer_product_id: 'SKU-7' };

  test('is searched after a pause in typing and leads to the page of its product', async () => {
    const stub = stubApi({ ...baseResponses, 'GET /product/v2/product/': page([mug]) });
    const { user } = await openPalette();
    await user.keyboard('sku-7');
    expect(await screen.findByRole('option', { hidden: true })).toHaveTextContent('Product: MugSKU-7');
    expect(stub.getRequests('GET /product/v2/product/').map(({ query }) => query)).toMatchObject([
      { find: 'sku-7', workspace: testWorkspace.id },
    ]);
    await user.keyboard('{Enter}');
    expect(getUrl()).toBe(`/product/${productId}`);
  });

  testInLongRun('finds nothing if an older server ignores the search and lists other products', async () => {
    stubApi({ ...baseResponses, 'GET /product/v2/product/': page([{ ...mug, customer_product_id: 'SKU-9' }]) });
    const { user } = await openPalette();
    await user.keyboard('sku-7');
    expect(await screen.findByText('No results')).toBeVisible();
  });

  test('is not searched in a workspace without products', async () => {
    signInForTest({ services: ['annotate'] });
    const stub = stubApi({ ...baseResponses, 'GET /product/v2/product/': page([mug]) });
    const { user } = await openPalette();
    await user.keyboard('sku-7');
    expect(await screen.findByText('No results')).toBeVisible();
    expect(stub.getRequests('GET /product/v2/product/')).toHaveLength(0);
  });

  testInLongRun('can be searched again after an error', async () => {
    const stub = stubApi({ ...baseResponses, 'GET /product/v2/product/': failWith(0) });
    const { user } = await openPalette();
    await user.keyboard('sku-7');
    expect(await screen.findByText("Couldn't search items.")).toBeVisible();
    stub.addHandlers({ 'GET /product/v2/product/': page([mug]) });
    await user.click(screen.getByRole('button', { name: 'Retry', hidden: true }));
    expect(await screen.findByRole('option', { hidden: true })).toHaveTextContent('Product: Mug');
  });
});

testInLongRun('About shows all versions and copies them for support', async () => {
  window.consoleFaults = [
    { at: 0, remote: 'training', version: '2.0.0', kind: 'network', part: './jobs#JobsPage', message: 'not found' },
  ];
  const { user } = await openPalette();
  await user.keyboard('about{Enter}');
  const dialog = within(await screen.findByRole('dialog', { hidden: true }));
  expect(dialog.getByText('1.0.0+0123abcd')).toBeInTheDocument();
  expect(dialog.getByRole('row', { name: 'Images and annotation 1.2.0 Active', hidden: true })).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Copy for support', hidden: true }));
  const text = await navigator.clipboard.readText();
  for (const part of ['host 1.0.0+0123abcd', 'annotate 1.2.0 · live', testWorkspace.id, 'training 2.0.0 · network'])
    expect(text).toContain(part);
});
