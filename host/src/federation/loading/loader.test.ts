/** @jest-environment-options {"dom": true} */
import { EntryError } from './entry-script';
import { listLoads } from './load-log';
import { createLoader, LOAD_TIMEOUT_MS } from './loader';
import { createContainer, fakeEntry, fakeRuntime, createRemote } from '../testing/fake-remotes';

const ImagesPage = () => null;
const workingEntry = async () => createContainer({ './images': { ImagesPage } });
const REF = './images#ImagesPage';

function createTestLoader(...entryResponses: Parameters<typeof fakeEntry>) {
  const entry = fakeEntry(...entryResponses);
  const prefetchFile = jest.fn(async (_url: string) => undefined);
  return { entry, loader: createLoader({ createRuntime: fakeRuntime, fetchEntry: entry.fetch, prefetchFile }), prefetchFile };
}
function createNamedError(name: string, message = name): Error {
  return Object.assign(new Error(message), { name });
}

it('returns the export of an exposed module and caches it', async () => {
  const { loader } = createTestLoader(workingEntry);
  expect(loader.peek(createRemote(), REF)).toBeUndefined();
  expect(await loader.load(createRemote(), REF)).toEqual({ ok: true, value: ImagesPage });
  expect(loader.peek(createRemote(), REF)).toBe(ImagesPage);
});

it('requests the published file with its integrity hash and versioned global name', async () => {
  const { loader, entry } = createTestLoader(workingEntry);
  await loader.load(createRemote(), REF);
  expect(entry.requests).toEqual([
    {
      url: 'http://localhost/remotes/annotate/1.0.0/entry.js',
      integrity: createRemote().integrity,
      globalName: 'console_annotate_1_0_0',
      timeoutMs: LOAD_TIMEOUT_MS,
    },
  ]);
});

it('records only phases that no earlier load has completed', async () => {
  const { loader } = createTestLoader(async () =>
    createContainer({ './images': { ImagesPage }, './image': { ImagePage: ImagesPage } }),
  );
  await loader.load(createRemote(), REF);
  loader.recordDisplay(createRemote(), REF, performance.now());
  loader.recordReady(createRemote(), REF);
  loader.recordReady(createRemote(), REF);
  await loader.load(createRemote(), REF);
  await loader.load(createRemote(), './image#ImagePage');
  expect(listLoads().slice(-2)).toMatchObject([
    { remote: 'annotate', version: '1.0.0', part: REF, result: 'ok' },
    { remote: 'annotate', version: '1.0.0', part: './image#ImagePage', result: 'ok' },
  ]);
  expect(
    listLoads()
      .slice(-2)
      .map(({ durations }) => Object.keys(durations)),
  ).toEqual([['entry', 'start', 'code', 'display', 'ready'], ['code']]);
});

it('records a failed load under the id of its fault', async () => {
  const { loader } = createTestLoader(() => Promise.reject(new EntryError('network', 'the reason')));
  const result = await loader.load(createRemote(), REF);
  expect(listLoads().at(-1)).toMatchObject({ result: 'network', id: !result.ok && result.load });
});

it('runs the entry of a remote once for all its pages', async () => {
  const { loader, entry } = createTestLoader(async () =>
    createContainer({ './images': { ImagesPage }, './image': { ImagePage: ImagesPage } }),
  );
  await Promise.all([loader.load(createRemote(), REF), loader.load(createRemote(), './image#ImagePage')]);
  await loader.load(createRemote(), REF, true);
  expect(entry.requests).toHaveLength(1);
});

it.each(['network', 'timeout', 'integrity', 'evaluation'] as const)(
  'reports an entry that failed with %s and loads the entry again on Retry',
  async (kind) => {
    const { loader, entry } = createTestLoader(() => Promise.reject(new EntryError(kind, 'the reason')), workingEntry);
    expect(await loader.load(createRemote(), REF)).toEqual({
      ok: false,
      kind,
      message: 'the reason',
      remote: 'annotate',
      version: '1.0.0',
      load: expect.any(String),
    });
    expect(await loader.load(createRemote(), REF, true)).toEqual({ ok: true, value: ImagesPage });
    expect(entry.requests[1]?.url).toBe('http://localhost/remotes/annotate/1.0.0/entry.js?retry=1');
  },
);

