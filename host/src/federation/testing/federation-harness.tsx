import {
  type FaultReport,
  isInRange,
  type LoadFault,
  type ResolvedRemote,
  type RuntimeConfig,
} from '@console/shared-contract/federation';
import { HostServicesProvider } from '@console/shared-ui/basics';
import { renderConsole } from '@console/shared-ui/testing';
import { act } from '@testing-library/react';
import { createFederation, type Federation, type Tab } from '../federation';
import { createHostServices, useFederationView } from '../federation-view';
import { createLoader } from '../loading/loader';
import { createContainer, type Exposes, fakeEntry, fakeRuntime, fakeTab, createRemote } from './fake-remotes';

export const config: RuntimeConfig = {
  apiBase: '/api',
  docsUrl: '',
  providerUrl: '',
  environment: 'production',
  overridesAllowed: false,
};
/** The reported faults without their times. */
export const getFaults = () => (window.consoleFaults ?? []).map(({ at: _at, ...fault }) => fault);

/** A registry as `loadRegistry` returns it. */
export interface Registered {
  ok: boolean;
  remotes: ResolvedRemote[];
  faults: LoadFault[];
}

/** Creates a federation that loads the modules, registries and entry scripts of the test. */
export function createTestFederation(
  exposes: Exposes,
  {
    registries,
    entries,
    tab,
    services = [],
    prefetchFile = async () => undefined,
  }: {
    registries?: Registered[];
    entries?: Parameters<typeof fakeEntry>;
    tab?: Partial<Tab>;
    services?: string[];
    prefetchFile?: (url: string) => Promise<void>;
  } = {},
) {
  const manifest = {
    widgets: [{ id: 'image-browser', version: '1.2.0', component: './browser#Browser' }],
    cards: [{ id: 'images', order: 10, resources: [], component: './card#Card' }],
  };
  const pendingRegistries = registries ?? [{ ok: true, remotes: [createRemote('annotate', manifest)], faults: [] }];
  const loadEntry = fakeEntry(...(entries ?? [async () => createContainer(exposes)]));
  const report = (fault: Omit<FaultReport, 'at'>) => (window.consoleFaults ??= []).push({ ...fault, at: 0 });
  const loadRegistry = async () => ({ ...(pendingRegistries.shift() ?? { ok: false, remotes: [], faults: [] }), isInRange });
  return createFederation({
    loader: createLoader({ createRuntime: fakeRuntime, fetchEntry: loadEntry.fetch, prefetchFile }),
    loadRegistry,
    report,
    tab: fakeTab(tab),
    isOpen: ({ resources }) => resources.every((slug) => services.includes(slug)),
  });
}

function FirstPage({ federation }: { federation: Federation }) {
  const { routes, cards, Page, Card, Banners } = useFederationView(federation);
  const [route] = routes;
  const [card] = cards;
  return (
    <HostServicesProvider value={createHostServices(federation, config)}>
      <Banners />
      <nav>{routes.map(({ title }) => title).join(', ')}</nav>
      {route && <Page route={route} />}
      {card && <Card card={card} />}
      <p>The rest of the screen</p>
    </HostServicesProvider>
  );
}
/** Renders the first page and the first card of the federation, with the banners and some other text on the screen. */
export async function renderFederation(federation: Federation): Promise<void> {
  await federation.refresh();
  await act(async () => renderConsole(<FirstPage federation={federation} />));
}
