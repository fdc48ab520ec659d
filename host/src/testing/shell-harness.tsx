import { applyConfig, SessionProvider } from '@console/shared-auth';
import { resetSessionForTest, stubApi } from '@console/shared-auth/testing';
import { ConsoleThemeProvider, Page } from '@console/shared-ui/basics';
import { unstyledDocument } from '@console/shared-ui/testing';
import { act, render, screen, type RenderResult } from '@testing-library/react';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom';
import { FederationContext } from '../federation-view/federation-context';
import type { FederationView, ShellCard, ShellRoute } from '../federation-view/federation-view';
import { Shell } from '../shell/shell';

function createRoute(
  remoteName: string,
  path: string,
  title: string,
  resources: string[] = [],
  nav?: ShellRoute['nav'],
): ShellRoute {
  return { remote: remoteName, path, title, resources, nav, component: './page#Page' };
}

const testRoutes: ShellRoute[] = [
  createRoute('catalogue', '/products', 'Products', ['products-management'], { label: 'Products', order: 60, icon: 'products' }),
  createRoute('annotate', '/images', 'Images', [], { label: 'Images', order: 10, icon: 'images' }),
  { ...createRoute('annotate', '/image/:id', 'Image'), under: '/images', row: '/recognition/v2/training-image/{id}' },
  { ...createRoute('annotate', '/imagejob/:id', 'Image job', ['annotate']), under: '/jobs', row: '/annotate/v2/imagejob/{id}' },
  {
    ...createRoute('catalogue', '/product/:id', 'Product', ['products-management']),
    under: '/products',
    row: '/product/v2/product/{id}/',
    find: { list: '/product/v2/product/', detail: 'customer_product_id' },
  },
  createRoute('training', '/detection', 'Detection', ['custom-object-detection'], {
    label: 'Detection',
    order: 20,
    icon: 'detection',
  }),
  createRoute('training', '/jobs', 'Jobs', ['annotate'], { label: 'Jobs', order: 50, icon: 'an icon of a later host' }),
  createRoute('training', '/evaluation', 'Evaluations', ['annotate']),
  createRoute('training', '/label/:id', 'Label', ['recognition', 'custom-recognition']),
];

const createCard = (id: string, order: number, resources: string[]): ShellCard => ({
  remote: 'training',
  id,
  order,
  resources,
  component: './dashboard#Card',
});
const testCards: ShellCard[] = [
  createCard('jobs', 50, ['annotate']),
  createCard('recognition', 10, ['recognition']),
  createCard('detection', 20, ['custom-object-detection']),
];

/** Creates a federation view with the test routes and cards. */
export function fakeFederation(overrides: Partial<FederationView> = {}): FederationView {
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
    Page: ({ route: shownRoute }) => <Page title={shownRoute.title}>{`Page of ${shownRoute.remote}`}</Page>,
    Card: ({ card: shownCard }) => <article>{`Card ${shownCard.id}`}</article>,
    Banners: () => null,
    ...overrides,
  };
}

/** Shows the current URL, so that tests can read it. */
function CurrentUrl() {
  const { pathname, search } = useLocation();
  return <output aria-label="Current URL">{pathname + search}</output>;
}

/** Renders the application shell at a path with remotes that are always available. */
export async function renderShell(path = '/', federation: FederationView = fakeFederation()): Promise<RenderResult> {
  // Use a data router as the console does, because only data routers can block navigation.
  const page = (
    <>
      <Shell />
      <CurrentUrl />
    </>
  );
  const router = createMemoryRouter([{ path: '*', element: page }], { initialEntries: [path] });
  // `act` waits until the console's code, a separate chunk, is loaded.
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

/** Returns the current URL of the rendered shell. */
export const getUrl = () => screen.getByRole('status', { name: 'Current URL' }).textContent;

/** Creates the response with the services of a workspace. */
export const createServicesResponse = (...slugs: string[]) => ({
  count: slugs.length,
  next: null,
  previous: null,
  results: slugs.map((slug) => ({ service: { slug, name: slug } })),
});

/** Signs out, clears the configuration and stubs the API calls that the shell makes on each page. */
export function resetShell(): void {
  sessionStorage.clear();
  resetSessionForTest();
  applyConfig({});
  stubApi({ 'GET /account/v2/token/': { token: 't' }, 'GET /account/v2/logout': {} });
}
