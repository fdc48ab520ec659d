import type { Member } from '@console/shared-contract/api';
import type { Role } from '@console/shared-contract/roles';
import { failWith, page, signInForTest, stubApi, testUser, testWorkspace, type StubHandlers } from '@console/shared-auth/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderConsole } from '@console/shared-ui/testing';
import { SettingsPage } from './settings-page';

const createMember = (number: number, role: Role, name = `user ${number}`): Member => ({
  user: { id: `44444444-4444-4444-8444-${String(number).padStart(12, '0')}`, username: name },
  email: `${name}@console.test`,
  role,
  joined: '2026-01-02T03:04:05Z',
  last_active: null,
});
const createSelf = (role: Role): Member => ({ ...createMember(0, role, 'demo'), user: { id: testUser.id, username: 'demo' } });
const owner = createMember(1, 'owner', 'owner');
const annotator = createMember(2, 'annotator', 'annabel');
const LIST_MEMBERS = 'GET /account/v2/workspace/{id}/member/';
const MEMBER_PATH = '/account/v2/workspace/{id}/member/{user_id}/' as const;

function showMembers(role: Role, handlers: StubHandlers = {}) {
  signInForTest({ role });
  const members = role === 'owner' ? [createSelf(role), annotator] : [owner, createSelf(role), annotator];
  const stub = stubApi({ [LIST_MEMBERS]: page(members), 'GET /account/v2/workspace/': [testWorkspace], ...handlers });
  renderConsole(<SettingsPage />, { route: '/settings?tab=members' });
  return stub;
}
const findRow = async (name: RegExp) => within((await screen.findByText(name)).closest('tr')!);
const listActions = (row: ReturnType<typeof within>) =>
  row.queryAllByRole('button').map((button: HTMLElement) => button.getAttribute('aria-label'));

test.each([
  ['owner', ['Change role', 'Transfer ownership', 'Create password link', 'Remove member'], []],
  ['manager', ['Change role', 'Remove member'], ['Change role', 'Leave workspace']],
  ['annotator', [], ['Leave workspace']],
  ['viewer', [], ['Leave workspace']],
] as const)(
  '%s gets the actions of the role for other members and for themselves',
  async (role, actionsOnOthers, actionsOnSelf) => {
    showMembers(role);
    expect(listActions(await findRow(/^annabel$/))).toEqual(actionsOnOthers);
    expect(listActions(await findRow(/^demo \(you\)$/))).toEqual(actionsOnSelf);
    if (role !== 'owner') expect(listActions(await findRow(/^owner$/))).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Invite member' }) !== null).toBe(role === 'owner' || role === 'manager');
    expect(screen.queryByRole('tab', { name: /Invitations/ }) !== null).toBe(role === 'owner' || role === 'manager');
  },
);

test('changing the role of a member first shows the description of the new role', async () => {
  const stub = showMembers('manager', { [`PATCH ${MEMBER_PATH}`]: annotator });
  const user = userEvent.setup();
  await user.click((await findRow(/^annabel$/)).getByRole('button', { name: 'Change role' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Role' }), 'Reviewer');
  expect(dialog.getByText(/^Annotates, sends work back/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Change role' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(stub.getRequests(`PATCH ${MEMBER_PATH}`)).toMatchObject([
    { params: { id: testWorkspace.id, user_id: annotator.user.id }, body: { role: 'reviewer' } },
  ]);
});

test('a refused removal shows the reason of the server', async () => {
  showMembers('manager', { [`DELETE ${MEMBER_PATH}`]: failWith(409, 'Somebody else has removed the member.') });
  const user = userEvent.setup();
  await user.click((await findRow(/^annabel$/)).getByRole('button', { name: 'Remove member' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(/The member loses access at once/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Remove member' }));
  expect(await screen.findByText('Somebody else has removed the member.')).toBeVisible();
});

test('the link of a new invitation is shown once', async () => {
  const link = 'http://localhost/invitation#secret';
  const invitation = {
    id: annotator.user.id,
    workspace: testWorkspace.id,
    created: '2026-01-02T03:04:05Z',
    expires: '2026-01-09T03:04:05Z',
    role: 'annotator',
    email: null,
    mail: 'none',
    state: 'open',
    invited_by: null,
    accepted_by: null,
    accepted: null,
    link,
  };
  const stub = showMembers('manager', { 'POST /account/v2/invitation/': invitation });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Invite member' }));
  await user.click(await screen.findByRole('button', { name: 'Create invitation' }));
  expect(await screen.findByRole('textbox', { name: 'Link' })).toHaveValue(link);
  expect(stub.getRequests('POST /account/v2/invitation/')[0]?.body).toEqual({
    workspace: testWorkspace.id,
    role: 'annotator',
    email: null,
    expires_in_days: 7,
  });
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByDisplayValue(link)).toBeNull());
});
