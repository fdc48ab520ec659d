import { failWith, page, stubApi, type StubRequest } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { bottleLabel, shelfTask } from '../tasks-and-labels/testing';
import { DetectionPage } from './detection-page';
import { cupLabel, renderDetectionPage, findRow, findDialog, expectVisible, setUpDetectionPage } from './testing';

setUpDetectionPage();

testInLongRun('the labels list shows the first page without a count while loading the others', async () => {
  let resolveSecondPage: (response: unknown) => void = () => undefined;
  const labels = Array.from({ length: 30 }, (_, index) => ({ ...bottleLabel, id: `m${index}`, name: `Label ${10 + index}` }));
  const stub = stubApi({
    'GET /detection/v2/task/': page([shelfTask]),
    'GET /detection/v2/label/': ({ query }: StubRequest) =>
      query.page === undefined
        ? { count: 60, next: '/api/detection/v2/label/?page=2', previous: null, results: labels }
        : new Promise((resolve) => (resolveSecondPage = resolve)),
  });
  renderConsole(<DetectionPage />);
  expect(await screen.findByRole('row', { name: /Label 10/ })).toBeVisible();
  const getLabelsSection = () => screen.getByRole('region', { name: 'Labels' });
  expect(within(getLabelsSection()).getByRole('table')).toHaveAttribute('aria-busy', 'true');
  expect(within(getLabelsSection()).getByRole('heading')).toHaveTextContent(/^Labels$/);
  // The first page of labels has no match, but a later page may have one.
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search labels' }), 'Zebra');
  expect(within(getLabelsSection()).queryByText('No matches.')).not.toBeInTheDocument();
  await waitFor(() => expect(stub.getRequests('GET /detection/v2/label/')).toHaveLength(2));
  resolveSecondPage({ count: 60, next: null, previous: null, results: [{ ...bottleLabel, id: 'z', name: 'Zebra' }] });
  expect(await screen.findByRole('row', { name: /Zebra/ })).toBeVisible();
  expect(within(getLabelsSection()).getByRole('heading')).toHaveTextContent('Labels31');
  expect(within(getLabelsSection()).getByRole('table')).toHaveAttribute('aria-busy', 'false');
});

test('a new label needs a name of two letters and gets an unused colour', async () => {
  const user = userEvent.setup();
  const stub = renderDetectionPage();
  await screen.findByText('Bottle');
  stub.addHandlers({
    'POST /detection/v2/label/': () => {
      stub.addHandlers({ 'GET /detection/v2/label/': page([bottleLabel, cupLabel, { ...bottleLabel, id: 'l3', name: 'Can' }]) });
      return { ...bottleLabel, id: 'l3', name: 'Can' };
    },
  });
  await user.click(screen.getByRole('button', { name: 'New label' }));
  await user.type((await findDialog()).getByLabelText(/^Name/), ' C {Enter}');
  expect(await screen.findByText('Enter at least 2 letters')).toBeVisible();
  expect(stub.getRequests('POST /detection/v2/label/')).toHaveLength(0);
  await user.type((await findDialog()).getByLabelText(/^Name/), '{Backspace}an{Enter}');
  await expectVisible('Label was successfuly created!');
  expect(stub.getRequests('POST /detection/v2/label/')[0]?.body).toMatchObject({ name: 'Can', color: '#e6194b' });
  expect(await screen.findByRole('row', { name: /Can/ })).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('creating, updating, deleting and assigning labels does not refetch the list of labels', async () => {
  const user = userEvent.setup();
  const stub = renderDetectionPage();
  const LIST_LABELS = 'GET /detection/v2/label/';
  stub.addHandlers({
    'POST /detection/v2/label/': { ...bottleLabel, id: 'l3', name: 'Can', tasks_count: 0 },
    'PUT /detection/v2/label/{id}': { ...cupLabel, name: 'Beaker' },
    'DELETE /detection/v2/label/{id}': undefined,
    'POST /detection/v2/task/{id}/add-label': { ...shelfTask, detection_labels: [{ id: 'l3', name: 'Can', color: '#111111' }] },
    'GET /detection/v2/label/{id}': { ...bottleLabel, id: 'l3', name: 'Can', tasks_count: 77 },
  });
  await screen.findByText('Bottle');
  await user.click(screen.getByRole('button', { name: 'New label' }));
  await user.type((await findDialog()).getByLabelText(/^Name/), 'Can{Enter}');
  expect(await screen.findByRole('row', { name: /Can/ })).toBeVisible();
  await user.click((await findRow(/Cup/)).getByRole('button', { name: 'Edit' }));
  await user.clear((await findDialog()).getByLabelText(/^Name/));
  await user.type((await findDialog()).getByLabelText(/^Name/), 'Beaker{Enter}');
  expect(await screen.findByRole('row', { name: /Beaker/ })).toBeVisible();
  await user.click((await findRow(/Bottle/)).getByRole('button', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /Bottle/ })).not.toBeInTheDocument());
  await user.click(screen.getByRole('combobox', { name: 'Task' }));
  await user.click(await screen.findByRole('option', { name: /Shelf products/ }));
  await user.click(within(screen.getByRole('group', { name: 'To Add' })).getByRole('button', { name: 'Can' }));
  expect(await (await findRow(/Can/)).findByText('77')).toBeVisible();
  expect(stub.getRequests(LIST_LABELS)).toHaveLength(1);
});

