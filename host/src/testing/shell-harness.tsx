import { SessionProvider } from '@console/shared-auth';
import { ConsoleThemeProvider, Page } from '@console/shared-ui';
import { unstyledDocument } from '@console/shared-ui/testing';
import { act, render, type RenderResult } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { FederationContext } from '../shell/federation-context';
import type { FederationView, ShellCard, ShellRoute } from '../shell/federation-view';
import { Shell } from '../shell/shell';

function route(remote: string, path: string, title: string, resources: string[] = [], nav?: ShellRoute['nav']): ShellRoute {
  return { remote, path, title, resources, nav, component: './page#Page' };
}

export const testRoutes: ShellRoute[] = [
  route('catalogue', '/products', 'Products', ['products-management'], { label: 'Products', order: 60, icon: 'products' }),
  route('annotate', '/images', 'Images', [], { label: 'Images', order: 10, icon: 'images' }),
  route('annotate', '/image/:id', 'Image'),
  route('training', '/detection', 'Detection', ['custom-object-detection'], { label: 'Detection', order: 20, icon: 'detection' }),
  route('training', '/jobs', 'Jobs', ['annotate'], { label: 'Jobs', order: 50, icon: 'an icon of a later host' }),
  route('training', '/label/:id', 'Label', ['recognition', 'custom-recognition']),
];

const card = (id: string, order: number, resources: string[]): ShellCard => ({
  remote: 'training',
  id,
  order,
  resources,
  component: './dashboard#Card',
});
export const testCards: ShellCard[] = [
  card('jobs', 50, ['annotate']),
  card('recognition', 10, ['recognition']),
  card('detection', 20, ['custom-object-detection']),
];

export function fakeFederation(over: Partial<FederationView> = {}): FederationView {
  return {
    routes: testRoutes,
    cards: testCards,
    loading: false,
    failed: false,
    retry: () => undefined,
    prefetch: () => undefined,
    startBackground: () => undefined,
    Page: ({ route: shown }) => <Page title={shown.title}>{`Page of ${shown.remote}`}</Page>,
    Card: ({ card: shown }) => <article>{`Card ${shown.id}`}</article>,
    Banners: () => null,
    ...over,
  };
}

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="Address">{pathname + search}</output>;
}

/** The shell at an address, with remotes that are always there. */
export async function renderShell(path = '/', federation: FederationView = fakeFederation()): Promise<RenderResult> {
  // The console behind the sign-in is a chunk of its own: the first one waits for it.
  return act(async () =>
    render(
      <SessionProvider>
        <ConsoleThemeProvider stylesIn={unstyledDocument}>
          <FederationContext value={federation}>
            <MemoryRouter initialEntries={[path]}>
              <Shell />
              <Address />
            </MemoryRouter>
          </FederationContext>
        </ConsoleThemeProvider>
      </SessionProvider>,
    ),
  );
}
