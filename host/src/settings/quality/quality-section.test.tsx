import { signInForTest, stubApi } from '@console/shared-auth/testing';
import type { QualitySettings } from '@console/shared-contract/api';
import type { Role } from '@console/shared-contract/roles';
import { renderConsole } from '@console/shared-ui/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SettingsPage } from '../settings-page';

const QUALITY_SETTINGS: QualitySettings = {
  todo_number: 1,
  randomize: true,
  auto_complete: false,
  instructions: '',
  review_share: 100,
};
const GET_SETTINGS = 'GET /annotate/v2/quality-settings/';
const PUT_SETTINGS = 'PUT /annotate/v2/quality-settings/';

function renderQualitySettings(role: Role, services: readonly ('annotate' | 'recognition')[] = ['annotate']) {
  signInForTest({ role, services });
  const stub = stubApi({
    [GET_SETTINGS]: QUALITY_SETTINGS,
    'GET /account/v2/member/': { results: [{ id: 'u1', username: 'ann' }] },
    'GET /account/v2/workspace/{id}/settings/': () => new Promise(() => undefined),
  });
  renderConsole(<SettingsPage />, { route: '/settings?tab=quality' });
  return stub;
}

test('a manager changes the settings, and only the changed ones are sent', async () => {
  const stub = renderQualitySettings('manager');
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Edit quality settings' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit quality settings' }));
  fireEvent.change(dialog.getByRole('slider', { name: 'Annotators per item' }), { target: { value: '2' } });
  expect(await dialog.findByText(/^This workspace has only one member\./)).toBeVisible();
  fireEvent.change(dialog.getByRole('slider', { name: 'Completed images to review (%)' }), { target: { value: '50' } });
  stub.addHandlers({
    [PUT_SETTINGS]: { ...QUALITY_SETTINGS, review_share: 50 },
    [GET_SETTINGS]: { ...QUALITY_SETTINGS, todo_number: 2, review_share: 50 },
  });
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Quality settings saved.')).toBeVisible();
  expect(stub.getRequests(PUT_SETTINGS)[0]?.body).toMatchObject({ todo_number: 2, review_share: 50 });
  expect(stub.getRequests(PUT_SETTINGS)[0]?.body).not.toHaveProperty('randomize');
  await waitFor(() => expect(screen.getByRole('group', { name: 'Review' })).toHaveTextContent('50%'));
});

test('an annotator sees the settings and cannot edit them', async () => {
  renderQualitySettings('annotator');
  expect(await screen.findByRole('group', { name: 'New jobs' })).toHaveTextContent('Random orderOn');
  expect(screen.queryByRole('button', { name: 'Edit quality settings' })).toBeNull();
});

test('a workspace without jobs has no quality settings', async () => {
  renderQualitySettings('owner', ['recognition']);
  expect(await screen.findByRole('tab', { name: 'General' })).toHaveAttribute('aria-selected', 'true');
  expect(screen.queryByRole('tab', { name: 'Quality' })).toBeNull();
});
