import { signInForTest } from '@console/shared-auth/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { TextField } from '../basics';
import { DraftForm, JsonForm, useDraftForm } from '../details';
import { Controller, EditDialog, NameControl } from '../forms';
import { renderConsole } from '../testing';

interface Row {
  name: string;
  note: string;
  version: number;
}
const labels = { name: 'Name', note: 'Note' };
const toValues = ({ name, note }: Row) => ({ name, note });
const sendRow = jest.fn((_values: object, _version: number) => Promise.resolve());

function PageForm({ row }: { row: Row }) {
  const form = useDraftForm({ row, toValues, labels, send: sendRow, failure: 'Failed' });
  return (
    <DraftForm label="Facts" form={form}>
      <TextField label="Name" value={form.values.name} onChange={({ target }) => form.set({ name: target.value })} />
      <TextField label="Note" value={form.values.note} onChange={({ target }) => form.set({ note: target.value })} />
    </DraftForm>
  );
}

function DialogForm({ row }: { row: Row }) {
  return (
    <EditDialog
      title="Edit"
      submitLabel="Save"
      initial={toValues(row)}
      labels={labels}
      onClose={() => undefined}
      onSubmit={async (values) => {
        await sendRow(values, row.version);
        return null;
      }}
    >
      {({ control }) => (
        <>
          <NameControl control={control} name="name" />
          <Controller control={control} name="note" render={({ field }) => <TextField label="Note" {...field} />} />
        </>
      )}
    </EditDialog>
  );
}

/** Renders a form and a button with which another user changes the same row. */
function FormWithOtherUser({ Form }: { Form: typeof DialogForm }) {
  const [row, setRow] = useState<Row>({ name: 'Apple', note: 'old', version: 1 });
  return (
    <>
      <Form row={row} />
      <button onClick={() => setRow({ name: 'Apple', note: 'theirs', version: 2 })}>other note</button>
      <button onClick={() => setRow({ name: 'Plum', note: 'old', version: 3 })}>other name</button>
    </>
  );
}
const changeElsewhere = (name: string) => userEvent.click(screen.getByRole('button', { name, hidden: true }));
const getField = (name: RegExp) => screen.getByRole('textbox', { name });

beforeEach(() => {
  signInForTest();
  sendRow.mockClear();
});

describe.each([
  ['DraftForm', PageForm],
  ['EditDialog', DialogForm],
])('%s', (_name, Form) => {
  test('shows and sends a field that only another user has changed', async () => {
    const user = userEvent.setup({ pointerEventsCheck: 0 });
    renderConsole(<FormWithOtherUser Form={Form} />);
    await user.type(getField(/^Name/), 's');
    await changeElsewhere('other note');
    expect(screen.getByText('Another user has changed Note. The form shows the new value.')).toBeVisible();
    expect(getField(/^Note/)).toHaveValue('theirs');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(sendRow.mock.calls).toEqual([[{ name: 'Apples', note: 'theirs' }, 2]]);
  });

  test.each([
    ['Keep mine: Name', 'Apples'],
    ['Use theirs: Name', 'Plum'],
  ])('%s resolves a field that both users have changed', async (choice, name) => {
    const user = userEvent.setup({ pointerEventsCheck: 0 });
    renderConsole(<FormWithOtherUser Form={Form} />);
    await user.type(getField(/^Name/), 's');
    await user.type(getField(/^Note/), '!');
    await changeElsewhere('other name');
    expect(screen.getByText('Another user has also changed Name to “Plum”. Which value do you want to keep?')).toBeVisible();
    expect(getField(/^Name/)).toHaveValue('Apples');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByRole('button', { name: 'Keep mine: Name' })).toHaveFocus();
    expect(sendRow).not.toHaveBeenCalled();
    screen.getByRole('button', { name: choice }).focus();
    await user.keyboard('{Enter}');
    expect(getField(/^Name/)).toHaveValue(name);
    expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(sendRow.mock.calls).toEqual([[{ name, note: 'old!' }, 3]]);
  });
});

test('a field that adopted the value of another user keeps the value after a save', async () => {
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  renderConsole(<FormWithOtherUser Form={PageForm} />);
  await user.type(getField(/^Name/), 's');
  await changeElsewhere('other note');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  // The stubbed API ignores the saved name, so the form shows the name of the row again.
  await waitFor(() => expect(getField(/^Name/)).toHaveValue('Apple'));
  expect(getField(/^Note/)).toHaveValue('theirs');
  expect(screen.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true');
});

test('EditDialog does not attribute a partly failed save to another user', async () => {
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  function PartlySavedForm() {
    const [name, setName] = useState('Apple');
    return (
      <EditDialog
        title="Edit"
        submitLabel="Save"
        initial={{ name }}
        labels={labels}
        onClose={() => undefined}
        onSubmit={(values) => {
          // Simulate a form that sends two calls: the first call stores the name, the second call fails.
          setName(values.name);
          return Promise.resolve({ ok: false, error: null, message: 'Files could not be attached.' });
        }}
      >
        {({ control }) => <NameControl control={control} name="name" />}
      </EditDialog>
    );
  }
  renderConsole(<PartlySavedForm />);
  await user.type(getField(/^Name/), 's');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Files could not be attached.')).toBeVisible();
  expect(screen.queryByText(/Another user/)).not.toBeInTheDocument();
  expect(getField(/^Name/)).toHaveValue('Apples');
  await user.type(getField(/^Name/), '!');
  expect(screen.queryByText(/Another user/)).not.toBeInTheDocument();
});

describe('JsonForm', () => {
  function JsonFormWithOtherUser({ onSave }: { onSave: (value: unknown) => Promise<null> }) {
    const [value, setValue] = useState<unknown>({ shelf: 3, row: 1 });
    return (
      <>
        <JsonForm label="Meta data" saveLabel="Save meta data" value={value} onSave={onSave} modes={['text']} />
        <button onClick={() => setValue({ shelf: 3, row: 2, door: 'left' })}>other key</button>
        <button onClick={() => setValue({ shelf: 5, row: 1 })}>same key</button>
      </>
    );
  }
  const renderJsonForm = () => {
    const onSave = jest.fn((_value: unknown) => Promise.resolve(null));
    renderConsole(<JsonFormWithOtherUser onSave={onSave} />, { styled: true });
    return onSave;
  };
  const enterText = async (text: string) => {
    fireEvent.input(await screen.findByRole('textbox', { name: 'Meta data' }), { target: { value: text } });
  };
  const clickSave = () => userEvent.click(screen.getByRole('button', { name: 'Save meta data' }));

  test('saving adopts the keys that only another user has changed', async () => {
    const onSave = renderJsonForm();
    await enterText('{ "shelf": 4, "row": 1 }');
    await changeElsewhere('other key');
    await clickSave();
    expect(screen.getByText('Another user has changed row, door. The form shows the new values.')).toBeVisible();
    expect(onSave).not.toHaveBeenCalled();
    await clickSave();
    expect(onSave.mock.calls).toEqual([[{ shelf: 4, row: 2, door: 'left' }]]);
  });

  test('saving asks about a key that both users have changed', async () => {
    const onSave = renderJsonForm();
    await enterText('{ "shelf": 4, "row": 1 }');
    await changeElsewhere('same key');
    await clickSave();
    await clickSave();
    expect(onSave).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Keep mine: shelf' }));
    await clickSave();
    expect(onSave.mock.calls).toEqual([[{ shelf: 4, row: 1 }]]);
  });
});
