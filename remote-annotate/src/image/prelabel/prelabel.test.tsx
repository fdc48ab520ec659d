import 'fake-indexeddb/auto';
import { deferred, failWith, page, type StubHandlers, type StubRequest } from '@console/shared-auth/testing';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createId, createImageRow, createObjectRow } from '../../browser/testing';
import { shownCanvas } from '../testing/fake-canvas';
import { showImage } from '../testing/show-image';

// The real canvas uses konva and is tested in a browser.
jest.mock('../../editor/view', () => jest.requireActual<object>('../testing/fake-canvas'));

const PREDICT_OBJECTS = 'POST /detection/v2/detect';
const CREATE_OBJECT = 'POST /detection/v2/object/';
const CREATE_SKELETON = 'POST /detection/v2/skeleton/';
const PREDICT_POLYGONS = 'POST /segmentation/v2/predict';
const createTask = (number: number, name: string) => ({ id: createId(number), name });
const createObject = (number: number, data: number[]) => ({ ...createObjectRow(number, createImageRow(1)), data });
const createPrediction = (...boxes: number[][]) => ({
  records: [{ _objects: boxes.map((bound_box) => ({ id: createId(900), name: 'Cup', prob: 0.9, bound_box })) }],
});
const waitForHeading = (text: string) => waitFor(() => expect(screen.getByRole('heading', { name: text })).toBeVisible());
const findToast = (text: string) => screen.findByText(text);

beforeEach(() => localStorage.clear());

let lastId = 100;
/** Each test uses its own image, because unsent changes stay in browser storage. */
async function showItemList(number: number, handlers: StubHandlers = {}, objectCount = 1) {
  const image = createImageRow(number);
  const stub = showImage({
    image,
    handlers: {
      'GET /detection/v2/task/': page([createTask(801, 'Cups')]),
      // Accept the request. A rejected request would pause the outbox, which later tests also use.
      [CREATE_OBJECT]: ({ body }: StubRequest) => createObject((lastId += 1), (body as { data: number[] }).data),
      ...handlers,
    },
  });
  await userEvent.click(await screen.findByRole('tab', { name: 'List of items' }));
  await waitForHeading(`Objects (${objectCount})`);
  return stub;
}
async function selectTask(name: string) {
  await userEvent.click(screen.getByRole('combobox', { name: 'Task to predict' }));
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(`^${name}`) }));
}
const getPredictButton = () => screen.getByRole('button', { name: 'Predict' });
/** Adds the previewed shapes. The preview must have `count` shapes. */
const addPredicted = async (count: number) => userEvent.click(await screen.findByRole('button', { name: `Add ${count}` }));

/** Makes the outbox send again at once. It pauses for up to 8 seconds after the server has rejected shapes of previous tests. */
const resumeSending = () => fireEvent(window, new Event('online'));

