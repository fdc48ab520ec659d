import { failWith, page, signInForTest, stubApi } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DetectionPage } from './detection-page';

const task = {
  id: 't1',
  workspace: 'w',
  name: 'Shelf products',
  description: '',
  detection_labels: [],
  detectionLabelsCount: 3,
  last_train_status: 'TRAINED',
  map: 0.81234,
  training_params: {},
  negative_images_count: 0,
  version: 1,
};
const label = {
  id: 'l1',
  workspace: 'w',
  name: 'Bottle',
  color: '#2f80ed',
  recognition_tasks: [],
  objects_count: 12,
  images_count: 5,
  tasks_count: 1,
  version: 1,
};

beforeEach(() => signInForTest());

test('shows tasks with their last training and mean average precision, and labels with their counts', async () => {
  stubApi({ 'GET /detection/v2/task/': page([task]), 'GET /detection/v2/label/': page([label]) });
  renderConsole(<DetectionPage />);
  const tasks = within(await screen.findByRole('row', { name: /Shelf products/ }));
  expect(tasks.getByText('Trained')).toBeVisible();
  expect(tasks.getByText('0.812')).toBeVisible();
  const bottle = within(await screen.findByRole('row', { name: /Bottle/ }));
  expect(bottle.getByText('12')).toBeVisible();
});

test('says that there is nothing yet', async () => {
  stubApi({ 'GET /detection/v2/task/': page([]), 'GET /detection/v2/label/': page([]) });
  renderConsole(<DetectionPage />);
  expect(await screen.findByText('No detection tasks yet.')).toBeVisible();
  expect(await screen.findByText('No detection labels yet.')).toBeVisible();
});

test('a table that failed asks again without touching the other', async () => {
  const stub = stubApi({ 'GET /detection/v2/task/': failWith(403, 'No'), 'GET /detection/v2/label/': page([label]) });
  renderConsole(<DetectionPage />);
  await screen.findByRole('alert');
  expect(await screen.findByText('Bottle')).toBeVisible();
  stub.on({ 'GET /detection/v2/task/': page([task]) });
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Shelf products')).toBeVisible();
});
