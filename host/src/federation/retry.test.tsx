import type { LoadFault, ResolvedRemote } from '@console/shared-contract/federation';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { EntryError } from './loading/entry-script';
import { createContainer, createRemote } from './testing/fake-remotes';
import { createTestFederation, type Registered, renderFederation } from './testing/federation-harness';

beforeEach(() => {
  // React and the fault log print the errors that these tests cause.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

const createVersion = (version: string, overrides: Partial<ResolvedRemote> = {}): ResolvedRemote => ({
  ...createRemote('annotate', { version }),
  ...overrides,
});
const createRegistry = (...remotes: ResolvedRemote[]): Registered => ({ ok: true, remotes, faults: [] });

it('Retry loads the active version of a remote that has not run', async () => {
  const federation = createTestFederation(
    { './images': { ImagesPage: () => <p>The images</p> } },
    {
      registries: [createRegistry(createVersion('1.1.0')), createRegistry(createVersion('1.0.0'))],
      entries: [
        () => Promise.reject(new EntryError('network', '404')),
        async () => createContainer({ './images': { ImagesPage: () => <p>The images</p> } }),
      ],
    },
  );
  await renderFederation(federation);
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(document.body).not.toHaveFocus();
  expect(await screen.findByText('The images')).toBeVisible();
  expect(federation.getState().remotes.map(({ version }) => version)).toEqual(['1.0.0']);
});

it('a retry in a running remote keeps its version', async () => {
  let isBroken = true;
  const ImagesPage = () => {
    if (isBroken) throw new Error('broken');
    return <p>The images</p>;
  };
  const federation = createTestFederation(
    { './images': { ImagesPage } },
    { registries: [createRegistry(createVersion('1.0.0')), createRegistry(createVersion('1.1.0'))] },
  );
  await renderFederation(federation);
  const retryButton = await screen.findByRole('button', { name: 'Retry' });
  isBroken = false;
  await userEvent.click(retryButton);
  expect(await screen.findByText('The images')).toBeVisible();
  expect(federation.getState().remotes.map(({ version }) => version)).toEqual(['1.0.0']);
  // The crashed version may be outdated, so a reload is offered without waiting for the next check.
  expect(await screen.findByText(/A new version is ready/)).toBeVisible();
});

it('a reload is offered only if a new remote is compatible', async () => {
  const contractFault: LoadFault = { kind: 'contract', message: 'needs contract ^2.0.0', remote: 'reports', version: '1.0.0' };
  const reportsRemote = { ...createRemote('reports'), name: 'reports' };
  const federation = createTestFederation(
    { './images': { ImagesPage: () => <p>The images</p> } },
    {
      registries: [
        createRegistry(createVersion('1.0.0')),
        createRegistry(createVersion('1.0.0'), { ...reportsRemote, blocked: contractFault }),
        createRegistry(createVersion('1.0.0'), reportsRemote),
      ],
    },
  );
  await renderFederation(federation);
  await federation.check();
  expect(federation.getState().outdated).toBe(false);
  await act(() => federation.check());
  expect(await screen.findByText(/A new version is ready/)).toBeVisible();
});

it('a retry of an incompatible version loads a compatible one', async () => {
  const contractFault: LoadFault = { kind: 'contract', message: 'needs contract ^2.0.0', remote: 'annotate', version: '2.0.0' };
  const federation = createTestFederation(
    { './images': { ImagesPage: () => <p>The images</p> } },
    { registries: [createRegistry(createVersion('2.0.0', { blocked: contractFault })), createRegistry(createVersion('2.0.1'))] },
  );
  await renderFederation(federation);
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('The images')).toBeVisible();
});

it('a retry of a missing widget loads it from a remote that was added later', async () => {
  const provider = createRemote('annotate', {
    routes: [],
    widgets: [{ id: 'image-browser', version: '1.2.0', component: './browser#Browser' }],
  });
  const federation = createTestFederation(
    { './browser': { Browser: () => <p>Browse</p> } },
    { registries: [createRegistry(), createRegistry(provider)] },
  );
  await federation.refresh();
  expect(await federation.loadWidget('image-browser', '^1.0.0')).toMatchObject({ ok: false, kind: 'missing-export' });
  expect(await federation.loadWidget('image-browser', '^1.0.0', true)).toMatchObject({ ok: true });
});
