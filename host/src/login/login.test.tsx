import { applyConfig, startSession } from '@console/shared-auth';
import {
  deferred,
  failWith,
  resetSessionForTest,
  signInForTest,
  stubApi,
  testUser,
  testWorkspace,
} from '@console/shared-auth/testing';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderShell } from '../testing/shell-harness';
import { getReturnPath } from './return-path';

const sessionResponses = {
  'POST /account/v2/login/': { access: 'a1', refresh: 'r1' },
  'GET /account/v2/details/': testUser,
  'GET /account/v2/workspace/': [testWorkspace],
  'GET /account/v2/resource': { count: 1, next: null, previous: null, results: [{ service: { slug: 'annotate', name: '' } }] },
  'GET /account/v2/token/': { token: 't' },
  'GET /account/v2/logout': {},
};
const getUrl = () => screen.getByRole('status', { name: 'Current URL' }).textContent;

async function signIn(password = 'demo-console') {
  const user = userEvent.setup();
  await user.type(screen.getByRole('textbox', { name: /Email/ }), 'demo@console.test');
  await user.type(screen.getByLabelText(/Password/), password);
  await user.click(screen.getByRole('button', { name: 'Login' }));
}

beforeEach(() => {
  resetSessionForTest();
  applyConfig({});
});

test('redirects to /login without a session and returns after sign-in', async () => {
  stubApi(sessionResponses);
  await renderShell('/images?verified=1');
  expect(getUrl()).toBe('/login');
  expect(screen.queryByRole('navigation')).toBeNull();
  await signIn();
  expect(await screen.findByText('Page of annotate')).toBeVisible();
  expect(getUrl()).toBe('/images?verified=1');
});

testInLongRun('opens the dashboard after a direct sign-in', async () => {
  const stub = stubApi(sessionResponses);
  await renderShell('/login');
  await signIn();
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeInTheDocument();
  expect(getUrl()).toBe('/');
  expect(stub.getRequests('POST /account/v2/login/')[0]?.body).toMatchObject({
    email: 'demo@console.test',
    password: 'demo-console',
  });
});

test('shows the specified message for invalid credentials', async () => {
  stubApi({ 'POST /account/v2/login/': failWith(401, 'No active account') });
  await renderShell('/login');
  await signIn('wrong');
  expect(await screen.findByText('Unable to login. Invalid credentials')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Login' })).toBeEnabled();
});

test('distinguishes an unreachable server from invalid credentials', async () => {
  stubApi({ 'POST /account/v2/login/': failWith(0) });
  await renderShell('/login');
  await signIn();
  expect(await screen.findByText("Unable to login. The server isn't responding. Try again later.")).toBeVisible();
});

test('the sign-in form requires email and password', async () => {
  const stub = stubApi();
  await renderShell('/login');
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
  expect(await screen.findByText('Enter your email')).toBeVisible();
  expect(screen.getByText('Enter your password')).toBeVisible();
  expect(screen.getByRole('textbox', { name: /Email/ })).toHaveFocus();
  await userEvent.type(screen.getByRole('textbox', { name: /Email/ }), 'd');
  expect(screen.queryByText('Enter your email')).toBeNull();
  expect(screen.getByText('Enter your password')).toBeVisible();
  expect(stub.requests).toHaveLength(0);
});

testInLongRun('shows progress while the server processes the sign-in', async () => {
  const response = deferred();
  stubApi({ ...sessionResponses, 'POST /account/v2/login/': () => response.promise });
  await renderShell('/login');
  await signIn();
  expect(screen.getByRole('button', { name: 'Signing in…' })).toBeVisible();
  await act(async () => response.resolve(failWith(401)));
  expect(await screen.findByText('Unable to login. Invalid credentials')).toBeVisible();
});

test('shows the development badge only outside production', async () => {
  applyConfig({ environment: 'development' });
  const { unmount } = await renderShell('/login');
  expect(screen.getByRole('img', { name: 'Development environment' })).toBeVisible();
  unmount();
  applyConfig({ environment: 'production' });
  await renderShell('/login');
  expect(screen.queryByRole('img', { name: 'Development environment' })).toBeNull();
});

test('returns to the page after an expired session but not after logout', async () => {
  stubApi({ ...sessionResponses, 'GET /account/v2/details/': failWith(401), 'POST /account/v2/jwt/refresh/': failWith(401) });
  localStorage.setItem('access', 'old');
  localStorage.setItem('refresh', 'old');
  const stopSession = startSession();
  await renderShell('/images');
  expect(await screen.findByText('Your session has expired. Sign in to continue where you left off.')).toBeVisible();
  stopSession();
  stubApi(sessionResponses);
  await signIn();
  expect(await screen.findByText('Page of annotate')).toBeVisible();

  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Account of demo@console.test' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
  await signIn();
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeInTheDocument();
});

test.each(isLongRun ? [0, 502] : [0])(
  'distinguishes an unreachable server on the first load (%s) from an expired session',
  async (status) => {
    stubApi({
      ...sessionResponses,
      'GET /account/v2/details/': failWith(status),
      'GET /account/v2/workspace/': failWith(status),
    });
    localStorage.setItem('access', 'a1');
    localStorage.setItem('refresh', 'r1');
    const stopSession = startSession();
    await renderShell('/images');
    expect(await screen.findByText(/^You were signed out because the server isn't responding\./)).toBeVisible();
    expect(screen.queryByText(/Your session has expired/)).toBeNull();
    stopSession();
    stubApi(sessionResponses);
    await signIn();
    expect(await screen.findByText('Page of annotate')).toBeVisible();
  },
);

test('redirects signed-in users away from /login', async () => {
  stubApi(sessionResponses);
  signInForTest();
  await renderShell('/login');
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeInTheDocument();
});

test.each([
  [null, '/'],
  [{ from: { pathname: '/image/1', search: '?a=1', hash: '#b' } }, '/image/1?a=1#b'],
  [{ from: { pathname: '//elsewhere.test' } }, '/'],
  [{ from: 'https://elsewhere.test' }, '/'],
])('getReturnPath(%j) returns %s', (state, path) => {
  expect(getReturnPath(state)).toBe(path);
});
