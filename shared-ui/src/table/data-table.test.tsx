import { ApiError } from '@console/shared-auth';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLayoutEffect } from 'react';
import { renderConsole } from '../testing';
import type { Column } from './columns';
import { DataTable, type DataTableProps } from './data-table';

interface Label {
  id: string;
  name: string;
  count: number | null;
}
const rows: Label[] = [
  { id: '1', name: 'plate', count: 2 },
  { id: '2', name: 'Cup', count: null },
  { id: '3', name: 'apple', count: 10 },
];
const columns: Column<Label>[] = [
  { id: 'name', header: 'Name', cell: (row) => row.name, sortValue: (row) => row.name },
  { id: 'count', header: 'Objects', cell: (row) => String(row.count ?? '–'), sortValue: (row) => row.count, align: 'end' },
];
const renderTable = (props: Partial<DataTableProps<Label>> = {}) =>
  renderConsole(<DataTable label="Labels" columns={columns} rows={rows} rowId={(row) => row.id} {...props} />);
const listNames = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);

test('sorts text ignoring case, with rows without a value last', async () => {
  const user = userEvent.setup();
  renderTable();
  expect(listNames()).toEqual(['plate', 'Cup', 'apple']);
  await user.click(screen.getByRole('button', { name: 'Name' }));
  expect(listNames()).toEqual(['apple', 'Cup', 'plate']);
  await user.click(screen.getByRole('button', { name: 'Name' }));
  expect(listNames()).toEqual(['plate', 'Cup', 'apple']);
  await user.click(screen.getByRole('button', { name: 'Objects' }));
  expect(listNames()).toEqual(['plate', 'apple', 'Cup']);
  await user.click(screen.getByRole('button', { name: 'Objects' }));
  expect(listNames()).toEqual(['apple', 'plate', 'Cup']);
});

test('shows the loading state, then the empty state', () => {
  const { rerender } = renderTable({ rows: undefined });
  expect(screen.getByRole('table', { name: 'Labels' })).toHaveAttribute('aria-busy', 'true');
  rerender(<></>);
  renderTable({ rows: [], empty: 'No labels yet.' });
  expect(screen.getByText('No labels yet.')).toBeVisible();
});

test('a table shows an error with Retry', async () => {
  const onRetry = jest.fn();
  renderTable({ rows: undefined, error: new ApiError(0, 'Network Error'), onRetry });
  expect(screen.getByRole('alert')).toHaveTextContent('No connection to the server.');
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});

test('mouse and keyboard click a row, but its buttons do not', async () => {
  const user = userEvent.setup();
  const onRowClick = jest.fn();
  const onDelete = jest.fn();
  renderTable({ onRowClick, activeId: '2', rowActions: () => [{ label: 'Delete', icon: <i />, onClick: onDelete }] });
  const cupRow = screen.getByRole('row', { name: /Cup/ });
  expect(cupRow).toHaveAttribute('aria-selected', 'true');
  await user.click(screen.getByText('apple'));
  expect(onRowClick).toHaveBeenLastCalledWith(rows[2]);
  act(() => cupRow.focus());
  await user.keyboard('{Enter}');
  expect(onRowClick).toHaveBeenLastCalledWith(rows[1]);
  await user.click(within(cupRow).getByRole('button', { name: 'Delete' }));
  expect(onDelete).toHaveBeenCalledTimes(1);
  expect(onRowClick).toHaveBeenCalledTimes(2);
});

test('a row action can be a link', () => {
  renderTable({ rowActions: (row) => [{ label: 'Open', icon: <i />, to: `/label/${row.id}`, newTab: true }] });
  const link = within(screen.getByRole('row', { name: /Cup/ })).getByRole('link', { name: 'Open' });
  expect(link).toHaveAttribute('href', '/label/2');
  expect(link).toHaveAttribute('target', '_blank');
});

test('selects rows one by one and all together', async () => {
  const user = userEvent.setup();
  const onSelectionChange = jest.fn();
  renderTable({ selectedIds: new Set(['1']), onSelectionChange });
  await user.click(within(screen.getByRole('row', { name: /Cup/ })).getByRole('checkbox'));
  expect([...onSelectionChange.mock.lastCall[0]]).toEqual(['1', '2']);
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows' }));
  expect(onSelectionChange.mock.lastCall[0].size).toBe(3);
});

test('keyboard focus on row actions scrolls the table back to the names', () => {
  renderTable({ rowActions: (row) => [{ label: `Edit ${row.name}`, icon: <i /> }] });
  const frame = screen.getByRole('table').parentElement as HTMLElement;
  frame.scrollLeft = 120;
  act(() => screen.getByRole('button', { name: 'Objects' }).focus());
  expect(frame.scrollLeft).toBe(120);
  act(() => screen.getByRole('button', { name: 'Edit plate' }).focus());
  expect(frame.scrollLeft).toBe(0);
});

test('a table renders the rows that are visible without scrolling before the others', () => {
  const rowCounts: number[] = [];
  function RowCounter() {
    useLayoutEffect(() => void rowCounts.push(document.querySelectorAll('tbody tr').length));
    return null;
  }
  const manyRows = Array.from({ length: 50 }, (_, index) => ({ id: String(index), name: `label ${index}`, count: index }));
  renderConsole(
    <>
      <DataTable label="Labels" columns={columns} rows={manyRows} rowId={(row) => row.id} />
      <RowCounter />
    </>,
  );
  expect(rowCounts[0]).toBe(14);
  expect(listNames()).toHaveLength(50);
});
