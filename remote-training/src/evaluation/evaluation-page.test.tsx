import { failWith, page, signInForTest, stubApi } from '@console/shared-auth/testing';
import { HostServicesProvider } from '@console/shared-ui/basics';
import { createFakeHostServices, renderConsole } from '@console/shared-ui/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router-dom';
import { EvaluationPage } from './evaluation-page';
import { EvaluationsPage } from './evaluations-page';

const CurrentQuery = () => <output aria-label="Current query">{useLocation().search}</output>;
const renderEvaluation = (route = '/evaluation/e1') =>
  renderConsole(
    <HostServicesProvider value={{ ...createFakeHostServices({}), canOpen: () => true }}>
      <Routes>
        <Route path="/evaluation/:id" element={<EvaluationPage />} />
      </Routes>
      <CurrentQuery />
    </HostServicesProvider>,
    { route },
  );

const GET_EVALUATION = 'GET /annotate/v2/evaluation/{id}';
const GET_MEASURES = 'GET /annotate/v2/evaluation/{id}/measures';
const LIST_DECISIONS = 'GET /annotate/v2/evaluation/{id}/pictures';
const LIST_EVALUATIONS = 'GET /annotate/v2/evaluation';

const task = {
  id: 't1',
  name: 'Cells',
  domain: 'detection' as const,
  type: null,
  model: 'm1',
  model_number: 3,
  pictures: 7,
  threshold: 0.45,
};
const evaluation = {
  id: 'e1',
  workspace: 'w',
  created: '2026-02-03T04:05:00Z',
  created_by: { id: 'u', username: 'demo' },
  of_task: 't1',
  tasks: [task],
  work: null,
  result: { top_labels: [] },
};
const redCellLabel = { id: 'r', name: 'RBC', precision: 0.9, recall: 0.5, error: null, count: 10, said: 5, right: 5 };
const whiteCellLabel = { id: 'w', name: 'WBC', precision: 0.75, recall: 1, error: null, count: 3, said: 4, right: 3 };
const plateletLabel = { id: 'p', name: 'Platelets', precision: null, recall: 0, error: null, count: 2, said: 0, right: 0 };
const measures = {
  task: 't1',
  threshold: 0.45,
  pictures: 7,
  accuracy: null,
  hamming_loss: null,
  labels: [redCellLabel, whiteCellLabel, plateletLabel],
  cells: [
    { truth: 'r', said: 'r', count: 5 },
    { truth: 'r', said: null, count: 4 },
    { truth: 'r', said: 'w', count: 1 },
    { truth: 'w', said: 'w', count: 3 },
    { truth: 'p', said: null, count: 2 },
  ],
  by_threshold: [{ threshold: 0.5, precision: 0.8, recall: 0.6 }],
};
const decision = {
  image: 'i1',
  img_path: '/i',
  thumb_img_path: '/t',
  img_width: 640,
  img_height: 480,
  truth: 'r',
  truth_name: 'RBC',
  said: 'w',
  said_name: 'WBC',
  right: false,
  prob: 0.93,
  sureness: 0.93,
  shape: 's1',
  truth_box: [1, 2, 30, 40],
  said_box: [1, 2, 31, 41],
  truth_value: null,
  said_value: null,
};
const responses = {
  [GET_EVALUATION]: evaluation,
  [GET_MEASURES]: measures,
  [LIST_DECISIONS]: page([decision]),
  [LIST_EVALUATIONS]: page([]),
} as Parameters<typeof stubApi>[0];

beforeEach(() => signInForTest());

/** Returns the texts of the cells of a table row without the first cell. */
const findCells = async (table: string, row: RegExp) =>
  within(within(await screen.findByRole('table', { name: table })).getByRole('row', { name: row }))
    .getAllByRole('cell')
    .slice(1)
    .map((cell) => cell.textContent);

