import { createUndoResult, failWith, listUndone, signInForTest, stubApi, UNDO } from '@console/shared-auth/testing';
import { Button } from '@fluentui/react-components';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderConsole } from '../testing';
import { useUndoNotice } from './use-undo-notice';

function RemoveButtons() {
  const offerUndo = useUndoNotice();
  return (
    <>
      {['cup', 'mug'].map((item) => (
        <Button key={item} onClick={() => offerUndo(`The ${item} was removed.`, { changeSet: item, changes: [] })}>
          {item}
        </Button>
      ))}
      <input aria-label="Name" />
    </>
  );
}
const renderButtons = (response: unknown = createUndoResult()) => {
  const stub = stubApi({ [UNDO]: response });
  renderConsole(<RemoveButtons />);
  return { stub, user: userEvent.setup() };
};

beforeEach(() => signInForTest());

test('Ctrl+Z undoes the visible actions, newest first, each once', async () => {
  const { stub, user } = renderButtons();
  await user.click(screen.getByRole('button', { name: 'cup' }));
  await user.click(screen.getByRole('button', { name: 'mug' }));
  expect(await screen.findByText('The mug was removed.')).toBeVisible();
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(listUndone(stub)).toEqual(['mug']));
  await waitFor(() => expect(screen.queryByText('The mug was removed.')).toBeNull());
  await user.keyboard('{Control>}zz{/Control}');
  await waitFor(() => expect(listUndone(stub)).toEqual(['mug', 'cup']));
});

test('Ctrl+Z does not apply in a text field or after the toast is closed', async () => {
  const { stub, user } = renderButtons();
  await user.click(screen.getByRole('button', { name: 'cup' }));
  expect(await screen.findByRole('button', { name: 'Undo' })).toHaveAttribute('aria-keyshortcuts', 'Control+Z');
  await user.click(screen.getByRole('textbox', { name: 'Name' }));
  await user.keyboard('{Control>}z{/Control}');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByText('The cup was removed.')).toBeNull());
  screen.getByRole('button', { name: 'mug' }).focus();
  await user.keyboard('{Control>}z{/Control}');
  expect(listUndone(stub)).toEqual([]);
});

test('a completed undo is reported with the change', async () => {
  const { user } = renderButtons();
  await user.click(screen.getByRole('button', { name: 'cup' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Undone: The cup was removed.')).toBeVisible();
});

test('conflicts are counted with their reasons and a link to the undone set', async () => {
  const conflict = { kind: 'product' as const, subject: 'p1', row: 'p1', reason: 'changed' as const, fields: [] };
  const { user } = renderButtons(
    createUndoResult({ undone: 3, conflict_count: 2, conflicts: [conflict, { ...conflict, reason: 'missing' }] }),
  );
  await user.click(screen.getByRole('button', { name: 'cup' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Restored 3 of 5 rows.')).toBeVisible();
  expect(screen.getByText('Another change was made later. Something was deleted later.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Show in Activity' })).toHaveAttribute('href', '/activity?undo=7');
  expect(screen.queryByText('Undone: The cup was removed.')).toBeNull();
});

test('shows the reason if the undo fails', async () => {
  const { user } = renderButtons(failWith(409, 'This change has too many entries.'));
  await user.click(screen.getByRole('button', { name: 'cup' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Unable to undo')).toBeVisible();
  expect(screen.getByText('This change has too many entries.')).toBeVisible();
});
