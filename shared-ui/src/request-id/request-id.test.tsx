import { ApiError } from '@console/shared-auth';
import { Button } from '@fluentui/react-components';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useWrite } from '../pages';
import { ErrorState } from '../states/error-state';
import { renderConsole } from '../testing';

const REQUEST_ID = '3f2a91c4-b5d6-4e7f';
const createError = (status: number, body: unknown = {}) => new ApiError(status, 'The reason', body, false, REQUEST_ID);

function SaveButton({ error }: { error: unknown }) {
  const write = useWrite({ send: () => Promise.reject(error), failure: 'Unable to save!' });
  return <Button onClick={() => void write.send()}>Save</Button>;
}

test('an error card shows and copies the request id of an unexpected error', async () => {
  const user = userEvent.setup();
  renderConsole(<ErrorState error={createError(500)} />);
  const alert = within(screen.getByRole('alert'));
  expect(alert.getByText(REQUEST_ID)).toBeVisible();
  await user.click(alert.getByRole('button', { name: 'Copy request ID' }));
  expect(await navigator.clipboard.readText()).toBe(REQUEST_ID);
  expect(await alert.findByRole('button', { name: 'Copied' })).toBeVisible();
});

test('the toast of a failed write shows the request id', async () => {
  renderConsole(<SaveButton error={createError(502)} />);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(within(await screen.findByRole('listitem')).getByText(REQUEST_ID)).toBeVisible();
});

test.each([
  ['a refusal', createError(400)],
  ['a missing row', createError(404)],
  ['a starting server', createError(503, { code: 'starting' })],
  ['an error of a server without request ids', new ApiError(500, 'The reason')],
])('no request id is shown for %s', (_name, error) => {
  renderConsole(<ErrorState error={error} />);
  expect(screen.getByRole('alert')).toBeVisible();
  expect(screen.queryByText(/Request ID/)).not.toBeInTheDocument();
});
