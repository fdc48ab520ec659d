import { Button } from '@fluentui/react-components';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CopyButton } from '../copy-button/copy-button';
import { renderConsole } from '../testing';
import { useUndoNotice } from '../undo';
import { useNotify } from './notify';

function TrainButton() {
  const notify = useNotify();
  return <Button onClick={() => notify.success({ title: 'OK', text: 'Model was add to train queue!' })}>Train</Button>;
}

function ToastButtons() {
  const notify = useNotify();
  return Object.entries(notify).map(([kind, show]) => (
    <Button key={kind} onClick={() => (show as typeof notify.info)({ title: `It is ${kind}` })}>
      {kind}
    </Button>
  ));
}

test.each([
  ['success', 'Success'],
  ['info', 'Information'],
  ['warning', 'Warning'],
  ['danger', 'Error'],
])('the icon of a toast names its kind: %s', async (kind, name) => {
  renderConsole(<ToastButtons />);
  await userEvent.click(screen.getByRole('button', { name: kind }));
  const toast = within(await screen.findByRole('listitem'));
  expect(toast.getByText(`It is ${kind}`)).toBeVisible();
  expect(toast.getByRole('img', { name })).toBeVisible();
});

test('shows title and text and can be closed', async () => {
  const user = userEvent.setup();
  renderConsole(<TrainButton />);
  await user.click(screen.getByRole('button', { name: 'Train' }));
  expect(await screen.findByText('Model was add to train queue!')).toBeVisible();
  expect(screen.getByText('OK')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Close' })).toBeVisible();
});

test('CopyButton confirms the copy', async () => {
  const user = userEvent.setup();
  renderConsole(<CopyButton text="abc-123" what="workspace id" />);
  await user.click(screen.getByRole('button', { name: 'Copy workspace id' }));
  expect(await navigator.clipboard.readText()).toBe('abc-123');
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible();
});

function RemoveButton() {
  const offerUndo = useUndoNotice();
  return <Button onClick={() => offerUndo('1 picture was removed.', { changeSet: 'k', changes: [] })}>Remove</Button>;
}

test('the focus returns to the previous element after Undo', async () => {
  renderConsole(<RemoveButton />);
  const removeButton = screen.getByRole('button', { name: 'Remove' });
  await userEvent.click(removeButton);
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  expect(removeButton).toHaveFocus();
});