test('the form offers the keys of no other label, and explains a refused key', async () => {
  const user = userEvent.setup();
  const stub = renderDetectionPage();
  const refusal = 'The key is already the key of the label “Can”.';
  stub.addHandlers({ 'PUT /detection/v2/label/{id}': failWith(400, refusal) });
  expect((await findRow(/Cup/)).getByText('2')).toBeVisible();
  await user.click((await findRow(/Cup/)).getByRole('button', { name: 'Edit' }));
  const keySelect = (await findDialog()).getByLabelText(/^Key/);
  expect(keySelect).toHaveValue('2');
  const offeredKeys = within(keySelect)
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
  expect(offeredKeys.slice(0, 4)).toEqual(['None', '2', '3', '4']);
  await user.selectOptions(keySelect, 'F');
  await user.click((await findDialog()).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(new RegExp(refusal))).toBeVisible();
  stub.addHandlers({ 'PUT /detection/v2/label/{id}': { ...cupLabel, key: 'f' } });
  await user.click((await findDialog()).getByRole('button', { name: 'Save' }));
  expect(await (await findRow(/Cup/)).findByText('F')).toBeVisible();
  expect(stub.getRequests('PUT /detection/v2/label/{id}')[0]?.body).toMatchObject({ color: '#3cb44b', key: 'f' });
});

