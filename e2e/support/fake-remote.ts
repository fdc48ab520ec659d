import { createHash } from 'node:crypto';
import { getContainerName, type ManifestSource, type Release } from '@console/shared-contract/federation';

/** A remote for one test, with a handwritten container served from a string. */
export interface FakeRemote {
  name: string;
  version: string;
  /** Path of the entry on the server. */
  entry: string;
  source: string;
  release: Release;
}

export interface FakeRemoteOptions {
  /** Name instead of `probe`. Also determines the path and the sidebar entry. */
  name?: string;
  version?: string;
  /** Replaces the default manifest, which declares one page. */
  manifest?: Partial<ManifestSource>;
  /** Version ranges of shared packages, as written by a build. */
  shared?: Record<string, string>;
  /**
   * Code of each exposed module: an expression for its exports. `React` and `ui` (`@console/shared-ui`) are the host's,
   * `h` is `React.createElement`.
   */
  exposes?: Record<string, string>;
  /** Code that runs before the container is defined. */
  before?: string;
  /** Code of a condition under which the container is defined. */
  containerIf?: string;
}

export const PROBE_TITLE = 'Probe parts';
const WORKS = `{ ProbePage: () => h(ui.Page, { title: 'Probe' }, h('p', null, 'The probe works')) }`;

function integrityOf(source: string): string {
  return `sha384-${createHash('sha384').update(source).digest('base64')}`;
}

function sourceOf(globalName: string, exposes: Record<string, string>, before: string, containerIf: string): string {
  const modules = Object.entries(exposes).map(([expose, code]) => `${JSON.stringify(expose)}: (React, ui, h) => (${code})`);
  return `${before};
if (${containerIf}) globalThis[${JSON.stringify(globalName)}] = (() => {
  let scope;
  const shared = async (name) => (await Object.values(scope[name])[0].get())();
  const modules = { ${modules.join(',\n')} };
  return {
    init: (given) => { scope = given; },
    get: async (expose) => {
      const make = modules[expose];
      if (!make) throw new Error('Module "' + expose + '" does not exist in container.');
      const [React, ui] = [await shared('react'), await shared('@console/shared-ui')];
      return () => make(React, ui, React.createElement);
    },
  };
})();`;
}

/** Creates a remote with one page. The options can make it fail in various ways. */
export function fakeRemote({
  name = 'probe',
  version = '1.0.0',
  manifest = {},
  shared = {},
  exposes = { './page': WORKS },
  before = '',
  containerIf = 'true',
}: FakeRemoteOptions = {}): FakeRemote {
  const label = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const source = sourceOf(getContainerName(name, version), exposes, before, containerIf);
  const entry = `/remotes/${name}/${version}/entry.js`;
  const release: Release = {
    entry,
    integrity: integrityOf(source),
    publishedAt: '2026-01-01T00:00:00.000Z',
    manifest: {
      name,
      version,
      contract: '^1.0.0',
      title: PROBE_TITLE,
      cards: [],
      widgets: [],
      needs: [],
      shared,
      routes: [
        {
          path: `/${name}`,
          title: label,
          resources: [],
          component: './page#ProbePage',
          nav: { label, order: 35, icon: 'flask' },
        },
      ],
      ...manifest,
    } as Release['manifest'],
  };
  return { name, version, entry, source, release };
}
