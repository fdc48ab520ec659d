import { failWith, page, signInForTest, stubApi } from '@console/shared-auth/testing';
import type { SegmentationLabel, SegmentationTask } from '@console/shared-contract/api';
import { renderConsole } from '@console/shared-ui/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SegmentationPage } from './segmentation-page';

const leafLabel: SegmentationLabel = {
  id: 'l1',
  workspace: 'w',
  name: 'Leaf',
  color: '#3cb44b',
  polygons_count: 3,
  images_count: 2,
  tasks_count: 1,
  version: 1,
};
const plantsTask: SegmentationTask = {
  id: 't1',
  workspace: 'w',
  name: 'Plants',
  description: '',
  segmentation_labels: [{ id: 'l1', name: 'Leaf', color: '#3cb44b' }],
  segmentationLabelsCount: 1,
  last_train_status: null,
  map: null,
  training_params: {},
  version: 1,
};

function renderSegmentationPage() {
  signInForTest();
  const stub = stubApi({ 'GET /segmentation/v2/task/': page([plantsTask]), 'GET /segmentation/v2/label/': page([leafLabel]) });
  renderConsole(<SegmentationPage />);
  return stub;
}

const findTaskRow = async () => within(await screen.findByRole('row', { name: /Plants/ }));

test('shows tasks and labels, and edits only the name of a task', async () => {
  const user = userEvent.setup();
  const stub = renderSegmentationPage();
  expect((await findTaskRow()).getByText('Not trained')).toBeVisible();
  expect(within(await screen.findByRole('row', { name: /Leaf/ })).getByRole('img', { name: '#3cb44b' })).toBeVisible();
  expect((await findTaskRow()).queryByRole('button', { name: 'Download model' })).not.toBeInTheDocument();
  stub.addHandlers({ 'PUT /segmentation/v2/task/{id}': plantsTask });
  await user.click((await findTaskRow()).getByRole('button', { name: 'Edit' }));
  expect(screen.queryByRole('slider')).not.toBeInTheDocument();
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), ' 2{Enter}');
  expect((await screen.findAllByText('Updated!'))[0]).toBeVisible();
  expect(stub.getRequests('PUT /segmentation/v2/task/{id}')[0]?.body).toEqual({
    workspace: expect.any(String),
    name: 'Plants 2',
    version: 1,
  });
});

testInLongRun('Train shows the messages of segmentation for success and failure', async () => {
  const user = userEvent.setup();
  const stub = renderSegmentationPage();
  stub.addHandlers({ 'POST /segmentation/v2/task/{id}/train': failWith(400, 'Nothing here trains models.') });
  await user.click((await findTaskRow()).getByRole('button', { name: 'Train' }));
  expect((await screen.findAllByText('Unable to  train', { normalizer: (text) => text }))[0]).toBeVisible();
  expect((await screen.findAllByText('Nothing here trains models.'))[0]).toBeVisible();
  stub.addHandlers({ 'POST /segmentation/v2/task/{id}/train': {} });
  await user.click((await findTaskRow()).getByRole('button', { name: 'Train' }));
  expect((await screen.findAllByText('Model was add to train queue!'))[0]).toBeVisible();
});

test('a deleted task disappears from the table and the picker', async () => {
  const user = userEvent.setup();
  const stub = renderSegmentationPage();
  await findTaskRow();
  await user.click(screen.getByRole('combobox', { name: 'Task' }));
  await user.click(await screen.findByRole('option', { name: 'Plants' }));
  expect(within(screen.getByRole('group', { name: 'Added' })).getByRole('button', { name: 'Leaf' })).toBeVisible();
  stub.addHandlers({
    'DELETE /segmentation/v2/task/{id}': () => {
      stub.addHandlers({ 'GET /segmentation/v2/task/': page([]) });
    },
  });
  await user.click((await findTaskRow()).getByRole('button', { name: 'Delete' }));
  const confirmDialog = await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete selected task ?!' });
  await user.click(within(confirmDialog).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('No segmentation tasks yet.')).toBeVisible();
  expect(screen.queryByRole('group', { name: 'Added' })).not.toBeInTheDocument();
});