test('the form edits the attributes that a label declares', async () => {
  const user = userEvent.setup();
  const stub = renderDetectionPage();
  const PUT_LABEL = 'PUT /detection/v2/label/{id}';
  const sideAttribute = { name: 'side', type: 'choice' as const, choices: ['front', 'back'] };
  stub.addHandlers({
    'GET /detection/v2/label/': page([{ ...cupLabel, attributes: [sideAttribute] }]),
    [PUT_LABEL]: { ...cupLabel, attributes: [sideAttribute] },
  });
  await user.click((await findRow(/Cup/)).getByRole('button', { name: 'Edit' }));
  const form = await findDialog();
  const getAttribute = (name: string) => within(form.getByRole('group', { name }));
  await user.selectOptions(getAttribute('side').getByLabelText('Default for drawn shapes'), 'back');
  await user.click(form.getByRole('button', { name: 'Add attribute' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('Enter a name for each attribute.')).toBeVisible();
  await user.type(getAttribute('Attribute 2').getByLabelText('Name'), 'seeds');
  await user.selectOptions(getAttribute('seeds').getByLabelText('Type'), 'Number');
  await user.type(getAttribute('seeds').getByLabelText('Maximum'), '9');
  await user.click(getAttribute('seeds').getByLabelText('Required'));
  await user.click(form.getByRole('button', { name: 'Move up seeds' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(stub.getRequests(PUT_LABEL)[0]?.body).toMatchObject({
    attributes: [
      { name: 'seeds', type: 'number', max: 9, required: true },
      { ...sideAttribute, default: 'back' },
    ],
  });
});

test('a conflict is shown in the dialog and the next save uses the new version', async () => {
  const user = userEvent.setup();
  const stub = renderDetectionPage();
  stub.addHandlers({
    'PUT /detection/v2/label/{id}': () => {
      stub.addHandlers({ 'GET /detection/v2/label/': page([{ ...bottleLabel, version: 5 }, cupLabel]) });
      return failWith(409, 'This was changed by someone else in the meantime.');
    },
  });
  await user.click((await findRow(/Bottle/)).getByRole('button', { name: 'Edit' }));
  const name = (await findDialog()).getByLabelText(/^Name/);
  await user.clear(name);
  await user.type(name, 'Jar{Enter}');
  expect(
    await screen.findByText('Unable to update label! Another user has changed this. Check the values and save again.'),
  ).toBeVisible();
  expect(name).toHaveValue('Jar');
  await waitFor(() => expect(stub.getRequests('GET /detection/v2/label/')).toHaveLength(2));
  stub.addHandlers({ 'PUT /detection/v2/label/{id}': { ...bottleLabel, name: 'Jar' } });
  await user.click((await findDialog()).getByRole('button', { name: 'Save' }));
  await expectVisible('Updated!');
  expect(stub.getRequests('PUT /detection/v2/label/{id}').map(({ body }) => body)).toMatchObject([
    { name: 'Jar', color: '#2f80ed', key: '1', version: 4 },
    { name: 'Jar', color: '#2f80ed', key: '1', version: 5 },
  ]);
});

test('deleting a label asks for confirmation, counts its objects and shows why the deletion failed', async () => {
  const user = userEvent.setup();
  const stub = renderDetectionPage();
  stub.addHandlers({ 'DELETE /detection/v2/label/{id}': failWith(409, 'It is in use.') });
  await user.click((await findRow(/Bottle/)).getByRole('button', { name: 'Delete' }));
  const confirmDialog = within(
    await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete selected label ?!' }),
  );
  expect(confirmDialog.getByText('Objects that are also deleted: 12.')).toBeVisible();
  await user.click(confirmDialog.getByRole('button', { name: 'Remove' }));
  expect(await confirmDialog.findByText('Unable to delete label! It is in use.')).toBeVisible();
  stub.addHandlers({ 'DELETE /detection/v2/label/{id}': undefined, 'GET /detection/v2/label/': page([cupLabel]) });
  await user.click(confirmDialog.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /Bottle/ })).not.toBeInTheDocument());
  await expectVisible('Deleted label: Bottle');
  expect(stub.getRequests('DELETE /detection/v2/label/{id}')[1]?.params).toEqual({ id: 'l1' });
});

test('a duplicate name shows a warning and can be saved', async () => {
  const user = userEvent.setup();
  const stub = renderDetectionPage();
  stub.addHandlers({ 'POST /detection/v2/label/': { ...bottleLabel, id: 'l3' } });
  await screen.findByText('Bottle');
  await user.click(screen.getByRole('button', { name: 'New label' }));
  await user.type((await findDialog()).getByLabelText(/^Name/), 'bottle');
  expect(await screen.findByText(/This name is already in use/)).toBeVisible();
  await user.keyboard('{Enter}');
  await expectVisible('Label was successfuly created!');
});

test('clicking a label adds it to the task or removes it, unless the server refuses', async () => {
  const user = userEvent.setup();
  const stub = renderDetectionPage();
  const taskWithBottle = { ...shelfTask, detection_labels: [{ id: 'l1', name: 'Bottle', color: '#2f80ed' }] };
  await screen.findByText('Bottle');
  await user.click(screen.getByRole('combobox', { name: 'Task' }));
  await user.click(await screen.findByRole('option', { name: 'Shelf products' }));
  const getLabelList = (name: string) => within(screen.getByRole('group', { name }));
  stub.addHandlers({
    'POST /detection/v2/task/{id}/add-label': taskWithBottle,
    'GET /detection/v2/task/': page([taskWithBottle]),
  });
  await user.click(getLabelList('To Add').getByRole('button', { name: 'Bottle' }));
  expect(await getLabelList('Added').findByRole('button', { name: 'Bottle' })).toBeVisible();
  expect(getLabelList('To Add').getByRole('button', { name: 'Cup' })).toHaveFocus();
  expect(stub.getRequests('POST /detection/v2/task/{id}/add-label')[0]).toMatchObject({
    params: { id: 't1' },
    body: { label_id: 'l1' },
  });

  stub.addHandlers({ 'POST /detection/v2/task/{id}/remove-label': failWith(404, 'Label not found.') });
  await user.click(getLabelList('Added').getByRole('button', { name: 'Bottle' }));
  await expectVisible('Unable to remove label!');
  await expectVisible('Label not found.');
  expect(getLabelList('Added').getByRole('button', { name: 'Bottle' })).toBeVisible();
});
