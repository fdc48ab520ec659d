import { signInForTest, testUser } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { KeysButton } from './keys-button';
import { getUserKeymap } from './user-keymap';
import { useKeyActions } from './use-key-action';

let done: string[] = [];

/** A screen with two tools. */
function Tools() {
  useKeyActions({ detection: () => void done.push('detection'), select: () => void done.push('select'), point: null });
  return null;
}
function show() {
  signInForTest();
  done = [];
  renderConsole(
    <>
      <Tools />
      <KeysButton />
    </>,
  );
  return userEvent.setup();
}
const open = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Keyboard' }));
// Not by role: without window focus in jsdom, the library sometimes hides the dialog from the accessibility tree.
const dialog = async () => within((await screen.findByText('Reserved keys')).closest<HTMLElement>('[role="dialog"]')!);
const keyOf = async (action: string) => (await dialog()).getByLabelText(`Change the key for ${action}`);
const closed = () => waitFor(() => expect(screen.queryByText('Reserved keys')).toBeNull());

beforeEach(() => {
  localStorage.clear();
  // Key bindings last for the tab. Each test starts with the default keys.
  getUserKeymap(testUser.id).reset();
});

test('the ? key opens the dialog', async () => {
  await show().keyboard('?');
  expect(await screen.findByText('Cancel; then Tab leaves the canvas')).toBeInTheDocument();
});

test('a changed key works at once and is stored', async () => {
  const user = show();
  await open(user);
  expect(await keyOf('Undo')).toHaveTextContent('Ctrl+Z');
  expect((await dialog()).queryByLabelText('Change the key for Draw points')).toBeNull();
  expect((await dialog()).queryByLabelText('Change the key for Erase all')).toBeNull();
  await user.click(await keyOf('Draw objects'));
  await user.keyboard('v');
  expect(await keyOf('Draw objects')).toHaveTextContent('V');
  expect(await keyOf('Selection')).toHaveTextContent('No key');
  expect((await dialog()).getByText('This key was removed from Selection.')).toBeVisible();
  await user.click((await dialog()).getByText('Close'));
  await closed();
  await user.keyboard('vb');
  expect(done).toEqual(['detection']);
  expect(localStorage.getItem(`annotate.keys.${testUser.id}`)).toContain('"detection":["v"]');
});

test('the button restores the default keys', async () => {
  getUserKeymap(testUser.id).rebind('detection', 'v');
  const user = show();
  await user.keyboard('v');
  expect(done).toEqual(['detection']);
  await open(user);
  await user.click((await dialog()).getByText('Restore default keys'));
  expect(await keyOf('Draw objects')).toHaveTextContent('B');
  await user.keyboard('{Escape}');
  await closed();
  await user.keyboard('vb');
  expect(done).toEqual(['detection', 'select', 'detection']);
});

test('Esc cancels a key change, and reserved keys are rejected', async () => {
  const user = show();
  await open(user);
  await user.click(await keyOf('Draw objects'));
  await user.keyboard('{Enter}');
  expect((await dialog()).getByText('This key is reserved. Press another key.')).toBeVisible();
  await user.keyboard('{Escape}');
  expect(await keyOf('Draw objects')).toHaveTextContent('B');
});

test('keys do nothing while a dialog is open', async () => {
  const user = show();
  await open(user);
  await dialog();
  await user.keyboard('b');
  expect(done).toEqual([]);
});
