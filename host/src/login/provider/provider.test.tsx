import { applyConfig } from '@console/shared-auth';
import { failWith, stubApi, testUser, testWorkspace } from '@console/shared-auth/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createServicesResponse, getUrl, renderShell, resetShell } from '../../testing/shell-harness';
import { openUrl } from '../../logout/open-url';

jest.mock('../../logout/open-url');

const START_SIGN_IN = 'POST /account/v2/oidc/start';
const FINISH_SIGN_IN = 'POST /account/v2/oidc/finish';
const PROVIDER_STATUS = 'GET /account/v2/oidc/';
const PROVIDER_URL = 'https://id.example/authorize?state=s';
const sessionResponses = {
  'GET /account/v2/details/': testUser,
  'GET /account/v2/workspace/': [testWorkspace],
  'GET /account/v2/resource': createServicesResponse('annotate'),
  'GET /account/v2/token/': { token: 't' },
};
const getOpenedUrls = () => jest.mocked(openUrl).mock.calls.map(([url]) => url);
const findButton = (name: string) => screen.findByRole('button', { name });

beforeEach(() => {
  resetShell();
  sessionStorage.clear();
  jest.mocked(openUrl).mockClear();
  applyConfig({ identityProvider: { name: 'Acme ID' } });
});

test('the sign-in leads to the identity provider and back to the requested page', async () => {
  const stub = stubApi({
    ...sessionResponses,
    [PROVIDER_STATUS]: { available: true },
    [START_SIGN_IN]: { url: PROVIDER_URL },
    [FINISH_SIGN_IN]: { access: 'a', refresh: 'r' },
  });
  const { unmount } = await renderShell('/images?verified=1');
  expect(screen.getByLabelText(/^Password/)).toBeVisible();
  await userEvent.click(await findButton('Sign in with Acme ID'));
  await waitFor(() => expect(getOpenedUrls()).toEqual([PROVIDER_URL]));
  unmount();
  await renderShell('/sign-in/callback?code=c&state=s');
  expect(await screen.findByText('Page of annotate')).toBeVisible();
  expect(getUrl()).toBe('/images?verified=1');
  expect(stub.getRequests(FINISH_SIGN_IN).map(({ body }) => body)).toEqual([{ query: 'code=c&state=s' }]);
  expect(localStorage.getItem('access')).toBe('a');
});

test('a stored return path to another site is not opened', async () => {
  sessionStorage.setItem('sign-in-return-path', '//evil.example');
  stubApi({ ...sessionResponses, [FINISH_SIGN_IN]: { access: 'a', refresh: 'r' } });
  await renderShell('/sign-in/callback?code=c&state=s');
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeInTheDocument();
  expect(getUrl()).toBe('/');
});

test.each([
  [failWith(403, 'The sign-in with Acme ID was canceled or denied.'), 'The sign-in with Acme ID was canceled or denied.'],
  [failWith(502, 'The clock of Acme ID differs.', { code: 'identity_provider' }), 'The clock of Acme ID differs.'],
  [failWith(502, 'Bad gateway'), "The server isn't responding. Try again later."],
  [failWith(0), "The server isn't responding. Try again later."],
])('explains a failed sign-in, links back and removes the code from the URL (%#)', async (response, message) => {
  stubApi({ [FINISH_SIGN_IN]: response, [PROVIDER_STATUS]: { available: true } });
  await renderShell('/sign-in/callback?code=c&state=s');
  expect(await screen.findByText(message)).toBeVisible();
  expect(getUrl()).toBe('/sign-in/callback');
  expect(await findButton('Back to sign-in')).toHaveFocus();
  await userEvent.click(await findButton('Back to sign-in'));
  expect(getUrl()).toBe('/login');
});

test('the sign-in page shows a message until the identity provider is available', async () => {
  const stub = stubApi({
    [PROVIDER_STATUS]: { available: false },
    [START_SIGN_IN]: failWith(503, 'Acme ID is down.', { code: 'identity_provider' }),
  });
  await renderShell('/login');
  expect(await screen.findByText("Acme ID isn't available at the moment. Try again later.")).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Sign in with Acme ID' })).toBeNull();
  stub.addHandlers({ [PROVIDER_STATUS]: { available: true } });
  await userEvent.click(await findButton('Check again'));
  await userEvent.click(await findButton('Sign in with Acme ID'));
  expect(await screen.findByText('Acme ID is down.')).toBeVisible();
  expect(getOpenedUrls()).toEqual([]);
});

test('without passwords, only the emergency account gets a form', async () => {
  applyConfig({ identityProvider: { name: 'Acme ID' }, passwordSignIn: false, sendsMail: true });
  const refusal = 'Passwords are off on this server. Sign in with Acme ID.';
  stubApi({ [PROVIDER_STATUS]: { available: true }, 'POST /account/v2/login/': failWith(403, refusal) });
  const { unmount } = await renderShell('/login');
  expect(await findButton('Sign in with Acme ID')).toHaveFocus();
  expect(screen.queryByLabelText(/^Password/)).toBeNull();
  expect(screen.queryByRole('link', { name: 'Forgot your password?' })).toBeNull();
  await userEvent.click(await findButton('Use the emergency account'));
  await userEvent.type(screen.getByLabelText(/^Email/), 'demo@console.test');
  await userEvent.type(screen.getByLabelText(/^Password/), 'a guess');
  await userEvent.click(await findButton('Login'));
  expect(await screen.findByText(`Unable to login. ${refusal}`)).toBeVisible();
  unmount();
  await renderShell('/forgot-password');
  expect(await screen.findByText('This console has no passwords. Sign in with Acme ID.')).toBeVisible();
});

test('logout opens the page that ends the session at the identity provider', async () => {
  stubApi({
    ...sessionResponses,
    [FINISH_SIGN_IN]: { access: 'a', refresh: 'r' },
    'GET /account/v2/logout': { provider_url: 'https://id.example/end' },
  });
  await renderShell('/sign-in/callback?code=c&state=s');
  await userEvent.click(await findButton(`Account of ${testUser.email}`));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }));
  await waitFor(() => expect(getOpenedUrls()).toEqual(['https://id.example/end']));
});
