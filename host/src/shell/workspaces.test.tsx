import { logout, registerBeforeLogout } from '@console/shared-auth';
import {
  allServices,
  deferred,
  failWith,
  signInForTest,
  stubApi,
  testWorkspace,
  type StubRequest,
} from '@console/shared-auth/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createServicesResponse, getUrl, renderShell, resetShell } from '../testing/shell-harness';

const secondWorkspace = { ...testWorkspace, id: '33333333-3333-4333-8333-333333333333', name: 'Recognition only' };
const thirdWorkspace = { ...testWorkspace, id: '44444444-4444-4444-8444-444444444444', name: 'Another' };
const getEntries = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map((link) => link.textContent);

beforeEach(resetShell);

describe('warnings about missing services', () => {
  test('name each service', async () => {
    signInForTest({ services: ['recognition', 'annotate'] });
    await renderShell();
    for (const name of ['Detection', 'Segmentation', 'Flows', 'Similarity', 'Products management']) {
      expect(await screen.findByText(`${name}. Please contact support.`)).toBeVisible();
    }
    expect(screen.getAllByText('No acccess for service')).toHaveLength(5);
    expect(screen.queryByText(/^Recognition\. /)).toBeNull();
  });

  testInLongRun('appear again after another sign-in but not after a reload', async () => {
    signInForTest({ services: ['recognition'] });
    const { unmount } = await renderShell();
    expect(await screen.findAllByText('No acccess for service')).toHaveLength(6);
    unmount();
    await renderShell();
    await screen.findByText('Card recognition');
    expect(screen.queryByText('No acccess for service')).toBeNull();
    await act(() => logout());
    expect(screen.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await act(async () => signInForTest({ services: ['recognition'] }));
    expect(await screen.findAllByText('No acccess for service')).toHaveLength(6);
  });

  testInLongRun('disappear when the workspace changes', async () => {
    const user = userEvent.setup();
    signInForTest({ services: ['recognition', 'annotate'], workspaces: [testWorkspace, secondWorkspace] });
    stubApi({
      'GET /account/v2/resource': createServicesResponse(...allServices.filter((slug) => slug !== 'flows')),
      'GET /account/v2/token/': { token: 't' },
    });
    await renderShell();
    expect(await screen.findByText('Detection. Please contact support.')).toBeVisible();
    await user.click(screen.getByRole('combobox', { name: 'Workspace' }));
    await user.click(screen.getByRole('option', { name: 'Recognition only' }));
    await waitFor(() => expect(screen.getAllByText('No acccess for service')).toHaveLength(1));
  });

  test('do not appear if no service is missing', async () => {
    signInForTest();
    await renderShell();
    await screen.findByText('Card recognition');
    expect(screen.queryByText('No acccess for service')).toBeNull();
  });
});

describe('workspace switcher', () => {
  beforeEach(() => signInForTest({ workspaces: [testWorkspace, secondWorkspace, thirdWorkspace] }));

  test('filters by text and opens the dashboard after a switch', async () => {
    const user = userEvent.setup();
    const stub = stubApi({
      'GET /account/v2/resource': createServicesResponse('recognition', 'annotate'),
      'GET /account/v2/token/': { token: 't' },
    });
    await renderShell('/detection');
    const workspaceBox = screen.getByRole('combobox', { name: 'Workspace' });
    expect(workspaceBox).toHaveValue('Demo');
    await user.click(workspaceBox);
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'Another',
      'Demo',
      'Recognition only',
      'Create workspace',
    ]);
    await user.type(workspaceBox, 'recog');
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Recognition only', 'Create workspace']);
    await user.click(screen.getByRole('option', { name: 'Recognition only' }));
    await waitFor(() => expect(getUrl()).toBe('/'));
    expect(workspaceBox).toHaveValue('Recognition only');
    await waitFor(() => expect(getEntries()).toEqual(['Dashboard', 'Images', 'Jobs']));
    expect(stub.getRequests('GET /account/v2/resource')[0]?.query).toEqual({ workspace: secondWorkspace.id });
    expect(localStorage.getItem('workspace')).toBe(secondWorkspace.id);
  });

  test('keeps the workspace if none is selected', async () => {
    const user = userEvent.setup();
    await renderShell();
    const workspaceBox = screen.getByRole('combobox', { name: 'Workspace' });
    await user.click(workspaceBox);
    await user.type(workspaceBox, 'zz');
    expect(screen.getByText('No matching workspaces')).toBeVisible();
    await user.tab();
    expect(workspaceBox).toHaveValue('Demo');
  });

  test("shows a page only after the new workspace's services are loaded", async () => {
    const user = userEvent.setup();
    const response = deferred();
    stubApi({
      'GET /account/v2/resource': () => response.promise,
      'GET /account/v2/token/': ({ headers }: StubRequest) => ({ token: String(headers.Authorization) }),
    });
    await renderShell();
    expect(screen.getByText('Card detection')).toBeVisible();
    await user.click(screen.getByRole('combobox', { name: 'Workspace' }));
    await user.click(screen.getByRole('option', { name: 'Another' }));
    expect(screen.queryByText('Card detection')).toBeNull();
    await act(async () => response.resolve(createServicesResponse('annotate')));
    expect(await screen.findByText('Card jobs')).toBeVisible();
    expect(screen.queryByText('Card detection')).toBeNull();
  });

  test('offers Retry if the services cannot be loaded', async () => {
    const user = userEvent.setup();
    const stub = stubApi({ 'GET /account/v2/resource': failWith(503), 'GET /account/v2/token/': { token: 't' } });
    await renderShell();
    await user.click(screen.getByRole('combobox', { name: 'Workspace' }));
    await user.click(screen.getByRole('option', { name: 'Another' }));
    expect(await screen.findByText("Couldn't load the services of this workspace.")).toBeVisible();
    stub.addHandlers({ 'GET /account/v2/resource': createServicesResponse('annotate') });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Card jobs')).toBeVisible();
  });
});

describe('logout', () => {
  const openLogoutDialog = async () => {
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Account of demo@console.test' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    return user;
  };

  test('asks for confirmation if there is unsent work, and can be cancelled', async () => {
    signInForTest();
    const remove = registerBeforeLogout(() => '3 changes have not been sent yet.');
    await renderShell();
    const user = await openLogoutDialog();
    expect(await screen.findByText('3 changes have not been sent yet.')).toBeVisible();
    // jsdom has no layout, so the focus does not move into the dialog and Fluent hides it from the accessibility tree.
    await user.click(await screen.findByRole('button', { name: 'Stay signed in', hidden: true }));
    expect(screen.getByRole('main')).toBeInTheDocument();
    await openLogoutDialog();
    await user.click(await screen.findByRole('button', { name: 'Logout', hidden: true }));
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(localStorage.getItem('access')).toBeNull();
    remove();
  });
});
