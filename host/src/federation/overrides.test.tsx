import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Tab } from './federation';
import { parseOverride, type TabChoice } from './overrides/tab-overrides';
import { createRemote } from './testing/fake-remotes';
import { getFaults, createTestFederation, renderFederation } from './testing/federation-harness';

const DEV_SERVER_URL = 'http://localhost:3100';
function createChoice({ overrides = [], ...rest }: { overrides?: string[]; refused?: string[]; disabled?: string[] }): TabChoice {
  return { overrides: overrides.flatMap((text) => parseOverride(text) ?? []), refused: [], disabled: [], ...rest };
}
const resolveUnreachable: Tab['resolveOverride'] = async ({ name, source }, registered) => {
  const fault = { kind: 'network' as const, message: 'refused', remote: name, version: '', override: source };
  return { fault, remote: registered && { ...registered, version: '', override: source, blocked: fault } };
};
const resolveReachable: Tab['resolveOverride'] = async ({ name, source }) => ({
  remote: { ...createRemote(name, { version: '2.0.0' }), override: source, integrity: undefined },
});
const exposedModules = { './images': { ImagesPage: () => <h1>Images of the remote</h1> } };
const createRegistry = (...remotes: string[]) => ({ ok: true, remotes: remotes.map((name) => createRemote(name)), faults: [] });

