import type { FaultReport, HostServices, RuntimeConfig } from '@console/shared-contract/federation';
import { RESTART_CHUNK } from '@console/shared-contract/federation/constants';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { renderConsole } from '../testing';
import { HostServicesProvider } from '../host-services/host-services';
import { LazyComponent } from './lazy-component';
import { RemotePart } from './remote-part';

type BarsComponent = ComponentType<{ rows: number }>;
const BarsComponent: BarsComponent = ({ rows }) => <p>{rows} bars</p>;
const createChunkError = () => Object.assign(new Error('Loading chunk 5 failed'), { name: 'ChunkLoadError' });

let reports: Omit<FaultReport, 'at'>[] = [];
const hostServices: HostServices = {
  contract: '1.0.0',
  config: {} as RuntimeConfig,
  loadWidget: async () => ({ ok: false, kind: 'contract', message: '', remote: '', version: '' }),
  peekWidget: () => undefined,
  prefetch: () => undefined,
  reportFault: (fault) => reports.push(fault),
};

/** Renders the component in a page of a remote, as the host does. */
function renderChart(load: () => Promise<BarsComponent>) {
  const Page = () => <LazyComponent load={load} title="The chart" props={{ rows: 3 }} skeleton={<p>Loading the chart</p>} />;
  const loadedPage = { Component: Page, remote: 'training', version: '1.2.0' };
  const remoteSource = {
    title: 'Models',
    part: 'page',
    peek: () => loadedPage,
    load: async () => ({ ok: true as const, value: loadedPage }),
  };
  return renderConsole(
    <HostServicesProvider value={hostServices}>
      <RemotePart source={remoteSource} props={{}} skeleton={null} />
      <p>The rest of the page</p>
    </HostServicesProvider>,
  );
}

beforeEach(() => {
  reports = [];
  // React prints errors that components throw.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

it('shows a skeleton while the code loads and renders immediately the next time', async () => {
  const load = jest.fn(async () => BarsComponent);
  const { unmount } = renderChart(load);
  expect(screen.getByText('Loading the chart')).toBeVisible();
  expect(await screen.findByText('3 bars')).toBeVisible();
  unmount();
  renderChart(load);
  expect(screen.getByText('3 bars')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
});

it.each<[string, FaultReport['kind'], () => Error]>([
  ['a missing chunk', 'chunk', createChunkError],
  ['a chunk timeout', 'timeout', () => Object.assign(createChunkError(), { type: 'timeout' })],
  ['an error at import', 'evaluation', () => new TypeError('no such thing')],
])('shows and reports %s, and imports the code again on Retry', async (_case, kind, error) => {
  const load = jest.fn<Promise<BarsComponent>, []>().mockRejectedValueOnce(error()).mockResolvedValue(BarsComponent);
  renderChart(load);
  expect(await screen.findByText(/The chart could not be loaded\./)).toBeVisible();
  expect(screen.getByText('The rest of the page')).toBeVisible();
  expect(reports).toMatchObject([{ kind, remote: 'training', version: '1.2.0', part: 'The chart' }]);
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('3 bars')).toBeVisible();
});

it.each<[string, () => Error, string[]]>([
  ['restarts pending chunks after a timeout', () => Object.assign(createChunkError(), { type: 'timeout' }), [RESTART_CHUNK]],
  ['leaves pending chunks unchanged after another failure', createChunkError, []],
])('Retry %s', async (_case, error, expectedRestarts) => {
  const script = document.createElement('script');
  // Prevents jsdom from fetching the script.
  script.type = 'text/plain';
  script.dataset.webpack = 'console_host:chunk-5';
  const restarts: unknown[] = [];
  script.addEventListener('error', (event) => restarts.push((event as unknown as CustomEvent).detail));
  document.head.append(script);
  renderChart(jest.fn<Promise<BarsComponent>, []>().mockRejectedValueOnce(error()).mockResolvedValue(BarsComponent));
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(restarts).toEqual(expectedRestarts);
  script.remove();
});

it('an error in the component leaves the rest of the page working', async () => {
  const Broken: BarsComponent = () => {
    throw new Error('no rows');
  };
  renderChart(async () => Broken);
  expect(await screen.findByText(/The chart stopped working\./)).toBeVisible();
  expect(screen.getByText('The rest of the page')).toBeVisible();
  expect(reports).toMatchObject([{ kind: 'render', remote: 'training', version: '1.2.0' }]);
});
