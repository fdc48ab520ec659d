import { renderConsole } from '@console/shared-ui/testing';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Outbox, SaveState } from '../../outbox';
import { SaveStateView } from './save-state';

/** An outbox with a save state that the test controls. */
function createFakeOutbox(initialState: SaveState) {
  let currentState = initialState;
  const listeners = new Set<() => void>();
  const outbox = {
    get saveState() {
      return currentState;
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as Outbox;
  const setState = (next: SaveState) =>
    act(() => {
      currentState = next;
      for (const listener of listeners) listener();
    });
  return { outbox, setState };
}

test('the open list stays open while sending is retried', async () => {
  const waitingState: SaveState = { kind: 'waiting', count: 3, reason: 'offline', durable: true };
  const { outbox, setState } = createFakeOutbox(waitingState);
  renderConsole(<SaveStateView outbox={outbox} />);
  await userEvent.click(screen.getByRole('button', { name: '3 waiting: no connection' }));
  expect(await screen.findByRole('button', { name: 'Try now' })).toBeVisible();
  setState({ kind: 'saving', count: 3, durable: true });
  setState(waitingState);
  expect(screen.getByRole('button', { name: 'Try now' })).toBeVisible();
  setState({ kind: 'saved', durable: true });
  expect(screen.getByRole('status', { name: 'Save state' })).toHaveTextContent('Saved');
  expect(screen.queryByRole('button', { name: 'Saved' })).toBeNull();
});
