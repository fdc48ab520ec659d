import 'fake-indexeddb/auto';
import { consoleQueryClient } from '@console/shared-auth';
import { deferred, allServices, page, testWorkspace, type StubHandlers, type StubRequest } from '@console/shared-auth/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createId, createImageRow, createObjectRow } from '../../browser/testing';
import type { Editor } from '../../editor';
import { NO_MODIFIERS } from '../../editor/input/events';
import { waitUntilSent, createJobServer, showJob } from '../../image-job/testing';
import { getRowKey } from '../../outbox';
import { shownCanvas, fakeImages } from '../testing/fake-canvas';
import { rememberTab } from '../preferences/user-preferences';

jest.mock('../../editor/view', () => jest.requireActual<object>('../testing/fake-canvas'));
jest.mock('../../image-decoding', () => jest.requireActual<object>('../testing/fake-canvas'));

const GET_OBJECTS = 'GET /detection/v2/object/';
const PREDICT = 'POST /detection/v2/detect';
const UPDATE_IMAGE_FLAGS = 'POST /recognition/v2/training-image/update';
const cup = { id: createId(900), name: 'Cup', color: '#ff0000', recognition_tasks: [] };
const predictionResponse = { records: [{ _objects: [{ id: cup.id, name: 'Cup', prob: 0.9, bound_box: [100, 100, 160, 160] }] }] };
/** The two images of the current test. Each test uses new images, because unsent changes of an earlier test could still affect the job. */
let [firstImageNumber, secondImageNumber] = [0, 0];
const getObjectId = (imageNumber: number) => createId(imageNumber + 300);
/** Returns the object list of an image, which contains one object. */
const createObjectPage = (imageNumber: number) => page([createObjectRow(imageNumber + 300, createImageRow(imageNumber))]);
const getImageNumber = (imageNumber: unknown) => Number(String(imageNumber).slice(-4));

const getCanvas = () => screen.getByRole('application', { name: 'Annotation canvas' });
const getEditor = (): Editor => shownCanvas.editor!;
// Queries by text and label, which are much faster than by role on a page of this size.
const getStepButton = (name: 'Next' | 'Previous') => screen.getByText(name).closest('button')!;
const pressStep = (name: 'Next' | 'Previous') => fireEvent.click(getStepButton(name));
const pressLabel = (label: string) => fireEvent.click(screen.getByLabelText(label));
const getServerIds = (editor: Editor) => editor.document.getShapes().map(({ serverId }) => serverId);

/** Opens a job of two images, with the first on the screen and the second prefetched. */
async function openJob(handlers: StubHandlers = {}) {
  [firstImageNumber, secondImageNumber] = [secondImageNumber + 1, secondImageNumber + 2];
  const { stub } = createJobServer(
    [createId(firstImageNumber), createId(secondImageNumber)],
    {
      'GET /recognition/v2/label/': page([]),
      'GET /recognition/v2/task/': page([]),
      'GET /flows/v2/flow/': page([]),
      'GET /detection/v2/task/': page([{ id: createId(801), name: 'Cups' }]),
      'GET /segmentation/v2/task/': page([]),
      'GET /detection/v2/label/': page([cup]),
      'GET /segmentation/v2/label/': page([{ id: createId(23), name: 'Leaf', color: '#00aa88' }]),
      [GET_OBJECTS]: ({ query }: StubRequest) => createObjectPage(getImageNumber(query.image)),
      'GET /segmentation/v2/polygon/': page([]),
      'GET /segmentation/v2/mask/': page([]),
      'GET /similarity/training/v2/group/': page([]),
      'PUT /detection/v2/object/{id}/': ({ body }: StubRequest) => ({
        ...createObjectRow(firstImageNumber + 300, createImageRow(firstImageNumber)),
        ...(body as { data: number[] }),
        version: 2,
      }),
      [UPDATE_IMAGE_FLAGS]: {},
      ...handlers,
    },
    allServices,
  );
  // Open the image by URL. An undone step of the previous test can affect the order of the job's items until they are reloaded.
  showJob(`?image=${createId(firstImageNumber)}`);
  await screen.findByText('Next');
  await waitFor(() => expect(getStepButton('Next')).not.toHaveAttribute('aria-disabled', 'true'));
  await waitFor(() =>
    expect(consoleQueryClient.getQueryData([testWorkspace.id, ...getRowKey('image', createId(secondImageNumber))])).toBeDefined(),
  );
  await waitFor(() =>
    expect(stub.getRequests(GET_OBJECTS).map(({ query }) => query.image)).toContain(createId(secondImageNumber)),
  );
  return stub;
}
/** Waits until the second image is on the canvas. */
const waitForNextImage = (previousEditor: Editor) => waitFor(() => expect(getEditor()).not.toBe(previousEditor));
/** Presses Next, and checks that the canvas shows the next image immediately, before the next frame. */
function pressNextSynchronously(previousEditor: Editor): void {
  act(() => getStepButton('Next').click());
  expect(getEditor()).not.toBe(previousEditor);
}

