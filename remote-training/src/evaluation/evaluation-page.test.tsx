import { failWith, page, signInForTest, stubApi } from '@console/shared-auth/testing';
import { HostServicesProvider } from '@console/shared-ui/basics';
import { createFakeHostServices, renderConsole } from '@console/shared-ui/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router-dom';
import { EvaluationPage } from './evaluation-page';
import { EvaluationsPage } from './evaluations-page';

const Address = () => <output aria-label="address">{useLocation().search}</output>;
const show = (route = '/evaluation/e1') =>
  renderConsole(
    <HostServicesProvider value={{ ...createFakeHostServices({}), canOpen: () => true }}>
      <Routes>
        <Route path="/evaluation/:id" element={<EvaluationPage />} />
      </Routes>
      <Address />
    </HostServicesProvider>,
    { route },
  );

const EVALUATION = 'GET /annotate/v2/evaluation/{id}';
const MEASURES = 'GET /annotate/v2/evaluation/{id}/measures';
const PICTURES = 'GET /annotate/v2/evaluation/{id}/pictures';
const LIST = 'GET /annotate/v2/evaluation';

const task = {
  ...{ id: 't1', name: 'Cells', domain: 'detection' as const, type: null, model: 'm1', model_number: 3 },
  ...{ pictures: 7, threshold: 0.45 },
};
const evaluation = {
  ...{ id: 'e1', workspace: 'w', created: '2026-02-03T04:05:00Z', created_by: { id: 'u', username: 'demo' } },
  ...{ of_task: 't1', tasks: [task], work: null, result: { top_labels: [] } },
};
const red = { id: 'r', name: 'RBC', precision: 0.9, recall: 0.5, error: null, count: 10, said: 5, right: 5 };
const white = { id: 'w', name: 'WBC', precision: 0.75, recall: 1, error: null, count: 3, said: 4, right: 3 };
const unseen = { id: 'p', name: 'Platelets', precision: null, recall: 0, error: null, count: 2, said: 0, right: 0 };
const measures = {
  ...{ task: 't1', threshold: 0.45, pictures: 7, accuracy: null, hamming_loss: null, labels: [red, white, unseen] },
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
  ...{ image: 'i1', img_path: '/i', thumb_img_path: '/t', img_width: 640, img_height: 480, truth: 'r', truth_name: 'RBC' },
  ...{ said: 'w', said_name: 'WBC', right: false, prob: 0.93, sureness: 0.93, shape: 's1', truth_box: [1, 2, 30, 40] },
  ...{ said_box: [1, 2, 31, 41], truth_value: null, said_value: null },
};
const whole = {
  [EVALUATION]: evaluation,
  [MEASURES]: measures,
  [PICTURES]: page([decision]),
  [LIST]: page([]),
} as Parameters<typeof stubApi>[0];

beforeEach(() => signInForTest());

/** Cells of a row of a table, after its name. */
const cells = async (table: string, row: RegExp) =>
  within(within(await screen.findByRole('table', { name: table })).getByRole('row', { name: row }))
    .getAllByRole('cell')
    .slice(1)
    .map((cell) => cell.textContent);

const top = {
  ...{ id: 'a1111111', name: 'Ripeness', accuracy: 0.9, hamming_loss: null, count: 20 },
  labels: [{ id: 's1', name: 'ripe', precision: 1, recall: null, count: 0 }],
};

test('an evaluation whose pictures have made room says so, and not that nothing was measured', async () => {
  stubApi({ ...whole, [EVALUATION]: { ...evaluation, tasks: [{ ...task, pictures: 0 }], pictures_gone: true } });
  show();
  expect(await screen.findByText(/have made room for newer evaluations/)).toBeVisible();
  expect(screen.queryByText(/Nothing was measured/)).not.toBeInTheDocument();
});

