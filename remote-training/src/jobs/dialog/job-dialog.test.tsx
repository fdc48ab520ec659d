import { invalidateWorkspace } from '@console/shared-auth';
import { failWith, page, signInForTest } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { JobsPage } from '../jobs-page';
import { createJobRow, stubJobs } from '../data/testing';

const ADD_TASK = 'POST /annotate/v2/imagejob/{id}/add-task';
const REMOVE_TASK = 'POST /annotate/v2/imagejob/{id}/remove-task';
const SET_FLOW = 'POST /annotate/v2/imagejob/{id}/set-flow';
const SET_LABEL = 'POST /annotate/v2/imagejob/{id}/set-label';
const CREATE_JOB = 'POST /annotate/v2/imagejob/';
const UPDATE_JOB = 'PUT /annotate/v2/imagejob/{id}';
const createdJob = createJobRow({ id: 'i9', name: 'Caps', item_count: 0, item_done_count: 0 });

beforeEach(() => signInForTest());

async function openNewJobDialog(handlers = {}) {
  const stub = stubJobs({ [CREATE_JOB]: createdJob, [ADD_TASK]: createdJob, [SET_FLOW]: createdJob, ...handlers });
  renderConsole(<JobsPage />);
  await screen.findByRole('row', { name: /shelves/ });
  await userEvent.click(screen.getByRole('button', { name: 'New job' }));
  return { stub, dialog: within(await screen.findByRole('dialog', { name: 'New job' })) };
}

async function openEditJobDialog(handlers = {}) {
  const stub = stubJobs({
    [UPDATE_JOB]: createJobRow(),
    [ADD_TASK]: createJobRow(),
    [REMOVE_TASK]: createJobRow(),
    [SET_FLOW]: createJobRow(),
    ...handlers,
  });
  renderConsole(<JobsPage />);
  const shelvesRow = within(await screen.findByRole('row', { name: /shelves/ }));
  await userEvent.click(shelvesRow.getByRole('button', { name: 'Edit' }));
  return { stub, dialog: within(screen.getByRole('dialog', { name: 'Edit job' })) };
}

/** Sets the text of a field at once. Each typed letter would render the page again. */
const setText = (dialog: Pick<typeof screen, 'getByLabelText'>, label: string | RegExp, value: string) =>
  fireEvent.change(dialog.getByLabelText(label), { target: { value } });

test('a new job has random order and one annotator per item, and requires a valid name', async () => {
  const { stub, dialog } = await openNewJobDialog();
  expect(dialog.getByRole('switch', { name: 'Random order' })).toBeChecked();
  expect(dialog.getByRole('switch', { name: 'Auto-complete' })).not.toBeChecked();
  expect(dialog.getByRole('slider', { name: 'Annotators per item' })).toHaveValue('1');
  setText(dialog, /^Name/, ' ab ');
  await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await dialog.findByText('Enter at least 3 letters')).toBeVisible();
  expect(stub.getRequests(CREATE_JOB)).toEqual([]);
});

test('a new job starts with the defaults of the workspace', async () => {
  const defaults = { todo_number: 2, randomize: false, auto_complete: true, instructions: '# Cells', review_share: 50 };
  const { stub, dialog } = await openNewJobDialog({ 'GET /annotate/v2/quality-settings/': defaults });
  expect(dialog.getByRole('slider', { name: 'Annotators per item' })).toHaveValue('2');
  expect(dialog.getByLabelText('Instructions')).toHaveValue('# Cells');
  setText(dialog, /^Name/, 'Caps');
  await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
  await screen.findByText('Job was successfuly created!');
  const { review_share: _, ...expected } = defaults;
  expect(stub.getRequests(CREATE_JOB)[0]?.body).toMatchObject(expected);
});

testInLongRun('a new job starts with built-in values if the server has no defaults of the workspace', async () => {
  const { dialog } = await openNewJobDialog({ 'GET /annotate/v2/quality-settings/': failWith(404, 'Not found') });
  expect(dialog.getByRole('slider', { name: 'Annotators per item' })).toHaveValue('1');
});