beforeEach(() => {
  fakeImages.loadAll();
  // Clear the cached items, because all tests use the same job.
  consoleQueryClient.clear();
  sessionStorage.clear();
  localStorage.clear();
  rememberTab('list', createId(90));
});
afterEach(async () => {
  jest.restoreAllMocks();
  await waitUntilSent();
});

test("Next keeps the canvas and its focus and shows the next image's shapes", async () => {
  await openJob();
  const [firstCanvas, firstEditor] = [getCanvas(), getEditor()];
  await waitFor(() => expect(getServerIds(firstEditor)).toEqual([getObjectId(firstImageNumber)]));
  getCanvas().focus();
  await userEvent.keyboard('n');
  await waitForNextImage(firstEditor);
  expect(getCanvas()).toBe(firstCanvas);
  expect(getCanvas()).toHaveFocus();
  await waitFor(() => expect(getServerIds(getEditor())).toEqual([getObjectId(secondImageNumber)]));
  expect(await screen.findByText(/^Cup/)).toBeVisible();
});

test('Next clears the selection, its card, its announcement and its undo steps', async () => {
  await openJob();
  const firstEditor = getEditor();
  await waitFor(() => expect(firstEditor.document.findByServerId(getObjectId(firstImageNumber))).toBeDefined());
  act(() => firstEditor.select(firstEditor.document.findByServerId(getObjectId(firstImageNumber))!.id));
  act(() => void firstEditor.nudgeSelected({ x: 5, y: 5 }));
  expect(await screen.findByText('Object: Cup')).toBeVisible();
  expect(screen.getByText(/ Cup, 1 of 1/)).toBeInTheDocument();
  await waitFor(() => expect(screen.getByLabelText('Undo')).toBeEnabled());
  pressNextSynchronously(firstEditor);
  expect(screen.queryByText(/ Cup, 1 of 1/)).toBeNull();
  expect(screen.queryByText('Object: Cup')).toBeNull();
  expect(getEditor().selection).toEqual([]);
  // The next undo reverts only the step to the second image.
  pressLabel('Undo');
  await waitFor(() => expect(getServerIds(getEditor())).toEqual([getObjectId(firstImageNumber)]));
  expect(firstEditor.document.findByServerId(getObjectId(firstImageNumber))).toMatchObject({ data: [5, 5, 45, 45] });
});

test('leaving an unfinished shape asks once and discards the shape', async () => {
  await openJob();
  const firstEditor = getEditor();
  const clickVertex = (x: number, y: number) => {
    const pressEvent = { point: { x, y }, button: 0, pointerType: 'mouse', pointerId: 1, modifiers: NO_MODIFIERS } as const;
    firstEditor.dispatch({ type: 'pointer_down', ...pressEvent });
    firstEditor.dispatch({ type: 'pointer_up', ...pressEvent });
  };
  await waitFor(() => expect(firstEditor.labels.polygon).toHaveLength(1));
  act(() => {
    firstEditor.viewport.resize({ width: 640, height: 480 });
    firstEditor.setTool('polygon');
    clickVertex(160, 160);
    clickVertex(300, 180);
  });
  expect(firstEditor.hasUnfinished).toBe(true);
  pressStep('Next');
  fireEvent.click(await screen.findByText('Keep editing'));
  expect(getEditor()).toBe(firstEditor);
  expect(firstEditor.hasUnfinished).toBe(true);
  pressStep('Next');
  fireEvent.click(await screen.findByText('Discard and continue'));
  await waitForNextImage(firstEditor);
  expect(getEditor().hasUnfinished).toBe(false);
  const secondEditor = getEditor();
  pressStep('Previous');
  await waitForNextImage(secondEditor);
  expect(screen.queryByText('Discard and continue')).toBeNull();
});

test('unsaved meta data is kept for its image and not shown on the next', async () => {
  rememberTab('meta', createId(90));
  await openJob();
  const openTextEditor = async () => {
    fireEvent.click(await screen.findByRole('tab', { name: /^Text/ }));
    return screen.findByLabelText<HTMLTextAreaElement>('Meta data', { selector: 'textarea' });
  };
  const firstEditor = getEditor();
  fireEvent.input(await openTextEditor(), { target: { value: '{ "shelf": 7 }' } });
  pressStep('Next');
  await waitForNextImage(firstEditor);
  expect(JSON.parse((await openTextEditor()).value)).toEqual({});
  pressStep('Previous');
  expect(JSON.parse((await openTextEditor()).value)).toEqual({ shelf: 7 });
});