const topLabel = {
  id: 'a1111111',
  name: 'Ripeness',
  accuracy: 0.9,
  hamming_loss: null,
  count: 20,
  labels: [{ id: 's1', name: 'ripe', precision: 1, recall: null, count: 0 }],
};

test('an evaluation whose images were deleted shows a message about the deletion', async () => {
  stubApi({ ...responses, [GET_EVALUATION]: { ...evaluation, tasks: [{ ...task, pictures: 0 }], pictures_gone: true } });
  renderEvaluation();
  expect(await screen.findByText(/images and measurements of this evaluation have been deleted/)).toBeVisible();
  expect(screen.queryByText(/Nothing was measured/)).not.toBeInTheDocument();
});

test('charts the top labels and the labels of the selected one, with undefined values', async () => {
  stubApi({
    ...responses,
    [GET_EVALUATION]: { ...evaluation, tasks: [], result: { top_labels: [topLabel, { ...topLabel, id: 'b2222222' }] } },
  });
  renderEvaluation();
  expect((await findCells('Top labels', /Ripeness · a11111/)).slice(0, 3)).toEqual(['0.900', 'undefined', '20']);
  expect(await findCells('Top labels', /Ripeness · b22222/)).toHaveLength(3);
  expect(await screen.findByRole('group', { name: /^Top labels\. Use the arrow keys/ })).toBeVisible();
  const user = userEvent.setup();
  await user.click(screen.getByRole('combobox', { name: 'Please select top label' }));
  await user.click((await screen.findAllByRole('option', { name: /Ripeness/ }))[0]!);
  expect((await findCells('Labels of Ripeness', /^ripe/)).slice(0, 3)).toEqual(['1.000', 'undefined', '0']);
});

test('arrow keys move through chart rows, which are announced, and Enter opens their images', async () => {
  const user = userEvent.setup();
  const stub = stubApi(responses);
  renderEvaluation();
  const chart = await screen.findByRole('group', { name: /^Labels of Cells\./ });
  chart.focus();
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
  expect(within(chart).getByText('Platelets, Precision undefined, Recall 0.000, Count 2')).toBeInTheDocument();
  await user.keyboard('{Home}');
  // Without preventDefault, the browser sends the key to the focused button of the dialog, which closes it.
  expect(fireEvent.keyDown(chart, { key: 'Enter' })).toBe(false);
  expect(await screen.findByRole('dialog', { name: 'Images: RBC' })).toBeVisible();
  expect(stub.getRequests(LIST_DECISIONS).at(-1)?.query).toMatchObject({ task: 't1', label: 'r' });
});

test('shows the average precision of skeletons by OKS, and the poses of annotation and prediction', async () => {
  const user = userEvent.setup();
  const skeletonMeasures = { ap: 0.512, ap50: 0.83, ap75: null };
  const skeleton = {
    truth: [10, 10, 2, 30, 40, 1, 0, 0, 0],
    said: [12, 10, 2, 30, 41, 2, 5, 5, 2],
    edges: [
      [0, 1],
      [1, 2],
    ],
    oks: 0.8765,
  };
  const decisionWithPose = { ...decision, truth: 'r', said: 'r', right: true, skeleton };
  stubApi({
    ...responses,
    [GET_MEASURES]: { ...measures, labels: [{ ...redCellLabel, skeletons: skeletonMeasures }, whiteCellLabel] },
    [LIST_DECISIONS]: page([
      decisionWithPose,
      { ...decisionWithPose, said: null, said_box: null, right: false, skeleton: { ...skeleton, said: null, oks: null } },
    ]),
  });
  renderEvaluation();
  const table = 'Average precision of skeletons';
  expect((await findCells(table, /^RBC/)).slice(0, 3)).toEqual(['0.512', '0.830', 'undefined']);
  const columns = within(screen.getByRole('table', { name: table })).getAllByRole('columnheader');
  expect(columns.slice(0, 3).map((column) => column.textContent)).toEqual(['Label', 'OKS AP', 'OKS AP50']);
  expect(within(screen.getByRole('table', { name: table })).queryByRole('row', { name: /^WBC/ })).toBeNull();
  await user.click(within(screen.getByRole('table', { name: table })).getByRole('button', { name: 'Show images' }));
  const tiles = within(await screen.findByRole('list', { name: 'Images' })).getAllByRole('listitem');
  expect(within(tiles[0]!).getByText('OKS 0.876')).toBeVisible();
  // Two present points of the annotation and three of the prediction.
  expect(tiles.map((tile) => tile.querySelectorAll('circle').length)).toEqual([5, 2]);
  expect(tiles[1]).not.toHaveTextContent('OKS');
});