testInLongRun('the form of a new job stays open while the defaults are loaded again', async () => {
  const { dialog } = await openNewJobDialog({ 'GET /annotate/v2/quality-settings/': failWith(404, 'Not found') });
  setText(dialog, /^Name/, 'Caps');
  await act(() => invalidateWorkspace('jobs', 'quality-settings'));
  expect(within(screen.getByRole('dialog', { name: 'New job' })).getByLabelText(/^Name/)).toHaveValue('Caps');
});

test('creating a job sends all fields, attaches tasks, flow and label, and selects the job under Manage', async () => {
  const { stub, dialog } = await openNewJobDialog({ [SET_LABEL]: createdJob });
  setText(dialog, /^Name/, 'SHELVES');
  expect(dialog.getByText('A job with this name already exists.')).toBeVisible();
  setText(dialog, /^Name/, 'Caps');
  setText(dialog, 'Description', 'Look at the caps');
  setText(dialog, 'Instructions', '# Caps');
  const choose = async (picker: string, name: string) => {
    await userEvent.click(dialog.getByRole('combobox', { name: picker }));
    await userEvent.click(await screen.findByRole('option', { name }));
  };
  await choose('Recognition tasks', 'Ripeness');
  await choose('Assignees', 'ann@console.test');
  await choose('Label for completed items', 'Checked');
  await userEvent.selectOptions(dialog.getByLabelText('Flow'), 'Check caps');
  stub.addHandlers({ 'GET /annotate/v2/imagejob/': page([createJobRow(), createdJob]) });
  await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await screen.findByText('Job was successfuly created!')).toBeVisible();
  expect(stub.getRequests(CREATE_JOB)[0]?.body).toMatchObject({
    name: 'Caps',
    description: 'Look at the caps',
    instructions: '# Caps',
    assignees: ['u1'],
    todo_number: 1,
    randomize: true,
    auto_complete: false,
    done: false,
  });
  expect(stub.getRequests(ADD_TASK)[0]).toMatchObject({ params: { id: 'i9' }, body: { task_id: 'r2' } });
  expect(stub.getRequests(SET_FLOW)[0]).toMatchObject({ params: { id: 'i9' }, body: { flow_id: 'f1' } });
  expect(stub.getRequests(SET_LABEL)[0]).toMatchObject({ params: { id: 'i9' }, body: { label_id: 'l1' } });
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Job' })).toHaveValue('Caps'));
});

test('annotators of a new similarity job work independently if each item has two annotators', async () => {
  const CREATE_SIMILARITY_JOB = 'POST /annotate/v2/similarityjob/';
  const { stub, dialog } = await openNewJobDialog({ [CREATE_SIMILARITY_JOB]: createdJob });
  setText(dialog, /^Name/, 'Caps');
  await userEvent.click(dialog.getByRole('radio', { name: 'Similarity' }));
  const independenceSwitch = dialog.getByRole('switch', { name: 'Annotators work independently' });
  expect(independenceSwitch).not.toBeChecked();
  fireEvent.change(dialog.getByRole('slider', { name: 'Annotators per item' }), { target: { value: 2 } });
  expect(independenceSwitch).toBeChecked();
  expect(dialog.getByText(/do not see which members others add and remove/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
  await screen.findByText('Job was successfuly created!');
  expect(stub.getRequests(CREATE_SIMILARITY_JOB)).toMatchObject([{ body: { blind: true } }]);
  expect(stub.getRequests(CREATE_JOB)).toEqual([]);
});

test('the dialog keeps the typed values and shows the reason if the server rejects the job', async () => {
  const { dialog } = await openNewJobDialog({ [CREATE_JOB]: failWith(400, 'The name is taken.') });
  setText(dialog, /^Name/, 'Caps');
  await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await dialog.findByText('Unable to create job! The name is taken.')).toBeVisible();
  expect(dialog.getByLabelText(/^Name/)).toHaveValue('Caps');
});

testInLongRun('retrying after a lost response sends the same idempotency key', async () => {
  const { stub, dialog } = await openNewJobDialog({ [CREATE_JOB]: failWith(0) });
  setText(dialog, /^Name/, 'Caps');
  await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await dialog.findByText(/No connection to the server/)).toBeVisible();
  stub.addHandlers({ [CREATE_JOB]: createdJob });
  await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await screen.findByText('Job was successfuly created!')).toBeVisible();
  const [firstKey, secondKey] = stub.getRequests(CREATE_JOB).map(({ headers }) => headers['Idempotency-Key']);
  expect(firstKey).toEqual(expect.any(String));
  expect(secondKey).toBe(firstKey);
});

