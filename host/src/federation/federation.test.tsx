import { signInForTest } from '@console/shared-auth/testing';
import { HostServicesProvider, RemoteWidget } from '@console/shared-ui/basics';
import { renderConsole } from '@console/shared-ui/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { EntryError } from './loading/entry-script';
import type { Federation } from './federation';
import { createHostServices } from './federation-view';
import { container, remote } from './testing/fake-remotes';
import { config, faults, federationOf, show } from './testing/federation-harness';

beforeEach(() => {
  window.consoleFaults = [];
  // React and the fault log print the errors that these tests provoke.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

it('shows the page and the card of a remote', async () => {
  await show(
    federationOf({ './images': { ImagesPage: () => <h1>Images of the remote</h1> }, './card': { Card: () => <p>12 images</p> } }),
  );
  expect(await screen.findByText('Images of the remote')).toBeVisible();
  expect(await screen.findByText('12 images')).toBeVisible();
});

it('shows and reports a failed remote, keeps the rest working and recovers on Retry', async () => {
  const federation = federationOf(
    {},
    {
      registries: [{ ok: true, remotes: [remote()], faults: [] }],
      entries: [
        () => Promise.reject(new EntryError('network', 'answered with 404')),
        async () => container({ './images': { ImagesPage: () => <h1>Images of the remote</h1> } }),
      ],
    },
  );
  await show(federation);
  expect(await screen.findByText('Images and annotation could not be loaded.')).toBeVisible();
  expect(screen.getByText('The rest of the screen')).toBeVisible();
  expect(faults()).toEqual([
    { kind: 'network', message: 'answered with 404', remote: 'annotate', version: '1.0.0', part: './images#ImagesPage' },
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Images of the remote')).toBeVisible();
});

it('shows the card title from the manifest', async () => {
  const cards = [{ id: 'images', title: 'Verified images', order: 10, resources: [], component: './card#Card' }];
  await show(
    federationOf(
      {},
      {
        registries: [{ ok: true, remotes: [remote('annotate', { cards })], faults: [] }],
        entries: [() => Promise.reject(new EntryError('network', 'answered with 404'))],
      },
    ),
  );
  expect(await screen.findByText(/^Verified images could not be loaded\./)).toBeVisible();
});

it('contains a page that throws and renders it again on Retry', async () => {
  let broken = true;
  const ImagesPage = () => {
    if (broken) throw new Error('no such field');
    return <h1>Images of the remote</h1>;
  };
  await show(federationOf({ './images': { ImagesPage }, './card': { Card: () => <p>12 images</p> } }));
  expect(await screen.findByText('Images and annotation stopped working.')).toBeVisible();
  expect(await screen.findByText('12 images')).toBeVisible();
  expect(faults()).toMatchObject([{ kind: 'render', remote: 'annotate', version: '1.0.0' }]);
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Images of the remote')).toBeVisible();
});

it('shows a message after 8 seconds and the page once it is loaded', async () => {
  jest.useFakeTimers();
  let arrive = (): void => undefined;
  const late = new Promise<object>((resolve) => (arrive = () => resolve({ ImagesPage: () => <h1>Images of the remote</h1> })));
  const federation = federationOf({ './images': () => late }, { registries: [{ ok: true, remotes: [remote()], faults: [] }] });
  await show(federation);
  await act(() => jest.advanceTimersByTimeAsync(7900));
  expect(screen.queryByText(/longer than usual/)).toBeNull();
  await act(() => jest.advanceTimersByTimeAsync(200));
  expect(screen.getByText('Still loading Images and annotation. This takes longer than usual.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
  arrive();
  await act(() => jest.advanceTimersByTimeAsync(0));
  expect(screen.getByText('Images of the remote')).toBeVisible();
  jest.useRealTimers();
});

it('rejects an export that is not a component', async () => {
  await show(federationOf({ './images': { ImagesPage: 'a text' }, './card': { Card: () => null } }));
  expect(await screen.findByText('Images and annotation could not be loaded.')).toBeVisible();
  expect(faults()).toMatchObject([{ kind: 'missing-export' }]);
});

it('names an invalid remote of the registry and adds it once it is valid', async () => {
  const fault = { kind: 'manifest' as const, message: 'no title', remote: 'training', version: '2.0.0' };
  const federation = federationOf(
    { './images': { ImagesPage: () => <h1>Images of the remote</h1> } },
    {
      registries: [
        { ok: true, remotes: [remote()], faults: [fault] },
        { ok: true, remotes: [remote('annotate', { version: '9.0.0' }), remote('training')], faults: [] },
      ],
    },
  );
  await show(federation);
  expect(screen.getByText(/pages are hidden \(training\)/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByText(/pages are hidden/)).toBeNull());
  // A tab keeps the versions it started with.
  expect(federation.getState().remotes.map(({ name, version }) => `${name} ${version}`)).toEqual([
    'annotate 1.0.0',
    'training 1.0.0',
  ]);
});

it('offers a reload for a new version and withdraws the offer after a rollback', async () => {
  const registry = (version: string) => ({ ok: true, remotes: [remote('annotate', { version })], faults: [] });
  const federation = federationOf(
    { './images': { ImagesPage: () => <h1>Images of the remote</h1> } },
    { registries: [registry('1.0.0'), registry('1.1.0'), { ok: false, remotes: [], faults: [] }, registry('1.0.0')] },
  );
  await show(federation);
  expect(screen.queryByText('A new version is ready')).toBeNull();
  await act(() => federation.check());
  expect(screen.getByText('A new version is ready')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
  expect(federation.getState().remotes.map(({ version }) => version)).toEqual(['1.0.0']);
  // An unreadable registry does not change the state.
  await act(() => federation.check());
  expect(screen.getByText('A new version is ready')).toBeVisible();
  await act(() => federation.check());
  expect(screen.queryByText('A new version is ready')).toBeNull();
});

it('tells remotes which pages of other remotes are available', async () => {
  signInForTest({ services: ['annotate'] });
  const routes = [
    { path: '/jobs', title: 'Jobs', resources: ['annotate'], component: './jobs#JobsPage' },
    { path: '/groups', title: 'Groups', resources: ['custom-similarity'], component: './groups#GroupsPage' },
  ];
  const federation = federationOf({}, { registries: [{ ok: true, remotes: [remote('training', { routes })], faults: [] }] });
  const { canOpen } = createHostServices(federation, config);
  expect(canOpen?.('/jobs')).toBe(false);
  await federation.refresh();
  expect(['/jobs', '/groups', '/nowhere'].map((path) => canOpen?.(path))).toEqual([true, false, false]);
});

it('fails without a registry and recovers once there is one', async () => {
  const federation = federationOf(
    {},
    {
      registries: [
        { ok: false, remotes: [], faults: [] },
        { ok: true, remotes: [remote()], faults: [] },
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

  async function embed(federation: Federation, range: string): Promise<void> {
    await federation.refresh();
    renderConsole(
      <HostServicesProvider value={createHostServices(federation, config)}>
        <RemoteWidget id="image-browser" range={range} title="The image browser" props={props} />
        <p>The rest of the page</p>
      </HostServicesProvider>,
    );
  }

  it('render with their props from the remote that offers them', async () => {
    const Browser = ({ target }: typeof props) => <p>Pictures for {target.name}</p>;
    await embed(federationOf({ './browser': { Browser } }), '^1.1.0');
    expect(await screen.findByText('Pictures for A job')).toBeVisible();
  });

  it.each([
    ['its owner is down', '^1.0.0', 'evaluation'],
    ['no version fits', '^2.0.0', 'contract'],
  ])('show an error in place when %s', async (_what, range, kind) => {
    await embed(federationOf({ './browser': () => Promise.reject(new Error('boom')) }), range);
    expect(await screen.findByText(/The image browser could not be loaded/)).toBeVisible();
    expect(screen.getByText('The rest of the page')).toBeVisible();
    expect(faults()).toMatchObject([{ kind, part: 'image-browser' }]);
  });

  it('are unavailable in a standalone remote', () => {
    renderConsole(<RemoteWidget id="image-browser" range="^1.0.0" title="The image browser" props={props} />);
    expect(screen.getByText('The image browser: available only inside the console.')).toBeVisible();
  });
});
