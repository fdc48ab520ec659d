import { applyConfig } from '@console/shared-auth';
import { page, resetSessionForTest, signInForTest, stubApi } from '@console/shared-auth/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { recordPhase, startLoad } from '../federation/loading/load-log';
import { renderShell } from '../testing/shell-harness';
import { sumScripts } from './script-sizes';

// jsdom does not implement `getEntriesByType`.
beforeAll(() => Object.defineProperty(performance, 'getEntriesByType', { value: () => [], configurable: true }));
afterEach(() => {
  delete window.consoleFaults;
});

test('Ctrl+Alt+M shows versions, loads and faults', async () => {
  applyConfig({});
  resetSessionForTest();
  stubApi({ 'GET /account/v2/token/': { token: 't' }, 'GET /account/v2/resource': page([]) });
  signInForTest({ services: ['annotate'] });
  const loadRecord = startLoad({ remote: 'annotate', version: '1.0.0', part: './images#ImagesPage' });
  recordPhase(loadRecord, 'entry', 100, 142);
  loadRecord.result = 'network';
  const fault = {
    remote: 'annotate',
    version: '1.0.0',
    part: './images#ImagesPage',
    kind: 'network',
    load: loadRecord.id,
  } as const;
  window.consoleFaults = [{ ...fault, message: 'status 404', at: Date.UTC(2026, 0, 1) }];
  const user = userEvent.setup();
  await renderShell();
  await user.keyboard('{Control>}{Alt>}[KeyM]{/Alt}{/Control}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Diagnostics', hidden: true }));
  const getRows = (table: string) =>
    within(dialog.getByRole('table', { name: table, hidden: true }))
      .getAllByRole('row', { hidden: true })
      .map(({ textContent }) => textContent);
  expect(getRows('Latest loads')).toEqual([
    'LoadPartEntryStartCodeDisplayDataResult',
    `${loadRecord.id}annotate ./images#ImagesPage42 msnetwork`,
  ]);
  expect(getRows('Latest faults')[1]).toContain(`${loadRecord.id}network: status 404`);
  expect(getRows('Versions')[0]).toBe('PartVersionReasonScripts');
  expect(dialog.getByText('No shared packages are loaded.')).toBeInTheDocument();
});

test('sums the scripts of a folder', () => {
  const createEntry = (name: string, transferSize: number, initiatorType = 'script') =>
    ({ name, transferSize, encodedBodySize: 1000, initiatorType }) as PerformanceResourceTiming;
  const folder = 'https://host/remotes/annotate/1.0.0/';
  const entries = [
    createEntry(`${folder}entry.js`, 1300),
    createEntry(`${folder}1.js`, 0),
    createEntry(`${folder}1.css`, 1300, 'link'),
    createEntry('https://host/remotes/annotate/1.0.1/entry.js', 1300),
  ];
  expect(sumScripts(folder, entries)).toEqual({ count: 2, bytes: 2000, cached: 1 });
});