it.each([
  ['chunk', () => Promise.reject(createNamedError('ChunkLoadError'))],
  ['timeout', () => Promise.reject(Object.assign(createNamedError('ChunkLoadError'), { type: 'timeout' }))],
  ['chunk', () => Promise.reject(Object.assign(new Error('Loading CSS chunk 5 failed.'), { code: 'CSS_CHUNK_LOAD_FAILED' }))],
  ['evaluation', () => Promise.reject(new TypeError('undefined is not a function'))],
  ['contract', () => Promise.reject(new Error("Can not get 'left-pad'"))],
] as const)('reports a module that failed with %s and retries it without running the entry again', async (kind, fail) => {
  let attempts = 0;
  const { loader, entry } = createTestLoader(async () =>
    createContainer({ './images': () => (attempts++ === 0 ? fail() : { ImagesPage }) }),
  );
  expect(await loader.load(createRemote(), REF)).toMatchObject({ ok: false, kind });
  expect(await loader.load(createRemote(), REF, true)).toEqual({ ok: true, value: ImagesPage });
  expect(entry.requests).toHaveLength(1);
});

it.each([
  ['the module', './nothing#ImagesPage'],
  ['the export', './images#Nothing'],
])('reports that %s is missing', async (_title, ref) => {
  const { loader } = createTestLoader(workingEntry);
  expect(await loader.load(createRemote(), ref)).toMatchObject({ ok: false, kind: 'missing-export', remote: 'annotate' });
});

it('does not fetch a remote that is incompatible with the host', async () => {
  const { loader, entry } = createTestLoader(workingEntry);
  const blocked = { kind: 'contract' as const, message: 'needs contract ^2.0.0', remote: 'annotate', version: '1.0.0' };
  expect(await loader.load({ ...createRemote(), blocked }, REF)).toEqual({ ok: false, ...blocked });
  expect(entry.requests).toHaveLength(0);
});

describe('a hanging entry', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  const respondNever = () => new Promise<never>(() => undefined);

  it('times out after two minutes', async () => {
    const { loader } = createTestLoader(respondNever);
    const result = loader.load(createRemote(), REF);
    await jest.advanceTimersByTimeAsync(LOAD_TIMEOUT_MS);
    expect(await result).toMatchObject({ ok: false, kind: 'timeout' });
  });

  it('is fetched again on Retry', async () => {
    const { loader, entry } = createTestLoader(respondNever, workingEntry);
    void loader.load(createRemote(), REF);
    await jest.advanceTimersByTimeAsync(8000);
    expect(await loader.load(createRemote(), REF, true)).toEqual({ ok: true, value: ImagesPage });
    expect(entry.requests).toHaveLength(2);
  });

  it('is not fetched again for a second page', async () => {
    const { loader, entry } = createTestLoader(respondNever);
    void loader.load(createRemote(), REF);
    await jest.advanceTimersByTimeAsync(8000);
    void loader.load(createRemote(), './image#ImagePage');
    await jest.advanceTimersByTimeAsync(0);
    expect(entry.requests).toHaveLength(1);
  });
});

it('prefetches the entry of a usable remote once', async () => {
  const { loader, entry, prefetchFile } = createTestLoader(workingEntry);
  const blocked = { kind: 'contract', message: 'needs a newer host', remote: 'training', version: '1.0.0' } as const;
  loader.prefetchEntry(createRemote());
  loader.prefetchEntry(createRemote());
  loader.prefetchEntry({ ...createRemote('training'), blocked });
  loader.prefetchEntry({ ...createRemote('similarity'), integrity: undefined });
  expect(prefetchFile.mock.calls).toEqual([['http://localhost/remotes/annotate/1.0.0/entry.js']]);
  expect(entry.requests).toEqual([]);
  await loader.load(createRemote('catalogue'), REF);
  loader.prefetchEntry(createRemote('catalogue'));
  expect(prefetchFile).toHaveBeenCalledTimes(1);
});

it('uses the current integrity hash of the registry on a retry', async () => {
  const { loader, entry } = createTestLoader(() => Promise.reject(new EntryError('integrity', 'the hash differs')), workingEntry);
  await loader.load({ ...createRemote(), integrity: `sha384-${'P'.repeat(64)}` }, REF);
  expect(await loader.load(createRemote(), REF, true)).toEqual({ ok: true, value: ImagesPage });
  expect(entry.requests[1]?.integrity).toBe(createRemote().integrity);
});
