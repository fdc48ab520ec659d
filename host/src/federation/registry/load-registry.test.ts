import { loadRegistry, type RegistryDeps } from './load-registry';

const integrity = `sha384-${'A'.repeat(64)}`;
function createRelease(name: string) {
  const manifest = { name, version: '1.0.0', contract: '^1.0.0', title: name };
  return { entry: `/remotes/${name}/1.0.0/entry.js`, integrity, manifest, publishedAt: '2025-01-01T00:00:00.000Z' };
}
function createRegistry(...names: string[]) {
  const remotes = names.map((name) => [name, { active: '1.0.0', versions: { '1.0.0': createRelease(name) } }]);
  return { schema: 1, revision: 1, generatedAt: '2025-01-01T00:00:00.000Z', remotes: Object.fromEntries(remotes) };
}

type FakeResponse = { status?: number; body: string } | 'never' | 'refused';
/** Creates a simulated browser that receives one response per visit. */
function createBrowser(...responses: FakeResponse[]) {
  const storedValues = new Map<string, string>();
  const dependencies: RegistryDeps = {
    offer: { contract: '1.0.0', shared: {} },
    storage: { getItem: (key) => storedValues.get(key) ?? null, setItem: (key, value) => void storedValues.set(key, value) },
    fetch: async () => {
      const response = responses.shift();
      if (response === 'never') return new Promise<never>(() => undefined);
      if (response === undefined || response === 'refused') throw new TypeError('Failed to fetch');
      const { status = 200, body } = response;
      return { ok: status === 200, status, text: async () => body } as Response;
    },
  };
  // Loads the registry as a page does. Advances the fake clock, so that a response that never arrives times out.
  const loadOnVisit = async () => {
    jest.useFakeTimers();
    const loading = loadRegistry(dependencies);
    await jest.advanceTimersByTimeAsync(15_000);
    jest.useRealTimers();
    return loading;
  };
  return { dependencies, loadOnVisit, storedValues };
}
const validResponse: FakeResponse = { body: JSON.stringify(createRegistry('annotate', 'training')) };
const getNames = (loadedRegistry: { remotes: { name: string }[] }) => loadedRegistry.remotes.map(({ name }) => name);

const BROKEN_RESPONSES: [string, string, FakeResponse][] = [
  ['answered with status 500', 'network', { status: 500, body: '{}' }],
  ['unreachable', 'network', 'refused'],
  ['hanging', 'timeout', 'never'],
  ['invalid JSON', 'manifest', { body: '{"schema":' }],
  ['of another schema', 'manifest', { body: '{"schema":2}' }],
];

it('loadRegistry returns the remotes of the registry', async () => {
  const loadedRegistry = await createBrowser(validResponse).loadOnVisit();
  expect(loadedRegistry).toMatchObject({ ok: true, faults: [] });
  expect(getNames(loadedRegistry)).toEqual(['annotate', 'training']);
});

it.each(BROKEN_RESPONSES)('uses the stored copy when the registry is %s', async (_title, kind, response) => {
  const { loadOnVisit } = createBrowser(validResponse, response);
  await loadOnVisit();
  const loadedRegistry = await loadOnVisit();
  expect(loadedRegistry).toMatchObject({ ok: true, faults: [{ kind, remote: '' }] });
  expect(getNames(loadedRegistry)).toEqual(['annotate', 'training']);
});

it.each(BROKEN_RESPONSES)('fails when the registry is %s on the first visit', async (_title, kind, response) => {
  expect(await createBrowser(response).loadOnVisit()).toMatchObject({ ok: false, remotes: [], faults: [{ kind }] });
});

it('replaces an invalid remote with its stored copy', async () => {
  const registryDocument = createRegistry('annotate', 'training', 'similarity');
  const invalidRegistry = {
    ...registryDocument,
    remotes: { ...registryDocument.remotes, training: { active: '1.0.0', versions: {} }, similarity: { active: 5 } },
  };
  const { loadOnVisit } = createBrowser(validResponse, { body: JSON.stringify(invalidRegistry) }, 'refused');
  await loadOnVisit();
  const loadedRegistry = await loadOnVisit();
  expect(getNames(loadedRegistry)).toEqual(['annotate', 'training']);
  expect(loadedRegistry.faults.map((fault) => [fault.remote, fault.kind])).toEqual([
    ['training', 'manifest'],
    ['similarity', 'manifest'],
  ]);
  expect(getNames(await loadOnVisit())).toEqual(['annotate', 'training']);
});

it('loadRegistry works if the storage is full', async () => {
  const { dependencies } = createBrowser(validResponse);
  const storage = {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  expect(await loadRegistry({ ...dependencies, storage })).toMatchObject({ ok: true });
});

describe('a corrupt stored copy', () => {
  const registryDocument = createRegistry('annotate', 'training');
  const withInvalidIntegrity = {
    ...registryDocument,
    remotes: { annotate: { active: '1.0.0', versions: { '1.0.0': { ...createRelease('annotate'), integrity: 'sha384-none' } } } },
  };
  const CORRUPT_COPIES: [string, string][] = [
    ['truncated', JSON.stringify(registryDocument).slice(0, 200)],
    ['a number', '5'],
    ['of another structure', '{"remotes":"none"}'],
    ['with remotes of another structure', '{"schema":1,"revision":1,"remotes":{"annotate":7}}'],
    ['with an invalid integrity hash', JSON.stringify(withInvalidIntegrity)],
    ['of another deployment', JSON.stringify(createRegistry('reports'))],
  ];

  it.each(CORRUPT_COPIES)('that is %s is replaced once the registry can be read', async (_title, copy) => {
    const { loadOnVisit, storedValues } = createBrowser(validResponse, 'refused');
    storedValues.set('console.registry', copy);
    expect(getNames(await loadOnVisit())).toEqual(['annotate', 'training']);
    expect(getNames(await loadOnVisit())).toEqual(['annotate', 'training']);
  });

  it.each(CORRUPT_COPIES)('that is %s is ignored if a remote of the registry is invalid', async (_title, copy) => {
    const invalidRegistry = { ...registryDocument, remotes: { ...registryDocument.remotes, training: { active: 5 } } };
    const { loadOnVisit, storedValues } = createBrowser({ body: JSON.stringify(invalidRegistry) }, validResponse);
    storedValues.set('console.registry', copy);
    const loadedRegistry = await loadOnVisit();
    expect(getNames(loadedRegistry)).toEqual(['annotate']);
    expect(loadedRegistry.faults).toMatchObject([{ kind: 'manifest', remote: 'training' }]);
    expect(getNames(await loadOnVisit())).toEqual(['annotate', 'training']);
  });

  it('fails if the registry cannot be read either', async () => {
    const { loadOnVisit, storedValues } = createBrowser('refused');
    storedValues.set('console.registry', '{"remotes":"none"}');
    expect(await loadOnVisit()).toMatchObject({ ok: false, remotes: [], faults: [{ kind: 'network' }] });
  });
});
