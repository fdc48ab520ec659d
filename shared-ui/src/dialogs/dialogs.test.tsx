import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TextField } from '../fields/text-fields';
import { renderConsole } from '../testing';
import { ConfirmDialog } from './confirm-dialog';
import { FormDialog } from './form-dialog';

test('ConfirmDialog has the buttons Remove and Cancel', async () => {
  const user = userEvent.setup();
  const [onConfirm, onCancel] = [jest.fn(), jest.fn()];
  renderConsole(
    <ConfirmDialog open title="Are you sure you want to delete selected label ?!" onConfirm={onConfirm} onCancel={onCancel} />,
  );
  expect(screen.getByRole('alertdialog', { name: 'Are you sure you want to delete selected label ?!' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onCancel).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

test('Enter submits a form, Esc closes it, and errors are shown', async () => {
  const user = userEvent.setup();
  const [onSubmit, onClose] = [jest.fn((event: { preventDefault: () => void }) => event.preventDefault()), jest.fn()];
  renderConsole(
    <FormDialog open title="New label" submitLabel="Create" error="Unable to create label!" onSubmit={onSubmit} onClose={onClose}>
      <TextField label="Name" error="Enter at least 2 letters" />
    </FormDialog>,
  );
  expect(screen.getByText('Unable to create label!')).toBeVisible();
  expect(screen.getByText('Enter at least 2 letters')).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'C{Enter}');
  expect(onSubmit).toHaveBeenCalledTimes(1);
  await user.keyboard('{Escape}');
  // Esc does not close the dialog at once, because the user has entered text.
  expect(onClose).not.toHaveBeenCalled();
  expect(await screen.findByRole('button', { name: 'Keep editing' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(onSubmit).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('C');
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test.each([
  ['without input', {}],
  ['that is not dirty', { dirty: false }],
])('Esc immediately closes a form %s', async (_case, props) => {
  const user = userEvent.setup();
  const onClose = jest.fn();
  renderConsole(
    <FormDialog open title="New label" submitLabel="Create" onSubmit={jest.fn()} onClose={onClose} {...props}>
      <TextField label="Name" autoFocus />
    </FormDialog>,
  );
  if ('dirty' in props) await user.type(screen.getByRole('textbox', { name: 'Name' }), 'C{Backspace}');
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('Esc does not close a dialog that is not dismissible', async () => {
  const user = userEvent.setup();
  const onClose = jest.fn();
  renderConsole(
    <FormDialog
      open
      title="Select detection label!"
      submitLabel="Create"
      dismissible={false}
      onSubmit={jest.fn()}
      onClose={onClose}
    >
      <TextField label="Label" />
    </FormDialog>,
  );
  await user.click(screen.getByRole('textbox', { name: 'Label' }));
  await user.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
});
