import { applyConfig } from '@console/shared-auth';
import { deferred, failWith, signInForTest, stubApi, testWorkspace } from '@console/shared-auth/testing';
import { useUnsavedChanges } from '@console/shared-ui/basics';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createServicesResponse, fakeFederation, getUrl, renderShell, resetShell } from '../testing/shell-harness';

const secondWorkspace = { ...testWorkspace, id: '33333333-3333-4333-8333-333333333333', name: 'Recognition only' };
const getEntries = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map((link) => link.textContent);

beforeEach(resetShell);

describe('navigation', () => {
  test('lists the declared entries in order and links to the documentation and main app', async () => {
    applyConfig({ docsUrl: 'https://docs.test/', providerUrl: 'https://app.test/' });
    signInForTest();
    await renderShell();
    expect(getEntries()).toEqual(['Dashboard', 'Images', 'Detection', 'Jobs', 'Products', 'Documentation', 'Go To APP']);
    expect(screen.getByRole('link', { name: 'Documentation' })).toHaveAttribute('href', 'https://docs.test/');
  });

  test('collapses to named icons and stays collapsed', async () => {
    signInForTest();
    const { unmount } = await renderShell();
    await userEvent.click(screen.getByRole('button', { name: 'Collapse navigation' }));
    expect(screen.getByRole('link', { name: 'Images' })).toHaveAttribute('title', 'Images');
    unmount();
    await renderShell();
    await userEvent.click(screen.getByRole('button', { name: 'Expand navigation' }));
    expect(screen.getByRole('link', { name: 'Images' })).not.toHaveAttribute('title');
  });

  test('is collapsed in a narrow window until the user expands it', async () => {
    signInForTest();
    const originalMatchMedia = window.matchMedia;
    window.matchMedia = (query) => ({ ...originalMatchMedia(query), matches: query === '(max-width: 1199px)' });
    const { unmount } = await renderShell();
    expect(screen.getByRole('link', { name: 'Images' })).toHaveAttribute('title', 'Images');
    await userEvent.click(screen.getByRole('button', { name: 'Expand navigation' }));
    unmount();
    await renderShell();
    expect(screen.getByRole('button', { name: 'Collapse navigation' })).toBeVisible();
    window.matchMedia = originalMatchMedia;
  });

  test('hides pages whose services the workspace lacks', async () => {
    signInForTest({ services: ['recognition', 'annotate'] });
    await renderShell();
    expect(getEntries()).toEqual(['Dashboard', 'Images', 'Jobs']);
  });

  test.each([
    ['/images', 'Images', 'page'],
    ['/image/1', 'Images', 'true'],
    // The list of jobs and the job page belong to different remotes.
    ['/imagejob/1', 'Jobs', 'true'],
    ['/', 'Dashboard', 'page'],
  ])('on %s marks %s', async (path, entry, current) => {
    signInForTest();
    await renderShell(path);
    const currentEntries = within(screen.getByRole('navigation', { name: 'Main' }))
      .getAllByRole('link')
      .filter((link) => !['false', null].includes(link.getAttribute('aria-current')));
    expect(currentEntries.map((link) => link.textContent)).toEqual([entry]);
    expect(currentEntries[0]).toHaveAttribute('aria-current', current);
  });

  test('keeps its current entry marked while unsaved changes prevent leaving', async () => {
    function Page() {
      useUnsavedChanges(true);
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
    await waitFor(() => expect(getUrl()).toBe('/jobs'));
  });

  test('prefetches the page under the pointer', async () => {
    signInForTest();
    const prefetch = jest.fn();
    await renderShell('/', fakeFederation({ prefetch }));
    await userEvent.hover(screen.getByRole('link', { name: 'Detection' }));
    expect(prefetch).toHaveBeenCalledWith('/detection');
  });

  test('moves the focus to the page heading, and with the skip link to the content', async () => {
    const user = userEvent.setup();
    signInForTest();
    await renderShell();
    await user.click(screen.getByRole('link', { name: 'Skip to content' }));
    expect(screen.getByRole('main')).toHaveFocus();
    expect(getUrl()).toBe('/');
    await user.click(screen.getByRole('link', { name: 'Images' }));
    expect(screen.getByRole('heading', { name: 'Images' })).toHaveFocus();
    expect(document.title).toBe('Images · Annotation console');
  });
});

describe('access to pages', () => {
  test('a deep link does not load a page whose service is missing in the workspace', async () => {
    signInForTest({ services: ['annotate'] });
    const Page = jest.fn(() => null);
    await renderShell('/detection', fakeFederation({ Page }));
    expect(screen.getByText(/doesn't have the service that this page needs: Detection/)).toBeVisible();
    expect(Page).not.toHaveBeenCalled();
  });

  describe("an item's page that the active workspace may not open", () => {
    const id = '55555555-5555-4555-8555-555555555555';
    const GET_PRODUCT = 'GET /product/v2/product/{id}/';
    const responses = {
      'GET /account/v2/token/': { token: 't' },
      'GET /account/v2/resource': createServicesResponse('products-management'),
    };
    beforeEach(() => signInForTest({ services: ['annotate'], workspaces: [testWorkspace, secondWorkspace] }));

    test("switches to the item's workspace and shows a toast", async () => {
      const response = deferred();
      stubApi({ ...responses, [GET_PRODUCT]: () => response.promise });
      await renderShell(`/product/${id}`);
      expect(screen.getByRole('heading', { name: 'Product' })).toBeInTheDocument();
      expect(screen.queryByText(/doesn't have the service/)).toBeNull();
      await act(async () => response.resolve({ id, workspace: secondWorkspace.id, name: 'Mug' }));
      expect(await screen.findByText('Page of catalogue')).toBeVisible();
      expect(screen.getByRole('combobox', { name: 'Workspace' })).toHaveValue('Recognition only');
      expect(await screen.findByText('The item you opened belongs to Recognition only.')).toBeVisible();
      expect(getUrl()).toBe(`/product/${id}`);
    });

    test.each([
      ['no workspace has the item', failWith(404)],
      ['its workspace also lacks the service', failWith(403)],
      ['it belongs to the active workspace', { id, workspace: testWorkspace.id, name: '' }],
    ])('stays closed when %s', async (_title, response) => {
      const stub = stubApi({ ...responses, [GET_PRODUCT]: response });
      await renderShell(`/product/${id}`);
      expect(await screen.findByText(/doesn't have the service that this page needs: Products management/)).toBeVisible();
      expect(stub.getRequests(GET_PRODUCT)).toHaveLength(1);
      expect(localStorage.getItem('workspace')).not.toBe(secondWorkspace.id);
    });

    test('can be looked up again after an error', async () => {
      const stub = stubApi({ ...responses, [GET_PRODUCT]: failWith(0) });
      await renderShell(`/product/${id}`);
      expect(await screen.findByText("Couldn't find the workspace that this item belongs to.")).toBeVisible();
      stub.addHandlers({ [GET_PRODUCT]: { id, workspace: secondWorkspace.id } });
      await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
      expect(await screen.findByText('Page of catalogue')).toBeVisible();
    });

    test('the item is not looked up if the URL has no id', async () => {
      const stub = stubApi(responses);
      await renderShell('/product/mug');
      expect(screen.getByText(/doesn't have the service that this page needs/)).toBeVisible();
      expect(stub.getRequests(GET_PRODUCT)).toHaveLength(0);
    });
  });

  test('both recognition services open the recognition pages', async () => {
    signInForTest({ services: ['custom-recognition'] });
    await renderShell('/label/1');
    expect(screen.getByText('Page of training')).toBeVisible();
  });

  test('an unknown URL shows Page not found', async () => {
    signInForTest();
    await renderShell('/nowhere');
    expect(screen.getByRole('heading', { name: 'Page not found' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Go to the dashboard' })).toBeVisible();
  });

  test('an unknown URL may belong to a remote that failed to load', async () => {
    signInForTest();
    await renderShell('/reports', fakeFederation({ missing: ['reports'] }));
    expect(screen.queryByText("This page doesn't exist. Check the URL.")).toBeNull();
    expect(screen.getByText(/this page may belong to one of them: reports/)).toBeVisible();
  });

  test("a remote's URL waits for the registry, and Retry loads it again", async () => {
    signInForTest();
    const retry = jest.fn();
    const { unmount } = await renderShell('/images', fakeFederation({ routes: [], cards: [], loading: true }));
    expect(screen.queryByText("This page doesn't exist. Check the URL.")).toBeNull();
    unmount();
    await renderShell('/images', fakeFederation({ routes: [], cards: [], failed: true, retry }));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(retry).toHaveBeenCalledTimes(1);
  });

  test('a workspace without services shows a message', async () => {
    signInForTest({ services: [] });
    await renderShell();
    expect(screen.getByText('This workspace has no services yet. Please contact support.')).toBeVisible();
  });
});
