import { deferred, failWith, page, signInForTest, stubApi, testUser, type StubHandlers } from '@console/shared-auth/testing';
import type { RecognitionLabel, RecognitionTask } from '@console/shared-contract/api';
import { HostServicesProvider } from '@console/shared-ui/basics';
import { createFakeHostServices, renderConsole } from '@console/shared-ui/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RecognitionEntitiesWidget } from './recognition-entities-widget';

const weightLabel: RecognitionLabel = {
  id: 'r1',
  workspace: 'w',
  name: 'Weight',
  description: '',
  type: 'value',
  color: null,
  output_name: 'Weight',
  negative_for_task: null,
  min_value: 0,
  max_value: 5,
  step_value: null,
  tasks_count: 0,
  images_count: 2,
  objects_count: 1,
  version: 6,
};
const negativeLabel: RecognitionLabel = {
  ...weightLabel,
  id: 'r2',
  name: 'Tags (none)',
  type: 'tag',
  min_value: null,
  max_value: null,
  negative_for_task: 't1',
};
const tagsTask: RecognitionTask = {
  id: 't1',
  workspace: 'w',
  name: 'Tags',
  description: '',
  type: 'multi_label',
  production_version: 0,
  labels: [{ ...negativeLabel, negative_for_task: 't1' }],
  last_train_status: null,
  version: 2,
};
const setFieldValue = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const renderEntities = (handlers: StubHandlers, route = '/manage') => {
  const api = stubApi({
    'GET /recognition/v2/task/': page([tagsTask]),
    'GET /recognition/v2/label/': page([weightLabel, negativeLabel]),
    ...handlers,
  });
  renderConsole(<RecognitionEntitiesWidget />, { route });
  return { api, user: userEvent.setup() };
};
/** Opening a dialog can take seconds on a busy machine. */
const SLOW_DIALOG_OPTIONS = { timeout: 10_000 };

beforeEach(() => signInForTest());

test('a task row links to the quality of the task', async () => {
  stubApi({ 'GET /recognition/v2/task/': page([tagsTask]), 'GET /recognition/v2/label/': page([]) });
  renderConsole(
    <HostServicesProvider value={{ ...createFakeHostServices({}), canOpen: () => true }}>
      <RecognitionEntitiesWidget />
    </HostServicesProvider>,
  );
  const row = within(await screen.findByRole('row', { name: /^Tags Tagging/ }));
  expect(row.getByRole('link', { name: /^Quality/ })).toHaveAttribute('href', '/quality?task=t1');
});

test('a task row shows the score, and a double click on Train queues one model', async () => {
  const scoredTask = { ...tagsTask, last_train_status: 'TRAINED' as const, score: 0.75 };
  // A response between the clicks would make the second click another training.
  const response = deferred<object>();
  const { api, user } = renderEntities({
    'GET /recognition/v2/task/': page([scoredTask]),
    'POST /recognition/v2/task/{id}/train': () => response.promise,
  });
  const row = within(await screen.findByRole('row', { name: /^Tags Tagging/ }));
  expect(row.getByText('0.750')).toBeVisible();
  await user.dblClick(row.getByRole('button', { name: 'Train' }));
  response.resolve({});
  await screen.findAllByText(/train queue/);
  expect(api.getRequests('POST /recognition/v2/task/{id}/train')).toHaveLength(1);
});

test('a score names its metric, and accuracies sort before errors', async () => {
  const tasks = [
    { ...tagsTask, id: 't2', name: 'Weight task', type: 'regression' as const, score: 7.738 },
    { ...tagsTask, id: 't3', name: 'Good', score: 1 },
    { ...tagsTask, id: 't4', name: 'Better weight', type: 'regression' as const, score: 2 },
  ];
  renderEntities({ 'GET /recognition/v2/task/': page(tasks) }, '/manage?recognition-task-sort=-score');
  const list = within(await screen.findByRole('table', { name: 'Recognition tasks' }));
  const rows = await list.findAllByRole('row', { name: /Accuracy|Mean error/ });
  expect(rows.map((row) => /(Accuracy|Mean error) [\d.]+/.exec(row.textContent ?? '')?.[0])).toEqual([
    'Accuracy 1.000',
    'Mean error 2.000',
    'Mean error 7.738',
  ]);
  expect(within(rows[1]!).getByText('2.000').parentElement).toHaveAccessibleDescription(/^Mean absolute error/);
});

