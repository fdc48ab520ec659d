import type { HostServices } from '@console/shared-contract/federation';
import { signInForTest } from '@console/shared-auth/testing';
import { screen } from '@testing-library/react';
import { renderConsole } from '../testing';
import { HostServicesProvider } from './host-services';
import { PageLink } from './page-link';

const hostWith = (canOpen?: HostServices['canOpen']): HostServices => ({
  contract: '1.1.0',
  config: { apiBase: '/api', docsUrl: '', providerUrl: '', environment: 'production', overridesAllowed: false },
  loadWidget: () => new Promise(() => undefined),
  peekWidget: () => undefined,
  prefetch: () => undefined,
  reportFault: () => undefined,
  canOpen,
});

beforeEach(() => signInForTest());

test.each<[string, HostServices | null, boolean]>([
  ['the page is there and open', hostWith((path) => path === '/manage'), true],
  ['the page is closed or not there', hostWith(() => false), false],
  ['the host is of an earlier contract', hostWith(), false],
  ['there is no host', null, false],
])('where %s', (_what, host, isThere) => {
  renderConsole(
    <HostServicesProvider value={host}>
      <PageLink to="/manage">Manage</PageLink>
    </HostServicesProvider>,
  );
  expect(screen.queryAllByRole('link', { name: 'Manage' })).toHaveLength(isThere ? 1 : 0);
});
