import type { GoldAppeal, QualityEstimate, QualityReport } from '@console/shared-contract/api';
import { QUALITY_MEASURES } from '@console/shared-contract/api';
import { failWith, signInForTest, stubApi, type StubHandlers } from '@console/shared-auth/testing';
import { HostServicesProvider } from '@console/shared-ui/basics';
import { createFakeHostServices, renderConsole } from '@console/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toCsvRows } from './csv/csv-rows';
import { QualityPage } from './quality-page';

const LIST_TASKS = 'GET /annotate/v2/quality-task/';
const GET_REPORT = 'GET /annotate/v2/quality-report/';
const LIST_ITEMS = 'GET /annotate/v2/quality-report/item/';
const GET_COMPARISON = 'GET /annotate/v2/quality-report/comparison';
const PUT_TARGET = 'PUT /annotate/v2/quality-target/{id}';
const PUT_PAUSE = 'PUT /annotate/v2/imagejob/{id}/pause';
const LIST_APPEALS = 'GET /annotate/v2/gold-appeal/';
const PUT_APPEAL = 'PUT /annotate/v2/gold-appeal/{id}';

const toEstimates = (value: number, images = 40) => ({
  estimates: Object.fromEntries(
    QUALITY_MEASURES.map((measure): [string, QualityEstimate] => [
      measure,
      measure === 'value_error'
        ? { value: null, low: null, high: null, images, n: 0 }
        : { value, low: value - 0.05, high: value + 0.02, images, n: images * 3 },
    ]),
  ) as QualityReport['total']['estimates'],
});
const report: QualityReport = {
  task: { id: 't1', name: 'Cups', domain: 'detection' },
  target: 0.9,
  own_only: false,
  gold_items: 25,
  total: { ...toEstimates(0.92, 80), decision: { result: 'undecided', more: 14 } },
  people: [
    { user: { id: 'u1', username: 'ann' }, ...toEstimates(0.97), decision: { result: 'meets', more: null }, open_appeals: 0 },
    { user: { id: 'u2', username: 'bob' }, ...toEstimates(0.8), decision: { result: 'below', more: null }, open_appeals: 1 },
  ],
  labels: [{ label: { id: 'l1', name: 'Cup' }, ...toEstimates(0.9) }],
  weeks: [{ week: '2026-02-02', ...toEstimates(0.91) }],
  jobs: [{ job: { id: 'j1', name: 'Shelves' }, ...toEstimates(0.92), decision: null }],
};
const appeal: GoldAppeal = {
  id: 'a1',
  workspace: 'w',
  gold: 'g1',
  image: 'i1',
  file_name: 'one.jpg',
  thumb_img_path: '/one.jpg',
  text: 'It is a mug.',
  job: { id: 'j1', name: 'Shelves' },
  task: report.task,
  user: { id: 'u2', username: 'bob' },
  state: 'open',
  decided_by: null,
  created: '2026-02-03T10:00:00.000Z',
  decided: null,
};
const goldItem = {
  gold: 'g1',
  image: 'i1',
  file_name: 'one.jpg',
  thumb_img_path: '/one.jpg',
  user: { id: 'u2', username: 'bob' },
  job: { id: 'j1', name: 'Shelves' },
  scored: '2026-02-03T10:00:00.000Z',
  f1: 0.5,
  differences: { missing: 2, extra: 0, misplaced: 1, wrong_label: 0 },
};
const shape = { kind: 'object', label: 'l1', name: 'Cup', color: '#2f80ed', data: [1, 1, 9, 9], labels: [], matched_by: [] };
const toPage = (results: readonly unknown[]) => ({ count: results.length, next: null, previous: null, results });

function renderQualityPage(
  route = '/quality',
  data: Partial<QualityReport> = {},
  handlers: StubHandlers = {},
  canOpen: (path: string) => boolean = () => false,
) {
  const stub = stubApi({
    [LIST_TASKS]: { results: [{ domain: 'detection', id: 't1', name: 'Cups', target: 0.9, scores: 80 }] },
    [GET_REPORT]: { ...report, ...data },
    [LIST_ITEMS]: toPage([goldItem]),
    [LIST_APPEALS]: toPage([appeal]),
    [GET_COMPARISON]: {
      image: 'i1',
      gold: { revision: 1, taken: '2026-02-01T10:00:00.000Z', labels: [], shapes: [shape] },
      work: { user: goldItem.user, taken: '2026-02-03T10:00:00.000Z', labels: [], shapes: [] },
    },
    'GET /recognition/v2/training-image/{id}': { id: 'i1', img_path: '/one.jpg', img_width: 100, img_height: 80 },
    'GET /annotate/v2/gold/': toPage([]),
    'GET /annotate/v2/gold-sample/': toPage([]),
    'GET /annotate/v2/rule-violation/': { checked: null, results: [] },
    ...handlers,
  });
  renderConsole(
    <HostServicesProvider value={{ ...createFakeHostServices({}), canOpen }}>
      <QualityPage />
    </HostServicesProvider>,
    { route },
  );
  return stub;
}
const NO_DETAILS = { agreements: [], violations: [], appeals: [] };
const findTable = async (name: string) => within(await screen.findByRole('table', { name }));

