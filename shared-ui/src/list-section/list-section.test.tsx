import { announce, api } from '@console/shared-auth';
import { failWith, page, signInForTest, stubApi, type StubRequest } from '@console/shared-auth/testing';
import type { ProductSet } from '@console/shared-contract/api';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation, useNavigate } from 'react-router-dom';
import { BulkActions, type BulkChanges } from '../bulk';
import { defineUrlParams, param, useServerList, useUrlParams } from '../pages';
import { renderConsole } from '../testing';
import { FlagFilter, ListFilters, ListSection } from '.';

const LIST_SETS = 'GET /product/v2/set/';
const CHANGE_PRODUCTS = 'POST /product/v2/product/change';
const PAGE_SIZE = 2;
const listParams = defineUrlParams({ search: param.search(), open: param.flag(), page: param.page() });
const columns = [{ id: 'name', header: 'Name', cell: ({ name }: ProductSet) => name }];
const countRows = (rows: number) => `${rows} rows`;

const bulkChanges: BulkChanges<'delete', { search?: string; completed?: boolean }, { changed: string[]; next?: string | null }> =
  {
    messages: {
      noun: 'sets',
      labels: { delete: 'Delete' },
      titles: { delete: countRows },
      done: { delete: countRows },
      failed: 'Failed',
      unchanged: 'Unchanged',
      progress: countRows,
      stoppedAt: countRows,
    },
    changes: [{ topic: 'product-sets' }],
    send: (change, target) =>
      api.call(CHANGE_PRODUCTS, {
        body: { change, ...('ids' in target ? { products: target.ids } : { filter: { search: target.filter.search } }) },
      }),
  };

function SetList() {
  const list = useServerList({
    params: useUrlParams(listParams),
    pageSize: PAGE_SIZE,
    key: ['product', 'sets'],
    toFilter: ({ search, open }) => ({ search: search || undefined, completed: open ? false : undefined }),
    load: (query, scope) => api.call(LIST_SETS, { query, ...scope }),
  });
  return (
    <ListSection title="Sets" list={list} columns={columns} isSelectable empty="No sets." noMatch="No matches.">
      <ListFilters list={list} label="Name">
        <FlagFilter list={list} name="open" label="Open" />
      </ListFilters>
      <BulkActions list={list} bulk={bulkChanges} available={['delete']} />
    </ListSection>
  );
}

function HistoryControls() {
  const navigate = useNavigate();
  const { search } = useLocation();
  return (
    <>
      <p>{`URL ${search}`}</p>
      <button onClick={() => void navigate(-1)}>Back</button>
    </>
  );
}

/** Renders a list. The stubbed API returns a row for each of `names`, which a test can change later. */
function renderList(names: string[], route = '/') {
  signInForTest();
  const respondWithPage = ({ query }: StubRequest) => {
    const firstRowIndex = (Number(query.page) - 1) * PAGE_SIZE;
    return page(
      names.slice(firstRowIndex, firstRowIndex + PAGE_SIZE).map((name) => ({ id: name, name })),
      names.length,
    );
  };
  const stub = stubApi({ [LIST_SETS]: respondWithPage });
  renderConsole(
    <>
      <SetList />
      <HistoryControls />
    </>,
    { route },
  );
  return { stub, respondWithPage };
}
const refetch = () => act(() => announce({ topic: 'product-sets' }));
const getButton = (name: string | RegExp) => screen.getByRole('button', { name });

test('goes to the last page if all rows of a page were deleted', async () => {
  const names = ['a', 'b', 'c'];
  renderList(names);
  await userEvent.click(await screen.findByRole('button', { name: 'Next page' }));
  expect(await screen.findByRole('cell', { name: 'c' })).toBeVisible();
  names.pop();
  await refetch();
  expect(await screen.findByRole('cell', { name: 'b' })).toBeVisible();
  expect(await screen.findByText('URL')).toBeVisible();
  await userEvent.click(getButton('Back'));
  expect(await screen.findByRole('cell', { name: 'a' })).toBeVisible();
});

test('a page that cannot be loaded keeps the pager', async () => {
  const { stub, respondWithPage } = renderList(['a', 'b', 'c']);
  await screen.findByRole('cell', { name: 'a' });
  stub.addHandlers({ [LIST_SETS]: failWith(403) });
  await userEvent.click(getButton('Next page'));
  expect(await screen.findByText("You don't have access to this.")).toBeVisible();
  stub.addHandlers({ [LIST_SETS]: respondWithPage });
  await userEvent.click(getButton('Previous page'));
  expect(await screen.findByRole('cell', { name: 'a' })).toBeVisible();
});

test('keeps the rows and shows a warning if a refetch fails', async () => {
  const { stub } = renderList(['a']);
  await screen.findByRole('cell', { name: 'a' });
  stub.addHandlers({ [LIST_SETS]: failWith(403) });
  await refetch();
  expect(await screen.findByText('This data may be out of date. Refreshing failed.')).toBeVisible();
  expect(screen.getByRole('cell', { name: 'a' })).toBeVisible();
});

test('a selection of all matching rows ends when Back changes the filter', async () => {
  renderList(['a', 'b', 'c']);
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Open' }));
  await userEvent.click(screen.getAllByRole('checkbox', { name: 'Select row' })[0]!);
  await userEvent.click(getButton('Select all 3 sets that match this search'));
  expect(screen.getByText('3 selected')).toBeVisible();
  await userEvent.click(getButton('Back'));
  await waitFor(() => expect(screen.queryByText('3 selected')).toBeNull());
});

test('selected rows stay selected on another page, and a bulk change sends their ids', async () => {
  const { stub } = renderList(['a', 'b', 'c']);
  stub.addHandlers({ [CHANGE_PRODUCTS]: { changed: ['a', 'c'], next: null } });
  await screen.findByRole('cell', { name: 'a' });
  await userEvent.click(screen.getAllByRole('checkbox', { name: 'Select row' })[0]!);
  await userEvent.click(getButton('Next page'));
  await screen.findByRole('cell', { name: 'c' });
  await userEvent.click(screen.getAllByRole('checkbox', { name: 'Select row' })[0]!);
  await userEvent.click(getButton('Delete'));
  await userEvent.click((await screen.findAllByRole('button', { name: 'Delete' })).at(-1)!);
  await waitFor(() => expect(stub.getRequests(CHANGE_PRODUCTS)[0]?.body).toMatchObject({ products: ['a', 'c'] }));
  await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull());
});

test('shows different texts for an empty list and for a filter without matches', async () => {
  renderList([]);
  expect(await screen.findByText('No sets.')).toBeVisible();
  fireEvent.change(screen.getByRole('searchbox', { name: 'Name' }), { target: { value: 'x' } });
  expect(await screen.findByText('No matches.')).toBeVisible();
  await userEvent.click(getButton('Clear filters'));
  expect(await screen.findByText('No sets.')).toBeVisible();
});