test('a matrix cell opens its images with annotation and prediction, and updates the URL', async () => {
  const user = userEvent.setup();
  const stub = stubApi(responses);
  renderEvaluation();
  const matrix = within(await screen.findByRole('grid', { name: 'Confusion matrix' }));
  matrix.getByRole('button', { name: 'Annotation: RBC, prediction: RBC: 5' }).focus();
  await user.keyboard('{ArrowRight}');
  expect(matrix.getByRole('button', { name: 'Annotation: RBC, prediction: WBC: 1' })).toHaveFocus();
  await user.keyboard('{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Images: annotation RBC, prediction WBC' }));
  expect(await dialog.findByRole('img', { name: 'Image: annotation RBC, prediction WBC' })).toBeInTheDocument();
  expect(dialog.getByText('Prediction: WBC, 0.930')).toBeVisible();
  expect(dialog.getByRole('link', { name: 'Open image' })).toHaveAttribute('href', '/image/i1?object=s1');
  expect(stub.getRequests(LIST_DECISIONS).at(-1)?.query).toMatchObject({ task: 't1', truth: 'r', said: 'w' });
  await waitFor(() => expect(screen.getByLabelText('Current query')).toHaveTextContent('?behind=t1%7Er%7Ew%7E%7E'));
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(matrix.getByRole('button', { name: 'Annotation: RBC, prediction: WBC: 1' })).toHaveFocus());
});

test('a recognition evaluation shows the number of objects and the box of each object', async () => {
  const objectDecision = { ...decision, prob: 0.8, said_box: null };
  stubApi({ ...responses, [GET_MEASURES]: { ...measures, objects: 12 }, [LIST_DECISIONS]: page([objectDecision]) });
  renderEvaluation('/evaluation/e1?behind=t1~r~w~~');
  const dialog = within(await screen.findByRole('dialog', { name: 'Images: annotation RBC, prediction WBC' }));
  expect(await dialog.findByRole('img', { name: 'Object in an image: annotation RBC, prediction WBC' })).toBeInTheDocument();
  expect(dialog.getByText('Annotation')).toBeVisible();
  expect(dialog.queryByText('Prediction')).not.toBeInTheDocument();
  expect(screen.getByText('7 images, 12 labelled objects')).toBeInTheDocument();
});

test('the URL opens the images of missed annotations', async () => {
  const stub = stubApi(responses);
  renderEvaluation('/evaluation/e1?behind=t1~r~none~~&threshold=0.8');
  expect(await screen.findByRole('dialog', { name: 'Images: annotation RBC, prediction Nothing' })).toBeVisible();
  expect(stub.getRequests(LIST_DECISIONS).at(-1)?.query).toMatchObject({ truth: 'r', said: 'none', threshold: 0.8 });
  expect(stub.getRequests(GET_MEASURES).at(-1)?.query).toMatchObject({ task: 't1', threshold: 0.8 });
});

