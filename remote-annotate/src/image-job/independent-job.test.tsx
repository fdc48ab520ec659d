import { failWith, page, type StubHandlers, type StubRequest } from '@console/shared-auth/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import 'fake-indexeddb/auto';
import { createId, createImageRow } from '../browser/testing';
import { createLabelServer } from '../image/testing/label-server';
import {
  GET_BATCH,
  createJobRow,
  createJobServer,
  MARK_DONE,
  JOB_ID,
  showJob,
  UNMARK_DONE,
  VERIFY,
  waitUntilSent,
} from './testing';

jest.mock('../editor/view', () => jest.requireActual<object>('../image/testing/fake-canvas'));
jest.mock('../image-decoding', () => jest.requireActual<object>('../image/testing/fake-canvas'));

const LAYER_ID = createId(700);
const CUP_ID = createId(31);
const SHAPE_PATH = '/annotate/v2/layer/{id}/shape/{shape_id}';
const ITEMS = [createId(1), createId(2)];
const cupLabel = { id: createId(900), name: 'Cup', color: '#00aa88', key: '1', recognition_tasks: [] };

afterEach(waitUntilSent);

/**
 * A job in which users work independently: each user's shapes on an image are in a layer of this user. The user's layer of each image
 * contains one cup. The image itself has no shapes.
 */
function createIndependentJob(handlers: StubHandlers = {}, respond: (layer: { image: string }) => unknown = (layer) => layer) {
  const cup = {
    kind: 'object',
    id: CUP_ID,
    detection_label: cupLabel,
    data: [0, 0, 40, 40],
    rotated_box: null,
    meta_data: {},
    attributes: {},
    recognition_labels: [],
    created: '2026-01-01T00:00:00Z',
    version: 1,
  };
  const doneImages = new Set<string>();
  const createLayer = (imageId: string) => ({
    id: LAYER_ID,
    workspace: createImageRow(1).workspace,
    job: JOB_ID,
    image: imageId,
    user: { id: 'u', username: 'u' },
    shapes: [cup],
    labels: [],
    done: doneImages.has(imageId),
    version: 1,
    created: cup.created,
    updated: cup.created,
  });
  const createMarkHandler = (isDone: boolean) => (request: StubRequest) => {
    for (const id of (request.body as { items: string[] }).items)
      if (isDone) doneImages.add(id);
      else doneImages.delete(id);
    return {};
  };
  return createJobServer(
    ITEMS,
    {
      ...createLabelServer().handlers,
      'GET /annotate/v2/imagejob/{id}': { ...createJobRow(0, 2), blind: true },
      'GET /annotate/v2/imagejob/{id}/layer': ({ query }: StubRequest) => respond(createLayer(String(query.image))),
      'GET /detection/v2/label/': page([cupLabel]),
      'GET /detection/v2/task/': page([]),
      'GET /flows/v2/flow/': page([]),
      [`PUT ${SHAPE_PATH}`]: { ...cup, version: 2 },
      [`DELETE ${SHAPE_PATH}`]: {},
      [`POST ${SHAPE_PATH}/add-label`]: cup,
      'POST /annotate/v2/layer/{id}/add-label': createLayer(ITEMS[0]!),
      [MARK_DONE]: createMarkHandler(true),
      [UNMARK_DONE]: createMarkHandler(false),
      ...handlers,
    },
    ['annotate', 'custom-object-detection', 'recognition'],
  ).stub;
}

const pressOnceEnabled = async (name: string) => {
  const button = await screen.findByRole('button', { name });
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled', 'true'));
  await userEvent.click(button);
};

test("an independent job shows the user's own layer, and sends changes before the completion mark", async () => {
  const stub = createIndependentJob();
  showJob();
  expect(await screen.findByText(/^You work independently/)).toBeVisible();
  await userEvent.click(await screen.findByRole('tab', { name: 'List of items' }));
  expect(screen.getAllByRole('tab').map((tab) => tab.getAttribute('aria-label') ?? tab.textContent)).toEqual([
    'Recognition',
    'List of items',
    'Jobs',
  ]);
  await userEvent.click(await screen.findByRole('button', { name: 'Cup 1' }));
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(stub.getRequests(`DELETE ${SHAPE_PATH}`)).toHaveLength(1));
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(stub.getRequests(`PUT ${SHAPE_PATH}`)).toHaveLength(1));
  const [putRequest] = stub.getRequests(`PUT ${SHAPE_PATH}`);
  expect(putRequest).toMatchObject({
    params: { id: LAYER_ID, shape_id: CUP_ID },
    body: { kind: 'object', detection_label: cupLabel.id, data: [0, 0, 40, 40] },
  });
  expect(putRequest?.body).not.toHaveProperty('image');
  // Use the first of two tabs. The undo has selected the object, so its card shows a tab with the same name.
  await userEvent.click(await screen.findByRole('button', { name: 'Pear' }));
  await userEvent.click(screen.getAllByRole('tab', { name: /^Recognition/ })[0]!);
  await userEvent.click(await screen.findByRole('button', { name: 'Pear', pressed: false }));
  expect(await screen.findByRole('button', { name: 'Pear', pressed: true })).toBeVisible();
  await pressOnceEnabled('Verify and Next');
  await waitFor(() => expect(stub.getRequests(MARK_DONE)).toHaveLength(1));
  const writeKeys = stub.requests.map(({ key }) => key).filter((key) => key.includes('/annotate/v2/') && !key.startsWith('GET '));
  expect(writeKeys).toEqual([
    `DELETE ${SHAPE_PATH}`,
    `PUT ${SHAPE_PATH}`,
    `POST ${SHAPE_PATH}/add-label`,
    'POST /annotate/v2/layer/{id}/add-label',
    MARK_DONE,
  ]);
  // The server verifies the image when it copies the shapes of the layer to the image.
  expect(stub.getRequests(MARK_DONE)).toMatchObject([{ body: { items: [ITEMS[0]], verify: true } }]);
  expect(stub.getRequests(VERIFY)).toEqual([]);
  expect(stub.getRequests('GET /detection/v2/object/')).toEqual([]);
});

