import type { StatisticsRow } from '@console/shared-contract/api';
import { failWith, signInForTest, stubApi, type StubHandlers } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { listIntervals } from './counted-days';
import { formatDuration } from './measures';
import { StatisticsPage } from './statistics-page';

const GET_STATISTICS = 'GET /history/v2/statistics/';
const PUT_VISIBILITY = 'PUT /history/v2/statistics/visibility/';
const ZERO_COUNTS = {
  items_done: 0,
  items_sent_back: 0,
  images_verified: 0,
  shapes_created: 0,
  shapes_changed: 0,
  shapes_deleted: 0,
  labels_set: 0,
  found_wrong: 0,
  active_seconds: 0,
};
const annUser = { id: 'u1', username: 'ann' };
const rowsByGrouping: Record<string, Partial<StatisticsRow>[]> = {
  '': [{ items_done: 42, active_seconds: 3900, shapes_created: 1200 }],
  user: [
    { user: annUser, items_done: 40, active_seconds: 3600, shapes_created: 1200, items_sent_back: 3 },
    { user: { id: 'u2', username: null }, items_done: 2, active_seconds: 0 },
  ],
  job: [{ job: { id: 'j1', name: 'Shelves' }, items_done: 42 }, { job: null }],
  label: [
    { label: { id: 'l1', name: 'Apple' }, shapes_created: 1200 },
    { label: null, items_done: 42 },
  ],
  day: [{ day: '2026-02-03', items_done: 42 }],
};

interface StatisticsQuery {
  group_by?: string | string[];
  user?: string;
  from: string;
}
function renderStatistics(route = '/statistics', handlers: StubHandlers = {}, fields: object = { visibility: 'everybody' }) {
  const stub = stubApi({
    [GET_STATISTICS]: ({ query }: { query: StatisticsQuery }) => {
      const groupRows = rowsByGrouping[String(query.group_by ?? '')] ?? [];
      return { ...fields, complete: true, results: groupRows.map((row) => ({ ...ZERO_COUNTS, ...row })) };
    },
    ...handlers,
  });
  renderConsole(
    <>
      <StatisticsPage />
      <CurrentQuery />
    </>,
    { route },
  );
  return stub;
}
const CurrentQuery = () => <output aria-label="Query">{useLocation().search}</output>;
const findTable = async () => within(await screen.findByRole('table', { name: 'What users did' }));

beforeEach(() => signInForTest());

it('shows totals and the counts of each user, and explains the active time', async () => {
  renderStatistics();
  const table = await findTable();
  expect(await table.findByRole('row', { name: 'ann 40 1 h 00 min 2 min 0 1,200 0 0 0 3 0' })).toBeVisible();
  expect(table.getByRole('row', { name: /^Former member 2 0 s – / })).toBeVisible();
  expect(screen.getByText('1 h 05 min')).toBeVisible();
  expect(screen.getByText(/Breaks of more than 60 seconds between two inputs do not count/)).toBeVisible();
});

it('keeps filters in the URL and requests the last four weeks', async () => {
  const { getRequests } = renderStatistics();
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'User' }), 'ann');
  await waitFor(() => expect(getRequests(GET_STATISTICS).at(-1)?.query).toMatchObject({ user: 'u1' }));
  const { from, to } = (getRequests(GET_STATISTICS)[0]?.query ?? {}) as Record<string, string>;
  expect((Date.parse(to ?? '') - Date.parse(from ?? '')) / 86_400_000).toBe(27);
  expect(screen.getByLabelText('Query')).toHaveTextContent('?user=u1');
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(screen.getByLabelText('Query')).toBeEmptyDOMElement();
});

it('rows of labels have only the columns that apply to labels', async () => {
  renderStatistics('/statistics?group=label');
  const table = await findTable();
  expect(await table.findByRole('row', { name: 'Apple 1,200 0 0 0 0' })).toBeVisible();
  expect(table.queryByRole('columnheader', { name: 'Active time' })).toBeNull();
  expect(table.queryByRole('row', { name: /Without a label/ })).toBeNull();
});

it.each([{ own_only: true }, {}])('hides the other users if the response has only own statistics: %j', async (fields) => {
  renderStatistics('/statistics', {}, { visibility: 'own', ...fields });
  expect(await screen.findByText(/^You see only your own statistics\./)).toBeVisible();
  expect(screen.queryByRole('combobox', { name: 'User' })).toBeNull();
});

it('shows all users to a manager although members see only their own statistics', async () => {
  renderStatistics('/statistics', {}, { visibility: 'own', own_only: false });
  expect(await screen.findByRole('combobox', { name: 'User' })).toBeVisible();
  expect(screen.queryByText(/^You see only your own statistics\./)).toBeNull();
});

it('saves who can see statistics, and states why that failed', async () => {
  const { getRequests, addHandlers } = renderStatistics('/statistics', { [PUT_VISIBILITY]: { visibility: 'own' } });
  const select = await screen.findByRole('combobox', { name: 'Members can see' });
  await userEvent.selectOptions(select, 'only their own statistics');
  await waitFor(() => expect(getRequests(PUT_VISIBILITY).map(({ body }) => body)).toMatchObject([{ visibility: 'own' }]));
  addHandlers({ [PUT_VISIBILITY]: failWith(400, 'No.') });
  await waitFor(() => expect(select).toBeEnabled());
  await userEvent.selectOptions(select, 'only their own statistics');
  expect(await screen.findByText("Couldn't save who can see statistics. Try again.")).toBeVisible();
});

it('shows an empty state without counts, and Retry after a failure', async () => {
  const { addHandlers } = renderStatistics('/statistics', {
    [GET_STATISTICS]: { visibility: 'everybody', complete: true, results: [] },
  });
  expect(await screen.findByText('Nobody has changed anything in this period.')).toBeVisible();
  addHandlers({ [GET_STATISTICS]: failWith(400, 'refused') });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Rows' }), 'By week');
  expect((await screen.findAllByRole('button', { name: 'Retry' })).length).toBeGreaterThan(0);
});

it('forecasts the end of the selected job', async () => {
  renderStatistics('/statistics?job=j1', {
    'GET /history/v2/statistics/forecast/': {
      remaining: 50,
      days: 5,
      days_with_work: 3,
      per_day: 10,
      end: { earliest: '2026-02-04', expected: '2026-02-07', latest: '2026-02-11' },
    },
  });
  expect(await screen.findByText('2026-02-07, with a probability of 80 % from 2026-02-04 to 2026-02-11')).toBeVisible();
});

describe('listIntervals', () => {
  const createRow = (start: object) => ({ ...ZERO_COUNTS, ...start }) as StatisticsRow;

  it('fills days and weeks without a row', () => {
    const days = listIntervals([createRow({ day: '2026-02-03' })], { from: '2026-02-02', to: '2026-02-04' }, 'day');
    expect(days.map(({ start, counts }) => [start, counts !== undefined])).toEqual([
      ['2026-02-02', false],
      ['2026-02-03', true],
      ['2026-02-04', false],
    ]);
    const weeks = listIntervals([createRow({ week: '2026-02-02' })], { from: '2026-02-01', to: '2026-02-09' }, 'week');
    expect(weeks.map(({ start, counts }) => [start, counts !== undefined])).toEqual([
      ['2026-01-26', false],
      ['2026-02-02', true],
      ['2026-02-09', false],
    ]);
  });
});

test.each([
  [44.6, '45 s'],
  [600, '10 min'],
  [3599, '1 h 00 min'],
  [36_000_300, '10,000 h 05 min'],
])('formats %d seconds as %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text));