test('compares two evaluations by label, largest loss of recall first', async () => {
  const user = userEvent.setup();
  const previousEvaluation = { ...evaluation, id: 'e0', created: '2026-01-01T00:00:00Z', tasks: [{ ...task, model_number: 2 }] };
  const previousMeasures = {
    ...measures,
    labels: [
      { ...redCellLabel, recall: 0.75 },
      { ...whiteCellLabel, recall: 0.5 },
    ],
  };
  stubApi({
    ...responses,
    [LIST_EVALUATIONS]: page([evaluation, previousEvaluation]),
    [GET_MEASURES]: ({ params }: { params: Record<string, string> }) => (params.id === 'e0' ? previousMeasures : measures),
  });
  renderEvaluation();
  await user.click(await screen.findByRole('combobox', { name: 'Compare with' }));
  await user.click(await screen.findByRole('option', { name: /Model 2/ }));
  const table = await screen.findByRole('table', { name: /^Compared with/ });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map((row) => within(row).getAllByRole('cell')[0]?.textContent)).toEqual(['RBC', 'WBC', 'Platelets']);
  const cellTexts = within(rows[0]!)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
  expect(cellTexts.slice(1)).toEqual(['0.900', '0.900', '0.500', '0.750', '0.000', '-0.250']);
  expect(rows[2]).toHaveTextContent('undefined');
});

test('the URL stores the sort order of the confused labels and the thresholds', async () => {
  const by_threshold = [
    { threshold: 0.25, precision: 0.5, recall: 0.9 },
    { threshold: 0.5, precision: 0.8, recall: 0.6 },
  ];
  stubApi({ ...responses, [GET_MEASURES]: { ...measures, by_threshold } });
  renderEvaluation('/evaluation/e1?confusion-sort=said&threshold-sort=-precision');
  const findColumnHeader = async (table: string, name: string) =>
    within(await screen.findByRole('table', { name: table })).getByRole('columnheader', { name });
  const predictionHeader = await findColumnHeader('Confused labels', 'Prediction');
  expect(predictionHeader).toHaveAttribute('aria-sort', 'ascending');
  expect(await findColumnHeader('All labels by threshold', 'Precision')).toHaveAttribute('aria-sort', 'descending');
  await userEvent.click(within(predictionHeader).getByRole('button'));
  await userEvent.click(within(await findColumnHeader('All labels by threshold', 'Recall')).getByRole('button'));
  await waitFor(() =>
    expect(screen.getByLabelText('Current query')).toHaveTextContent('?confusion-sort=-said&threshold-sort=recall'),
  );
});

test('a running evaluation shows its progress', async () => {
  const evaluationWork = {
    id: 'k',
    workspace: 'w',
    kind: 'evaluate-task',
    status: 'running' as const,
    done: 8,
    total: 20,
    error: null,
    created: evaluation.created,
    finished: null,
  };
  stubApi({ ...responses, [GET_EVALUATION]: { ...evaluation, tasks: [{ ...task, pictures: 0 }], work: evaluationWork } });
  renderEvaluation();
  expect(await screen.findByText('Evaluating: 8 of 20 images')).toBeVisible();
  expect(screen.queryByText(/Nothing was measured/)).not.toBeInTheDocument();
});

test('a deleted evaluation shows a not-found message', async () => {
  stubApi({ [GET_EVALUATION]: failWith(404, 'Not found.') });
  renderEvaluation();
  expect(await screen.findByText('Evaluation not found!')).toBeVisible();
});

test('New evaluation creates an evaluation and adds it to the list', async () => {
  const stub = stubApi({ [LIST_EVALUATIONS]: page([]) });
  stub.addHandlers({
    'POST /annotate/v2/evaluation': () => {
      stub.addHandlers({ [LIST_EVALUATIONS]: page([{ ...evaluation, id: 'e7' }]) });
      return evaluation;
    },
  });
  renderConsole(<EvaluationsPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'New evaluation' }));
  const row = await screen.findByRole('row', { name: /e7/ });
  expect(row).toHaveTextContent('Cells');
  expect(stub.getRequests('POST /annotate/v2/evaluation')).toHaveLength(1);
});
