import { page, signInForTest, stubApi } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { LabelPage } from './label-page';

const value = {
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
const show = () =>
  renderConsole(
    <Routes>
      <Route path="/label/:id" element={<LabelPage />} />
    </Routes>,
    { route: '/label/v1' },
  );

beforeEach(() => signInForTest());

test('a value label has a histogram whose bin size and images can be chosen', async () => {
  const user = userEvent.setup();
  const stub = stubApi({
    'GET /recognition/v2/label/{id}': value,
    'GET /recognition/v2/label/': page([value, { ...value, id: 'c1', name: 'Ripe', type: 'category' }]),
    'POST /recognition/v2/label/{id}/get-histogram': { bins: [0, 10], counts_images: [1, 2], counts_objects: [0, 0] },
  });
  show();
  expect(await screen.findByRole('heading', { name: 'Histogram of values' })).toBeVisible();
  expect(await screen.findByRole('img', { name: 'Histogram of values' })).toBeVisible();
  const bin = screen.getByLabelText('Bin size');
  expect(bin).toHaveValue(10);
  await user.clear(bin);
  expect(screen.getByText('Enter a number above 0')).toBeVisible();
  await user.type(bin, '25');
  await user.selectOptions(screen.getByLabelText('Image Contains labels'), 'Ripe');
  await waitFor(() =>
    expect(stub.of('POST /recognition/v2/label/{id}/get-histogram').at(-1)?.body).toMatchObject({ bin_size: 25, label_id: 'c1' }),
  );
});

test('another label has none', async () => {
  const stub = stubApi({
    'GET /recognition/v2/label/{id}': { ...value, type: 'category' },
    'GET /recognition/v2/label/': page([]),
  });
  show();
  expect(await screen.findByText('category')).toBeVisible();
  expect(screen.queryByText('Histogram of values')).not.toBeInTheDocument();
  expect(stub.of('POST /recognition/v2/label/{id}/get-histogram')).toHaveLength(0);
});
