import { SessionProvider } from '@console/shared-auth';
import { ConsoleThemeProvider, Page } from '@console/shared-ui/basics';
import { unstyledDocument } from '@console/shared-ui/testing';
import { act, render, type RenderResult } from '@testing-library/react';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom';
import { FederationContext } from '../federation-view/federation-context';
import type { FederationView, ShellCard, ShellRoute } from '../federation-view/federation-view';
import { Shell } from '../shell/shell';

function route(remote: string, path: string, title: string, resources: string[] = [], nav?: ShellRoute['nav']): ShellRoute {
  return { remote, path, title, resources, nav, component: './page#Page' };
}

const testRoutes: ShellRoute[] = [
  route('catalogue', '/products', 'Products', ['products-management'], { label: 'Products', order: 60, icon: 'products' }),
  route('annotate', '/images', 'Images', [], { label: 'Images', order: 10, icon: 'images' }),
  { ...route('annotate', '/image/:id', 'Image'), under: '/images', row: '/recognition/v2/training-image/{id}' },
  { ...route('annotate', '/imagejob/:id', 'Image job', ['annotate']), under: '/jobs', row: '/annotate/v2/imagejob/{id}' },
  {
    ...route('catalogue', '/product/:id', 'Product', ['products-management']),
    under: '/products',
    row: '/product/v2/product/{id}/',
  },
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
const testCards: ShellCard[] = [
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
    missing: [],
    retry: () => undefined,
    prefetch: () => undefined,
    prefetchEntries: () => undefined,
    startBackground: () => undefined,
    about: {
      version: '1.0.0+0123abcd',
      contract: '1.0.0',
      remotes: [{ name: 'annotate', title: 'Images and annotation', version: '1.2.0', state: 'live' }],
    },
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

/** Renders the shell at a path with remotes that are always available. */
export async function renderShell(path = '/', federation: FederationView = fakeFederation()): Promise<RenderResult> {
  // A data router like the product's: its blockers keep unsaved changes on the screen.
  const page = (
    <>
      <Shell />
      <Address />
    </>
  );
  const router = createMemoryRouter([{ path: '*', element: page }], { initialEntries: [path] });
  // The console is a separate chunk, which the first test waits for.
  return act(async () =>
    render(
      <SessionProvider>
        <ConsoleThemeProvider stylesIn={unstyledDocument}>
          <FederationContext value={federation}>
            <RouterProvider router={router} />
          </FederationContext>
        </ConsoleThemeProvider>
      </SessionProvider>,
    ),
  );
}