test('charts the top labels and the labels of the chosen one, and marks what is undefined', async () => {
  stubApi({ ...whole, [EVALUATION]: { ...evaluation, tasks: [], result: { top_labels: [top, { ...top, id: 'b2222222' }] } } });
  show();
  expect((await cells('Top labels', /Ripeness · a11111/)).slice(0, 3)).toEqual(['0.900', 'undefined', '20']);
  expect(await cells('Top labels', /Ripeness · b22222/)).toHaveLength(3);
  expect(await screen.findByRole('group', { name: /^Top labels\. The arrow keys/ })).toBeVisible();
  const user = userEvent.setup();
  await user.click(screen.getByRole('combobox', { name: 'Please select top label' }));
  await user.click((await screen.findAllByRole('option', { name: /Ripeness/ }))[0]!);
  expect((await cells('Labels of Ripeness', /^ripe/)).slice(0, 3)).toEqual(['1.000', 'undefined', '0']);
});

test('the arrow keys walk through a chart, each row is read out whole, and Enter opens its pictures', async () => {
  const user = userEvent.setup();
  const stub = stubApi(whole);
  show();
  const chart = await screen.findByRole('group', { name: /^Labels of Cells\./ });
  chart.focus();
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
  expect(within(chart).getByText('Platelets, Precision undefined, Recall 0.000, Count 2')).toBeInTheDocument();
  await user.keyboard('{Home}');
  // Not prevented, the browser gives the rest of the key to the button that the dialog focuses, and closes it.
  expect(fireEvent.keyDown(chart, { key: 'Enter' })).toBe(false);
  expect(await screen.findByRole('dialog', { name: 'Pictures: RBC' })).toBeVisible();
  expect(stub.getRequests(PICTURES).at(-1)?.query).toMatchObject({ task: 't1', label: 'r' });
});

test('a cell of the matrix opens its pictures beside what people said, and the address keeps it', async () => {
  const user = userEvent.setup();
  const stub = stubApi(whole);
  show();
  const matrix = within(await screen.findByRole('grid', { name: 'Confusion matrix' }));
  matrix.getByRole('button', { name: 'People: RBC, model: RBC: 5' }).focus();
  await user.keyboard('{ArrowRight}');
  expect(matrix.getByRole('button', { name: 'People: RBC, model: WBC: 1' })).toHaveFocus();
  await user.keyboard('{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Pictures: people RBC, model WBC' }));
  expect(await dialog.findByRole('img', { name: 'Picture: people RBC, model WBC' })).toBeInTheDocument();
  expect(dialog.getByText('Model: WBC, 0.930')).toBeVisible();
  expect(dialog.getByRole('link', { name: 'Open the image' })).toHaveAttribute('href', '/image/i1?object=s1');
  expect(stub.getRequests(PICTURES).at(-1)?.query).toMatchObject({ task: 't1', truth: 'r', said: 'w' });
  await waitFor(() => expect(screen.getByLabelText('address')).toHaveTextContent('?behind=t1%7Er%7Ew%7E%7E'));
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(matrix.getByRole('button', { name: 'People: RBC, model: WBC: 1' })).toHaveFocus());
});

test('of recognition it says how many objects were judged, and which one it was', async () => {
  const object = { ...decision, prob: 0.8, said_box: null };
  stubApi({ ...whole, [MEASURES]: { ...measures, objects: 12 }, [PICTURES]: page([object]) });
  show('/evaluation/e1?behind=t1~r~w~~');
  const dialog = within(await screen.findByRole('dialog', { name: 'Pictures: people RBC, model WBC' }));
  expect(await dialog.findByRole('img', { name: 'Object in a picture: people RBC, model WBC' })).toBeInTheDocument();
  expect(dialog.getByText('Annotation')).toBeVisible();
  expect(dialog.queryByText('Prediction')).not.toBeInTheDocument();
  expect(screen.getByText('7 pictures, 12 labelled objects in them')).toBeInTheDocument();
});

test('an address opens the pictures of what was overlooked', async () => {
  const stub = stubApi(whole);
  show('/evaluation/e1?behind=t1~r~none~~&threshold=0.8');
  expect(await screen.findByRole('dialog', { name: 'Pictures: people RBC, model Nothing' })).toBeVisible();
  expect(stub.getRequests(PICTURES).at(-1)?.query).toMatchObject({ truth: 'r', said: 'none', threshold: 0.8 });
  expect(stub.getRequests(MEASURES).at(-1)?.query).toMatchObject({ task: 't1', threshold: 0.8 });
});

