/** @jest-environment-options {"dom": true} */
import type { ResolvedRemote } from '@console/shared-contract/federation';
import { resolveOverride } from './resolve-override';
import { parseOverride } from './tab-overrides';
import { createRemote } from '../testing/fake-remotes';

const integrity = `sha384-${'B'.repeat(64)}`;
function createReleaseJson(overrides: Record<string, unknown> = {}, manifest: Record<string, unknown> = {}) {
  const defaults = { name: 'annotate', version: '1.2.0', contract: '^1.0.0', title: 'Images and annotation' };
  return JSON.stringify({ entry: 'entry.01234567.js', integrity, manifest: { ...defaults, ...manifest }, ...overrides });
}

type FakeResponse = { body: string; status?: number } | 'refused' | 'never';
async function resolveOverrideText(text: string, response: FakeResponse, registered: ResolvedRemote | null = createRemote()) {
  const override = parseOverride(text);
  if (!override) throw new Error('The override is invalid');
  const requestedUrls: string[] = [];
  const fetch = async (url: string, { signal }: RequestInit) => {
    requestedUrls.push(url);
    if (response === 'refused') throw new TypeError('Failed to fetch');
    if (response === 'never') {
      return new Promise<never>((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))));
    }
    const { status = 200, body } = response;
    return { ok: status === 200, status, text: async () => body } as Response;
  };
  const result = await resolveOverride(override, registered ?? undefined, { fetch, offer: { contract: '1.0.0', shared: {} } });
  return { ...result, requestedUrls };
}

it('resolves a published version with its integrity hash', async () => {
  const { remote: resolved, fault, requestedUrls } = await resolveOverrideText('annotate@1.2.0', { body: createReleaseJson() });
  expect(requestedUrls).toEqual(['/remotes/annotate/1.2.0/release.json']);
  expect(fault).toBeUndefined();
  expect(resolved).toMatchObject({ version: '1.2.0', integrity, override: '1.2.0' });
  expect(resolved?.entry).toBe('http://localhost/remotes/annotate/1.2.0/entry.01234567.js');
});

it('resolves a development build without an integrity hash', async () => {
  const { remote: resolvedRemote } = await resolveOverrideText('annotate@http://localhost:3100', {
    body: createReleaseJson({ entry: 'entry.js' }),
  });
  expect(resolvedRemote).toMatchObject({
    version: '1.2.0',
    entry: 'http://localhost:3100/entry.js',
    override: 'http://localhost:3100',
  });
  expect(resolvedRemote?.integrity).toBeUndefined();
});

it('adds a remote that is not in the registry', async () => {
  const { remote: resolved } = await resolveOverrideText(
    'reports@http://localhost:3100',
    { body: createReleaseJson({}, { name: 'reports' }) },
    null,
  );
  expect(resolved).toMatchObject({ name: 'reports', entry: 'http://localhost:3100/entry.01234567.js' });
  expect(resolved?.blocked).toBeUndefined();
});

it.each<[string, string, string, FakeResponse]>([
  ['the server cannot be reached', 'network', 'annotate@http://localhost:3100', 'refused'],
  ['the version is missing', 'network', 'annotate@9.9.9', { status: 404, body: '' }],
  ['the response is not JSON', 'manifest', 'annotate@http://localhost:3100', { body: '<!doctype html>' }],
  ['the response is not a release', 'manifest', 'annotate@http://localhost:3100', { body: '{"entry":5}' }],
  [
    'the release belongs to another remote',
    'manifest',
    'annotate@http://localhost:3100',
    { body: createReleaseJson({}, { name: 'training' }) },
  ],
  [
    'the contract is incompatible',
    'contract',
    'annotate@http://localhost:3100',
    { body: createReleaseJson({}, { contract: '^2.0.0' }) },
  ],
  [
    'a published release has no integrity hash',
    'manifest',
    'annotate@1.2.0',
    { body: createReleaseJson({ integrity: undefined }) },
  ],
])('blocks the remote instead of running the registered version when %s', async (_title, kind, text, response) => {
  const { remote: resolved, fault } = await resolveOverrideText(text, response);
  expect(fault).toMatchObject({ kind, remote: 'annotate', override: text.slice('annotate@'.length) });
  expect(resolved).toMatchObject({ name: 'annotate', blocked: { kind } });
});

it('times out if the server never responds', async () => {
  const timeout = new AbortController();
  jest.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
  const result = resolveOverrideText('annotate@http://localhost:3100', 'never');
  timeout.abort();
  expect(await result).toMatchObject({ fault: { kind: 'timeout' }, remote: { blocked: { kind: 'timeout' } } });
  jest.restoreAllMocks();
});

it('returns only the fault for an unknown remote', async () => {
  const override = parseOverride('reports@http://localhost:3100');
  if (!override) throw new Error('The override is invalid');
  const fetch = async () => Promise.reject(new TypeError('Failed to fetch'));
  const result = await resolveOverride(override, undefined, { fetch, offer: { contract: '1.0.0', shared: {} } });
  expect(result).toMatchObject({ remote: undefined, fault: { kind: 'network', remote: 'reports' } });
});
