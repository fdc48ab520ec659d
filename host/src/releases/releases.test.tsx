import { page, signInForTest, stubApi } from '@console/shared-auth/testing';
import type { ReleaseStatus } from '@console/shared-contract/api';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getUrl, renderShell } from '../testing/shell-harness';

// jsdom does not implement `getEntriesByType`.
beforeAll(() => Object.defineProperty(performance, 'getEntriesByType', { value: () => [], configurable: true }));

const session = { 'GET /account/v2/token/': { token: 't' }, 'GET /account/v2/resource': page([]) };
const startTime = '2026-02-03T14:05:00.000Z';
const createRatio = (value: number) => ({ value, low: value - 0.01, high: value + 0.01 });
const annotate: ReleaseStatus = {
  name: 'annotate',
  title: 'Images and annotation',
  active: '1.0.0',
  state: 'collecting',
  last_comparison: null,
  canary: {
    version: '1.1.0',
    share: 10,
    workspaces: 1,
    max_visits: 3000,
    started: startTime,
    comparison: {
      visits: { canary: 412, active: 3704 },
      measures: [
        { name: 'ready', canary: createRatio(0.98), active: createRatio(0.97), finding: 'equal' },
        {
          name: 'p75',
          canary: { value: 742, low: 690, high: 801 },
          active: { value: 738, low: 721, high: 756 },
          finding: 'unknown',
        },
      ],
      reason: '412 visits do not show whether it is worse (p75 ready time)',
    },
  },
  history: [{ at: startTime, action: 'canary', version: '1.1.0', reason: null }],
};
const training: ReleaseStatus = {
  name: 'training',
  title: 'Training',
  active: '2.0.0',
  state: 'rolled_back',
  canary: null,
  last_comparison: {
    visits: { canary: 60, active: 540 },
    measures: [
      { name: 'ready', canary: createRatio(0.8), active: createRatio(0.98), finding: 'worse' },
      {
        name: 'p75',
        canary: { value: 0, low: 0, high: 120_000 },
        active: { value: 738, low: 721, high: 120_000 },
        finding: 'unknown',
      },
    ],
    reason: 'the ready rate is worse: 80.0 % instead of 99.8 %',
  },
  history: [{ at: startTime, action: 'canary_off', version: null, reason: 'the ready rate is worse: 80.0 % instead of 99.8 %' }],
};
const getRows = (region: string, table: string) =>
  within(within(screen.getByRole('region', { name: region })).getByRole('table', { name: table }))
    .getAllByRole('row')
    .map(({ textContent }) => textContent);

test('the diagnostics lead a manager to the comparisons of canaries', async () => {
  stubApi({ ...session, 'GET /account/v2/release/': { results: [annotate, training] } });
  signInForTest({ services: ['annotate'] });
  const user = userEvent.setup();
  await renderShell();
  await user.keyboard('{Control>}{Alt>}[KeyM]{/Alt}{/Control}');
  await user.click(await screen.findByRole('button', { name: 'Compare canaries', hidden: true }));
  expect(await screen.findByText('Collecting visits')).toBeVisible();
  expect(getUrl()).toBe('/releases');
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
  expect(getRows('Images and annotation', 'Comparison of Images and annotation')).toEqual([
    'MeasureActiveCanaryCanary is',
    'Visits3,704412',
    'Ready rate97.0 %96.0 to 98.098.0 %97.0 to 99.0Not worse',
    'p75 time until ready738 ms721 to 756742 ms690 to 801Not known yet',
  ]);
  expect(screen.getByText('412 visits do not show whether it is worse (p75 ready time).')).toBeVisible();
  expect(screen.getByText('10 % of the users and 1 workspace')).toBeVisible();
  expect(screen.getByText('Rolled back')).toBeVisible();
  expect(getRows('Training', 'Comparison of Training').slice(1)).toEqual([
    'Visits54060',
    'Ready rate98.0 %97.0 to 99.080.0 %79.0 to 81.0Worse',
    'p75 time until ready738 ms721 or moreNo visit was readyNot known yet',
  ]);
  expect(getRows('Training', 'History of Training')[1]).toBe(
    '2026-02-03 14:05Ended the canaryThe server: the ready rate is worse: 80.0 % instead of 99.8 %',
  );
});

test('says that a user must decide about an undecided canary', async () => {
  stubApi({ ...session, 'GET /account/v2/release/': { results: [{ ...annotate, state: 'undecided' }] } });
  signInForTest({ services: ['annotate'] });
  await renderShell('/releases');
  expect(await screen.findByText('By a person. The server did not decide within 3,000 visits.')).toBeVisible();
});

test('explains a server without releases', async () => {
  stubApi({ ...session, 'GET /account/v2/release/': { results: [] } });
  signInForTest({ services: ['annotate'] });
  await renderShell('/releases');
  expect(await screen.findByText('This server does not serve releases.')).toBeVisible();
});
