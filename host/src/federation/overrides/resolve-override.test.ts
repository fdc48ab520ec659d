import type { ResolvedRemote } from '@console/shared-contract/federation';
import { resolveOverride } from './resolve-override';
import { parseOverride } from './tab-overrides';
import { remote } from '../testing/fake-remotes';

const integrity = `sha384-${'B'.repeat(64)}`;
function releaseOf(over: Record<string, unknown> = {}, manifest: Record<string, unknown> = {}) {
  const own = { name: 'annotate', version: '1.2.0', contract: '^1.0.0', title: 'Images and annotation' };
  return JSON.stringify({ entry: 'entry.01234567.js', integrity, manifest: { ...own, ...manifest }, ...over });
}

type Answer = { body: string; status?: number } | 'refused' | 'stalled';
async function resolve(text: string, answer: Answer, registered: ResolvedRemote | null = remote()) {
  const override = parseOverride(text);
  if (!override) throw new Error('no override');
  const asked: string[] = [];
  const fetch = async (url: string, { signal }: RequestInit) => {
    asked.push(url);
    if (answer === 'refused') throw new TypeError('Failed to fetch');
    if (answer === 'stalled') {
      return new Promise<never>((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))));
    }
    const { status = 200, body } = answer;
    return { ok: status === 200, status, text: async () => body } as Response;
  };
  const result = await resolveOverride(override, registered ?? undefined, { fetch, offer: { contract: '1.0.0', shared: {} } });
  return { ...result, asked };
}

it('resolves a published version with its integrity hash', async () => {
  const { remote: taken, fault, asked } = await resolve('annotate@1.2.0', { body: releaseOf() });
  expect(asked).toEqual(['/remotes/annotate/1.2.0/release.json']);
  expect(fault).toBeUndefined();
  expect(taken).toMatchObject({ version: '1.2.0', integrity, override: '1.2.0' });
  expect(taken?.entry).toBe('http://localhost/remotes/annotate/1.2.0/entry.01234567.js');
});

it('resolves a development build without an integrity hash', async () => {
  const { remote: taken } = await resolve('annotate@http://localhost:3100', { body: releaseOf({ entry: 'entry.js' }) });
  expect(taken).toMatchObject({ version: '1.2.0', entry: 'http://localhost:3100/entry.js', override: 'http://localhost:3100' });
  expect(taken?.integrity).toBeUndefined();
});

it('adds a remote that is not in the registry', async () => {
  const { remote: taken } = await resolve('reports@http://localhost:3100', { body: releaseOf({}, { name: 'reports' }) }, null);
  expect(taken).toMatchObject({ name: 'reports', entry: 'http://localhost:3100/entry.01234567.js' });
  expect(taken?.blocked).toBeUndefined();
});

it.each<[string, string, string, Answer]>([
  ['nothing answers', 'network', 'annotate@http://localhost:3100', 'refused'],
  ['the version is not there', 'network', 'annotate@9.9.9', { status: 404, body: '' }],
  ['it is no JSON', 'manifest', 'annotate@http://localhost:3100', { body: '<!doctype html>' }],
  ['it is no release', 'manifest', 'annotate@http://localhost:3100', { body: '{"entry":5}' }],
  ['it is another remote', 'manifest', 'annotate@http://localhost:3100', { body: releaseOf({}, { name: 'training' }) }],
  ['the contract is not met', 'contract', 'annotate@http://localhost:3100', { body: releaseOf({}, { contract: '^2.0.0' }) }],
  ['a published one has no integrity', 'manifest', 'annotate@1.2.0', { body: releaseOf({ integrity: undefined }) }],
])('keeps the pages but does not run the registered version when %s', async (_what, kind, text, answer) => {
  const { remote: taken, fault } = await resolve(text, answer);
  expect(fault).toMatchObject({ kind, remote: 'annotate', override: text.slice('annotate@'.length) });
  expect(taken).toMatchObject({ name: 'annotate', blocked: { kind } });
});

it('times out if the server never responds', async () => {
  const patience = new AbortController();
  jest.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal);
  const resolving = resolve('annotate@http://localhost:3100', 'stalled');
  patience.abort();
  expect(await resolving).toMatchObject({ fault: { kind: 'timeout' }, remote: { blocked: { kind: 'timeout' } } });
  jest.restoreAllMocks();
});

it('returns only the fault for an unknown remote', async () => {
  const override = parseOverride('reports@http://localhost:3100');
  if (!override) throw new Error('no override');
  const fetch = async () => Promise.reject(new TypeError('Failed to fetch'));
  const result = await resolveOverride(override, undefined, { fetch, offer: { contract: '1.0.0', shared: {} } });
  expect(result).toMatchObject({ remote: undefined, fault: { kind: 'network', remote: 'reports' } });
});
