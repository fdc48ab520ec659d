import { signInForTest } from '@console/shared-auth/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { EditDialog, NameControl } from '../forms';
import { useUrlParams } from '../pages';
import { renderConsole } from '../testing';
import { EditableRows, defineRowListParams, type RowFormProps } from '.';

interface Label {
  id: string;
  name: string;
  count: number;
}
const labels: Label[] = Array.from({ length: 20 }, (_, index) => ({
  id: `l${index}`,
  name: `label ${10 + index}`,
  count: index,
}));
const urlListParams = defineRowListParams(['count'], 'label-');
const renderCountCell = jest.fn(({ count }: Label) => String(count));
const columns = [
  { id: 'count', header: 'Objects', cell: renderCountCell, sortValue: ({ count }: Label) => count, width: '90px' },
];
const saveRow = jest.fn((_row: Label | null) => Promise.resolve());

/** Form for a row, as the page of a remote would provide it. */
function LabelForm({ row, write, ...dialog }: RowFormProps<Label>) {
  return (
    <EditDialog {...dialog} initial={{ name: row?.name ?? '' }} onSubmit={() => write(saveRow)}>
      {({ control }) => <NameControl control={control} name="name" />}
    </EditDialog>
  );
}

function LabelRows({ also: extraLabels = [] }: { also?: Label[] }) {
  const list = useUrlParams(urlListParams);
  const [rows, setRows] = useState([...labels, ...extraLabels]);
  const renameByOtherUser = () =>
    setRows((current) => current.map((row) => (row.id === 'l2' ? { ...row, name: 'theirs', count: 99 } : row)));
  return (
    <>
      <button onClick={renameByOtherUser}>rename elsewhere</button>
      <EditableRows
        title="Labels"
        noun="label"
        rows={{ data: rows, error: null, refetch }}
        list={list}
        columns={columns}
        empty="No labels yet."
        form={(form: RowFormProps<Label>) => <LabelForm {...form} />}
        deleteRow={({ id }) => Promise.resolve(setRows((current) => current.filter((row) => row.id !== id)))}
        changes={noChanges}
      />
    </>
  );
}
const refetch = () => undefined;
const noChanges: readonly never[] = [];

beforeEach(() => {
  signInForTest();
  renderCountCell.mockClear();
});
const getButton = (row: RegExp, name: string) => within(screen.getByRole('row', { name: row })).getByRole('button', { name });

test('opening a dialog and typing in it renders no row again', async () => {
  const user = userEvent.setup();
  renderConsole(<LabelRows />);
  act(() => getButton(/label 12/, 'Edit').focus());
  renderCountCell.mockClear();
  await user.keyboard('{Enter}');
  await user.type(await screen.findByRole('textbox', { name: /^Name/ }), ' red');
  expect(screen.getByRole('textbox', { name: /^Name/ })).toHaveValue('label 12 red');
  expect(renderCountCell).not.toHaveBeenCalled();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(saveRow).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(getButton(/label 12/, 'Edit')).toHaveFocus());
});

test('an open form follows a change of another user and saves the current row', async () => {
  const user = userEvent.setup();
  renderConsole(<LabelRows />);
  await user.click(getButton(/label 12/, 'Edit'));
  const nameField = await screen.findByRole('textbox', { name: /^Name/ });
  act(() => screen.getByRole('button', { name: 'rename elsewhere', hidden: true }).click());
  expect(nameField).toHaveValue('theirs');
  expect(screen.getByText('Another user has changed name. The form shows the new value.')).toBeVisible();
  saveRow.mockClear();
  await user.type(nameField, '!{Enter}');
  expect(saveRow.mock.calls).toMatchObject([[{ id: 'l2', name: 'theirs', count: 99 }]]);
});

test('the next row gets the focus after a row is deleted', async () => {
  const user = userEvent.setup();
  renderConsole(<LabelRows />);
  await user.click(getButton(/label 12/, 'Delete'));
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(getButton(/label 13/, 'Delete')).toHaveFocus());
  expect(screen.queryByRole('row', { name: /label 12/ })).not.toBeInTheDocument();
});

test('rows with the same name show the start of their ids', async () => {
  renderConsole(<LabelRows also={[{ id: 'twin-abc', name: 'label 12', count: 99 }]} />, { route: '/?label-search=label 12' });
  const rowNames = (await screen.findAllByRole('row')).slice(1).map((row) => within(row).getAllByRole('cell')[0]?.textContent);
  expect(rowNames).toEqual(['label 12 · l2', 'label 12 · twin-a']);
});

test('a link opens the list with search and sort order', () => {
  renderConsole(<LabelRows />, { route: '/?label-search=label+2&label-sort=-count' });
  const rowNames = screen.getAllByRole('row').slice(1);
  expect(rowNames).toHaveLength(10);
  expect(rowNames[0]).toHaveTextContent('label 29');
});