test('a job is created even if its task cannot be attached', async () => {
  const { stub, dialog } = await openNewJobDialog({ [ADD_TASK]: failWith(500) });
  setText(dialog, /^Name/, 'Caps');
  await userEvent.click(dialog.getByRole('combobox', { name: 'Recognition tasks' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Ripeness' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await screen.findByText(/Some tasks or the flow couldn't be attached/)).toBeVisible();
  expect(stub.getRequests(CREATE_JOB)).toHaveLength(1);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('editing a job sends the changes and does not offer the type', async () => {
  const { stub, dialog } = await openEditJobDialog();
  expect(dialog.queryByRole('radio')).toBeNull();
  setText(dialog, /^Name/, 'shelves 2');
  await userEvent.click(await dialog.findByRole('button', { name: 'Freshness Detach' }));
  await userEvent.selectOptions(dialog.getByLabelText('Flow'), 'No flow');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Job was successfuly updated!')).toBeVisible();
  expect(stub.getRequests(UPDATE_JOB)[0]?.body).toMatchObject({ name: 'shelves 2', version: 1 });
  expect(stub.getRequests(REMOVE_TASK)[0]?.body).toMatchObject({ task_id: 'r1' });
  expect(stub.getRequests(SET_FLOW)[0]?.body).toMatchObject({ flow_id: null });
  expect(stub.getRequests(ADD_TASK)).toEqual([]);
});

test('a conflict shows and keeps the fields that only another user has changed', async () => {
  const flows = page([
    { id: 'f1', name: 'Check caps' },
    { id: 'f2', name: 'Check lids' },
  ]);
  const { stub, dialog } = await openEditJobDialog({ [UPDATE_JOB]: failWith(409, 'changed'), 'GET /flows/v2/flow/': flows });
  const storedChanges = {
    description: 'Theirs',
    assignees: [{ id: 'u2', username: 'bob@console.test' }],
    recognition_tasks: ['r1', 'r2'],
  };
  stub.addHandlers({
    'GET /annotate/v2/imagejob/': page([createJobRow({ ...storedChanges, name: 'shelf', flow: 'f2', version: 5 })]),
  });
  setText(dialog, /^Name/, 'shelves 2');
  await userEvent.selectOptions(dialog.getByLabelText('Flow'), 'No flow');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(/^Unable to update job! Another user has changed this job/)).toBeVisible();
  expect(await dialog.findByText(/^Another user has changed Description, .*The form shows the new values/)).toBeVisible();
  expect(dialog.getByLabelText('Description')).toHaveValue('Theirs');
  expect(dialog.getByRole('button', { name: 'bob@console.test Remove' })).toBeVisible();
  expect(dialog.getByText(/^Another user has also changed Flow to “Check lids”/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: /^Keep mine: Name/ }));
  await userEvent.click(dialog.getByRole('button', { name: /^Keep mine: Flow/ }));
  stub.addHandlers({ [UPDATE_JOB]: createJobRow() });
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Job was successfuly updated!')).toBeVisible();
  expect(stub.getRequests(UPDATE_JOB).at(-1)?.body).toMatchObject({
    name: 'shelves 2',
    description: 'Theirs',
    assignees: ['u2'],
    version: 5,
  });
  expect(stub.getRequests(SET_FLOW).map(({ body }) => body)).toMatchObject([{ flow_id: null }]);
  expect(stub.getRequests(REMOVE_TASK)).toEqual([]);
});

test('a job with fewer members or assignees than annotators per item is not created', async () => {
  const { stub, dialog } = await openNewJobDialog();
  setText(dialog, /^Name/, 'Caps');
  const peopleSlider = dialog.getByRole('slider', { name: 'Annotators per item' });
  fireEvent.change(peopleSlider, { target: { value: 3 } });
  expect(await dialog.findByText(/^This workspace has 2 members/)).toBeVisible();
  fireEvent.change(peopleSlider, { target: { value: 2 } });
  const addAssignee = async (name: string) => {
    await userEvent.click(dialog.getByRole('combobox', { name: 'Assignees' }));
    await userEvent.click(await screen.findByRole('option', { name }));
  };
  await addAssignee('ann@console.test');
  await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await dialog.findByText(/^This job has 1 assignee, so its items could never be completed/)).toBeVisible();
  expect(stub.getRequests(CREATE_JOB)).toEqual([]);
  await addAssignee('bob@console.test');
  await waitFor(() => expect(dialog.queryByText(/could never be completed/)).toBeNull());
  await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await screen.findByText('Job was successfuly created!')).toBeVisible();
  expect(stub.getRequests(CREATE_JOB)[0]?.body).toMatchObject({ todo_number: 2, assignees: ['u1', 'u2'] });
});

