import type { HostServices } from '@console/shared-contract/federation';
import { signInForTest } from '@console/shared-auth/testing';
import { screen } from '@testing-library/react';
import { renderConsole } from '../testing';
import { HostServicesProvider } from '../host-services/host-services';
import { PageLink } from './page-link';

const createHost = (canOpen?: HostServices['canOpen']): HostServices => ({
  contract: '1.1.0',
  config: {
    apiBase: '/api',
    docsUrl: '',
    providerUrl: '',
    environment: 'production',
    overridesAllowed: false,
  },
  loadWidget: () => new Promise(() => undefined),
  peekWidget: () => undefined,
  prefetch: () => undefined,
  reportFault: () => undefined,
  canOpen,
});

beforeEach(() => signInForTest());

test.each<[string, HostServices | null, boolean]>([
  ['the page is available', createHost((path) => path === '/manage'), true],
  ['the page is not available', createHost(() => false), false],
  ['the host has an older contract', createHost(), false],
  ['there is no host', null, false],
])('PageLink shows the link only if the page is available: %s', (_case, host, isVisible) => {
  renderConsole(
    <HostServicesProvider value={host}>
      <PageLink to="/manage">Manage</PageLink>
    </HostServicesProvider>,
  );
  expect(screen.queryAllByRole('link', { name: 'Manage' })).toHaveLength(isVisible ? 1 : 0);
});