beforeEach(() => signInForTest());
afterEach(() => jest.restoreAllMocks());

it('shows the decision, and each annotator with the interval and the target', async () => {
  renderQualityPage();
  expect(await screen.findByText('Undecided: about 14 more gold items needed')).toBeVisible();
  const table = await findTable('Annotators');
  const [, bobRow, annRow] = table.getAllByRole('row');
  expect(bobRow).toHaveTextContent(/^bob Below the target0.8000.750 to 0.820401201$/);
  expect(within(bobRow!).getByRole('img', { name: '0.800, 95 % interval 0.750 to 0.820, target 0.9' })).toBeVisible();
  expect(annRow).toHaveTextContent(/^ann Meets the target/);
});

it('shows other measures without the target, which applies to F1 only', async () => {
  renderQualityPage('/quality?measure=recall');
  const table = await findTable('Annotators');
  expect(table.getByRole('columnheader', { name: 'Recall' })).toBeVisible();
  expect(table.getByRole('img', { name: '0.800, 95 % interval 0.750 to 0.820' })).toBeVisible();
});

testInLongRun('names groups, members and types in the report of a similarity task', async () => {
  const handlers = { 'GET /annotate/v2/similarityjob/{id}/agreement': { compared: 20, agreeing: 7 } };
  const task = { id: 't1', name: 'Cups', domain: 'similarity' } as const;
  renderQualityPage('/quality?job=j1&measure=iou', { task }, handlers, (path) => path === '/jobs');
  expect(await findTable('Types')).toBeDefined();
  const measure = screen.getByRole('combobox', { name: 'Measure' });
  expect(
    within(measure)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['F1 per item', 'Precision', 'Recall', 'Overall F1']);
  expect(measure).toHaveDisplayValue('F1 per item');
  expect(screen.getByText(/^The members of the group are compared with the gold members/)).toBeInTheDocument();
  expect(await screen.findByText(/on these groups is compared with a copy of their members\./)).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Open agreement' })).toHaveAttribute('href', expect.stringContaining('j1'));
  expect(toCsvRows({ ...report, task: { ...report.task, domain: 'similarity' } }, NO_DETAILS).map((row) => row[3])).not.toContain(
    'iou',
  );
});

testInLongRun('links the violations of a similarity task to the groups', async () => {
  renderQualityPage(
    '/quality',
    { task: { id: 't1', name: 'Cups', domain: 'similarity' } },
    {
      'GET /annotate/v2/group-violation/': {
        results: [
          { task: { id: 't1', name: 'Cups' }, rule: 'few_members', level: 'error', groups: 2, text: 'The group has 1 member.' },
        ],
      },
    },
    (path) => path === '/groups',
  );
  expect(await screen.findByText('2 groups')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open groups' })).toHaveAttribute(
    'href',
    '/groups?violations-of=t1&violated-rule=few_members',
  );
});