test('editing a job can remove its assignees and label', async () => {
  const job = createJobRow({
    mark_done_label: 'l1',
    assignees: [{ id: 'u1', username: 'ann@console.test' }],
    instructions: 'By the shelf',
  });
  const { stub, dialog } = await openEditJobDialog({ 'GET /annotate/v2/imagejob/': page([job]), [SET_LABEL]: job });
  expect(dialog.queryByText('A job with this name already exists.')).toBeNull();
  expect(dialog.getByLabelText('Instructions')).toHaveValue('By the shelf');
  await userEvent.click(await dialog.findByRole('button', { name: 'ann@console.test Remove' }));
  const label = dialog.getByRole('combobox', { name: 'Label for completed items' });
  await waitFor(() => expect(label).toHaveValue('Checked'));
  await userEvent.click(label);
  await userEvent.click(await screen.findByRole('option', { name: 'No label' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Job was successfuly updated!')).toBeVisible();
  expect(stub.getRequests(UPDATE_JOB)[0]?.body).toMatchObject({ assignees: [], instructions: 'By the shelf' });
  expect(stub.getRequests(SET_LABEL)[0]?.body).toMatchObject({ label_id: null });
});

test('a job can request additional annotators for items below an agreement threshold', async () => {
  const { stub, dialog } = await openNewJobDialog();
  setText(dialog, /^Name/, 'Caps');
  const setSlider = (name: string, value: number) =>
    fireEvent.change(dialog.getByRole('slider', { name }), { target: { value } });
  expect(dialog.getByText('No additional annotator is asked.')).toBeVisible();
  setSlider('Ask an additional annotator below an agreement of (%)', 80);
  await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await dialog.findByText(/^Only jobs with at least 2 annotators per item/)).toBeVisible();
  setSlider('Annotators per item', 2);
  setSlider('Maximum annotators per item', 4);
  await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await screen.findByText('Job was successfuly created!')).toBeVisible();
  expect(stub.getRequests(CREATE_JOB)[0]?.body).toMatchObject({ extra_threshold: 80, max_people: 4 });
});

testInLongRun('an agreement threshold of 0 removes the threshold of the job', async () => {
  const job = createJobRow({ todo_number: 2, extra_threshold: 80, max_people: 3 });
  const { stub, dialog } = await openEditJobDialog({ 'GET /annotate/v2/imagejob/': page([job]) });
  fireEvent.change(dialog.getByRole('slider', { name: 'Ask an additional annotator below an agreement of (%)' }), {
    target: { value: 0 },
  });
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Job was successfuly updated!')).toBeVisible();
  expect(stub.getRequests(UPDATE_JOB)[0]?.body).toMatchObject({ extra_threshold: null, max_people: null });
});
