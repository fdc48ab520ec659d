import { failWith, signInForTest, stubApi, testWorkspace } from '@console/shared-auth/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderShell } from '../testing/shell-harness';

const tokenCard = () => within(screen.getByRole('region', { name: 'API token' }));

test("has the cards of the workspace's services, in their order, and the token", async () => {
  signInForTest({ services: ['custom-recognition', 'annotate'] });
  stubApi({ 'GET /account/v2/token/': { token: 'secret-token' } });
  await renderShell();
  expect(screen.getAllByRole('article').map((card) => card.textContent)).toEqual(['Card recognition', 'Card jobs']);
  expect(tokenCard().getByText(testWorkspace.id)).toBeVisible();
});

test('the token is masked until it is asked for, and copied either way', async () => {
  const user = userEvent.setup();
  signInForTest();
  stubApi({ 'GET /account/v2/token/': { token: 'secret-token' } });
  await renderShell();
  expect(await tokenCard().findByText(/^•+$/)).toBeVisible();
  expect(screen.queryByText('secret-token')).toBeNull();
  await user.click(tokenCard().getByRole('button', { name: 'Copy token' }));
  expect(await navigator.clipboard.readText()).toBe('secret-token');
  await user.click(tokenCard().getByRole('button', { name: 'Show token' }));
  expect(screen.getByText('secret-token')).toBeVisible();
  await user.click(tokenCard().getByRole('button', { name: 'Hide token' }));
  expect(screen.queryByText('secret-token')).toBeNull();
  await user.click(tokenCard().getByRole('button', { name: 'Copy workspace id' }));
  expect(await navigator.clipboard.readText()).toBe(testWorkspace.id);
});

test('a token that cannot be read is said so, with Retry, beside the other cards', async () => {
  signInForTest();
  const stub = stubApi({ 'GET /account/v2/token/': failWith(500) });
  await renderShell();
  expect(await tokenCard().findByText('The token could not be read.')).toBeVisible();
  expect(screen.getByText('Card detection')).toBeVisible();
  stub.on({ 'GET /account/v2/token/': { token: 'secret-token' } });
  await userEvent.click(tokenCard().getByRole('button', { name: 'Retry' }));
  expect(await tokenCard().findByText(/^•+$/)).toBeVisible();
});