testInLongRun('compares the members of a group with those of the gold item', async () => {
  const members = [
    { kind: 'image', id: 'i1', name: null, thumb_img_path: '/1.jpg', in_gold: true, in_work: false },
    { kind: 'image', id: 'i2', name: null, thumb_img_path: '/2.jpg', in_gold: false, in_work: true },
    { kind: 'image', id: 'i3', name: null, thumb_img_path: '/3.jpg', in_gold: true, in_work: true },
  ];
  const snapshot = { taken: '2026-02-01T10:00:00.000Z', labels: [], shapes: [] };
  renderQualityPage(
    '/quality',
    { task: { id: 't1', name: 'Cups', domain: 'similarity' } },
    {
      [LIST_ITEMS]: toPage([{ ...goldItem, image: null, group: 'g' }]),
      [GET_COMPARISON]: { image: null, members, gold: { ...snapshot, revision: 1 }, work: { ...snapshot, user: goldItem.user } },
    },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Show items' }));
  await userEvent.click(await within(await screen.findByRole('dialog')).findByText('Missing 2, Misplaced 1'));
  const list = within(await screen.findByRole('list', { name: 'Members' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Missing', 'Extra', '']);
});

test("opens the items behind an annotator's number, and compares one with the gold annotations", async () => {
  const { getRequests } = renderQualityPage('/quality?job=j1');
  await userEvent.click(await (await findTable('Annotators')).findByText('bob'));
  const dialog = await screen.findByRole('dialog', { name: 'Gold items: bob' });
  await userEvent.click(await within(dialog).findByText('Missing 2, Misplaced 1'));
  expect(getRequests(LIST_ITEMS)[0]?.query).toMatchObject({ task: 't1', job: 'j1', user: 'u2' });
  const comparison = await screen.findByRole('dialog', { name: 'one.jpg: bob' });
  expect(await within(comparison).findByRole('img', { name: /Gold.*bob/ })).toBeVisible();
  expect(getRequests(GET_COMPARISON)[0]?.query).toMatchObject({ user: 'u2', scored: true });
  await userEvent.click(within(comparison).getByRole('button', { name: 'Back to the list' }));
  expect(await screen.findByRole('dialog', { name: 'Gold items: bob' })).toBeVisible();
});

test('pauses an annotator of a job after a confirmation, and resumes one', async () => {
  const people = report.people.map((person, index) => ({ ...person, paused: index === 0 }));
  const { getRequests } = renderQualityPage('/quality?job=j1', { people }, { [PUT_PAUSE]: { paused: true } });
  const table = await findTable('Annotators');
  expect(table.getByText('Paused')).toBeVisible();
  await userEvent.click(table.getByRole('button', { name: 'Pause: bob' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Pause bob in this job?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Pause' }));
  await waitFor(() => expect(getRequests(PUT_PAUSE).map(({ body }) => body)).toMatchObject([{ user: 'u2', paused: true }]));
  await userEvent.click((await findTable('Annotators')).getByRole('button', { name: 'Resume: ann' }));
  await waitFor(() => expect(getRequests(PUT_PAUSE).at(-1)?.body).toMatchObject({ user: 'u1', paused: false }));
});

it('offers to pause annotators only in the report of a job', async () => {
  renderQualityPage();
  expect(await screen.findByText('Select a job to pause annotators in it.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Pause: bob' })).toBeNull();
});

test('changes the target, and refuses one that is not between 0 and 1', async () => {
  const { getRequests } = renderQualityPage('/quality', {}, { [PUT_TARGET]: { target: 0.95 } });
  await userEvent.click(await screen.findByRole('button', { name: 'Change target' }));
  const input = await screen.findByRole('textbox', { name: 'Minimum F1 per item' });
  await userEvent.clear(input);
  await userEvent.type(input, '95{Enter}');
  expect(await screen.findByText('Enter a number greater than 0 and less than 1, such as 0.95.')).toBeVisible();
  await userEvent.clear(input);
  await userEvent.type(input, '0.95{Enter}');
  await waitFor(() => expect(getRequests(PUT_TARGET).map(({ body }) => body)).toMatchObject([{ target: 0.95 }]));
});

it('shows an appeal with both annotations side by side, and accepts the appeal', async () => {
  const { getRequests } = renderQualityPage('/quality', {}, { [PUT_APPEAL]: { ...appeal, state: 'accepted' } });
  await userEvent.click(await (await findTable('Appeals')).findByText('It is a mug.'));
  const dialog = await screen.findByRole('dialog', { name: 'Appeal of bob' });
  expect(await within(dialog).findByRole('img', { name: /Gold.*bob/ })).toBeVisible();
  expect(getRequests(GET_COMPARISON)[0]?.query).toMatchObject({ user: 'u2', scored: false });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Accept appeal' }));
  await waitFor(() => expect(getRequests(PUT_APPEAL).map(({ body }) => body)).toMatchObject([{ state: 'accepted' }]));
  expect(
    await screen.findByText('The work is now the gold item. All annotators who have done the item are scored again.'),
  ).toBeVisible();
});

it('shows users without the permission only their own numbers', async () => {
  signInForTest({ role: 'annotator' });
  renderQualityPage('/quality', { own_only: true, gold_items: null });
  expect(await screen.findByRole('heading', { name: 'My quality' })).toBeVisible();
  expect(await screen.findByText(/^You see only scores of your own work, up to yesterday\./)).toBeVisible();
  expect(screen.queryByRole('table', { name: 'Annotators' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Show items' })).toBeNull();
});

it('explains how to start if there are no scores', async () => {
  renderQualityPage('/quality', {}, { [LIST_TASKS]: { results: [] } });
  expect(await screen.findByText('There are no scores of gold items yet.')).toBeVisible();
  expect(screen.getByText(/or add verified groups to gold on the Similarity page/i)).toBeVisible();
});

testInLongRun('offers to show all jobs if the selected job has no scores', async () => {
  const { addHandlers } = renderQualityPage('/quality?job=j1', {}, { [LIST_TASKS]: { results: [] } });
  expect(await screen.findByText('There are no scores of gold items in this job.')).toBeVisible();
  addHandlers({ [LIST_TASKS]: { results: [{ domain: 'detection', id: 't1', name: 'Cups', target: 0.9, scores: 80 }] } });
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByRole('table', { name: 'Annotators' })).toBeVisible();
});

testInLongRun('labels the weeks of the chart with their year', async () => {
  jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800);
  renderQualityPage();
  const chart = await screen.findByRole('group', { name: /trend by week$/ });
  expect(await within(chart).findByText('2026-02-02')).toBeInTheDocument();
});

testInLongRun('opens the items of the selected part of a week', async () => {
  const { getRequests } = renderQualityPage('/quality?from=2026-02-04');
  await userEvent.click(await (await findTable('Trend by week')).findByText('2026-02-02'));
  await waitFor(() => expect(getRequests(LIST_ITEMS)[0]?.query).toMatchObject({ from: '2026-02-04', to: '2026-02-08' }));
});

it('offers Retry after a failure', async () => {
  const { addHandlers } = renderQualityPage('/quality', {}, { [GET_REPORT]: failWith(500, 'broken') });
  const [retryButton] = await screen.findAllByRole('button', { name: 'Retry' });
  addHandlers({ [GET_REPORT]: report });
  await userEvent.click(retryButton!);
  expect(await screen.findByRole('table', { name: 'Annotators' })).toBeVisible();
});

it('writes all numbers to the CSV file', () => {
  const rows = toCsvRows(report, NO_DETAILS);
  expect(rows).toHaveLength((1 + 2 + 1 + 1 + 1) * QUALITY_MEASURES.length);
  expect(rows[0]?.slice(0, 12)).toEqual([
    'total',
    '',
    '',
    'image_f1',
    0.92,
    0.87,
    0.9400000000000001,
    80,
    240,
    0.9,
    'undecided',
    14,
  ]);
  expect(rows.map((row) => row.slice(0, 9))).toContainEqual(['label', 'Cup', 'l1', 'value_error', null, null, null, 40, 0]);
});

it('writes the agreement of all jobs, violations and appeals to the CSV file', async () => {
  const createObjectURL = jest.fn((_: Blob) => 'blob:');
  Object.assign(URL, { createObjectURL, revokeObjectURL: jest.fn() });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const [firstUser, secondUser] = report.people.map(({ user }) => user);
  const overlap = { labels: { same: 0, all: 0 }, shapes: { same: 3, all: 5 } };
  const alpha = { alpha: 0.7, n: 9 };
  renderQualityPage(
    '/quality',
    {},
    {
      'GET /annotate/v2/rule-violation/': {
        checked: '2026-02-03T10:00:00.000Z',
        results: [{ rule: 'small', level: 'error', images: 2, violations: 3 }],
      },
      'GET /annotate/v2/imagejob/{id}/agreement': {
        ...overlap,
        compared: 6,
        agreeing: 4,
        shape_label_alpha: alpha,
        disagreements: [],
        pairs: [{ ...overlap, first: firstUser, second: secondUser, compared: 6, agreeing: 4, shape_f1: 0.8 }],
        by_label: [{ of: 'shapes', label: 'l1', name: 'Cup', color: null, alpha, value_alpha: null, f1: null, similarity: null }],
      },
    },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Download CSV' }));
  await waitFor(() => expect(createObjectURL).toHaveBeenCalled());
  const reader = new FileReader();
  reader.readAsText(createObjectURL.mock.calls[0]![0]);
  await waitFor(() => expect(reader.result).not.toBeNull());
  expect(String(reader.result).split('\r\n')).toEqual(
    expect.arrayContaining([
      'agreement,Shelves,j1,identical,4,,,,6,,,,,',
      'agreement,Shelves,j1,alpha of shape labels,0.7,,,,9,,,,,',
      'agreement of pair,"ann, bob",u1 u2,f1,0.8,,,,8,,,,Shelves,',
      'agreement on label,Cup,l1,alpha,0.7,,,,9,,,,Shelves,',
      'violated rule,Too small,small,error,3,,,2,,,,,,',
      'appeal,bob,a1,state,,,,,,,open,,It is a mug.,2026-02-03T10:00:00.000Z',
    ]),
  );
});
