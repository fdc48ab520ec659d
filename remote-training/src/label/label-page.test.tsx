import { failWith, page, signInForTest, stubApi } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router-dom';
import { LabelPage } from './label-page';

const valueLabel = {
  id: 'v1',
  workspace: 'w',
  name: 'Fill level',
  description: '',
  type: 'value',
  color: null,
  output_name: 'fill',
  negative_for_task: null,
  min_value: 0,
  max_value: 100,
  step_value: 5,
  tasks_count: 1,
  images_count: 3,
  objects_count: 0,
  version: 1,
};
const CurrentQuery = () => <output aria-label="Current query">{useLocation().search}</output>;
const renderLabelPage = () =>
  renderConsole(
    <>
      <Routes>
        <Route path="/label/:id" element={<LabelPage />} />
      </Routes>
      <CurrentQuery />
    </>,
    { route: '/label/v1' },
  );

const LIST_IMAGES = 'GET /recognition/v2/training-image/';
const imageRow = { id: 'i1', workspace: 'w', thumb_img_path: '/thumb', meta_data: { filename: 'cell-7.jpg' } };
const responses = {
  'GET /recognition/v2/label/{id}': valueLabel,
  'GET /recognition/v2/label/': page([
    valueLabel,
    { ...valueLabel, id: 'c1', name: 'Ripe', type: 'category' },
    { ...valueLabel, id: 'c2', name: 'Whole', type: 'tag' },
  ]),
  'POST /recognition/v2/label/{id}/get-histogram': { bins: [0, 10], counts_images: [1, 2], counts_objects: [0, 0] },
  [LIST_IMAGES]: page([imageRow]),
} as Parameters<typeof stubApi>[0];

beforeEach(() => signInForTest());

test('a value label has a histogram with an editable bin size and image filter', async () => {
  const user = userEvent.setup();
  const stub = stubApi(responses);
  renderLabelPage();
  expect(await screen.findByRole('heading', { name: 'Histogram of values' })).toBeVisible();
  expect(await screen.findByRole('img', { name: 'Histogram of values' })).toBeVisible();
  const binSizeField = screen.getByLabelText('Bin size');
  expect(binSizeField).toHaveValue(10);
  await user.clear(binSizeField);
  // The field must stay empty after the URL has been updated, so that the typed number is not appended to the default.
  await waitFor(() => expect(screen.getByLabelText('Current query')).toHaveTextContent('bin='));
  expect(screen.getByText('Enter a number above 0')).toBeVisible();
  await user.type(binSizeField, '25');
  const imageFilter = screen.getByRole('combobox', { name: 'Image Contains labels' });
  await user.click(imageFilter);
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Ripe' }));
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'Whole' }));
  await waitFor(() =>
    expect(stub.getRequests('POST /recognition/v2/label/{id}/get-histogram').at(-1)?.body).toMatchObject({
      bin_size: 25,
      label_ids: ['c1', 'c2'],
    }),
  );
  await waitFor(() => expect(stub.getRequests(LIST_IMAGES).at(-1)?.query).toMatchObject({ all_labels: ['v1', 'c1', 'c2'] }));
});

testInLongRun('a bin size with too many bins shows an error and sends no request', async () => {
  const user = userEvent.setup();
  const stub = stubApi(responses);
  renderLabelPage();
  const binSizeField = await screen.findByLabelText('Bin size');
  await waitFor(() => expect(stub.getRequests('POST /recognition/v2/label/{id}/get-histogram')).toHaveLength(1));
  await user.clear(binSizeField);
  await user.type(binSizeField, '0.01');
  expect(await screen.findByText('This gives more than 1,000 bins. Enter at least 0.1')).toBeVisible();
  await user.clear(binSizeField);
  await user.type(binSizeField, '0.2');
  stub.addHandlers({ 'POST /recognition/v2/label/{id}/get-histogram': failWith(400, 'bin_size: gives more than 1000 bins') });
  expect(await screen.findByText('This gives more than 1,000 bins. Enter a larger size')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
  const requests = stub.getRequests('POST /recognition/v2/label/{id}/get-histogram').map(({ body }) => body);
  expect(requests.map((body) => (body as { bin_size: number }).bin_size)).toEqual([10, 0.2]);
});

test('a category label shows its images and no histogram', async () => {
  const stub = stubApi({
    'GET /recognition/v2/label/{id}': { ...valueLabel, type: 'category' },
    'GET /recognition/v2/label/': page([]),
    [LIST_IMAGES]: page([imageRow]),
  });
  renderLabelPage();
  expect(await screen.findByText('Category')).toBeVisible();
  expect(await screen.findByText('cell-7.jpg')).toBeVisible();
  expect(screen.queryByText('Histogram of values')).not.toBeInTheDocument();
  expect(stub.getRequests('POST /recognition/v2/label/{id}/get-histogram')).toHaveLength(0);
});