testInLongRun('invalid meta data text is kept for its image and not shown on the next', async () => {
  rememberTab('meta', createId(90));
  await openJob();
  const findTextField = () => screen.findByLabelText<HTMLTextAreaElement>('Meta data', { selector: 'textarea' });
  const firstEditor = getEditor();
  fireEvent.click(await screen.findByRole('tab', { name: /^Text/ }));
  fireEvent.input(await findTextField(), { target: { value: '{ "shelf": ' } });
  pressStep('Next');
  await waitForNextImage(firstEditor);
  await waitFor(() => expect(screen.queryByDisplayValue('{ "shelf":')).toBeNull());
  expect(screen.queryByText(/not valid JSON/i)).toBeNull();
  pressStep('Previous');
  expect((await findTextField()).value).toBe('{ "shelf": ');
});

test('a late prediction for the previous image changes no shapes', async () => {
  const prediction = deferred();
  await openJob({ [PREDICT]: () => prediction.promise });
  await userEvent.click(screen.getByRole('combobox', { name: 'Task to predict' }));
  await userEvent.click(await screen.findByRole('option', { name: /^Cups/ }));
  fireEvent.click(screen.getByText('Predict'));
  expect(screen.getByLabelText('Predicting')).toBeVisible();
  const firstEditor = getEditor();
  pressNextSynchronously(firstEditor);
  expect(screen.queryByLabelText('Predicting')).toBeNull();
  await waitFor(() => expect(getServerIds(getEditor())).toEqual([getObjectId(secondImageNumber)]));
  await act(async () => {
    prediction.resolve(predictionResponse);
    await prediction.promise;
  });
  expect(screen.queryByText(/objects were added/)).toBeNull();
  expect([firstEditor, getEditor()].map(({ document }) => document.getShapes().length)).toEqual([1, 1]);
});

testInLongRun('a key or click applies to the next image even before its first frame', async () => {
  const stub = await openJob();
  const firstEditor = getEditor();
  // The button must stay mounted. Otherwise, a mouse press that starts before the step and ends after it would not click the button.
  const flagButton = screen.getByLabelText('PRODUCT/REAL background');
  pressNextSynchronously(firstEditor);
  fireEvent.keyDown(window, { key: 'T', code: 'KeyT', shiftKey: true });
  expect(flagButton).toBeInTheDocument();
  fireEvent.click(flagButton);
  await waitFor(() => expect(stub.getRequests(UPDATE_IMAGE_FLAGS)).toHaveLength(2));
  for (const { body } of stub.getRequests(UPDATE_IMAGE_FLAGS))
    expect(JSON.stringify(body)).toContain(createId(secondImageNumber));
});

test('Next closes open confirmation dialogs of the previous image', async () => {
  await openJob();
  const questions = ['Erase all shapes of this image?', 'Are you sure you want to delete this image?'];
  for (const [getButton, question, direction] of [
    [() => screen.getByText('Erase all'), questions[0]!, 'Next'],
    [() => screen.getByLabelText('Delete image'), questions[1]!, 'Previous'],
  ] as const) {
    const firstEditor = getEditor();
    await waitFor(() => expect(getButton().closest('button')).toBeEnabled());
    fireEvent.click(getButton());
    await screen.findByText(question);
    // Use `fireEvent`, because the dialog blocks user clicks on the buttons behind it. Back in the browser also leaves the image while the
    // dialog is open.
    pressStep(direction);
    await waitForNextImage(firstEditor);
    await waitFor(() => expect(screen.queryByText(question)).toBeNull());
  }
});

test('late shapes of the previous image are not shown on the next', async () => {
  const lateShapes = deferred();
  await openJob({
    [GET_OBJECTS]: ({ query }: StubRequest) =>
      getImageNumber(query.image) === firstImageNumber ? lateShapes.promise : createObjectPage(secondImageNumber),
  });
  const firstEditor = getEditor();
  pressStep('Next');
  await waitForNextImage(firstEditor);
  await act(async () => {
    lateShapes.resolve(createObjectPage(firstImageNumber));
    await lateShapes.promise;
  });
  await waitFor(() => expect(getServerIds(getEditor())).toEqual([getObjectId(secondImageNumber)]));
  expect(getServerIds(firstEditor)).toEqual([]);
});

test('zoom and position are kept for the next image when the option is on', async () => {
  await openJob();
  const setViewportSize = (editor: Editor) => act(() => editor.viewport.resize({ width: 640, height: 480 }));
  setViewportSize(getEditor());
  act(() => getEditor().viewport.zoomTo(3));
  const firstEditor = getEditor();
  pressLabel('Keep zoom and position between images');
  pressStep('Next');
  await waitForNextImage(firstEditor);
  setViewportSize(getEditor());
  expect(getEditor().viewport.camera.scale).toBe(3);
});
