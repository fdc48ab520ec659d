import { applyConfig, logout, registerBeforeLogout } from '@console/shared-auth';
import {
  deferred,
  everyService,
  failWith,
  resetSessionForTest,
  signInForTest,
  stubApi,
  testWorkspace,
  type StubRequest,
} from '@console/shared-auth/testing';
import { useUnsaved } from '@console/shared-ui/basics';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeFederation, renderShell } from '../testing/shell-harness';

const second = { ...testWorkspace, id: '33333333-3333-4333-8333-333333333333', name: 'Recognition only' };
const third = { ...testWorkspace, id: '44444444-4444-4444-8444-444444444444', name: 'Another' };
const services = (...slugs: string[]) => ({
  count: slugs.length,
  next: null,
  previous: null,
  results: slugs.map((slug) => ({ service: { slug, name: slug } })),
});
const address = () => screen.getByRole('status', { name: 'Address' }).textContent;
const entries = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map((link) => link.textContent);

beforeEach(() => {
  sessionStorage.clear();
  resetSessionForTest();
  applyConfig({});
  stubApi({ 'GET /account/v2/token/': { token: 't' }, 'GET /account/v2/logout': {} });
});

describe('navigation', () => {
  test('has the declared entries in their order, and links to documentation and main app', async () => {
    applyConfig({ docsUrl: 'https://docs.test/', providerUrl: 'https://app.test/' });
    signInForTest();
    await renderShell();
    expect(entries()).toEqual(['Dashboard', 'Images', 'Detection', 'Jobs', 'Products', 'Documentation', 'Go To APP']);
    expect(screen.getByRole('link', { name: 'Documentation' })).toHaveAttribute('href', 'https://docs.test/');
  });

  test('is folded to its icons, which keep their names, and stays so', async () => {
    signInForTest();
    const { unmount } = await renderShell();
    await userEvent.click(screen.getByRole('button', { name: 'Fold navigation' }));
    expect(screen.getByRole('link', { name: 'Images' })).toHaveAttribute('title', 'Images');
    unmount();
    await renderShell();
    await userEvent.click(screen.getByRole('button', { name: 'Unfold navigation' }));
    expect(screen.getByRole('link', { name: 'Images' })).not.toHaveAttribute('title');
  });

  test('leaves out what the workspace has no service for', async () => {
    signInForTest({ services: ['recognition', 'annotate'] });
    await renderShell();
    expect(entries()).toEqual(['Dashboard', 'Images', 'Jobs']);
  });

  test.each([
    ['/images', 'Images', 'page'],
    ['/image/1', 'Images', 'true'],
    // Jobs and the page where they are worked on are of two remotes.
    ['/imagejob/1', 'Jobs', 'true'],
    ['/', 'Dashboard', 'page'],
  ])('at %s marks %s', async (path, entry, current) => {
    signInForTest();
    await renderShell(path);
    const marked = within(screen.getByRole('navigation', { name: 'Main' }))
      .getAllByRole('link')
      .filter((link) => !['false', null].includes(link.getAttribute('aria-current')));
    expect(marked.map((link) => link.textContent)).toEqual([entry]);
    expect(marked[0]).toHaveAttribute('aria-current', current);
  });

  test('stays where it is while a changed form keeps the person on its page', async () => {
    function Page() {
      useUnsaved(true);
      return 'A changed form';
    }
    signInForTest();
    await renderShell('/images', fakeFederation({ Page }));
    await userEvent.click(screen.getByRole('link', { name: 'Jobs' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(screen.getByRole('link', { name: 'Images', current: 'page' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Jobs' })).not.toHaveAttribute('aria-current', 'page');
    await userEvent.click(screen.getByRole('link', { name: 'Jobs' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(address()).toBe('/jobs'));
  });

  test('fetches ahead what the pointer rests on', async () => {
    signInForTest();
    const prefetch = jest.fn();
    await renderShell('/', fakeFederation({ prefetch }));
    await userEvent.hover(screen.getByRole('link', { name: 'Detection' }));
    expect(prefetch).toHaveBeenCalledWith('/detection');
  });

  test("moves the focus to the page's heading, and the skip link to the content", async () => {
    const user = userEvent.setup();
    signInForTest();
    await renderShell();
    await user.click(screen.getByRole('link', { name: 'Skip to content' }));
    expect(screen.getByRole('main')).toHaveFocus();
    expect(address()).toBe('/');
    await user.click(screen.getByRole('link', { name: 'Images' }));
    expect(screen.getByRole('heading', { name: 'Images' })).toHaveFocus();
    expect(document.title).toBe('Images · Annotation console');
  });
});

describe('gates', () => {
  test('a page whose service the workspace lacks is not loaded on a deep link', async () => {
    signInForTest({ services: ['annotate'] });
    const Page = jest.fn(() => null);
    await renderShell('/detection', fakeFederation({ Page }));
    expect(screen.getByText(/does not have the service for this page: Detection/)).toBeVisible();
    expect(Page).not.toHaveBeenCalled();
  });

  describe('a row of a page that the active workspace does not open', () => {
    const id = '55555555-5555-4555-8555-555555555555';
    const call = 'GET /product/v2/product/{id}/';
    const base = { 'GET /account/v2/token/': { token: 't' }, 'GET /account/v2/resource': services('products-management') };
    beforeEach(() => signInForTest({ services: ['annotate'], workspaces: [testWorkspace, second] }));

    test('switches to its workspace if it is one of the user, and says so', async () => {
      const answer = deferred();
      stubApi({ ...base, [call]: () => answer.promise });
      await renderShell(`/product/${id}`);
      expect(screen.getByRole('heading', { name: 'Product' })).toBeInTheDocument();
      expect(screen.queryByText(/does not have the service/)).toBeNull();
      await act(async () => answer.resolve({ id, workspace: second.id, name: 'Mug' }));
      expect(await screen.findByText('Page of catalogue')).toBeVisible();
      expect(screen.getByRole('combobox', { name: 'Workspace' })).toHaveValue('Recognition only');
      expect(await screen.findByText('What you opened belongs to Recognition only.')).toBeVisible();
      expect(address()).toBe(`/product/${id}`);
    });

    test.each([
      ['it is nowhere', failWith(404)],
      ['it is in a workspace without the service too', failWith(403)],
      ['it is in the active workspace after all', { id, workspace: testWorkspace.id, name: '' }],
    ])('stays closed when %s', async (_what, answer) => {
      const stub = stubApi({ ...base, [call]: answer });
      await renderShell(`/product/${id}`);
      expect(await screen.findByText(/does not have the service for this page: Products management/)).toBeVisible();
      expect(stub.of(call)).toHaveLength(1);
      expect(localStorage.getItem('workspace')).not.toBe(second.id);
    });

    test('can be looked for again when the server did not answer', async () => {
      const stub = stubApi({ ...base, [call]: failWith(0) });
      await renderShell(`/product/${id}`);
      expect(await screen.findByText('It could not be found out to which workspace this belongs.')).toBeVisible();
      stub.on({ [call]: { id, workspace: second.id } });
      await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
      expect(await screen.findByText('Page of catalogue')).toBeVisible();
    });

    test('is not asked for when the address has no id', async () => {
      const stub = stubApi(base);
      await renderShell('/product/mug');
      expect(screen.getByText(/does not have the service for this page/)).toBeVisible();
      expect(stub.of(call)).toHaveLength(0);
    });
  });

  test('either name of recognition opens its pages', async () => {
    signInForTest({ services: ['custom-recognition'] });
    await renderShell('/label/1');
    expect(screen.getByText('Page of training')).toBeVisible();
  });

  test('an unknown address is said to be one', async () => {
    signInForTest();
    await renderShell('/nowhere');
    expect(screen.getByRole('heading', { name: 'Page not found' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Go to the dashboard' })).toBeVisible();
  });

  test('an address that no part knows may be that of a part that could not be read', async () => {
    signInForTest();
    await renderShell('/reports', fakeFederation({ missing: ['reports'] }));
    expect(screen.queryByText('There is no page at this address.')).toBeNull();
    expect(screen.getByText(/may be a page of one that could not: reports/)).toBeVisible();
  });

  test('an address of a remote waits for the registry, and Retry asks for it again', async () => {
    signInForTest();
    const retry = jest.fn();
    const { unmount } = await renderShell('/images', fakeFederation({ routes: [], cards: [], loading: true }));
    expect(screen.queryByText('There is no page at this address.')).toBeNull();
    unmount();
    await renderShell('/images', fakeFederation({ routes: [], cards: [], failed: true, retry }));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(retry).toHaveBeenCalledTimes(1);
  });

  test('a workspace without any service says so', async () => {
    signInForTest({ services: [] });
    await renderShell();
    expect(screen.getByText('This workspace has no services yet. Please contact support.')).toBeVisible();
  });
});

describe('services that the workspace lacks', () => {
  test('are each named in a warning', async () => {
    signInForTest({ services: ['recognition', 'annotate'] });
    await renderShell();
    for (const name of ['Detection', 'Segmentation', 'Flows', 'Similarity', 'Products management']) {
      expect(await screen.findByText(`${name}. Please contact support.`)).toBeVisible();
    }
    expect(screen.getAllByText('No acccess for service')).toHaveLength(5);
    expect(screen.queryByText(/^Recognition\. /)).toBeNull();
  });

  test('are not warned of again by a reload, but are after another sign-in', async () => {
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

  test('are taken from the screen when the workspace is left', async () => {
    const user = userEvent.setup();
    signInForTest({ services: ['recognition', 'annotate'], workspaces: [testWorkspace, second] });
    stubApi({
      'GET /account/v2/resource': services(...everyService.filter((slug) => slug !== 'flows')),
      'GET /account/v2/token/': { token: 't' },
    });
    await renderShell();
    expect(await screen.findByText('Detection. Please contact support.')).toBeVisible();
    await user.click(screen.getByRole('combobox', { name: 'Workspace' }));
    await user.click(screen.getByRole('option', { name: 'Recognition only' }));
    await waitFor(() => expect(screen.getAllByText('No acccess for service')).toHaveLength(1));
  });

  test('are not warned of when there are none', async () => {
    signInForTest();
    await renderShell();
    await screen.findByText('Card recognition');
    expect(screen.queryByText('No acccess for service')).toBeNull();
  });
});

describe('the workspace list', () => {
  beforeEach(() => signInForTest({ workspaces: [testWorkspace, second, third] }));

  test('is filtered by typing, and a switch on another page goes to the dashboard', async () => {
    const user = userEvent.setup();
    const stub = stubApi({
      'GET /account/v2/resource': services('recognition', 'annotate'),
      'GET /account/v2/token/': { token: 't' },
    });
    await renderShell('/detection');
    const list = screen.getByRole('combobox', { name: 'Workspace' });
    expect(list).toHaveValue('Demo');
    await user.click(list);
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Another', 'Demo', 'Recognition only']);
    await user.type(list, 'recog');
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Recognition only']);
    await user.click(screen.getByRole('option', { name: 'Recognition only' }));
    await waitFor(() => expect(address()).toBe('/'));
    expect(list).toHaveValue('Recognition only');
    await waitFor(() => expect(entries()).toEqual(['Dashboard', 'Images', 'Jobs']));
    expect(stub.of('GET /account/v2/resource')[0]?.query).toEqual({ workspace: second.id });
    expect(localStorage.getItem('workspace')).toBe(second.id);
  });

  test('keeps the workspace when the person leaves without choosing', async () => {
    const user = userEvent.setup();
    await renderShell();
    const list = screen.getByRole('combobox', { name: 'Workspace' });
    await user.click(list);
    await user.type(list, 'zz');
    expect(screen.getByText('No workspace of this name')).toBeVisible();
    await user.tab();
    expect(list).toHaveValue('Demo');
  });

  test('shows a page of the new workspace only when its services are there', async () => {
    const user = userEvent.setup();
    const answer = deferred();
    stubApi({
      'GET /account/v2/resource': () => answer.promise,
      'GET /account/v2/token/': ({ headers }: StubRequest) => ({ token: String(headers.Authorization) }),
    });
    await renderShell();
    expect(screen.getByText('Card detection')).toBeVisible();
    await user.click(screen.getByRole('combobox', { name: 'Workspace' }));
    await user.click(screen.getByRole('option', { name: 'Another' }));
    expect(screen.queryByText('Card detection')).toBeNull();
    await act(async () => answer.resolve(services('annotate')));
    expect(await screen.findByText('Card jobs')).toBeVisible();
    expect(screen.queryByText('Card detection')).toBeNull();
  });

  test('offers Retry when the services of the new workspace cannot be read', async () => {
    const user = userEvent.setup();
    const stub = stubApi({ 'GET /account/v2/resource': failWith(503), 'GET /account/v2/token/': { token: 't' } });
    await renderShell();
    await user.click(screen.getByRole('combobox', { name: 'Workspace' }));
    await user.click(screen.getByRole('option', { name: 'Another' }));
    expect(await screen.findByText('The services of this workspace could not be read.')).toBeVisible();
    stub.on({ 'GET /account/v2/resource': services('annotate') });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Card jobs')).toBeVisible();
  });
});

describe('logging out', () => {
  const askToLeave = async () => {
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Account of demo@console.test' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    return user;
  };

  test('asks first when work has not been sent, and takes no for an answer', async () => {
    signInForTest();
    const remove = registerBeforeLogout(() => '3 changes have not been sent yet.');
    await renderShell();
    const user = await askToLeave();
    expect(await screen.findByText('3 changes have not been sent yet.')).toBeVisible();
    // Without a layout the focus does not get into the dialog, and Fluent then hides it from the accessibility tree.
    await user.click(await screen.findByRole('button', { name: 'Stay signed in', hidden: true }));
    expect(screen.getByRole('main')).toBeInTheDocument();
    await askToLeave();
    await user.click(await screen.findByRole('button', { name: 'Logout', hidden: true }));
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(localStorage.getItem('access')).toBeNull();
    remove();
  });
});
