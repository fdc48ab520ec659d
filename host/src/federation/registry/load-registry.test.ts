import { loadRegistry, type RegistryDeps } from './load-registry';

const integrity = `sha384-${'A'.repeat(64)}`;
function release(name: string) {
  const manifest = { name, version: '1.0.0', contract: '^1.0.0', title: name };
  return { entry: `/remotes/${name}/1.0.0/entry.js`, integrity, manifest, publishedAt: '2025-01-01T00:00:00.000Z' };
}
function registryOf(...names: string[]) {
  const remotes = names.map((name) => [name, { active: '1.0.0', versions: { '1.0.0': release(name) } }]);
  return { schema: 1, revision: 1, generatedAt: '2025-01-01T00:00:00.000Z', remotes: Object.fromEntries(remotes) };
}

type Answer = { status?: number; body: string } | 'stalled' | 'refused';
/** Simulates a browser that receives one response per visit. */
function browser(...answers: Answer[]) {
  const stored = new Map<string, string>();
  const deps: RegistryDeps = {
    offer: { contract: '1.0.0', shared: {} },
    storage: { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => void stored.set(key, value) },
    fetch: async () => {
      const answer = answers.shift();
      if (answer === 'stalled') return new Promise<never>(() => undefined);
      if (answer === undefined || answer === 'refused') throw new TypeError('Failed to fetch');
      const { status = 200, body } = answer;
      return { ok: status === 200, status, text: async () => body } as Response;
    },
  };
  // Advance the fake clock past the timeout of a stalled response.
  const visit = async () => {
    jest.useFakeTimers();
    const loading = loadRegistry(deps);
    await jest.advanceTimersByTimeAsync(15_000);
    jest.useRealTimers();
    return loading;
  };
  return { deps, visit, stored };
}
const good: Answer = { body: JSON.stringify(registryOf('annotate', 'training')) };
const namesOf = (loaded: { remotes: { name: string }[] }) => loaded.remotes.map((each) => each.name);

const BROKEN: [string, string, Answer][] = [
  ['answered with 500', 'network', { status: 500, body: '{}' }],
  ['refused', 'network', 'refused'],
  ['stalled', 'timeout', 'stalled'],
  ['malformed', 'manifest', { body: '{"schema":' }],
  ['of another shape', 'manifest', { body: '{"schema":2}' }],
];

it('returns the remotes of the registry', async () => {
  const loaded = await browser(good).visit();
  expect(loaded).toMatchObject({ ok: true, faults: [] });
  expect(namesOf(loaded)).toEqual(['annotate', 'training']);
});

it.each(BROKEN)('uses the stored copy when the registry is %s', async (_what, kind, answer) => {
  const { visit } = browser(good, answer);
  await visit();
  const loaded = await visit();
  expect(loaded).toMatchObject({ ok: true, faults: [{ kind, remote: '' }] });
  expect(namesOf(loaded)).toEqual(['annotate', 'training']);
});

it.each(BROKEN)('fails when the registry is %s on the first visit', async (_what, kind, answer) => {
  expect(await browser(answer).visit()).toMatchObject({ ok: false, remotes: [], faults: [{ kind }] });
});

it('replaces an invalid remote with its stored copy', async () => {
  const document = registryOf('annotate', 'training', 'similarity');
  const bad = {
    ...document,
    remotes: { ...document.remotes, training: { active: '1.0.0', versions: {} }, similarity: { active: 5 } },
  };
  const { visit } = browser(good, { body: JSON.stringify(bad) }, 'refused');
  await visit();
  const loaded = await visit();
  expect(namesOf(loaded)).toEqual(['annotate', 'training']);
  expect(loaded.faults.map((fault) => [fault.remote, fault.kind])).toEqual([
    ['training', 'manifest'],
    ['similarity', 'manifest'],
  ]);
  expect(namesOf(await visit())).toEqual(['annotate', 'training']);
});

it('works if the storage is full', async () => {
  const { deps } = browser(good);
  const storage = {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  expect(await loadRegistry({ ...deps, storage })).toMatchObject({ ok: true });
});

describe('a corrupt stored copy', () => {
  const document = registryOf('annotate', 'training');
  const withIntegrity = {
    ...document,
    remotes: { annotate: { active: '1.0.0', versions: { '1.0.0': { ...release('annotate'), integrity: 'sha384-none' } } } },
  };
  const COPIES: [string, string][] = [
    ['cut off', JSON.stringify(document).slice(0, 200)],
    ['a number', '5'],
    ['of another shape', '{"remotes":"none"}'],
    ['with remotes of another shape', '{"schema":1,"revision":1,"remotes":{"annotate":7}}'],
    ['with an integrity that is none', JSON.stringify(withIntegrity)],
    ['of another deployment', JSON.stringify(registryOf('reports'))],
  ];

  it.each(COPIES)('that is %s is replaced once the registry can be read', async (_what, copy) => {
    const { visit, stored } = browser(good, 'refused');
    stored.set('console.registry', copy);
    expect(namesOf(await visit())).toEqual(['annotate', 'training']);
    expect(namesOf(await visit())).toEqual(['annotate', 'training']);
  });

  it.each(COPIES)('that is %s is ignored if a remote of the registry is invalid', async (_what, copy) => {
    const bad = { ...document, remotes: { ...document.remotes, training: { active: 5 } } };
    const { visit, stored } = browser({ body: JSON.stringify(bad) }, good);
    stored.set('console.registry', copy);
    const loaded = await visit();
    expect(namesOf(loaded)).toEqual(['annotate']);
    expect(loaded.faults).toMatchObject([{ kind: 'manifest', remote: 'training' }]);
    expect(namesOf(await visit())).toEqual(['annotate', 'training']);
  });

  it('fails if the registry cannot be read either', async () => {
    const { visit, stored } = browser('refused');
    stored.set('console.registry', '{"remotes":"none"}');
    expect(await visit()).toMatchObject({ ok: false, remotes: [], faults: [{ kind: 'network' }] });
  });
});
