import { Button } from '@fluentui/react-components';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderConsole } from '../testing';
import { useUndoNotice } from './use-undo-notice';

function Shelf({ undo }: { undo: (what: string) => Promise<unknown> }) {
  const offer = useUndoNotice();
  return (
    <>
      {['cup', 'mug'].map((what) => (
        <Button key={what} onClick={() => offer(`The ${what} was removed.`, () => undo(what))}>
          {what}
        </Button>
      ))}
      <input aria-label="Name" />
    </>
  );
}
const show = (undo: (what: string) => Promise<unknown>) => {
  renderConsole(<Shelf undo={undo} />);
  return userEvent.setup();
};

test('Ctrl+Z undoes the visible actions, newest first, each once', async () => {
  const undone: string[] = [];
  const user = show(async (what) => void undone.push(what));
  await user.click(screen.getByRole('button', { name: 'cup' }));
  await user.click(screen.getByRole('button', { name: 'mug' }));
  expect(await screen.findByText('The mug was removed.')).toBeVisible();
  await user.keyboard('{Control>}z{/Control}');
  expect(undone).toEqual(['mug']);
  await waitFor(() => expect(screen.queryByText('The mug was removed.')).toBeNull());
  await user.keyboard('{Control>}zz{/Control}');
  expect(undone).toEqual(['mug', 'cup']);
});

test('Ctrl+Z does not apply in a text field or after the toast is closed', async () => {
  const undone: string[] = [];
  const user = show(async (what) => void undone.push(what));
  await user.click(screen.getByRole('button', { name: 'cup' }));
  expect(await screen.findByRole('button', { name: 'Undo' })).toHaveAttribute('aria-keyshortcuts', 'Control+Z');
  await user.click(screen.getByRole('textbox', { name: 'Name' }));
  await user.keyboard('{Control>}z{/Control}');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByText('The cup was removed.')).toBeNull());
  screen.getByRole('button', { name: 'mug' }).focus();
  await user.keyboard('{Control>}z{/Control}');
  expect(undone).toEqual([]);
});

test('a completed undo is reported with the change', async () => {
  const user = show(() => Promise.resolve());
  await user.click(screen.getByRole('button', { name: 'cup' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Undone: The cup was removed.')).toBeVisible();
});

test('an undo that has reported a problem itself shows no second message', async () => {
  const user = show(async (what) => what === 'mug');
  await user.click(screen.getByRole('button', { name: 'cup' }));
  await user.click(screen.getByRole('button', { name: 'mug' }));
  await user.keyboard('{Control>}zz{/Control}');
  expect(await screen.findByText('Undone: The mug was removed.')).toBeVisible();
  expect(screen.queryByText('Undone: The cup was removed.')).toBeNull();
});

test('shows the reason if the undo fails', async () => {
  const user = show(() => Promise.reject(new Error('The shelf is gone.')));
  await user.click(screen.getByRole('button', { name: 'cup' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Unable to undo')).toBeVisible();
});
