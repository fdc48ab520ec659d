import { consoleStore, recheckAccess, registerBeforeLogout, workspacesAtom } from '@console/shared-auth';
import { signInForTest, stubApi, testWorkspace } from '@console/shared-auth/testing';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createServicesResponse, fakeFederation, getUrl, renderShell, resetShell } from '../testing/shell-harness';

const manageRoute = {
  remote: 'catalogue',
  path: '/manage',
  title: 'Manage',
  resources: [],
  component: './manage#ManagePage',
  permission: 'manage' as const,
  nav: { label: 'Manage', order: 80, icon: 'settings' },
};
const federation = fakeFederation({ routes: [manageRoute] });
const otherWorkspace = { ...testWorkspace, id: '33333333-3333-4333-8333-333333333333', name: 'Other', is_default: false };

beforeEach(resetShell);

test('hides a forbidden page from the navigation and explains the missing role at its URL', async () => {
  signInForTest({ role: 'viewer' });
  await renderShell('/manage', federation);
  expect(await screen.findByText(/^Your role in the workspace Demo is viewer/)).toBeVisible();
  expect(screen.queryByText('Page of catalogue')).toBeNull();
  expect(within(screen.getByRole('navigation', { name: 'Main' })).queryByRole('link', { name: 'Manage' })).toBeNull();
});

test('hides the activity page from annotators with limited access and explains why at its URL', async () => {
  signInForTest({ workspaces: [{ ...testWorkspace, role: 'annotator', access: 'jobs' }] });
  await renderShell('/activity', federation);
  expect(await screen.findByText(/^In this workspace, annotators see only what their jobs contain/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: /^Account/ }));
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(
    expect.not.arrayContaining(['Activity', 'Recently deleted']),
  );
  expect(screen.getByRole('menuitem', { name: 'Workspace settings' })).toBeVisible();
});

test('a manager opens the page from the navigation', async () => {
  signInForTest({ role: 'manager' });
  await renderShell('/manage', federation);
  expect(await screen.findByText('Page of catalogue')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Manage' })).toBeVisible();
});

test('a role change in an open tab shows a notice and closes forbidden pages', async () => {
  signInForTest({ role: 'manager' });
  await renderShell('/manage', federation);
  await screen.findByText('Page of catalogue');
  act(() => consoleStore.set(workspacesAtom, [{ ...testWorkspace, role: 'annotator' }]));
  expect(await screen.findByText('Your role is now annotator')).toBeVisible();
  expect(await screen.findByText(/^Your role in the workspace Demo is annotator/)).toBeVisible();
});

test('a removed member sees that unsent work stays in the browser', async () => {
  signInForTest({ workspaces: [testWorkspace, otherWorkspace] });
  stubApi({ 'GET /account/v2/workspace/': [otherWorkspace], 'GET /account/v2/resource': createServicesResponse('annotate') });
  let warning: string | null = null;
  const unregister = registerBeforeLogout(() => warning);
  try {
    await renderShell('/manage', federation);
    await screen.findByText('Page of catalogue');
    await act(recheckAccess);
    await screen.findByText(/^You are no longer a member/);
    expect(screen.queryByText(/^Your unsent changes stay in this browser/)).toBeNull();
    warning = '1 change is not saved yet.';
    expect(await screen.findByText(/^Your unsent changes stay in this browser/, {}, { timeout: 4000 })).toBeVisible();
  } finally {
    unregister();
  }
});

test('a removed member sees a message instead of pages and can open another workspace', async () => {
  signInForTest({ workspaces: [testWorkspace, otherWorkspace] });
  stubApi({
    'GET /account/v2/workspace/': [otherWorkspace],
    'GET /account/v2/resource': createServicesResponse('annotate'),
    'GET /account/v2/token/': { token: 't' },
  });
  await renderShell('/manage', federation);
  await screen.findByText('Page of catalogue');
  await act(recheckAccess);
  expect(await screen.findByText(/^You are no longer a member of the workspace Demo/)).toBeVisible();
  expect(screen.queryByText('Page of catalogue')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Open Other' }));
  expect(getUrl()).toBe('/');
  expect(screen.getByRole('combobox', { name: 'Workspace' })).toHaveValue('Other');
  expect(screen.queryByText(/^You are no longer a member/)).toBeNull();
});
