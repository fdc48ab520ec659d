import { createHash } from 'node:crypto';
import { getContainerName, type ManifestSource, type Release } from '@console/shared-contract/federation';

/** A remote for one test. Its module federation container is handwritten and served from a string. */
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
  /** Version ranges of shared packages, as in a built manifest. */
  shared?: Record<string, string>;
  /**
   * JavaScript expression for the exports of each exposed module. It can use the host's `React` and `ui`
   * (`@console/shared-ui`), and `h` for `React.createElement`.
   */
  exposes?: Record<string, string>;
  /** Code that runs before the container is defined. */
  setupCode?: string;
  /** JavaScript condition: the container is defined only if it is true. */
  containerCondition?: string;
}

/** Default title of a fake remote. Error messages contain the title. */
export const PROBE_TITLE = 'Probe parts';
const DEFAULT_PAGE = `{ ProbePage: () => h(ui.Page, { title: 'Probe' }, h('p', null, 'The probe works')) }`;

function computeIntegrity(source: string): string {
  return `sha384-${createHash('sha384').update(source).digest('base64')}`;
}

function createEntrySource(
  globalName: string,
  exposes: Record<string, string>,
  setupCode: string,
  containerCondition: string,
): string {
  const modules = Object.entries(exposes).map(([expose, code]) => `${JSON.stringify(expose)}: (React, ui, h) => (${code})`);
  return `${setupCode};
if (${containerCondition}) globalThis[${JSON.stringify(globalName)}] = (() => {
  let scope;
  const shared = async (name) => (await Object.values(scope[name])[0].get())();
  const modules = { ${modules.join(',\n')} };
  return {
    init: (shareScope) => { scope = shareScope; },
    get: async (expose) => {
      const createModule = modules[expose];
      if (!createModule) throw new Error('Module "' + expose + '" does not exist in container.');
      const [React, ui] = [await shared('react'), await shared('@console/shared-ui')];
      return () => createModule(React, ui, React.createElement);
    },
  };
})();`;
}

/** Creates a remote with one page. Options replace its code, for example with code that fails. */
export function createFakeRemote({
  name = 'probe',
  version = '1.0.0',
  manifest = {},
  shared = {},
  exposes = { './page': DEFAULT_PAGE },
  setupCode = '',
  containerCondition = 'true',
}: FakeRemoteOptions = {}): FakeRemote {
  const label = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const source = createEntrySource(getContainerName(name, version), exposes, setupCode, containerCondition);
  const entryPath = `/remotes/${name}/${version}/entry.js`;
  const release: Release = {
    entry: entryPath,
    integrity: computeIntegrity(source),
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
  return { name, version, entry: entryPath, source, release };
}