beforeEach(() => {
  window.consoleFaults = [];
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

it('loads a remote from an override and shows a banner until Reset', async () => {
  const forget = jest.fn();
  const tab = {
    choice: async () => createChoice({ overrides: [`annotate@${DEV_SERVER_URL}`] }),
    resolveOverride: resolveReachable,
    forget,
  };
  const federation = createTestFederation(exposedModules, { registries: [createRegistry('annotate', 'training')], tab });
  await renderFederation(federation);
  expect(await screen.findByText('Images of the remote')).toBeVisible();
  expect(screen.getByText(/annotate runs from http:\/\/localhost:3100\./)).toBeVisible();
  expect(
    federation
      .getState()
      .remotes.map(({ name, version }) => `${name} ${version}`)
      .sort(),
  ).toEqual(['annotate 2.0.0', 'training 1.0.0']);
  await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
  expect(forget).toHaveBeenCalledWith('override');
});

it('shows a banner while a published version overrides the active version', async () => {
  const tab = { choice: async () => createChoice({ overrides: ['annotate@2.0.0'] }), resolveOverride: resolveReachable };
  await renderFederation(createTestFederation(exposedModules, { tab }));
  expect(screen.getByText(/annotate uses version 2\.0\.0\./)).toBeVisible();
});

it('shows a remote that is not in the registry', async () => {
  const tab = {
    choice: async () => createChoice({ overrides: [`reports@${DEV_SERVER_URL}`] }),
    resolveOverride: resolveReachable,
  };
  await renderFederation(createTestFederation(exposedModules, { registries: [createRegistry()], tab }));
  expect(await screen.findByText('Images of the remote')).toBeVisible();
});

it('shows an error instead of the active version while an override is unreachable', async () => {
  let resolveOverride = resolveUnreachable;
  const tab: Partial<Tab> = {
    choice: async () => createChoice({ overrides: [`annotate@${DEV_SERVER_URL}`] }),
    resolveOverride: (...args) => resolveOverride(...args),
  };
  await renderFederation(
    createTestFederation(exposedModules, { registries: [createRegistry('annotate'), createRegistry('annotate')], tab }),
  );
  expect(await screen.findByText('Images and annotation could not be loaded.')).toBeVisible();
  expect(screen.getByText(/uses the override http:\/\/localhost:3100, which could not be loaded/)).toBeVisible();
  expect(screen.getByText(/annotate couldn't be loaded from http:\/\/localhost:3100\./)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Reset' })).toBeVisible();
  expect(screen.getByText('The rest of the screen')).toBeVisible();
  expect(getFaults()).toContainEqual({
    kind: 'network',
    message: 'refused',
    remote: 'annotate',
    version: '',
    override: DEV_SERVER_URL,
    part: 'override',
  });
  resolveOverride = resolveReachable;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Images of the remote')).toBeVisible();
  expect(screen.getByText(/annotate runs from/)).toBeVisible();
});

it('shows the other remotes while a development server is slow', async () => {
  let releaseResponse = (): void => undefined;
  const responseReleased = new Promise<void>((resolve) => (releaseResponse = resolve));
  const tab: Partial<Tab> = {
    choice: async () => createChoice({ overrides: [`training@${DEV_SERVER_URL}`] }),
    resolveOverride: async (...args) => {
      await responseReleased;
      return resolveReachable(...args);
    },
  };
  const federation = createTestFederation(exposedModules, { registries: [createRegistry('annotate', 'training')], tab });
  const refreshPromise = federation.refresh();
  await waitFor(() => expect(federation.getState().remotes.map(({ name }) => name)).toEqual(['annotate']));
  expect(await federation.load('annotate', './images#ImagesPage')).toMatchObject({ ok: true });
  releaseResponse();
  await refreshPromise;
  expect(federation.getState().remotes.map(({ name }) => name)).toEqual(['annotate', 'training']);
});

it('lists invalid overrides in a banner', async () => {
  const tab = { choice: async () => createChoice({ refused: ['annotate@https://example.com'] }) };
  await renderFederation(createTestFederation(exposedModules, { tab }));
  expect(screen.getByText(/“annotate@https:\/\/example\.com” is not a valid override.*http:\/\/localhost/)).toBeVisible();
});

it('does not offer the registered version as a new version', async () => {
  const tab = {
    choice: async () => createChoice({ overrides: [`annotate@${DEV_SERVER_URL}`] }),
    resolveOverride: resolveReachable,
  };
  const federation = createTestFederation(exposedModules, {
    registries: [createRegistry('annotate'), createRegistry('annotate')],
    tab,
  });
  await federation.refresh();
  await federation.check();
  expect(federation.getState().outdated).toBe(false);
});

describe('safe mode', () => {
  const createTab = (...disabled: string[]) => ({ choice: async () => createChoice({ disabled }), forget: jest.fn() });
  const manifestWithCard = { cards: [{ id: 'images', order: 10, resources: [], component: './card#Card' }] };
  const exposes = { ...exposedModules, './card': { Card: () => <p>12 images</p> } };
  const createRegistryWithCard = () => ({
    ok: true,
    remotes: [createRemote('annotate', manifestWithCard), createRemote('training')],
    faults: [],
  });

  it('does not load a disabled remote until it is enabled again', async () => {
    const tab = createTab('annotate');
    const loadEntry = jest.fn();
    await renderFederation(createTestFederation(exposes, { registries: [createRegistryWithCard()], entries: [loadEntry], tab }));
    expect(await screen.findByText('Images and annotation: switched off in this tab.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    expect(screen.queryByText('12 images')).toBeNull();
    expect(screen.getByText(/Turned off in this tab: Images and annotation\./)).toBeVisible();
    expect(loadEntry).not.toHaveBeenCalled();
    expect(getFaults()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Turn on' }));
    expect(tab.forget).toHaveBeenCalledWith('disabled');
  });

  it('disables all remotes if the list contains the name all', async () => {
    const federation = createTestFederation(exposes, { registries: [createRegistryWithCard()], tab: createTab('all') });
    await renderFederation(federation);
    expect(screen.getByText(/All parts are turned off in this tab\./)).toBeVisible();
    expect(federation.getState().remotes.map(({ blocked }) => blocked?.kind)).toEqual(['disabled', 'disabled']);
  });

  it('takes precedence over an override', async () => {
    const resolveOverride = jest.fn();
    const tab = {
      choice: async () => createChoice({ disabled: ['annotate'], overrides: [`annotate@${DEV_SERVER_URL}`] }),
      resolveOverride,
    };
    await renderFederation(createTestFederation(exposes, { registries: [createRegistryWithCard()], tab }));
    expect(resolveOverride).not.toHaveBeenCalled();
    expect(screen.queryByText(/annotate runs from/)).toBeNull();
  });
});
