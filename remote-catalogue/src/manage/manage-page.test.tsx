import { page, signInForTest, stubApi, type StubHandlers } from '@console/shared-auth/testing';
import type { ImageBrowserProps } from '@console/shared-contract/federation';
import { renderConsole } from '@console/shared-ui/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ManagePage } from './manage-page';

const cupLabel = { id: 'd1', workspace: 'w', name: 'Cup', color: '#2f80ed', version: 1 };
const plateLabel = { ...cupLabel, id: 'd2', name: 'Plate' };
const shelfTask = { id: 't1', workspace: 'w', name: 'Shelf', detection_labels: [cupLabel], negative_images_count: 3, version: 1 };
const saleTag = { id: 'r1', workspace: 'w', name: 'Sale', type: 'tag', negative_for_task: null, version: 1 };
const freshTag = { ...saleTag, id: 'r2', name: 'Fresh' };
const negativeTag = { ...saleTag, id: 'r3', name: 'Tags (none)', negative_for_task: 't2' };
const tagsTask = { id: 't2', workspace: 'w', name: 'Tags', type: 'multi_label', labels: [saleTag, negativeTag], version: 1 };

const stubManageApi = (handlers: StubHandlers = {}) =>
  stubApi({
    'GET /detection/v2/task/': page([shelfTask]),
    'GET /detection/v2/label/': page([cupLabel, plateLabel]),
    'GET /recognition/v2/task/': page([tagsTask]),
    'GET /recognition/v2/label/': page([saleTag, freshTag, negativeTag]),
    ...handlers,
  });
const widgets = {
  'image-browser': ({ target }: ImageBrowserProps) => <p>Images of {target.name}</p>,
  'recognition-entities': () => <p>Tasks and labels are made here</p>,
};
const renderManagePage = (route = '/manage') => {
  renderConsole(<ManagePage />, { route, widgets });
  return userEvent.setup();
};

beforeEach(() => signInForTest());

test('clicking labels adds them to the selected detection task or removes them', async () => {
  const api = stubManageApi({
    'POST /detection/v2/task/{id}/add-label': shelfTask,
    'POST /detection/v2/task/{id}/remove-label': shelfTask,
  });
  const user = renderManagePage();
  await user.click(await screen.findByRole('row', { name: /Shelf/ }));
  await user.click(await screen.findByRole('button', { name: 'Plate' }));
  await waitFor(() =>
    expect(api.getRequests('POST /detection/v2/task/{id}/add-label')[0]).toMatchObject({
      params: { id: 't1' },
      body: { label_id: 'd2' },
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Cup' }));
  await waitFor(() =>
    expect(api.getRequests('POST /detection/v2/task/{id}/remove-label')[0]?.body).toMatchObject({ label_id: 'd1' }),
  );
  const negative = within(screen.getByRole('group', { name: 'Negative Images' }));
  expect(await negative.findByText('Images of Shelf')).toBeVisible();
});

test("the negative label of a recognition task can't be added or removed", async () => {
  const api = stubManageApi({ 'POST /recognition/v2/task/{id}/add-label': tagsTask });
  const user = renderManagePage('/manage?tab=recognition&recognition-task=t2');
  expect(await screen.findByText('Negative label, which cannot be removed: Tags (none).')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Tags (none)' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Sale' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Fresh' }));
  await waitFor(() =>
    expect(api.getRequests('POST /recognition/v2/task/{id}/add-label')[0]).toMatchObject({
      params: { id: 't2' },
      body: { label_id: 'r2' },
    }),
  );
  expect(screen.getByText('Tasks and labels are made here')).toBeVisible();
});

test('All Entities lists detection tasks, detection labels and recognition entities', async () => {
  stubManageApi();
  const user = renderManagePage();
  await user.click(await screen.findByRole('tab', { name: /All Entities/ }));
  const tasks = within(await screen.findByRole('table', { name: 'Detection Tasks' }));
  expect(await tasks.findByRole('row', { name: /Shelf.*Cup/ })).toBeVisible();
  const labels = within(screen.getByRole('table', { name: 'Detection labels' }));
  expect(labels.getByRole('row', { name: /Plate/ })).toBeVisible();
  expect(screen.getByText('Tasks and labels are made here')).toBeVisible();
});

test('a workspace with only recognition shows no detection tab', async () => {
  signInForTest({ services: ['recognition'] });
  stubManageApi();
  renderManagePage();
  expect(await screen.findByText('Tasks and labels are made here')).toBeVisible();
  expect(screen.queryByRole('tab', { name: /Detection Tasks/ })).toBeNull();
  fireEvent.click(screen.getByRole('tab', { name: /All Entities/ }));
  expect(await screen.findByText('Tasks and labels are made here')).toBeVisible();
});
