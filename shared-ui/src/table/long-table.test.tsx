import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderConsole } from '../testing';
import type { Column } from './columns';
import { DataTable } from './data-table';

interface Label {
  id: string;
  name: string;
}
const createLabels = (count: number): Label[] =>
  Array.from({ length: count }, (_, index) => ({ id: `l${index}`, name: `label ${String(index).padStart(4, '0')}` }));
const allLabels = createLabels(3000);
const cell = jest.fn(({ name }: Label) => name);
const columns: Column<Label>[] = [{ id: 'name', header: 'Name', cell, sortValue: ({ name }) => name, width: '200px' }];
const getId = ({ id }: Label) => id;
const getActions = () => [{ label: 'Edit', icon: <i /> }];

// jsdom has no layout. Simulate a frame of 600 pixels, rows of 45 pixels, and scroll events.
beforeEach(() => {
  jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  jest.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(allLabels.length * 45);
  jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(() => 45);
  Element.prototype.scrollTo = function (this: Element, options?: ScrollToOptions | number) {
    if (typeof options !== 'object') return;
    this.scrollTop = options.top ?? 0;
    this.dispatchEvent(new Event('scroll'));
  };
  cell.mockClear();
});
afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(Element.prototype, 'scrollTo');
});

const getTable = () => screen.getByRole('table', { name: 'Labels' });
const listRowNames = () =>
  within(getTable())
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);

async function renderTable(rows: Label[] = allLabels) {
  const view = renderConsole(<DataTable label="Labels" columns={columns} rows={rows} rowId={getId} rowActions={getActions} />);
  if (rows.length > 60)
    await waitFor(() => expect([10, 40].map((minCount) => listRowNames().length > minCount)).toEqual([true, false]));
  return view;
}

test('renders only visible rows of 3,000, with the total number for screen readers', async () => {
  await renderTable();
  expect(listRowNames()[0]).toBe('label 0000');
  expect(getTable()).toHaveAttribute('aria-rowcount', '3001');
  expect(screen.getByRole('row', { name: /label 0003/ })).toHaveAttribute('aria-rowindex', '5');
  expect(screen.getByText(/3,000 rows\. Ctrl\+F/)).toBeVisible();
});

test('renders the first rows first, then the other visible rows', async () => {
  const frames: FrameRequestCallback[] = [];
  jest.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
  renderConsole(<DataTable label="Labels" columns={columns} rows={allLabels} rowId={getId} />);
  await waitFor(() => expect(listRowNames()).toHaveLength(6));
  act(() => frames.splice(0).forEach((frame) => frame(0)));
  await waitFor(() => expect(listRowNames().length).toBeGreaterThan(13));
});

test('a loading list is marked as busy without a number of rows', async () => {
  const { rerender } = renderConsole(<DataTable label="Labels" columns={columns} rows={allLabels} rowId={getId} isGrowing />);
  await waitFor(() => expect(listRowNames().length).toBeGreaterThan(5));
  expect(getTable()).toHaveAttribute('aria-busy', 'true');
  expect(getTable()).toHaveAttribute('aria-rowcount', '-1');
  expect(screen.queryByText(/rows\. Ctrl\+F/)).not.toBeInTheDocument();
  rerender(<DataTable label="Labels" columns={columns} rows={allLabels} rowId={getId} />);
  expect(getTable()).toHaveAttribute('aria-rowcount', '3001');
});

test('renders all rows of one page without a note', async () => {
  await renderTable(createLabels(25));
  expect(listRowNames()).toHaveLength(25);
  expect(getTable()).not.toHaveAttribute('aria-rowcount');
});

test('sorting applies to all rows, not only to rendered ones', async () => {
  await renderTable();
  await userEvent.click(screen.getByRole('button', { name: 'Name' }));
  await userEvent.click(screen.getByRole('button', { name: 'Name' }));
  expect(listRowNames()[0]).toBe('label 2999');
});

test('arrow keys, Page Down and Ctrl+End reach the same button in other rows', async () => {
  const user = userEvent.setup();
  await renderTable();
  act(() =>
    within(screen.getByRole('row', { name: /label 0000/ }))
      .getByRole('button', { name: 'Edit' })
      .focus(),
  );
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(document.activeElement?.closest('tr')).toHaveTextContent('label 0002');
  await user.keyboard('{PageDown}{PageDown}{PageDown}{PageDown}');
  await waitFor(() => expect(document.activeElement?.closest('tr')).toHaveTextContent('label 0042'));
  await user.keyboard('{Control>}{End}{/Control}');
  await waitFor(() => expect(document.activeElement?.closest('tr')).toHaveTextContent('label 2999'));
  expect(document.activeElement).toHaveAccessibleName('Edit');
});

testInLongRun('the focused row stays rendered when it is scrolled away', async () => {
  await renderTable();
  const firstRowButton = within(screen.getByRole('row', { name: /label 0001/ })).getByRole('button', { name: 'Edit' });
  act(() => firstRowButton.focus());
  act(() => getTable().parentElement?.scrollTo({ top: 90_000 }));
  await waitFor(() => expect(listRowNames()).toContain('label 2000'));
  expect(firstRowButton).toHaveFocus();
});

test('the next row, or the empty list, gets the focus after a deletion', async () => {
  let removeFirst: (name: string) => void = () => undefined;
  function Shrinking() {
    const [rows, setRows] = useState(createLabels(3));
    removeFirst = (name) => setRows((current) => current.filter((row) => row.name !== name));
    return (
      <DataTable label="Labels" columns={columns} rows={rows} rowId={getId} rowActions={getActions} empty="No labels yet." />
    );
  }
  renderConsole(<Shrinking />);
  const getFocusedRow = () => document.activeElement?.closest('tr')?.textContent;
  act(() =>
    within(screen.getByRole('row', { name: /label 0001/ }))
      .getByRole('button', { name: 'Edit' })
      .focus(),
  );
  act(() => removeFirst('label 0001'));
  expect(getFocusedRow()).toContain('label 0002');
  act(() => removeFirst('label 0002'));
  expect(getFocusedRow()).toContain('label 0000');
  act(() => removeFirst('label 0000'));
  expect(document.activeElement).toHaveTextContent('No labels yet.');
  expect(document.activeElement).not.toBe(document.body);
});

test('a render of the page renders no row again', async () => {
  const user = userEvent.setup();
  function Page() {
    const [text, setText] = useState('');
    return (
      <>
        <input aria-label="Elsewhere" value={text} onChange={(event) => setText(event.target.value)} />
        <DataTable label="Labels" columns={columns} rows={pageLabels} rowId={getId} rowActions={getActions} />
      </>
    );
  }
  renderConsole(<Page />);
  cell.mockClear();
  await user.type(screen.getByRole('textbox', { name: 'Elsewhere' }), 'abc');
  expect(cell).not.toHaveBeenCalled();
});
const pageLabels = createLabels(50);
