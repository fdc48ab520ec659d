import { failWith, signInForTest, stubApi, testUser } from '@console/shared-auth/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderConsole } from '@console/shared-ui/testing';
import { ProfilePage } from './profile-page';

const CHANGE_PASSWORD = 'POST /account/v2/change-password';

async function openDialog(handlers: Parameters<typeof stubApi>[0]) {
  signInForTest();
  const stub = stubApi({ 'GET /account/v2/session/': [], ...handlers });
  renderConsole(<ProfilePage />, { route: '/profile' });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Change password' }));
  return { stub, user, dialog: within(await screen.findByRole('dialog')) };
}

test('the password is changed with the keyboard, and other devices are signed out', async () => {
  const { stub, user, dialog } = await openDialog({ [CHANGE_PASSWORD]: undefined });
  await user.type(dialog.getByLabelText(/^Current password/), 'old password');
  await user.type(dialog.getByLabelText(/^New password/), 'short{Enter}');
  expect(dialog.getByText('Enter at least 8 characters')).toBeVisible();
  await user.type(dialog.getByLabelText(/^New password/), ' no longer{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(stub.getRequests(CHANGE_PASSWORD)).toMatchObject([
    { body: { current_password: 'old password', new_password: 'short no longer', end_others: true } },
  ]);
  expect(screen.getByRole('button', { name: 'Change password' })).toHaveFocus();
});

test('a wrong current password is reported in the dialog', async () => {
  const { user, dialog } = await openDialog({
    [CHANGE_PASSWORD]: failWith(400, 'current_password: is not your current password'),
  });
  await user.type(dialog.getByLabelText(/^Current password/), 'wrong');
  await user.type(dialog.getByLabelText(/^New password/), 'long enough{Enter}');
  expect(await dialog.findByText(/is not your current password/)).toBeVisible();
});

test('an account without a password shows its identity provider instead of a password change', async () => {
  signInForTest({ user: { ...testUser, has_password: false } });
  stubApi({ 'GET /account/v2/session/': [] });
  renderConsole(<ProfilePage />, { route: '/profile' });
  expect(await screen.findByText(/^Your account has no password here\. You sign in with your identity provider/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Change password' })).toBeNull();
});
