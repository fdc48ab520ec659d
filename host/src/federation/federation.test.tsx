import { signInForTest } from '@console/shared-auth/testing';
import { HostServicesProvider, RemoteWidget } from '@console/shared-ui/basics';
import { renderConsole } from '@console/shared-ui/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { EntryError } from './loading/entry-script';
import type { Federation } from './federation';
import { createHostServices } from './federation-view';
import { createContainer, createRemote } from './testing/fake-remotes';
import { config, getFaults, createTestFederation, renderFederation } from './testing/federation-harness';

beforeEach(() => {
  window.consoleFaults = [];
  // React and the fault log print the errors that these tests cause.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

it('shows the page and the card of a remote', async () => {
  await renderFederation(
    createTestFederation({
      './images': { ImagesPage: () => <h1>Images of the remote</h1> },
      './card': { Card: () => <p>12 images</p> },
    }),
  );
  expect(await screen.findByText('Images of the remote')).toBeVisible();
  expect(await screen.findByText('12 images')).toBeVisible();
});

it('shows and reports a failed remote and recovers on Retry, while other remotes work', async () => {
  const federation = createTestFederation(
    {},
    {
      registries: [{ ok: true, remotes: [createRemote()], faults: [] }],
      entries: [
        () => Promise.reject(new EntryError('network', 'status 404')),
        async () => createContainer({ './images': { ImagesPage: () => <h1>Images of the remote</h1> } }),
      ],
    },
  );
  await renderFederation(federation);
  expect(await screen.findByText('Images and annotation could not be loaded.')).toBeVisible();
  expect(screen.getByText('The rest of the screen')).toBeVisible();
  const source = { remote: 'annotate', version: '1.0.0', part: './images#ImagesPage' };
  const load = getFaults()[0]?.load;
  expect(getFaults()).toEqual([{ kind: 'network', message: 'status 404', load, ...source }]);
  expect(screen.getByText(`For support: annotate · 1.0.0 · network · ${load}`)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Copy for support' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Images of the remote')).toBeVisible();
});

it('shows the card title from the manifest', async () => {
  const cards = [{ id: 'images', title: 'Verified images', order: 10, resources: [], component: './card#Card' }];
  await renderFederation(
    createTestFederation(
      {},
      {
        registries: [{ ok: true, remotes: [createRemote('annotate', { cards })], faults: [] }],
        entries: [() => Promise.reject(new EntryError('network', 'status 404'))],
      },
    ),
  );
  expect(await screen.findByText(/^Verified images could not be loaded\./)).toBeVisible();
});

it('shows an error if a page throws, and renders the page again on Retry', async () => {
  let isBroken = true;
  const ImagesPage = () => {
    if (isBroken) throw new Error('no such field');
    return <h1>Images of the remote</h1>;
  };
  await renderFederation(createTestFederation({ './images': { ImagesPage }, './card': { Card: () => <p>12 images</p> } }));
  expect(await screen.findByText('Images and annotation stopped working.')).toBeVisible();
  expect(await screen.findByText('12 images')).toBeVisible();
  expect(getFaults()).toMatchObject([{ kind: 'render', remote: 'annotate', version: '1.0.0' }]);
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Images of the remote')).toBeVisible();
});

it('shows a message after 8 seconds and the page once it is loaded', async () => {
  jest.useFakeTimers();
  let resolveModule = (): void => undefined;
  const pendingModule = new Promise<object>(
    (resolve) => (resolveModule = () => resolve({ ImagesPage: () => <h1>Images of the remote</h1> })),
  );
  const federation = createTestFederation(
    { './images': () => pendingModule },
    { registries: [{ ok: true, remotes: [createRemote()], faults: [] }] },
  );
  await renderFederation(federation);
  await act(() => jest.advanceTimersByTimeAsync(7900));
  expect(screen.queryByText(/longer than usual/)).toBeNull();
  await act(() => jest.advanceTimersByTimeAsync(200));
  expect(screen.getByText('Still loading Images and annotation. This takes longer than usual.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
  resolveModule();
  await act(() => jest.advanceTimersByTimeAsync(0));
  expect(screen.getByText('Images of the remote')).toBeVisible();
  jest.useRealTimers();
});

it('rejects an export that is not a component', async () => {
  await renderFederation(createTestFederation({ './images': { ImagesPage: 'a text' }, './card': { Card: () => null } }));
  expect(await screen.findByText('Images and annotation could not be loaded.')).toBeVisible();
  expect(getFaults()).toMatchObject([{ kind: 'missing-export' }]);
});

it('lists an invalid remote of the registry and adds it once it is valid', async () => {
  const fault = { kind: 'manifest' as const, message: 'no title', remote: 'training', version: '2.0.0' };
  const federation = createTestFederation(
    { './images': { ImagesPage: () => <h1>Images of the remote</h1> } },
    {
      registries: [
        { ok: true, remotes: [createRemote()], faults: [fault] },
        { ok: true, remotes: [createRemote('annotate', { version: '9.0.0' }), createRemote('training')], faults: [] },
      ],
    },
  );
  await renderFederation(federation);
  expect(screen.getByText(/pages are hidden \(training\)/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByText(/pages are hidden/)).toBeNull());
  // A tab keeps running the versions with which it started.
  expect(federation.getState().remotes.map(({ name, version }) => `${name} ${version}`)).toEqual([
    'annotate 1.0.0',
    'training 1.0.0',
  ]);
});

it('offers a reload for a new version and withdraws the offer after a rollback', async () => {
  const createRegistry = (version: string) => ({ ok: true, remotes: [createRemote('annotate', { version })], faults: [] });
  const federation = createTestFederation(
    { './images': { ImagesPage: () => <h1>Images of the remote</h1> } },
    {
      registries: [
        createRegistry('1.0.0'),
        createRegistry('1.1.0'),
        { ok: false, remotes: [], faults: [] },
        createRegistry('1.0.0'),
      ],
    },
  );
  await renderFederation(federation);
  expect(screen.queryByText('A new version is ready')).toBeNull();
  await act(() => federation.check());
  expect(screen.getByText('A new version is ready')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
  expect(federation.getState().remotes.map(({ version }) => version)).toEqual(['1.0.0']);
  // A registry that cannot be read does not change the state.
  await act(() => federation.check());
  expect(screen.getByText('A new version is ready')).toBeVisible();
  await act(() => federation.check());
  expect(screen.queryByText('A new version is ready')).toBeNull();
});

it('canOpen returns whether a page of another remote is available', async () => {
  signInForTest({ services: ['annotate'] });
  const routes = [
    { path: '/jobs', title: 'Jobs', resources: ['annotate'], component: './jobs#JobsPage' },
    { path: '/groups', title: 'Groups', resources: ['custom-similarity'], component: './groups#GroupsPage' },
  ];
  const federation = createTestFederation(
    {},
    { registries: [{ ok: true, remotes: [createRemote('training', { routes })], faults: [] }] },
  );
  const { canOpen } = createHostServices(federation, config);
  expect(canOpen?.('/jobs')).toBe(false);
  await federation.refresh();
  expect(['/jobs', '/groups', '/nowhere'].map((path) => canOpen?.(path))).toEqual([true, false, false]);
});

it('fails without a registry and recovers once there is one', async () => {
  const federation = createTestFederation(
    {},
    {
      registries: [
        { ok: false, remotes: [], faults: [] },
        { ok: true, remotes: [createRemote()], faults: [] },
      ],
    },
  );
  await federation.refresh();
  expect(federation.getState().status).toBe('failed');
  await federation.refresh();
  expect(federation.getState()).toMatchObject({ status: 'ready', remotes: [{ name: 'annotate' }] });
});

describe('widgets', () => {
  const props = { target: { kind: 'image-job' as const, id: '1', name: 'A job' } };

  async function renderWidget(federation: Federation, range: string): Promise<void> {
    await federation.refresh();
    renderConsole(
      <HostServicesProvider value={createHostServices(federation, config)}>
        <RemoteWidget id="image-browser" range={range} title="The image browser" props={props} />
        <p>The rest of the page</p>
      </HostServicesProvider>,
    );
  }

  it('are rendered with their props from the remote that provides them', async () => {
    const Browser = ({ target }: typeof props) => <p>Images for {target.name}</p>;
    await renderWidget(createTestFederation({ './browser': { Browser } }), '^1.1.0');
    expect(await screen.findByText('Images for A job')).toBeVisible();
  });

  it.each([
    ['the code of its remote fails', '^1.0.0', 'evaluation'],
    ['its version is incompatible', '^2.0.0', 'contract'],
  ])('show an error in their place when %s', async (_title, range, kind) => {
    await renderWidget(createTestFederation({ './browser': () => Promise.reject(new Error('module failed')) }), range);
    expect(await screen.findByText(/The image browser could not be loaded/)).toBeVisible();
    expect(screen.getByText('The rest of the page')).toBeVisible();
    expect(getFaults()).toMatchObject([{ kind, part: 'image-browser' }]);
  });

  it('are unavailable in a standalone remote', () => {
    renderConsole(<RemoteWidget id="image-browser" range="^1.0.0" title="The image browser" props={props} />);
    expect(screen.getByText('The image browser: available only inside the console.')).toBeVisible();
  });
});
