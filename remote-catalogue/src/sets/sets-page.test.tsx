import { failEmpty, failWith, page, signInForTest, stubApi } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { breakfastSet, drinksCollection } from '../testing';
import { SetsPage } from './sets-page';

const setFieldValue = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

beforeEach(() => signInForTest());

test('shows sets without a parent, and all sets if Parent Set is off', async () => {
  const stub = stubApi({ 'GET /product/v2/collection/': page([]), 'GET /product/v2/set/': page([breakfastSet]) });
  renderConsole(<SetsPage />);
  const row = within(await screen.findByRole('row', { name: /Breakfast/ }));
  expect(row.getByText('2024')).toBeVisible();
  expect(row.getByRole('progressbar', { name: 'verified 2 of 3' })).toBeVisible();
  expect(row.getByRole('img', { name: 'Completed' })).toBeVisible();
  expect(stub.getRequests('GET /product/v2/set/').at(-1)?.query).toMatchObject({ parent_set: 'null', page_size: 10 });
  await userEvent.click(screen.getByLabelText('Parent Set'));
  await waitFor(() => expect(stub.getRequests('GET /product/v2/set/').at(-1)?.query.parent_set).toBeUndefined());
});

testInLongRun('sorts by the time of creation', async () => {
  const stub = stubApi({ 'GET /product/v2/collection/': page([]), 'GET /product/v2/set/': page([breakfastSet]) });
  renderConsole(<SetsPage />);
  await screen.findByRole('row', { name: /Breakfast/ });
  await userEvent.selectOptions(screen.getByLabelText('Sort'), 'Sort: newest first');
  await waitFor(() => expect(stub.getRequests('GET /product/v2/set/').at(-1)?.query.ordering).toBe('-created'));
});

test('filters sets and shows which ones are not completed', async () => {
  const stub = stubApi({
    'GET /product/v2/collection/': page([drinksCollection]),
    'GET /product/v2/set/': page([
      breakfastSet,
      {
        ...breakfastSet,
        id: 's2',
        name: 'Supper',
        completed: false,
        product_collection: 9,
        parent: breakfastSet.id,
        parent_name: 'Meals',
      },
    ]),
  });
  renderConsole(<SetsPage />);
  const supperRow = within(await screen.findByRole('row', { name: /Supper/ }));
  expect(supperRow.getByRole('img', { name: 'Not completed' })).toBeVisible();
  expect(supperRow.getAllByText('Unknown')).not.toHaveLength(0);
  expect(supperRow.getByRole('cell', { name: 'Meals' })).toBeVisible();
  const breakfastRow = within(screen.getByRole('row', { name: /Breakfast/ }));
  await waitFor(() => expect(breakfastRow.getByText('Drinks')).toBeVisible());
  expect(breakfastRow.getByRole('link', { name: 'Open set' })).toHaveAttribute('href', `/set/${breakfastSet.id}`);
  expect(breakfastRow.getByRole('link', { name: 'Open set' })).toHaveAttribute('target', '_blank');
  await userEvent.click(screen.getByLabelText('Not Completed'));
  await userEvent.selectOptions(screen.getByLabelText('Collection'), 'Drinks');
  fireEvent.change(screen.getByRole('searchbox', { name: 'Name or id' }), { target: { value: 'e' } });
  await waitFor(() =>
    expect(stub.getRequests('GET /product/v2/set/').at(-1)?.query).toMatchObject({
      completed: false,
      product_collection: '1',
      find: 'e',
      page: 1,
    }),
  );
});

test('validates a new set and shows the error of the server', async () => {
  const user = userEvent.setup();
  let response: unknown = failWith(400, 'product_collection: Collection not found');
  const api = stubApi({
    'GET /product/v2/collection/': page([drinksCollection]),
    'GET /product/v2/set/': page([breakfastSet]),
    'POST /product/v2/set/': () => response,
  });
  renderConsole(<SetsPage />);
  await user.click(await screen.findByRole('button', { name: 'Create New Set' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create New Set' }));
  const clickCreate = () => user.click(dialog.getByRole('button', { name: 'Create' }));
  setFieldValue(dialog.getByRole('textbox', { name: 'Year' }), '19');
  await clickCreate();
  expect(await dialog.findByText('Enter at least 2 letters')).toBeVisible();
  expect(dialog.getByText('Enter a year of four digits')).toBeVisible();
  expect(api.getRequests('POST /product/v2/set/')).toHaveLength(0);
  setFieldValue(dialog.getByRole('textbox', { name: /Name/ }), 'Supper');
  setFieldValue(dialog.getByRole('textbox', { name: 'Year' }), '2026');
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Collection' }), 'Drinks');
  await clickCreate();
  expect(await dialog.findByText('Product collection: Collection not found.')).toBeVisible();
  response = failEmpty(500);
  await clickCreate();
  expect(await dialog.findByText('Failed to create set')).toBeVisible();
  response = breakfastSet;
  await clickCreate();
  expect(await screen.findByText('Set created')).toBeVisible();
  expect(api.getRequests('POST /product/v2/set/').at(-1)?.body).toMatchObject({
    name: 'Supper',
    year: 2026,
    product_collection: 1,
  });
});