describe('the Predict button', () => {
  test('adds new predicted shapes in one undo step and requires a task', async () => {
    const detection = deferred();
    const stub = await showItemList(4, { [PREDICT_OBJECTS]: () => detection.promise });
    expect(getPredictButton()).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(getPredictButton());
    await selectTask('Cups');
    await userEvent.click(getPredictButton());
    expect(screen.getByRole('progressbar', { name: 'Predicting' })).toBeVisible();
    await userEvent.click(getPredictButton());
    detection.resolve(createPrediction([0, 0, 40, 40], [100.4, 100, 160, 160], [600, 400, 900, 900]));
    await addPredicted(2);
    expect(await findToast('2 objects were added.')).toBeVisible();
    await waitForHeading('Objects (3)');
    await waitFor(() =>
      expect(stub.getRequests('POST /detection/v2/object/bulk').map(({ body }) => body)).toMatchObject([
        { items: [{ source: 'prediction' }, { source: 'prediction' }] },
      ]),
    );
    expect(stub.getRequests(PREDICT_OBJECTS).map(({ body }) => body)).toMatchObject([
      { task_id: createId(801), records: [{ _url: expect.stringMatching(/^http.*\/files\/4\.jpg$/) as string }] },
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitForHeading('Objects (1)');
    expect(localStorage.getItem(`annotate.drawing-task.${createImageRow(1).workspace}`)).toBe(`detection/${createId(801)}`);
  });

  test('skips predicted shapes that match an existing shape, one prediction for each shape', async () => {
    await showItemList(
      6,
      {
        'GET /detection/v2/object/': page([
          createObject(31, [100, 100, 200, 200]),
          { ...createObject(32, [300, 300, 400, 400]) },
        ]),
        [PREDICT_OBJECTS]: createPrediction([104, 98, 203, 199], [130, 100, 230, 200], [310, 310, 460, 460]),
      },
      2,
    );
    await selectTask('Cups');
    await userEvent.click(getPredictButton());
    await addPredicted(2);
    expect(await findToast('2 objects were added.')).toBeVisible();
    expect(screen.getByText('1 predicted object already exists.')).toBeVisible();
    await waitForHeading('Objects (4)');
    await userEvent.click(getPredictButton());
    expect(await findToast('0 objects were added.')).toBeVisible();
    expect(screen.getByText('3 predicted objects already exist.')).toBeVisible();
    await waitForHeading('Objects (4)');
  });

  test('previews the shapes above each minimum confidence, and shows scores until the shapes change', async () => {
    const createPredictedObject = (labelNumber: number, name: string, prob: number, left: number) => ({
      id: createId(labelNumber),
      name,
      prob,
      bound_box: [left, 100, left + 40, 140],
    });
    const _objects = [
      createPredictedObject(900, 'Cup', 0.91, 100),
      createPredictedObject(900, 'Cup', 0.42, 200),
      createPredictedObject(22, 'Plate', 0.3, 300),
      // This object already exists on the image.
      { ...createPredictedObject(900, 'Cup', 0.8, 0), bound_box: [0, 0, 40, 40] },
    ];
    await showItemList(10, { [PREDICT_OBJECTS]: { records: [{ _objects }] } });
    await selectTask('Cups');
    await userEvent.click(getPredictButton());
    const reviewPanel = within(await screen.findByRole('region', { name: 'Predicted shapes' }));
    const { topics, document } = shownCanvas.editor!;
    const listPreviewPositions = () => topics.preview.getSnapshot().map(({ data }) => data[0]);
    expect(listPreviewPositions()).toEqual([100, 200, 300]);
    expect(reviewPanel.getByRole('button', { name: 'Add 3' })).toHaveFocus();
    fireEvent.change(reviewPanel.getByRole('slider', { name: 'Minimum confidence of Cup' }), { target: { value: '43' } });
    expect(reviewPanel.getByText('1 of 2')).toBeVisible();
    expect(reviewPanel.getByText('1 of 1')).toBeVisible();
    expect(listPreviewPositions()).toEqual([100, 300]);
    await userEvent.click(reviewPanel.getByRole('button', { name: 'Discard' }));
    expect(listPreviewPositions()).toEqual([]);
    expect(document.size).toBe(1);
    await userEvent.click(getPredictButton());
    fireEvent.change(await screen.findByRole('slider', { name: 'Minimum confidence of Cup' }), { target: { value: '43' } });
    await addPredicted(2);
    expect(listPreviewPositions()).toEqual([]);
    const addedShapes = document.getShapes().slice(1);
    expect(addedShapes).toMatchObject([
      { labelId: createId(900), score: 0.91, source: 'prediction' },
      { labelId: createId(22), score: 0.3 },
    ]);
    act(() => void document.move(addedShapes[0]!.id, { x: 5, y: 0 }));
    expect(document.getShapes().map(({ score }) => score)).toEqual([undefined, undefined, 0.3]);
    // The changed minimum confidence is remembered for the task.
    await userEvent.click(getPredictButton());
    expect(await screen.findByRole('button', { name: 'Add 0' })).toBeVisible();
    fireEvent.keyDown(screen.getByRole('slider', { name: 'Minimum confidence of Cup' }), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Predicted shapes' })).toBeNull());
  });

  test('adds a predicted skeleton, without the points that the model does not see', async () => {
    const points = [
      [300.4, 100, 0.9],
      [340, 140, 0.2],
      [320, 160, 0.6],
      [320, 9000, 0.9],
    ];
    const predictedPerson = { id: createId(900), name: 'Person', prob: 0.9, bound_box: [300, 100, 340, 160], points };
    const stub = await showItemList(12, {
      [PREDICT_OBJECTS]: { records: [{ _objects: [predictedPerson] }], model: createId(803) },
      [CREATE_SKELETON]: ({ body }: StubRequest) => ({ ...createObject(40, []), data: (body as { data: number[] }).data }),
    });
    await selectTask('Cups');
    await userEvent.click(getPredictButton());
    await addPredicted(1);
    resumeSending();
    const expectedData = [300, 100, 2, 0, 0, 0, 320, 160, 2, 0, 0, 0];
    const [body] = await waitFor(() => {
      const requests = stub.getRequests(CREATE_SKELETON);
      expect(requests).toHaveLength(1);
      return requests.map((request) => request.body);
    });
    const prediction = { model: createId(803), score: 0.9 };
    expect(body).toMatchObject({ detection_label: createId(900), data: expectedData, source: 'prediction', prediction });
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(shownCanvas.editor!.document.getShapes().map(({ kind }) => kind)).toEqual(['object']);
  });

  testInLongRun('starts each label at the recommended minimum confidence, which can be lowered and reset', async () => {
    const _objects = [0.9, 0.5, 0.2].map((prob, index) => ({
      id: createId(900),
      name: 'Cup',
      prob,
      bound_box: [100 * index + 100, 100, 100 * index + 140, 140],
    }));
    const thresholds = [{ id: createId(900), threshold: 0.623 }];
    const stub = await showItemList(11, { [PREDICT_OBJECTS]: { records: [{ _objects }], thresholds, model: createId(803) } });
    await selectTask('Cups');
    await userEvent.click(getPredictButton());
    const slider = await screen.findByRole('slider', { name: 'Minimum confidence of Cup' });
    expect(slider).toHaveValue('62');
    expect(screen.getByText('1 of 3')).toBeVisible();
    expect(stub.getRequests(PREDICT_OBJECTS)[0]).toMatchObject({ body: { keep_prob: 0.03 } });
    expect(screen.queryByRole('button', { name: 'Reset to recommended' })).toBeNull();
    fireEvent.change(slider, { target: { value: '20' } });
    expect(screen.getByText('3 of 3')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Reset to recommended' }));
    expect(slider).toHaveValue('62');
    await addPredicted(1);
    const expectedObject = expect.objectContaining({ prediction: { model: createId(803), score: 0.9 } });
    await waitFor(() => expect(stub.getRequests(CREATE_OBJECT).map(({ body }) => body)).toContainEqual(expectedObject));
  });

  test('shows the score of a stored prediction', async () => {
    const predictedObject = { ...createObject(31, [100, 100, 200, 200]), prediction: { model: createId(803), score: 0.7 } };
    await showItemList(13, { 'GET /detection/v2/object/': page([predictedObject]) });
    expect(shownCanvas.editor!.document.getShapes().map(({ score }) => score)).toEqual([0.7]);
  });

  test('shows the error of the server once and allows a retry', async () => {
    const stub = await showItemList(5, { [PREDICT_OBJECTS]: failWith(400, 'There is no trained model.') });
    await selectTask('Cups');
    await userEvent.click(getPredictButton());
    expect(await screen.findAllByText('There is no trained model.')).toHaveLength(1);
    const unreadableRecord = { _objects: [], _status: { code: 400, text: 'This picture could not be read.' } };
    stub.addHandlers({ [PREDICT_OBJECTS]: { ...createPrediction(), records: [unreadableRecord] } });
    await userEvent.click(getPredictButton());
    expect(await screen.findAllByText('This picture could not be read.')).toHaveLength(1);
    stub.addHandlers({ [PREDICT_OBJECTS]: createPrediction([100, 100, 160, 160]) });
    await userEvent.click(getPredictButton());
    await addPredicted(1);
    expect(await findToast('1 objects were added.')).toBeVisible();
  });

  test('draws segmentation polygons and reports servers without polygon prediction', async () => {
    const polygon = { id: createId(23), name: 'Leaf', prob: 0.8, polygon: [10, 10, 90, 10, 50, 80], bound_box: [10, 10, 90, 80] };
    const stub = await showItemList(7, {
      'GET /segmentation/v2/task/': page([createTask(802, 'Leaves')]),
      [PREDICT_POLYGONS]: failWith(405),
    });
    await selectTask('Leaves');
    expect(stub.getRequests(PREDICT_POLYGONS)).toEqual([]);
    await userEvent.click(getPredictButton());
    expect(await findToast('This deployment cannot predict this kind of task.')).toBeVisible();
    const unreadableRecord = { _status: { code: 400, text: 'This picture could not be read.' }, _objects: [] };
    stub.addHandlers({ [PREDICT_POLYGONS]: { records: [unreadableRecord] } });
    await userEvent.click(getPredictButton());
    expect(await findToast('This picture could not be read.')).toBeVisible();
    // A polygon whose label was removed from the task: the label has no name.
    const polygonWithDeletedLabel = { ...polygon, id: createId(999), name: '' };
    stub.addHandlers({ [PREDICT_POLYGONS]: { records: [{ _objects: [polygonWithDeletedLabel, polygon] }] } });
    await userEvent.click(getPredictButton());
    await addPredicted(1);
    expect(await findToast('1 objects were added.')).toBeVisible();
    await waitForHeading('Polygons (1)');
    expect(stub.getRequests(PREDICT_POLYGONS)[2]).toMatchObject({ body: { task_id: createId(802) } });
  });
});

describe('the Load button', () => {
  const createVerification = (imageId: string) => ({
    id: createId(51),
    user: { id: createId(1), username: 'tester' },
    image: imageId,
    created: '2026-02-03T14:05:00.000Z',
  });
  /** Images 1 and 9 have two objects, images 2 and 8 have only one of these objects, and image 3 has none. */
  const objectsByImage: Record<string, ReturnType<typeof createObject>[]> = {
    [createId(1)]: [createObject(31, [0, 0, 40, 40]), createObject(32, [50, 50, 90, 90])],
    [createId(2)]: [createObject(33, [0, 0, 40, 40])],
    [createId(9)]: [createObject(35, [0, 0, 40, 40]), createObject(36, [50, 50, 90, 90])],
    [createId(8)]: [createObject(34, [0, 0, 40, 40])],
  };
  /** Browser storage that is restored for each image, because signing in for a test clears it. */
  let storedItems: Record<string, string> = {};
  beforeEach(() => {
    storedItems = {};
  });
  const showVerifiableImage = (imageNumber: number, handlers: StubHandlers = {}) =>
    showImage({
      image: createImageRow(imageNumber),
      handlers: {
        'GET /recognition/v2/training-image/{id}': () => {
          for (const [key, value] of Object.entries(storedItems)) localStorage.setItem(key, value);
          return createImageRow(imageNumber);
        },
        'GET /detection/v2/object/': ({ query }: StubRequest) => page(objectsByImage[String(query.image)] ?? []),
        'POST /annotate/v2/verification/': ({ body }: StubRequest) => createVerification((body as { image_id: string }).image_id),
        ...handlers,
      },
    });
  const verifyImage = async () => {
    const button = await screen.findByRole('button', { name: 'Verify' });
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled', 'true'));
    await userEvent.click(button);
    await screen.findByRole('button', { name: 'Verified' });
    storedItems = Object.fromEntries(
      Object.entries(localStorage).filter(([key]) => key.startsWith('annotate.verified.')),
    ) as typeof storedItems;
    cleanup();
  };
  const findLoadButton = () => screen.findByRole('button', { name: 'Load' });

  test('adds missing objects of the last verified image as one undo step', async () => {
    showVerifiableImage(1);
    expect(await findLoadButton()).toHaveAttribute('aria-disabled', 'true');
    await verifyImage();

    const stub = showVerifiableImage(2, { [CREATE_OBJECT]: createObject(37, [50, 50, 90, 90]) });
    await userEvent.click(await screen.findByRole('tab', { name: 'List of items' }));
    await waitForHeading('Objects (1)');
    await waitFor(async () => expect(await findLoadButton()).not.toHaveAttribute('aria-disabled', 'true'));
    await userEvent.click(await findLoadButton());
    expect(await findToast('1 objects were added.')).toBeVisible();
    await waitForHeading('Objects (2)');
    // The outbox may also send unsent shapes of previous tests.
    resumeSending();
    const expectedCopy = expect.objectContaining({ image: createId(2), source: 'copy' });
    await waitFor(() => expect(stub.getRequests(CREATE_OBJECT).map(({ body }) => body)).toContainEqual(expectedCopy));
    await userEvent.click(await findLoadButton());
    expect(await findToast('0 objects were added.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitForHeading('Objects (1)');
  });

  test('skips a deleted image and reports a server error', async () => {
    for (const imageNumber of [9, 3]) {
      showVerifiableImage(imageNumber);
      await verifyImage();
    }
    const stub = showVerifiableImage(8, {
      'GET /detection/v2/object/': ({ query }: StubRequest) =>
        query.image === createId(3) ? failWith(404) : page(objectsByImage[String(query.image)] ?? []),
    });
    await userEvent.click(await screen.findByRole('tab', { name: 'List of items' }));
    await waitForHeading('Objects (1)');
    await userEvent.click(await findLoadButton());
    await waitForHeading('Objects (2)');
    stub.addHandlers({ 'GET /detection/v2/object/': failWith(403, 'Not now.') });
    await userEvent.click(await findLoadButton());
    expect(await findToast('The objects of the previous image could not be loaded.')).toBeVisible();
    expect(within(screen.getByRole('region', { name: 'Objects' })).getAllByRole('listitem')).toHaveLength(2);
  });
});
