import { signInForTest, testUser } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { KeysButton } from './keys-button';
import { getUserKeymap } from './user-keymap';
import { useKeyActions } from './use-key-action';

let executedCommands: string[] = [];

/** A screen with two tools. */
function Tools() {
  useKeyActions({
    detection: () => void executedCommands.push('detection'),
    select: () => void executedCommands.push('select'),
    point: null,
  });
  return null;
}
function showTools() {
  signInForTest();
  executedCommands = [];
  renderConsole(
    <>
      <Tools />
      <div role="application" tabIndex={0} />
      <KeysButton />
    </>,
  );
  return userEvent.setup();
}
const openDialog = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Keyboard' }));
// Find the dialog by text instead of role. In jsdom, the library sometimes hides the dialog from the accessibility tree.
const findDialog = async () => within((await screen.findByText('Reserved keys')).closest<HTMLElement>('[role="dialog"]')!);
const findKey = async (action: string) => (await findDialog()).getByLabelText(`Change the key for ${action}`);
const waitUntilClosed = () => waitFor(() => expect(screen.queryByText('Reserved keys')).toBeNull());

beforeEach(() => {
  localStorage.clear();
  // Restore the default keys, because key bindings are kept in memory.
  getUserKeymap(testUser.id).reset();
});

test('the ? key opens the dialog', async () => {
  await showTools().keyboard('?');
  expect(await screen.findByText('Cancel; then Tab leaves the canvas')).toBeInTheDocument();
});

test('Esc returns the focus to the canvas if a key has opened the dialog', async () => {
  const user = showTools();
  await user.keyboard('?');
  await findDialog();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('application')).toHaveFocus());
});

test('a changed key works at once and is stored', async () => {
  const user = showTools();
  await openDialog(user);
  expect(await findKey('Undo')).toHaveTextContent('Ctrl+Z');
  expect((await findDialog()).queryByLabelText('Change the key for Draw points')).toBeNull();
  expect((await findDialog()).queryByLabelText('Change the key for Erase all')).toBeNull();
  await user.click(await findKey('Draw objects'));
  await user.keyboard('v');
  expect(await findKey('Draw objects')).toHaveTextContent('V');
  expect(await findKey('Selection')).toHaveTextContent('No key');
  expect((await findDialog()).getByText('This key was removed from Selection.')).toBeVisible();
  await user.click((await findDialog()).getByText('Close'));
  await waitUntilClosed();
  await user.keyboard('vb');
  expect(executedCommands).toEqual(['detection']);
  expect(localStorage.getItem(`annotate.keys.${testUser.id}`)).toContain('"detection":["v"]');
});

test('Restore default keys resets changed keys', async () => {
  getUserKeymap(testUser.id).rebind('detection', 'v');
  const user = showTools();
  await user.keyboard('v');
  expect(executedCommands).toEqual(['detection']);
  await openDialog(user);
  await user.click((await findDialog()).getByText('Restore default keys'));
  expect(await findKey('Draw objects')).toHaveTextContent('B');
  await user.keyboard('{Escape}');
  await waitUntilClosed();
  await user.keyboard('vb');
  expect(executedCommands).toEqual(['detection', 'select', 'detection']);
});

test('Esc cancels a key change, and reserved keys are rejected', async () => {
  const user = showTools();
  await openDialog(user);
  await user.click(await findKey('Draw objects'));
  await user.keyboard('{Enter}');
  expect((await findDialog()).getByText('This key is reserved. Press another key.')).toBeVisible();
  await user.keyboard('{Escape}');
  expect(await findKey('Draw objects')).toHaveTextContent('B');
});

test('keys do nothing while a dialog is open', async () => {
  const user = showTools();
  await openDialog(user);
  await findDialog();
  await user.keyboard('b');
  expect(executedCommands).toEqual([]);
});
