import { ApiError, consoleQueryClient } from '@console/shared-auth';
import { act, render, screen } from '@testing-library/react';
import { layoutMessages } from './layout-messages';
import { ServerStarting } from './server-starting';

const startingError = new ApiError(503, 'The server is starting.', { detail: 'The server is starting.', code: 'starting' });

it('shows that the server is starting until a request succeeds', async () => {
  render(<ServerStarting />);
  expect(screen.queryByText(layoutMessages.serverStarting)).toBeNull();
  let isReady = false;
  const loadRows = async () => {
    if (!isReady) throw startingError;
    return 'rows';
  };
  const rowsPromise = consoleQueryClient.fetchQuery({ queryKey: ['rows'], queryFn: loadRows, retry: true, retryDelay: 10 });
  expect(await screen.findByText(layoutMessages.serverStarting)).toBeVisible();
  isReady = true;
  expect(await act(() => rowsPromise)).toBe('rows');
  expect(screen.queryByText(layoutMessages.serverStarting)).toBeNull();
});
