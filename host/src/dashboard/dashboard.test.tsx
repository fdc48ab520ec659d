import { failWith, signInForTest, stubApi, testWorkspace } from '@console/shared-auth/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderShell } from '../testing/shell-harness';

const getTokenCard = () => within(screen.getByRole('region', { name: 'API token' }));

test("shows the cards of the workspace's services in order and the API token", async () => {
  signInForTest({ services: ['custom-recognition', 'annotate'] });
  stubApi({ 'GET /account/v2/token/': { token: 'secret-token' } });
  await renderShell();
  expect(screen.getAllByRole('article').map((card) => card.textContent)).toEqual(['Card recognition', 'Card jobs']);
  expect(getTokenCard().getByText(testWorkspace.id)).toBeVisible();
});

test('links to permitted pages that have no entry in the sidebar', async () => {
  signInForTest({ services: ['annotate'] });
  stubApi({ 'GET /account/v2/token/': { token: 'secret-token' } });
  await renderShell();
  const main = within(screen.getByRole('main'));
  expect(main.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/evaluation']);
  expect(main.getByRole('link', { name: 'Evaluations' })).toBeVisible();
});

test('masks the token until it is revealed and can always copy it', async () => {
  const user = userEvent.setup();
  signInForTest();
  stubApi({ 'GET /account/v2/token/': { token: 'secret-token' } });
  await renderShell();
  expect(await getTokenCard().findByText(/^•+$/)).toBeVisible();
  expect(screen.queryByText('secret-token')).toBeNull();
  await user.click(getTokenCard().getByRole('button', { name: 'Copy token' }));
  expect(await navigator.clipboard.readText()).toBe('secret-token');
  await user.click(getTokenCard().getByRole('button', { name: 'Show token' }));
  expect(screen.getByText('secret-token')).toBeVisible();
  await user.click(getTokenCard().getByRole('button', { name: 'Hide token' }));
  expect(screen.queryByText('secret-token')).toBeNull();
  await user.click(getTokenCard().getByRole('button', { name: 'Copy workspace id' }));
  expect(await navigator.clipboard.readText()).toBe(testWorkspace.id);
});

test('shows an error with Retry in the token card if the token cannot be loaded', async () => {
  signInForTest();
  const stub = stubApi({ 'GET /account/v2/token/': failWith(500) });
  await renderShell();
  expect(await getTokenCard().findByText("Couldn't load the token.")).toBeVisible();
  expect(screen.getByText('Card detection')).toBeVisible();
  stub.addHandlers({ 'GET /account/v2/token/': { token: 'secret-token' } });
  await userEvent.click(getTokenCard().getByRole('button', { name: 'Retry' }));
  expect(await getTokenCard().findByText(/^•+$/)).toBeVisible();
});
