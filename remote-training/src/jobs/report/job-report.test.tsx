import { page, signInForTest, type StubHandlers } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { JobsPage } from '../jobs-page';
import { createJobRow, stubJobs } from '../data/testing';
import { createMask, readSavedText } from './testing';

const annUser = { id: 'u1', username: 'ann' };
const bobUser = { id: 'u2', username: 'bob' };
const STATISTICS = 'GET /history/v2/statistics/';
const FORECAST = 'GET /history/v2/statistics/forecast/';
const AGREEMENT = 'GET /annotate/v2/imagejob/{id}/agreement';
const LABEL_MATCHES = 'GET /annotate/v2/imagejob/{id}/label-matches';
const SNAPSHOTS = 'GET /annotate/v2/imagejob/{id}/snapshots';
const overlapTotals = {
  compared: 3,
  agreeing: 1,
  labels: { same: 2, all: 3 },
  shapes: { same: 3, all: 4 },
  attributes: { same: 1, all: 5 },
};
const createDifference = (imageId: string) => ({
  image: imageId,
  file_name: `${imageId}.jpg`,
  thumb_img_path: `/files/${imageId}-thumb.jpg`,
  label_names: ['Blurred', 'Cell'],
  first: annUser,
  second: bobUser,
  labels: { same: 0, all: 1 },
  shapes: { same: 1, all: 2 },
  attributes: { same: 1, all: 4 },
});
const agreement = {
  ...overlapTotals,
  skeletons: { matched: 2, oks: 0.8765, average_precision: 0.4 },
  pairs: [
    {
      first: annUser,
      second: bobUser,
      ...overlapTotals,
      shape_f1: 6 / 7,
      similarity: { mean: 0.9123, n: 3 },
      shape_label_alpha: { alpha: 4 / 9, n: 3 },
      image_labels_alpha: { alpha: null, n: 3 },
    },
  ],
  disagreements: [createDifference('p1'), createDifference('p2')],
};
const createBox = (data: number[], matched_by: string[]) => ({
  kind: 'object',
  label: 'd1',
  name: 'Cell',
  color: '#ff0000',
  data,
  labels: [],
  matched_by,
});
const snapshots = [
  { user: annUser, taken: '2026-01-01T00:00:00Z', labels: [], shapes: [createBox([0, 0, 10, 10], ['u2'])] },
  {
    user: bobUser,
    taken: '2026-01-01T01:00:00Z',
    labels: [{ label: 'l1', name: 'Blurred', value: null }],
    shapes: [
      {
        ...createBox([0, 0, 10, 11], ['u1']),
        attributes: { occluded: true, crowd: false, color: 'red' },
        attribute_differences: ['color'],
      },
      createBox([30, 30, 40, 40], []),
      { ...createBox([50, 50, 52, 51], []), kind: 'mask', mask: createMask([50, 50, 52, 51]) },
    ],
  },
];
const imageRow = { id: 'p1', img_path: '/files/p1.jpg', img_width: 100, img_height: 80 };

function renderJobsPage(route: string, handlers: StubHandlers, job = {}) {
  const stub = stubJobs({ 'GET /annotate/v2/imagejob/': page([createJobRow({ todo_number: 2, ...job })]), ...handlers });
  renderConsole(<JobsPage />, { route });
  return stub;
}
beforeEach(() => signInForTest());
afterEach(() => jest.restoreAllMocks());

test('job statistics show what each user did since the creation, and export it', async () => {
  const counts = {
    items_sent_back: 2,
    images_verified: 28,
    shapes_created: 90,
    shapes_changed: 5,
    shapes_deleted: 1,
    labels_set: 0,
    found_wrong: 4,
  };
  const { getRequests } = renderJobsPage('/jobs?job=i1&tab=people', {
    [STATISTICS]: {
      visibility: 'everybody',
      complete: true,
      results: [{ user: annUser, items_done: 30, active_seconds: 371, ...counts }],
    },
    [FORECAST]: { remaining: 6, days: 1, days_with_work: 1, per_day: 30, end: null },
  });
  const table = within(await screen.findByRole('table', { name: 'What users did' }));
  expect(await table.findByRole('row', { name: 'ann 30 6 min 12 s 28 90 5 1 0 2 4' })).toBeVisible();
  expect(screen.getByText('Not enough data. The forecast needs three days with completed items.')).toBeVisible();
  expect(getRequests(STATISTICS)[0]?.query).toMatchObject({ job: 'i1' });
  const text = await readSavedText(() => userEvent.click(screen.getByRole('button', { name: 'Download CSV' })));
  expect(text.split('\r\n').slice(1)).toEqual(['ann,30,371,12.4,28,90,5,1,0,2,4', '']);
});

