import type { Manifest, ResolvedRemote } from '@console/shared-contract/federation';
import type { Container, EntryRequest } from '../loading/entry-script';
import type { Tab } from '../federation';
import type { CreateRuntime } from '../loading/runtime';

export function remote(name = 'annotate', over: Partial<Manifest> = {}): ResolvedRemote {
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
    ...over,
  };
  return {
    name,
    version: manifest.version,
    entry: `/remotes/${name}/1.0.0/entry.js`,
    integrity: `sha384-${'A'.repeat(64)}`,
    manifest,
  };
}

/** Modules of a container by expose, such as `./images`. A function is called on each load and may throw. */
export type Exposes = Record<string, object | (() => unknown)>;

export function container(exposes: Exposes): Container {
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
 * Fake of the federation runtime. Like the original, it loads an entry once per registration, a failed entry again, and a
 * hanging entry only with `force`.
 */
export const fakeRuntime: CreateRuntime = (loadEntry) => {
  const entries = new Map<string, Promise<Container>>();
  const registered = new Set<string>();
  return {
    register: ({ name }, force) => {
      if (force) entries.delete(name);
      registered.add(name);
    },
    load: async (id) => {
      const [name = '', ...rest] = id.split('/');
      if (!registered.has(name)) throw new Error(`${name} is not registered`);
      const entry = entries.get(name) ?? loadEntry(name);
      entries.set(name, entry);
      entry.catch(() => entries.delete(name));
      return (await entry).get(`./${rest.join('/')}`)();
    },
  };
};

/** Fake of the entry fetch. The test resolves each call. */
export function fakeEntry(...answers: (() => Promise<Container>)[]): {
  fetch: (request: EntryRequest) => Promise<Container>;
  requests: EntryRequest[];
} {
  const requests: EntryRequest[] = [];
  return {
    requests,
    fetch: (request) => {
      requests.push(request);
      const answer = answers[Math.min(requests.length, answers.length) - 1];
      if (!answer) throw new Error('no answer is left');
      return answer();
    },
  };
}

/** A tab without overrides or disabled remotes by default. */
export function fakeTab(over: Partial<Tab> = {}): Tab {
  return {
    choice: async () => ({ overrides: [], refused: [], disabled: [] }),
    resolveOverride: async () => ({}),
    forget: () => undefined,
    ...over,
  };
}
