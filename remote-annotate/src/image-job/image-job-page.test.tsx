import { page, signInForTest, stubApi } from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import 'fake-indexeddb/auto';
import { Route, Routes } from 'react-router-dom';
import { ImageJobPage } from './image-job-page';

const job = {
  id: 'j1',
  workspace: '11111111-1111-4111-8111-111111111111',
  name: 'Shelf round',
  description: '',
  todo_number: 1,
  randomize: true,
  auto_complete: false,
  done: false,
  item_count: 3,
  item_done_count: 1,
  recognition_tasks: ['t1'],
  flow: null,
  mark_done_label: null,
  created: '2026-01-01T00:00:00Z',
  version: 1,
};
const image = (id: string) => ({
  id,
  workspace: job.workspace,
  img_path: '/i',
  thumb_img_path: '/t',
  img_width: 400,
  img_height: 300,
  created: '2026-01-01T00:00:00Z',
  meta_data: {},
  labels: [],
  real: true,
  test_image: false,
  foreground_mask: null,
  verificationsCount: 0,
  version: 1,
});
const show = () =>
  renderConsole(
    <Routes>
      <Route path="/imagejob/:id" element={<ImageJobPage />} />
    </Routes>,
    { route: '/imagejob/j1' },
  );

beforeEach(() => signInForTest({ services: ['annotate'] }));

test('a job whose batch is empty says that all is done', async () => {
  stubApi({ 'GET /annotate/v2/imagejob/{id}': job, 'GET /annotate/v2/imagejob/{id}/get-batch/': { results: [] } });
  show();
  expect(await screen.findByText('There is no job for this task. Everything is complete!')).toBeVisible();
  expect(screen.getByRole('status', { name: 'Progress' })).toHaveTextContent('1/3');
});

test('shows the batch item by item; there is nothing before the first', async () => {
  const stub = stubApi({
    'GET /annotate/v2/imagejob/{id}': job,
    'GET /annotate/v2/imagejob/{id}/get-batch/': { results: ['a', 'b'] },
    'GET /recognition/v2/training-image/{id}': ({ params }: { params: Record<string, string> }) => image(params.id ?? ''),
    'GET /annotate/v2/point/': page([]),
    'GET /annotate/v2/verification/': page([]),
    'POST /annotate/v2/imagejob/{id}/mark-done': job,
  });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Previous' }));
  expect((await screen.findAllByText('No previous item in job....')).length).toBeGreaterThan(0);
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() =>
    expect(stub.of('GET /recognition/v2/training-image/{id}').map(({ params }) => params.id)).toEqual(['a', 'b']),
  );
  await waitFor(() => expect(stub.of('POST /annotate/v2/imagejob/{id}/mark-done')[0]?.body).toMatchObject({ items: ['a'] }));
  await userEvent.click(screen.getByRole('button', { name: 'Previous' }));
  await waitFor(() => expect(stub.of('GET /annotate/v2/imagejob/{id}').length).toBeGreaterThan(1));
});
