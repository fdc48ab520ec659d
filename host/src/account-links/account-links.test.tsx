import { applyConfig } from '@console/shared-auth';
import { failWith, signInForTest, stubApi, testUser, testWorkspace } from '@console/shared-auth/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createServicesResponse, getUrl, renderShell, resetShell } from '../testing/shell-harness';

const SHOW_INVITATION = 'POST /account/v2/invitation/show';
const invitation = {
  workspace_name: 'Demo',
  invited_by: 'lead',
  role: 'annotator',
  email: null,
  expires: '2026-01-09T03:04:05Z',
  state: 'open',
  has_account: false,
};
const sessionResponses = {
  'GET /account/v2/details/': testUser,
  'GET /account/v2/workspace/': [testWorkspace],
  'GET /account/v2/resource': createServicesResponse('annotate'),
  'GET /account/v2/token/': { token: 't' },
};

beforeEach(resetShell);

test('an invited user creates an account and arrives in the workspace', async () => {
  const acceptRoute = 'POST /account/v2/invitation/accept-with-new-account';
  const stub = stubApi({
    ...sessionResponses,
    [SHOW_INVITATION]: invitation,
    [acceptRoute]: { access: 'a', refresh: 'r', workspace: testWorkspace.id },
  });
  await renderShell('/invitation#secret');
  expect(await screen.findByText('lead invites you to the workspace Demo as annotator.')).toBeVisible();
  const user = userEvent.setup();
  await user.type(screen.getByLabelText(/^Email/), 'new@console.test');
  await user.type(screen.getByLabelText(/^Name/), 'New');
  await user.type(screen.getByLabelText(/^New password/), 'short');
  await user.click(screen.getByRole('button', { name: 'Create account and accept' }));
  expect(await screen.findByText('Enter at least 8 characters')).toBeVisible();
  await user.type(screen.getByLabelText(/^New password/), '-but-longer');
  await user.click(screen.getByRole('button', { name: 'Create account and accept' }));
  await waitFor(() => expect(getUrl()).toBe('/'));
  expect(stub.getRequests(acceptRoute).map(({ body }) => body)).toEqual([
    { token: 'secret', email: 'new@console.test', username: 'New', password: 'short-but-longer' },
  ]);
  expect(localStorage.getItem('access')).toBe('a');
});

test('a signed-in user accepts with one click', async () => {
  signInForTest();
  const acceptRoute = 'POST /account/v2/invitation/accept';
  const stub = stubApi({ ...sessionResponses, [SHOW_INVITATION]: invitation, [acceptRoute]: { workspace: testWorkspace.id } });
  await renderShell('/invitation#secret');
  await userEvent.click(await screen.findByRole('button', { name: `Accept as ${testUser.email}` }));
  await waitFor(() => expect(getUrl()).toBe('/'));
  expect(stub.getRequests(acceptRoute).map(({ body }) => body)).toEqual([{ token: 'secret' }]);
});

test('an invitation for another email cannot be accepted', async () => {
  signInForTest();
  stubApi({ ...sessionResponses, [SHOW_INVITATION]: { ...invitation, email: 'other@console.test', has_account: true } });
  await renderShell('/invitation#secret');
  expect(await screen.findByText(/^This invitation is for other@console.test/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Accept as/ })).toBeNull();
});

test.each([
  ['/invitation', invitation, /^This link is incomplete/],
  ['/invitation#secret', failWith(404, 'Invitation not found.'), 'Invitation not found.'],
  ['/invitation#secret', failWith(0), "The server isn't responding. Try again later."],
  ['/invitation#secret', { ...invitation, state: 'expired' }, 'This invitation has expired. Ask for a new one.'],
])('%s explains why it cannot be used (%#)', async (path, response, message) => {
  stubApi({ [SHOW_INVITATION]: response });
  await renderShell(path);
  expect(await screen.findByText(message)).toBeVisible();
});

test('a password link sets a new password and leads to the sign-in page', async () => {
  const resetPassword = 'POST /account/v2/password-reset/';
  const stub = stubApi({
    'POST /account/v2/password-reset/show': { username: 'demo', email: 'demo@console.test', expires: invitation.expires },
    [resetPassword]: {},
  });
  await renderShell('/new-password#secret');
  expect(await screen.findByText('For the account demo@console.test. All its sessions end.')).toBeVisible();
  await userEvent.type(screen.getByLabelText(/^New password/), 'new-password');
  await userEvent.click(screen.getByRole('button', { name: 'Set password' }));
  expect(await screen.findByText('Your password is set. Sign in with it.')).toBeVisible();
  expect(stub.getRequests(resetPassword).map(({ body }) => body)).toEqual([{ token: 'secret', password: 'new-password' }]);
  await userEvent.click(screen.getByRole('link', { name: 'Go to sign-in' }));
  expect(getUrl()).toBe('/login');
});

test('the sign-in page offers a password reset only if the server sends emails', async () => {
  const { unmount } = await renderShell('/login');
  expect(screen.queryByRole('link', { name: 'Forgot your password?' })).toBeNull();
  unmount();
  applyConfig({ sendsMail: true });
  stubApi({ 'POST /account/v2/password-reset/request': {} });
  await renderShell('/login');
  await userEvent.click(screen.getByRole('link', { name: 'Forgot your password?' }));
  await userEvent.type(await screen.findByLabelText(/^Email/), 'demo@console.test');
  await userEvent.click(screen.getByRole('button', { name: 'Send link' }));
  expect(await screen.findByText(/^If an account with demo@console.test exists/)).toBeVisible();
});
