import { failWith, page, signInForTest, testWorkspace, type StubHandlers, type StubRequest } from '@console/shared-auth/testing';
import type { Work } from '@console/shared-contract/api';
import { renderConsole } from '@console/shared-ui/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ImageBrowserWidget } from '../image-browser-widget';
import { ImagesPage } from '../images-page';
import { AddressBar, createId, createImageRow, IMAGES, createRunRow, stubWorkspace } from '../testing';

const LIST_RUNS = 'GET /annotate/v2/prediction-run/';

const CELLS_RUN = createRunRow(800);
const runsPage = page([CELLS_RUN, createRunRow(810, { domain: 'recognition', task_name: 'Ripeness', suspects: 1 })]);

beforeEach(() => signInForTest());

function showImagesPage(route = '/images', handlers: StubHandlers = {}) {
  const stubbedApi = stubWorkspace({ [LIST_RUNS]: runsPage, ...handlers });
  renderConsole(
    <>
      <ImagesPage />
      <AddressBar />
    </>,
    { route },
  );
  return stubbedApi;
}
const findImageList = () => screen.findByRole('list', { name: 'Images' });
const getUrl = () => screen.getByLabelText('Address').textContent;
const getLastQuery = (stubbedApi: ReturnType<typeof stubWorkspace>) => stubbedApi.getRequests(IMAGES).at(-1)?.query;
const findModelPicker = () => screen.findByRole('combobox', { name: 'Model predictions' });
const listSortOptions = () =>
  within(screen.getByRole('combobox', { name: 'Sort by' }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

test('suspected errors of a task are listed most certain first until the filter is removed', async () => {
  const stubbedApi = showImagesPage();
  await findImageList();
  expect(listSortOptions()).toEqual(['Name', 'Newest first', 'Oldest first']);
  await userEvent.click(await findModelPicker());
  expect(await screen.findByRole('option', { name: /Suspected errors of Cells.*Detection: 12 images/ })).toBeVisible();
  expect(screen.getByRole('option', { name: /Suspected errors of Ripeness.*Recognition: 1 image/ })).toBeVisible();
  await userEvent.click(screen.getByRole('option', { name: /Suspected errors of Cells/ }));
  await waitFor(() => expect(getLastQuery(stubbedApi)).toMatchObject({ suspects_of: CELLS_RUN.id, sort: 'surest', page: 1 }));
  expect(getUrl()).toBe(`/images?suspects-of=${CELLS_RUN.id}&sort=surest`);
  expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveDisplayValue('Most certain first');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Oldest first');
  await waitFor(() => expect(getLastQuery(stubbedApi)).toMatchObject({ suspects_of: CELLS_RUN.id, sort: 'oldest' }));
  expect(getLastQuery(stubbedApi)).not.toHaveProperty('sureness_from');
  fireEvent.change(screen.getByRole('spinbutton', { name: 'Minimum certainty' }), { target: { value: '5' } });
  await waitFor(() => expect(getLastQuery(stubbedApi)).toMatchObject({ suspects_of: CELLS_RUN.id, sureness_from: 0.05 }));
  await waitFor(() => expect(getUrl()).toContain('certainty=5'));
  await userEvent.click(screen.getByRole('button', { name: 'Remove the filter: Suspected errors of Cells' }));
  await waitFor(() => expect(getLastQuery(stubbedApi)).not.toHaveProperty('suspects_of'));
  expect(getLastQuery(stubbedApi)).toMatchObject({ sort: 'name' });
  expect(getUrl()).toBe('/images');
  expect(listSortOptions()).not.toContain('Most certain first');
});

test('lists the most uncertain images first and hides images below the minimum', async () => {
  const stubbedApi = showImagesPage();
  await userEvent.click(await findModelPicker());
  await userEvent.click(await screen.findByRole('option', { name: /Most uncertain for Cells.*364 images predicted/ }));
  await waitFor(() => expect(getLastQuery(stubbedApi)).toMatchObject({ predicted_by: CELLS_RUN.id, sort: 'uncertain' }));
  expect(getLastQuery(stubbedApi)).not.toHaveProperty('uncertainty_from');
  // Set the value at once: typing 50 character by character would first apply 5.
  fireEvent.change(screen.getByRole('spinbutton', { name: 'Minimum uncertainty' }), { target: { value: '50' } });
  await waitFor(() => expect(getLastQuery(stubbedApi)).toMatchObject({ predicted_by: CELLS_RUN.id, uncertainty_from: 0.5 }));
  await waitFor(() => expect(getUrl()).toContain('uncertainty=50'));
  fireEvent.change(screen.getByRole('spinbutton', { name: 'Minimum uncertainty' }), { target: { value: '500' } });
  expect(screen.getByRole('spinbutton', { name: 'Minimum uncertainty' })).toHaveValue(50);
  await userEvent.click(screen.getByRole('button', { name: 'Remove the filter: Most uncertain for Cells' }));
  await waitFor(() => expect(getUrl()).toBe('/images'));
});

test('a shared URL restores the filter with its task name', async () => {
  const stubbedApi = showImagesPage(`/images?predicted-by=${CELLS_RUN.id}&uncertainty=30&sort=uncertain`);
  expect(await screen.findByRole('button', { name: 'Remove the filter: Most uncertain for Cells' })).toBeVisible();
  await waitFor(() =>
    expect(getLastQuery(stubbedApi)).toMatchObject({ predicted_by: CELLS_RUN.id, uncertainty_from: 0.3, sort: 'uncertain' }),
  );
});

test('a tile shows the uncertainty of the model', async () => {
  showImagesPage(`/images?predicted-by=${CELLS_RUN.id}&sort=uncertain`, {
    [IMAGES]: page([createImageRow(1, { uncertainty: 0.916 }), createImageRow(2, { uncertainty: 0 })]),
  });
  expect(await screen.findByRole('img', { name: 'Uncertainty 0.92' })).toHaveTextContent('0.92');
  expect(screen.getByRole('img', { name: 'Uncertainty 0.00' })).toBeInTheDocument();
});

test('objects have no prediction filter', async () => {
  const stubbedApi = showImagesPage(`/images?show=objects&suspects-of=${CELLS_RUN.id}&sort=surest`);
  await screen.findByRole('list', { name: 'Objects' });
  expect(stubbedApi.getRequests('GET /detection/v2/object/').at(-1)?.query).not.toHaveProperty('suspects_of');
  expect(screen.queryByRole('combobox', { name: 'Model predictions' })).toBeNull();
  expect(screen.queryByRole('button', { name: /Remove the filter/ })).toBeNull();
});

test.each([
  ['an older deployment', failWith(404, 'There is nothing at this address.')],
  ['a deployment without prediction runs', page([])],
])('%s shows no prediction filter', async (_, runsResponse) => {
  showImagesPage('/images', { [LIST_RUNS]: runsResponse });
  await findImageList();
  await waitFor(() => expect(screen.getByText('3 items')).toBeVisible());
  expect(screen.queryByRole('combobox', { name: 'Model predictions' })).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an older deployment is not sent a prediction filter that it rejects', async () => {
  const stubbedApi = showImagesPage(`/images?suspects-of=${CELLS_RUN.id}&sort=surest`, {
    [LIST_RUNS]: failWith(404, 'There is nothing at this address.'),
    [IMAGES]: ({ query }: StubRequest) =>
      'suspects_of' in query ? failWith(400, 'suspects_of: unknown') : page([createImageRow(1)]),
  });
  await findImageList();
  await waitFor(() => expect(getLastQuery(stubbedApi)).toMatchObject({ sort: 'name' }));
  expect(getLastQuery(stubbedApi)).not.toHaveProperty('suspects_of');
  expect(screen.queryByRole('alert')).toBeNull();
});

testInLongRun('all images above a minimum uncertainty can be added to a job', async () => {
  const ADD_MATCHING = 'POST /annotate/v2/imagejob/{id}/add-matching';
  const finishedWork: Work = {
    id: createId(700),
    workspace: testWorkspace.id,
    kind: 'matching',
    status: 'done',
    done: 130,
    total: 130,
    error: null,
    created: '2026-02-03T14:05:00.000Z',
    finished: '2026-02-03T14:06:00.000Z',
  };
  const stubbedApi = stubWorkspace({
    [LIST_RUNS]: runsPage,
    [IMAGES]: page([createImageRow(1)], 130),
    [ADD_MATCHING]: finishedWork,
  });
  renderConsole(<ImageBrowserWidget target={{ kind: 'image-job', id: createId(500), name: 'Doubtful' }} />);
  await userEvent.click(await findModelPicker());
  await userEvent.click(await screen.findByRole('option', { name: /Most uncertain for Cells/ }));
  fireEvent.change(screen.getByRole('spinbutton', { name: 'Minimum uncertainty' }), { target: { value: '40' } });
  await waitFor(() => expect(getLastQuery(stubbedApi)).toMatchObject({ uncertainty_from: 0.4 }));
  await userEvent.click(await screen.findByRole('button', { name: 'Select all 130 images that match this search' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add to Job' }));
  expect(await screen.findByText('Images were added to Job/Task!')).toBeVisible();
  expect(stubbedApi.getRequests(ADD_MATCHING)[0]?.body).toMatchObject({
    filter: { imagejob: createId(500), not_in: 'True', predicted_by: CELLS_RUN.id, uncertainty_from: 0.4 },
  });
});