test('another evaluation of the task is compared label by label, what has become worse first', async () => {
  const user = userEvent.setup();
  const former = { ...evaluation, id: 'e0', created: '2026-01-01T00:00:00Z', tasks: [{ ...task, model_number: 2 }] };
  const before = {
    ...measures,
    labels: [
      { ...red, recall: 0.75 },
      { ...white, recall: 0.5 },
    ],
  };
  stubApi({
    ...whole,
    [LIST]: page([evaluation, former]),
    [MEASURES]: ({ params }: { params: Record<string, string> }) => (params.id === 'e0' ? before : measures),
  });
  show();
  await user.click(await screen.findByRole('combobox', { name: 'Compare with' }));
  await user.click(await screen.findByRole('option', { name: /Model 2/ }));
  const table = await screen.findByRole('table', { name: /^Compared with/ });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map((row) => within(row).getAllByRole('cell')[0]?.textContent)).toEqual(['RBC', 'WBC', 'Platelets']);
  const texts = within(rows[0]!)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
  expect(texts.slice(1)).toEqual(['0.900', '0.900', '0.500', '0.750', '0.000', '-0.250']);
  expect(rows[2]).toHaveTextContent('undefined');
});

test('what was taken for what, and the thresholds, are sorted as the address says, and it keeps what is chosen', async () => {
  const by_threshold = [
    { threshold: 0.25, precision: 0.5, recall: 0.9 },
    { threshold: 0.5, precision: 0.8, recall: 0.6 },
  ];
  stubApi({ ...whole, [MEASURES]: { ...measures, by_threshold } });
  show('/evaluation/e1?confusion-sort=said&threshold-sort=-precision');
  const head = async (table: string, name: string) =>
    within(await screen.findByRole('table', { name: table })).getByRole('columnheader', { name });
  const said = await head('What was taken for what', 'Model');
  expect(said).toHaveAttribute('aria-sort', 'ascending');
  expect(await head('All labels by threshold', 'Precision')).toHaveAttribute('aria-sort', 'descending');
  await userEvent.click(within(said).getByRole('button'));
  await userEvent.click(within(await head('All labels by threshold', 'Recall')).getByRole('button'));
  await waitFor(() => expect(screen.getByLabelText('address')).toHaveTextContent('?confusion-sort=-said&threshold-sort=recall'));
});

test('while the model is still being asked it is told how far it is', async () => {
  const work = {
    ...{ id: 'k', workspace: 'w', kind: 'evaluate-task', status: 'running' as const, done: 8, total: 20 },
    ...{ error: null, created: evaluation.created, finished: null },
  };
  stubApi({ ...whole, [EVALUATION]: { ...evaluation, tasks: [{ ...task, pictures: 0 }], work } });
  show();
  expect(await screen.findByText('Asking the model: 8 of 20 pictures')).toBeVisible();
  expect(screen.queryByText(/Nothing was measured/)).not.toBeInTheDocument();
});

test('an evaluation that is gone is said to be', async () => {
  stubApi({ [EVALUATION]: failWith(404, 'Not found.') });
  show();
  expect(await screen.findByText('Evaluation not found!')).toBeVisible();
});

test('an evaluation is made by a button, and stands in the list', async () => {
  const stub = stubApi({ [LIST]: page([]) });
  stub.addHandlers({
    'POST /annotate/v2/evaluation': () => {
      stub.addHandlers({ [LIST]: page([{ ...evaluation, id: 'e7' }]) });
      return evaluation;
    },
  });
  renderConsole(<EvaluationsPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'New evaluation' }));
  const row = await screen.findByRole('row', { name: /e7/ });
  expect(row).toHaveTextContent('Cells');
  expect(stub.getRequests('POST /annotate/v2/evaluation')).toHaveLength(1);
});