test('the agreement report opens an item with the shapes of both users', async () => {
  renderJobsPage('/jobs?job=i1&tab=agreement', {
    [AGREEMENT]: { ...agreement, further_people: { items: 140, asked_items: 28, asked: 28, possible: 140 } },
    [SNAPSHOTS]: { results: snapshots },
    'GET /recognition/v2/training-image/{id}': imageRow,
  });
  const pairs = within(await screen.findByRole('table', { name: 'By pair of annotators' }));
  expect(
    pairs.getByRole('row', {
      name: 'ann bob 3 1 of 3 (33 %) 0.86 n = 7 0.91 n = 3 0.44 n = 3 none n = 3 1 of 5',
    }),
  ).toBeVisible();
  expect(screen.getByText(/^The second annotator sees the work of the first/)).toBeVisible();
  expect(
    screen.getByText('112 of 140 items needed no additional annotator: 28 additional annotations instead of 140.'),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Adjudicate' })).toHaveAttribute('href', '/imagejob/i1/adjudicate');
  for (const [name, value] of [
    ['Matching skeletons', '2'],
    ['Mean OKS of skeletons', '0.88'],
    ['AP at OKS 0.50 to 0.95', '0.40'],
  ])
    expect(screen.getByText(name!).parentElement).toHaveTextContent(value!);
  const table = within(screen.getByRole('table', { name: 'Items with disagreement' }));
  expect(table.getAllByText('1 of 4')).toHaveLength(2);
  const [, firstRow] = table.getAllByRole('row');
  // Only 2 of 7 annotations are equal, so the difference is 71 %.
  expect(firstRow).toHaveTextContent('p1.jpg71 %Blurred, Cellannbob');
  expect(firstRow?.querySelector('img')).toHaveAttribute('src', expect.stringContaining('p1-thumb.jpg'));
  act(() => firstRow?.focus());
  await userEvent.keyboard('{Enter}');
  const overlay = await screen.findByRole('img', { name: 'Shapes of ann and bob' });
  expect(overlay.querySelectorAll('rect')).toHaveLength(3);
  // Shapes that no other user has drawn are filled.
  expect([...overlay.querySelectorAll('rect')].map((rect) => rect.getAttribute('fill') !== 'none')).toEqual([false, false, true]);
  const mask = overlay.querySelector('path');
  expect(mask).toHaveAttribute('d', 'M52 50 52 51 50 51 50 50Z');
  expect(mask).not.toHaveAttribute('fill', 'none');
  const bobSection = within(screen.getByRole('region', { name: 'bob' }));
  expect(bobSection.getByText(/^Blurred/)).toHaveTextContent('Blurred Only here');
  expect(bobSection.getByText(/30, 30, 40, 40/)).toHaveTextContent('Only here');
  expect(bobSection.getByText(/0, 0, 10, 11/)).toHaveTextContent(
    'Object Cell (0, 0, 10, 11) occluded, color: red Different: color',
  );
  await userEvent.click(screen.getByRole('checkbox', { name: 'ann' }));
  expect(overlay.querySelectorAll('rect')).toHaveLength(2);
  expect(screen.getByRole('link', { name: 'Open on the work page' })).toHaveAttribute('href', '/imagejob/i1?image=p1');
  await userEvent.click(screen.getByRole('button', { name: 'Next item' }));
  expect(await screen.findByRole('group', { name: '2 of 2: p2.jpg' })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Back to the list' }));
  expect(screen.queryByRole('group', { name: '2 of 2: p2.jpg' })).toBeNull();
  expect(screen.getByRole('row', { name: /p2\.jpg/ })).toHaveFocus();
});

const createLabel = (label: string, name: string, itemNoun = 'shapes') => ({
  of: itemNoun,
  label,
  name,
  color: null,
  alpha: { alpha: 0.5, n: 4 },
  value_alpha: null,
  f1: { value: 0.75, n: 8 },
  similarity: { mean: 0.9, n: 3 },
});
const agreementByLabel = {
  shape_label_alpha: { alpha: 0.25, n: 6 },
  image_labels_alpha: { alpha: null, n: 0 },
  by_label: [
    createLabel('d1', 'Cell'),
    createLabel('d2', 'Platelet'),
    { ...createLabel('l1', 'Ripeness', 'images'), value_alpha: { alpha: 0.849, n: 11 }, f1: null, similarity: null },
  ],
  object_values: [
    { label: 'l2', name: 'Size', first: null, second: null, alpha: { alpha: 0.6, n: 7 } },
    { label: 'l2', name: 'Size', first: annUser, second: bobUser, alpha: { alpha: null, n: 3 } },
  ],
  label_matches: [
    { first: 'd1', second: 'd1', count: 9 },
    { first: 'd1', second: 'd2', count: 2 },
  ],
};

test('the agreement report shows and exports alpha, F1 and similarity of each label', async () => {
  renderJobsPage('/jobs?job=i1&tab=agreement', { [AGREEMENT]: { ...agreement, ...agreementByLabel } });
  const section = within(await screen.findByRole('group', { name: 'By label' }));
  const table = within(section.getByRole('table', { name: 'By label' }));
  expect(table.getByRole('row', { name: 'Cell Shapes 0.50 n = 4 0.75 n = 8 0.90 n = 3' })).toBeVisible();
  expect(table.getByRole('row', { name: 'Ripeness Images 0.50 n = 4 0.85 n = 11' })).toBeVisible();
  const values = within(screen.getByRole('table', { name: 'Values of labels on objects' }));
  expect(values.getByRole('row', { name: 'Size All annotators 0.60 7' })).toBeVisible();
  expect(values.getByRole('row', { name: 'Size ann, bob none 3' })).toBeVisible();
  expect(screen.getByText('Alpha of all, shape labels').parentElement).toHaveTextContent('0.25 (n = 6)');
  const text = await readSavedText(() => userEvent.click(section.getByRole('button', { name: 'Download CSV' })));
  expect(text.split('\r\n')[3]).toBe('l1,Ripeness,Images,0.5,4,0.849,11,,,,');
});

testInLongRun('a cell of the label matrix opens its items, and an item opens the comparison', async () => {
  const { getRequests } = renderJobsPage('/jobs?job=i1&tab=agreement', {
    [AGREEMENT]: { ...agreement, ...agreementByLabel },
    [LABEL_MATCHES]: {
      results: [
        {
          image: 'p1',
          file_name: 'p1.jpg',
          thumb_img_path: '/files/p1-thumb.jpg',
          first: annUser,
          second: bobUser,
          first_label: 'd1',
          second_label: 'd2',
          count: 2,
        },
      ],
    },
    [SNAPSHOTS]: { results: snapshots },
    'GET /recognition/v2/training-image/{id}': imageRow,
  });
  const matrix = within(await screen.findByRole('grid', { name: 'Confused labels' }));
  expect(matrix.getByRole('button', { name: 'Platelet and Cell: 2' })).toHaveTextContent('2');
  expect(matrix.getByRole('button', { name: 'Platelet and Platelet: 0' })).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(matrix.getByRole('button', { name: 'Cell and Platelet: 2' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cell or Platelet' }));
  const row = await dialog.findByRole('row', { name: /p1\.jpg ann bob Cell Platelet 2/ });
  expect(getRequests(LABEL_MATCHES)[0]?.query).toMatchObject({ first: 'd1', second: 'd2' });
  await userEvent.click(row);
  expect(await screen.findByRole('group', { name: '1 of 2: p1.jpg' })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the URL stores the sort order of the pairs separately from the items', async () => {
  const cidUser = { id: 'u3', username: 'cid' };
  const pairs = [
    { first: annUser, second: bobUser, ...overlapTotals },
    { first: bobUser, second: cidUser, ...overlapTotals, compared: 9 },
  ];
  renderJobsPage('/jobs?job=i1&tab=agreement&pair-sort=-compared', { [AGREEMENT]: { ...agreement, pairs } });
  const table = within(await screen.findByRole('table', { name: 'By pair of annotators' }));
  const listComparedCounts = () => table.getAllByRole('row').map((row) => row.querySelectorAll('td')[1]?.textContent);
  expect(listComparedCounts()).toEqual([undefined, '9', '3']);
  const comparedHeader = table.getByRole('columnheader', { name: 'Items compared' });
  await userEvent.click(within(comparedHeader).getByRole('button'));
  expect(comparedHeader).toHaveAttribute('aria-sort', 'ascending');
  expect(listComparedCounts()).toEqual([undefined, '3', '9']);
});

testInLongRun('the agreement report says that all compared items are identical', async () => {
  renderJobsPage('/jobs?job=i1&tab=agreement', { [AGREEMENT]: { ...agreement, agreeing: 3, disagreements: [] } });
  expect(await screen.findByText('All 3 compared items are identical.')).toBeVisible();
});

test('the agreement report explains that jobs with one user per item cannot be compared', async () => {
  renderJobsPage(
    '/jobs?job=i1&tab=agreement',
    { [AGREEMENT]: { ...agreement, compared: 0, pairs: [], disagreements: [] } },
    { todo_number: 1 },
  );
  expect(await screen.findByText(/^Each item of this job is done by one annotator/)).toBeVisible();
});

test('the remarks report filters by state and links to the items', async () => {
  const remark = {
    workspace: 'w',
    job: 'i1',
    text: 'Tighter',
    data: [1, 1],
    author: annUser,
    reviewer: bobUser,
    answered: null,
    version: 1,
  };
  renderJobsPage('/jobs?job=i1&tab=remarks&remarks=closed&report-sort=-text', {
    'GET /annotate/v2/remark/': page([
      { ...remark, id: 'r1', image: 'p1', state: 'closed', created: '2026-01-01T00:00:00Z' },
      { ...remark, id: 'r2', image: 'p2', text: 'A cell is missing', state: 'open', created: '2026-01-02T00:00:00Z' },
    ]),
  });
  const findRows = async () => (await screen.findByRole('table', { name: 'Items sent back' })).querySelectorAll('tbody tr');
  expect(await screen.findByText('Tighter')).toBeVisible();
  expect(await findRows()).toHaveLength(1);
  await userEvent.selectOptions(
    await within(await screen.findByRole('region', { name: 'Manage' })).findByRole('combobox', { name: 'State' }),
    'With the author',
  );
  const table = within(screen.getByRole('table', { name: 'Items sent back' }));
  expect(table.getByRole('columnheader', { name: 'Remark' })).toHaveAttribute('aria-sort', 'descending');
  expect(table.getAllByRole('row')).toHaveLength(2);
  expect(table.getByText('A cell is missing')).toBeVisible();
  expect(table.getByRole('link', { name: 'Open item' })).toHaveAttribute('href', '/imagejob/i1?image=p2');
});

test('the agreement of groups lists pairs of annotators, and a group opens its adjudication', async () => {
  const disagreement = { name: 'Cups', thumb_img_path: null, users: [annUser, bobUser], difference: 0.25 };
  stubJobs({
    'GET /annotate/v2/similarityjob/': page([createJobRow({ todo_number: 2 })]),
    'GET /annotate/v2/imagejob/': page([]),
    'GET /annotate/v2/similarityjob/{id}/agreement': {
      compared: 2,
      agreeing: 1,
      members: { same: 6, all: 7 },
      pairs: [
        {
          first: annUser,
          second: bobUser,
          compared: 2,
          agreeing: 1,
          members: { same: 6, all: 7 },
          f1: 12 / 13,
          alpha: { alpha: 0.615, n: 8 },
        },
      ],
      disagreements: [{ ...disagreement, group: 'g1', is_open: true }],
    },
  });
  renderConsole(<JobsPage />, { route: '/jobs?job=i1&tab=agreement' });
  const pairs = within(await screen.findByRole('table', { name: 'By pair of annotators' }));
  expect(pairs.getByRole('row', { name: 'ann bob 2 1 of 2 (50 %) 0.92 n = 13 0.61 n = 8' })).toBeVisible();
  const items = within(screen.getByRole('table', { name: 'Items with disagreement' }));
  expect(items.getByRole('row', { name: 'No image Cups 25 % ann, bob Waits' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Adjudicate' })).toHaveAttribute('href', '/similarityjob/i1/adjudicate');
});
