import type { Manifest, ResolvedRemote } from '@console/shared-contract/federation';
import type { Container, EntryRequest } from '../loading/entry-script';
import type { Tab } from '../federation';
import type { CreateRuntime } from '../loading/runtime';

/** Creates a resolved remote with one page. */
export function createRemote(name = 'annotate', overrides: Partial<Manifest> = {}): ResolvedRemote {
  const manifest: Manifest = {
    name,
    version: '1.0.0',
    contract: '^1.0.0',
    title: 'Images and annotation',
    routes: [{ path: '/images', title: 'Images', resources: [], component: './images#ImagesPage' }],
    cards: [],
    widgets: [],
    needs: [],
    shared: {},
    ...overrides,
  };
  return {
    name,
    version: manifest.version,
    entry: `/remotes/${name}/1.0.0/entry.js`,
    integrity: `sha384-${'A'.repeat(64)}`,
    manifest,
  };
}

/** Modules of a container by exposed name, such as `./images`. A function is called on each load and may throw. */
export type Exposes = Record<string, object | (() => unknown)>;

/** Creates a container with these modules. */
export function createContainer(exposes: Exposes): Container {
  return {
    init: () => undefined,
    get: (expose) => {
      const module = exposes[expose];
      if (module === undefined) throw new Error(`Module "${expose}" does not exist in container.`);
      return async () => (typeof module === 'function' ? (module as () => unknown)() : module);
    },
  };
}

/**
 * Fake of the federation runtime. Like the original, it loads an entry once and loads a failed entry again. It loads a
 * pending entry again only with `force`.
 */
export const fakeRuntime: CreateRuntime = (loadEntry, onStart) => {
  const entries = new Map<string, Promise<Container>>();
  const registered = new Set<string>();
  return {
    register: ({ name }, force) => {
      if (force) entries.delete(name);
      registered.add(name);
    },
    load: async (id) => {
      const [name = '', ...path] = id.split('/');
      if (!registered.has(name)) throw new Error(`${name} is not registered`);
      const entry = entries.get(name) ?? loadEntry(name);
      entries.set(name, entry);
      entry.catch(() => entries.delete(name));
      const container = await entry;
      onStart(name);
      return container.get(`./${path.join('/')}`)();
    },
  };
};

/** Fake request for an entry script. Each call returns the next response; the last response repeats. */
export function fakeEntry(...responses: (() => Promise<Container>)[]): {
  fetch: (request: EntryRequest) => Promise<Container>;
  requests: EntryRequest[];
} {
  const requests: EntryRequest[] = [];
  return {
    requests,
    fetch: (request) => {
      requests.push(request);
      const createResponse = responses[Math.min(requests.length, responses.length) - 1];
      if (!createResponse) throw new Error('The test defines no response');
      return createResponse();
    },
  };
}

/** Creates a tab. By default, it has no overrides and no disabled remotes. */
export function fakeTab(overrides: Partial<Tab> = {}): Tab {
  return {
    choice: async () => ({ overrides: [], refused: [], disabled: [] }),
    resolveOverride: async () => ({}),
    forget: () => undefined,
    ...overrides,
  };
}