test.each([
  [false, ['Predict', 'Predict Faults', 'Predict Grams', 'Predict Kind']],
  [true, []],
])('a job offers predictions unless it audits a model (audit: %s)', async (isAudit, expectedButtons) => {
  createIndependentJob({ 'GET /annotate/v2/imagejob/{id}': { ...createJobRow(0, 2), blind: true, audit: isAudit } });
  showJob();
  await userEvent.click(await screen.findByRole('tab', { name: /^Recognition/ }));
  expect(await screen.findByRole('region', { name: 'Kind' })).toBeVisible();
  const buttons = screen.queryAllByRole('button', { name: /^Predict/ });
  expect(buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent)).toEqual(expectedButtons);
});

test('an image marked as done is read-only until the user removes the mark', async () => {
  const stub = createIndependentJob();
  showJob();
  await screen.findByText(/^You work independently/);
  await pressOnceEnabled('Next');
  await waitFor(() => expect(stub.getRequests(MARK_DONE)).toHaveLength(1));
  await pressOnceEnabled('Previous');
  expect(await screen.findByText('You have marked this image as done.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Change my annotations' }));
  expect(await screen.findByText(/^You work independently/)).toBeVisible();
  await waitFor(() => expect(stub.getRequests(UNMARK_DONE)).toHaveLength(1));
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible();
});

testInLongRun('an image marked as done stays read-only while its layer is reloading', async () => {
  let isMarkedDone = false;
  const stub = createIndependentJob({ [MARK_DONE]: () => ((isMarkedDone = true), {}) }, (layer) =>
    isMarkedDone && layer.image === ITEMS[0] ? new Promise(() => undefined) : layer,
  );
  showJob();
  await screen.findByText(/^You work independently/);
  await pressOnceEnabled('Next');
  await waitFor(() => expect(stub.getRequests(MARK_DONE)).toHaveLength(1));
  await waitUntilSent();
  await pressOnceEnabled('Previous');
  expect(await screen.findByText('You have marked this image as done.')).toBeVisible();
});

testInLongRun('the user restores an earlier version of the layer', async () => {
  let restoredShapes: object[] | undefined;
  const stub = createIndependentJob(
    {
      'GET /annotate/v2/layer/{id}/versions': {
        results: [{ version: 3, created: '2026-01-01T00:00:00Z', label_count: 0, shape_count: 0 }],
      },
      'POST /annotate/v2/layer/{id}/restore-version': () => ((restoredShapes = []), {}),
    },
    (layer) => ({ ...layer, ...(restoredShapes && { shapes: restoredShapes }) }),
  );
  showJob();
  await userEvent.click(await screen.findByRole('tab', { name: 'List of items' }));
  expect(await screen.findByRole('button', { name: 'Cup 1' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Earlier versions' }));
  await userEvent.click(await screen.findByRole('radio', { name: /: 0 shapes, 0 labels of the image$/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
  expect(await screen.findByText('Earlier version restored')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cup 1' })).toBeNull());
  expect(stub.getRequests('POST /annotate/v2/layer/{id}/restore-version')).toMatchObject([{ body: { layer_version: 3 } }]);
});

test('a notice reports that another annotator has completed the image first', async () => {
  createIndependentJob({ [MARK_DONE]: { late_items: [ITEMS[0]] } });
  showJob();
  await screen.findByText(/^You work independently/);
  await pressOnceEnabled('Next');
  expect(await screen.findByText('Another annotator completed this image first')).toBeVisible();
});

test('a rejected change of a layer is reported under other images only after leaving its image', async () => {
  let isRefusing = true;
  createIndependentJob({ [`DELETE ${SHAPE_PATH}`]: () => (isRefusing ? failWith(403, 'Not allowed.') : {}) });
  showJob();
  await userEvent.click(await screen.findByRole('tab', { name: 'List of items' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Cup 1' }));
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByRole('button', { name: '1 change needs your decision' })).toBeVisible();
  expect(screen.queryByText(/on other images/)).toBeNull();
  await pressOnceEnabled('Next');
  expect(await screen.findByText('1 change on other images needs your decision.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open the image' })).toHaveAttribute('href', `/imagejob/${JOB_ID}?image=${ITEMS[0]}`);
  isRefusing = false;
  await userEvent.click(screen.getByRole('button', { name: '1 change needs your decision' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Retry', hidden: true }));
});

test('a job that needs more annotators shows a message instead of reporting completion', async () => {
  createIndependentJob({
    'GET /annotate/v2/imagejob/{id}': { ...createJobRow(0, 2), blind: true, missing_people: { available: 1, all: 3 } },
    [GET_BATCH]: { results: [] },
  });
  showJob();
  expect(await screen.findByText(/need more annotators than may work on this job/)).toBeVisible();
  expect(screen.queryByText(/Everything is complete/)).toBeNull();
});
