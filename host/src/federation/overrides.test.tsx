import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Tab } from './federation';
import { parseOverride, type TabChoice } from './overrides/tab-overrides';
import { remote } from './testing/fake-remotes';
import { faults, federationOf, show } from './testing/federation-harness';

const fromHere = 'http://localhost:3100';
function choiceOf({ overrides = [], ...rest }: { overrides?: string[]; refused?: string[]; disabled?: string[] }): TabChoice {
  return { overrides: overrides.flatMap((text) => parseOverride(text) ?? []), refused: [], disabled: [], ...rest };
}
const dead: Tab['resolveOverride'] = async ({ name, source }, registered) => {
  const fault = { kind: 'network' as const, message: 'refused', remote: name, version: '', override: source };
  return { fault, remote: registered && { ...registered, version: '', override: source, blocked: fault } };
};
const alive: Tab['resolveOverride'] = async ({ name, source }) => ({
  remote: { ...remote(name, { version: '2.0.0' }), override: source, integrity: undefined },
});
const page = { './images': { ImagesPage: () => <h1>Images of the remote</h1> } };
const registry = (...remotes: string[]) => ({ ok: true, remotes: remotes.map((name) => remote(name)), faults: [] });

beforeEach(() => {
  window.consoleFaults = [];
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

it('loads a remote from the override, shows a banner and stops on Reset', async () => {
  const forget = jest.fn();
  const tab = { choice: async () => choiceOf({ overrides: [`annotate@${fromHere}`] }), resolveOverride: alive, forget };
  const federation = federationOf(page, { registries: [registry('annotate', 'training')], tab });
  await show(federation);
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

it('shows a banner for a published version that replaces the active one', async () => {
  const tab = { choice: async () => choiceOf({ overrides: ['annotate@2.0.0'] }), resolveOverride: alive };
  await show(federationOf(page, { tab }));
  expect(screen.getByText(/annotate uses version 2\.0\.0\./)).toBeVisible();
});

it('shows a remote that is not in the registry', async () => {
  const tab = { choice: async () => choiceOf({ overrides: [`reports@${fromHere}`] }), resolveOverride: alive };
  await show(federationOf(page, { registries: [registry()], tab }));
  expect(await screen.findByText('Images of the remote')).toBeVisible();
});

it('shows an error instead of the active version while an override is unreachable', async () => {
  let resolveOverride = dead;
  const tab: Partial<Tab> = {
    choice: async () => choiceOf({ overrides: [`annotate@${fromHere}`] }),
    resolveOverride: (...args) => resolveOverride(...args),
  };
  await show(federationOf(page, { registries: [registry('annotate'), registry('annotate')], tab }));
  expect(await screen.findByText('Images and annotation could not be loaded.')).toBeVisible();
  expect(screen.getByText(/uses the override http:\/\/localhost:3100, which could not be loaded/)).toBeVisible();
  expect(screen.getByText(/annotate couldn't be loaded from http:\/\/localhost:3100\./)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Reset' })).toBeVisible();
  expect(screen.getByText('The rest of the screen')).toBeVisible();
  expect(faults()).toContainEqual({
    kind: 'network',
    message: 'refused',
    remote: 'annotate',
    version: '',
    override: fromHere,
    part: 'override',
  });
  resolveOverride = alive;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Images of the remote')).toBeVisible();
  expect(screen.getByText(/annotate runs from/)).toBeVisible();
});

it('shows the other remotes while a development server is slow', async () => {
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const tab: Partial<Tab> = {
    choice: async () => choiceOf({ overrides: [`training@${fromHere}`] }),
    resolveOverride: async (...args) => {
      await answered;
      return alive(...args);
    },
  };
  const federation = federationOf(page, { registries: [registry('annotate', 'training')], tab });
  const reading = federation.refresh();
  await waitFor(() => expect(federation.getState().remotes.map(({ name }) => name)).toEqual(['annotate']));
  expect(await federation.load('annotate', './images#ImagesPage')).toMatchObject({ ok: true });
  answer();
  await reading;
  expect(federation.getState().remotes.map(({ name }) => name)).toEqual(['annotate', 'training']);
});

it('names invalid overrides', async () => {
  const tab = { choice: async () => choiceOf({ refused: ['annotate@https://example.com'] }) };
  await show(federationOf(page, { tab }));
  expect(screen.getByText(/“annotate@https:\/\/example\.com” is not a valid override.*http:\/\/localhost/)).toBeVisible();
});

it('does not offer the registered version as a new version', async () => {
  const tab = { choice: async () => choiceOf({ overrides: [`annotate@${fromHere}`] }), resolveOverride: alive };
  const federation = federationOf(page, { registries: [registry('annotate'), registry('annotate')], tab });
  await federation.refresh();
  await federation.check();
  expect(federation.getState().outdated).toBe(false);
});

describe('safe mode', () => {
  const off = (...disabled: string[]) => ({ choice: async () => choiceOf({ disabled }), forget: jest.fn() });
  const cards = { cards: [{ id: 'images', order: 10, resources: [], component: './card#Card' }] };
  const exposes = { ...page, './card': { Card: () => <p>12 images</p> } };
  const withCard = () => ({ ok: true, remotes: [remote('annotate', cards), remote('training')], faults: [] });

  it('loads nothing of a disabled remote until it is enabled again', async () => {
    const tab = off('annotate');
    const entry = jest.fn();
    await show(federationOf(exposes, { registries: [withCard()], entries: [entry], tab }));
    expect(await screen.findByText('Images and annotation: switched off in this tab.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    expect(screen.queryByText('12 images')).toBeNull();
    expect(screen.getByText(/Turned off in this tab: Images and annotation\./)).toBeVisible();
    expect(entry).not.toHaveBeenCalled();
    expect(faults()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Turn on' }));
    expect(tab.forget).toHaveBeenCalledWith('disabled');
  });

  it('disables all remotes with one keyword', async () => {
    const federation = federationOf(exposes, { registries: [withCard()], tab: off('all') });
    await show(federation);
    expect(screen.getByText(/All parts are turned off in this tab\./)).toBeVisible();
    expect(federation.getState().remotes.map(({ blocked }) => blocked?.kind)).toEqual(['disabled', 'disabled']);
  });

  it('takes precedence over an override', async () => {
    const resolveOverride = jest.fn();
    const tab = {
      choice: async () => choiceOf({ disabled: ['annotate'], overrides: [`annotate@${fromHere}`] }),
      resolveOverride,
    };
    await show(federationOf(exposes, { registries: [withCard()], tab }));
    expect(resolveOverride).not.toHaveBeenCalled();
    expect(screen.queryByText(/annotate runs from/)).toBeNull();
  });
});
