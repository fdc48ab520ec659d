import { failWith, page, signInForTest, stubApi } from '@console/shared-auth/testing';
import type { SimilarityTask, SimilarityType } from '@console/shared-contract/api';
import { renderConsole } from '@console/shared-ui/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TasksAndTypes } from './tasks-and-types';

const bottleType: SimilarityType = { id: 'y1', workspace: 'w', name: 'Bottle', version: 2 };
const packagingTask: SimilarityTask = {
  id: 't1',
  workspace: 'w',
  name: 'Packaging',
  description: '',
  types: [],
  training_params: {},
  version: 3,
};

function renderTasksAndTypes({ tasks = [packagingTask], types = [bottleType] } = {}) {
  signInForTest();
  const stub = stubApi({ 'GET /similarity/training/v2/task/': page(tasks), 'GET /similarity/training/v2/type/': page(types) });
  renderConsole(<TasksAndTypes />);
  return stub;
}

const findRow = async (name: RegExp) => within(await screen.findByRole('row', { name }));
const expectShown = async (text: string) => expect((await screen.findAllByText(text))[0]).toBeVisible();

test('creates a type from a name only, and shows why the creation failed', async () => {
  const user = userEvent.setup();
  const stub = renderTasksAndTypes();
  await findRow(/Bottle/);
  stub.addHandlers({ 'POST /similarity/training/v2/type/': failWith(400, 'Too many types.') });
  await user.click(screen.getByRole('button', { name: 'New type' }));
  expect(screen.queryByText('Colour')).not.toBeInTheDocument();
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Can{Enter}');
  expect(await screen.findByText('Unable to create type! Too many types.')).toBeVisible();
  stub.addHandlers({ 'POST /similarity/training/v2/type/': bottleType });
  await user.click(screen.getByRole('button', { name: 'Create' }));
  await expectShown('Type was successfuly created!');
  expect(stub.getRequests('POST /similarity/training/v2/type/')[1]?.body).toEqual({ workspace: expect.any(String), name: 'Can' });
});

test('a manager edits a similarity type', async () => {
  const user = userEvent.setup();
  const stub = renderTasksAndTypes();
  stub.addHandlers({ 'PUT /similarity/training/v2/type/{id}': bottleType });
  await user.click((await findRow(/Bottle/)).getByRole('button', { name: 'Edit' }));
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), 's{Enter}');
  await expectShown('Updated!');
  expect(stub.getRequests('PUT /similarity/training/v2/type/{id}')[0]?.body).toMatchObject({ name: 'Bottles', version: 2 });
});

test('editing a task shows the image size', async () => {
  const user = userEvent.setup();
  const stub = renderTasksAndTypes();
  stub.addHandlers({ 'PUT /similarity/training/v2/task/{id}': packagingTask });
  await user.click((await findRow(/Packaging/)).getByRole('button', { name: 'Edit' }));
  expect(screen.getByRole('slider', { name: 'Image size' })).toHaveValue('512');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expectShown('Updated!');
  expect(stub.getRequests('PUT /similarity/training/v2/task/{id}')[0]?.body).toMatchObject({
    name: 'Packaging',
    version: 3,
    training_params: { 'detection-model': { input_size: 512 } },
  });
});

testInLongRun('cancelling the confirmation deletes nothing', async () => {
  const user = userEvent.setup();
  const stub = renderTasksAndTypes();
  await user.click((await findRow(/Packaging/)).getByRole('button', { name: 'Delete' }));
  const confirmDialog = within(
    await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete selected task ?!' }),
  );
  await user.click(confirmDialog.getByRole('button', { name: 'Cancel' }));
  expect(stub.getRequests('DELETE /similarity/training/v2/task/{id}')).toHaveLength(0);
});

test('deletes a task after confirmation', async () => {
  const user = userEvent.setup();
  const stub = renderTasksAndTypes();
  stub.addHandlers({ 'DELETE /similarity/training/v2/task/{id}': undefined });
  await user.click((await findRow(/Packaging/)).getByRole('button', { name: 'Delete' }));
  stub.addHandlers({ 'GET /similarity/training/v2/task/': page([]) });
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('No similarity tasks yet.')).toBeVisible();
});

test('clicking a type adds it to the task or removes it', async () => {
  const user = userEvent.setup();
  const stub = renderTasksAndTypes();
  const taskWithType = { ...packagingTask, types: [{ id: 'y1', name: 'Bottle' }] };
  await findRow(/Packaging/);
  await findRow(/Bottle/);
  await user.click(screen.getByRole('combobox', { name: 'Task' }));
  await user.click(await screen.findByRole('option', { name: 'Packaging' }));
  const findTypeList = (name: string) => within(screen.getByRole('group', { name }));
  stub.addHandlers({
    'POST /similarity/training/v2/task/{id}/add-type': taskWithType,
    'GET /similarity/training/v2/task/': page([taskWithType]),
  });
  await user.click(findTypeList('To Add').getByRole('button', { name: 'Bottle' }));
  expect(findTypeList('To Add').getByText('There are no other types.')).toBeVisible();
  expect(stub.getRequests('POST /similarity/training/v2/task/{id}/add-type')[0]?.body).toMatchObject({ type_id: 'y1' });
  expect((await findRow(/Packaging/)).getByText('Bottle')).toBeVisible();
  stub.addHandlers({
    'POST /similarity/training/v2/task/{id}/remove-type': packagingTask,
    'GET /similarity/training/v2/task/': page([packagingTask]),
  });
  await user.click(findTypeList('Added').getByRole('button', { name: 'Bottle' }));
  expect(await findTypeList('To Add').findByRole('button', { name: 'Bottle' })).toBeVisible();
});

test('the confirmation for deleting a type shows how many groups lose it', async () => {
  const user = userEvent.setup();
  renderTasksAndTypes({ types: [{ ...bottleType, groups_count: 12 }] });
  await user.click((await findRow(/Bottle/)).getByRole('button', { name: 'Delete' }));
  const confirmDialog = within(
    await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete selected type ?!' }),
  );
  expect(confirmDialog.getByText('12 groups lose this type.')).toBeVisible();
});