test('a task row has Download for users with the permission', async () => {
  signInForTest({ user: { ...testUser, can_download_model: true } });
  const { api, user } = renderEntities({ 'GET /recognition/v2/model/': page([]) });
  const row = within(await screen.findByRole('row', { name: /Multi|Tagging/ }));
  await user.click(row.getByRole('button', { name: 'Download model' }));
  expect(await screen.findByText('No trained model exists!')).toBeVisible();
  expect(api.getRequests('GET /recognition/v2/model/')[0]?.query).toMatchObject({ task: 't1' });
});

test('the URL sets the search and sort order of the lists', async () => {
  renderEntities({}, '/manage?recognition-label-search=weig&recognition-task-sort=-status');
  expect(await screen.findByRole('row', { name: /^Weight/ })).toBeVisible();
  expect(screen.queryByRole('row', { name: /^Tags \(none\)/ })).not.toBeInTheDocument();
});

test('creates a task with a type', async () => {
  const { api, user } = renderEntities({ 'POST /recognition/v2/task/': tagsTask });
  await user.click(await screen.findByRole('button', { name: 'New task' }));
  setFieldValue(await screen.findByRole('textbox', { name: /^Name/, hidden: true }, SLOW_DIALOG_OPTIONS), 'Freshness');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type', hidden: true }), 'Tagging');
  expect(screen.getByText(/The task gets a negative label/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Create', hidden: true }));
  await waitFor(() =>
    expect(api.getRequests('POST /recognition/v2/task/')[0]?.body).toMatchObject({ name: 'Freshness', type: 'multi_label' }),
  );
});

testInLongRun('renames a task and does not allow a change of its type', async () => {
  const { api, user } = renderEntities({ 'PUT /recognition/v2/task/{id}': tagsTask });
  await user.click(within(await screen.findByRole('row', { name: /^Tags Tagging/ })).getByRole('button', { name: 'Edit' }));
  setFieldValue(await screen.findByRole('textbox', { name: /^Name/, hidden: true }, SLOW_DIALOG_OPTIONS), 'Marks');
  expect(screen.getByRole('combobox', { name: 'Type', hidden: true })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Save', hidden: true }));
  await waitFor(() =>
    expect(api.getRequests('PUT /recognition/v2/task/{id}')[0]?.body).toMatchObject({ name: 'Marks', version: 2 }),
  );
});

testInLongRun('the confirmation for deleting a task mentions its negative label', async () => {
  const { api, user } = renderEntities({ 'DELETE /recognition/v2/task/{id}': '' });
  await user.click(within(await screen.findByRole('row', { name: /^Tags Tagging/ })).getByRole('button', { name: 'Delete' }));
  const removeButton = await screen.findByRole('button', { name: 'Remove', hidden: true }, SLOW_DIALOG_OPTIONS);
  expect(screen.getByText(/The negative label of this task is also deleted/)).toBeVisible();
  await user.click(removeButton);
  await waitFor(() => expect(api.getRequests('DELETE /recognition/v2/task/{id}')).toHaveLength(1));
});

test.each(isLongRun ? ['Category', 'Tag', 'Plain'] : ['Category'])('creates a label of type %s without bounds', async (type) => {
  const { api, user } = renderEntities({ 'POST /recognition/v2/label/': weightLabel });
  await user.click(await screen.findByRole('button', { name: 'New label' }));
  setFieldValue(await screen.findByRole('textbox', { name: /^Name/, hidden: true }, SLOW_DIALOG_OPTIONS), 'Ripe');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type', hidden: true }), type);
  expect(screen.queryByRole('textbox', { name: 'Minimum value', hidden: true })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Create', hidden: true }));
  await waitFor(() =>
    expect(api.getRequests('POST /recognition/v2/label/')[0]?.body).toMatchObject({ name: 'Ripe', type: type.toLowerCase() }),
  );
  expect(api.getRequests('POST /recognition/v2/label/')[0]?.body).not.toHaveProperty('min_value');
});

test('creates a value label with bounds and validates them', async () => {
  const { api, user } = renderEntities({ 'POST /recognition/v2/label/': weightLabel });
  await user.click(await screen.findByRole('button', { name: 'New label' }));
  setFieldValue(await screen.findByRole('textbox', { name: /^Name/, hidden: true }, SLOW_DIALOG_OPTIONS), 'Length');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type', hidden: true }), 'Value');
  setFieldValue(screen.getByRole('textbox', { name: 'Minimum value', hidden: true }), '7');
  setFieldValue(screen.getByRole('textbox', { name: 'Maximum value', hidden: true }), '2.5');
  await user.click(screen.getByRole('button', { name: 'Create', hidden: true }));
  expect(await screen.findByText('Enter a number that is not below the minimum value')).toBeVisible();
  setFieldValue(screen.getByRole('textbox', { name: 'Minimum value', hidden: true }), '');
  await user.click(screen.getByRole('button', { name: 'Create', hidden: true }));
  await waitFor(() =>
    expect(api.getRequests('POST /recognition/v2/label/')[0]?.body).toMatchObject({
      type: 'value',
      min_value: null,
      max_value: 2.5,
    }),
  );
});

test('edits the bounds of a value label', async () => {
  const { api, user } = renderEntities({ 'PUT /recognition/v2/label/{id}': weightLabel });
  await user.click(within(await screen.findByRole('row', { name: /^Weight Value 0 – 5/ })).getByRole('button', { name: 'Edit' }));
  setFieldValue(await screen.findByRole('textbox', { name: 'Maximum value', hidden: true }, SLOW_DIALOG_OPTIONS), '9');
  await user.click(screen.getByRole('button', { name: 'Save', hidden: true }));
  await waitFor(() =>
    expect(api.getRequests('PUT /recognition/v2/label/{id}')[0]?.body).toMatchObject({ min_value: 0, max_value: 9, version: 6 }),
  );
});

test('the negative label of a task has a badge and cannot be deleted', async () => {
  const { user } = renderEntities({
    'DELETE /recognition/v2/label/{id}': failWith(400, 'id: the negative label of a task cannot be removed from it'),
  });
  const row = within(await screen.findByRole('row', { name: /^Tags \(none\)/ }));
  expect(row.getByText('Negative label of its task')).toBeVisible();
  await user.click(row.getByRole('button', { name: 'Delete' }));
  await user.click(await screen.findByRole('button', { name: 'Remove', hidden: true }, SLOW_DIALOG_OPTIONS));
  expect(await screen.findByText(/cannot be removed from it/)).toBeVisible();
});

testInLongRun('a label with an imported one-character name can be saved unchanged', async () => {
  const { api, user } = renderEntities({
    'GET /recognition/v2/label/': page([{ ...weightLabel, name: '0' }]),
    'PUT /recognition/v2/label/{id}': { ...weightLabel, name: '0', version: 7 },
  });
  await user.click(within(await screen.findByRole('row', { name: /^0 Value/ })).getByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { hidden: true }, SLOW_DIALOG_OPTIONS));
  setFieldValue(dialog.getByLabelText('Description'), 'The digit zero');
  await user.click(dialog.getByRole('button', { name: 'Save', hidden: true }));
  const [request] = await waitFor(() => {
    const requests = api.getRequests('PUT /recognition/v2/label/{id}');
    expect(requests).toHaveLength(1);
    return requests;
  });
  expect(request?.body).toMatchObject({ description: 'The digit zero', version: 6 });
  // The API refuses new names of one character.
  expect(request?.body).not.toHaveProperty('name');
});
