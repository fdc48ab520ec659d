import 'fake-indexeddb/auto';
import { page } from '@console/shared-auth/testing';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createId, createImageRow, createObjectRow } from '../../browser/testing';
import type { BitmapPlacement, Suggestion } from '../../editor/model/region';
import { showImage } from '../testing/show-image';

// The real canvas uses konva and is tested in a browser.
jest.mock('../../editor/view', () => jest.requireActual<object>('../testing/input-canvas'));
jest.mock('../../image-decoding', () => {
  const image = { bitmap: {}, reduced: null, close: () => undefined };
  return { useDecodedImage: () => ({ state: 'loaded', image, retry: () => undefined }), prefetchDecodedImages: () => undefined };
});

// OpenCV is tested in vision.test.ts, and the worker is tested in a browser.
const mockClient = {
  ready: Promise.resolve(),
  perform: jest.fn<Promise<Suggestion>, [unknown, BitmapPlacement]>(),
};
const mockGetClient = jest.fn(() => mockClient);
jest.mock('../../assist/worker/assist-client', () => ({ getAssistClient: () => mockGetClient() }));

const mockSegmenter = { prepare: jest.fn<Promise<unknown>, [string, AbortSignal]>(), find: jest.fn() };
class MockImageProblem extends Error {}
jest.mock('../../assist/model/model-segmenter', () => ({
  getModelSegmenter: () => Promise.resolve(mockSegmenter),
  ImageProblem: MockImageProblem,
}));
const READY_MODEL = { name: 'M', licence: null, decoder: '/decoder.onnx', coordinate_size: 1024, mask_shape: [1, 1, 256, 256] };

/** Finds an object that fills the left half of the searched area. */
function findInLeftHalf(_: unknown, placement: BitmapPlacement): Promise<Suggestion> {
  const { x, y, columns, rows, step } = placement;
  const bits = Uint8Array.from({ length: columns * rows }, (_unused, index) => (index % columns < columns / 2 ? 1 : 0));
  const right = x + (columns * step) / 2;
  const outline = [x, y, right, y, right, y + rows * step, x, y + rows * step];
  return Promise.resolve({ region: { ...placement, bits }, outline, edges: [outline] });
}

const BULK_UPDATE = 'POST /detection/v2/object/bulk';
const UPDATE_OBJECT = 'PUT /detection/v2/object/{id}/';
const cups = [31, 32].map((number) => createObjectRow(number, createImageRow(1)));

const NO_MODEL = { status: 'none', problem: null, model: null };

function showScreen(model: Record<string, unknown> = NO_MODEL, { isReopened = false, handlers = {} as object } = {}) {
  const stub = showImage({
    isReopened,
    handlers: {
      'GET /interactive-model/v2/': model,
      'GET /detection/v2/object/': page(cups),
      [UPDATE_OBJECT]: ({ body }: { body: unknown }) => ({
        ...cups[0],
        ...(body as object),
        detection_label: cups[0]?.detection_label,
        version: 2,
      }),
      [BULK_UPDATE]: ({ body }: { body: unknown }) => ({
        results: (body as { items: { id: string; data: number[] }[] }).items.map(({ id, data }) => ({
          status: 200,
          row: { ...cups.find((cup) => cup.id === id), data, version: 2 },
        })),
      }),
      ...handlers,
    },
  });
  return { stub, user: userEvent.setup() };
}

beforeEach(() => {
  mockGetClient.mockClear();
  mockClient.ready = Promise.resolve();
  mockClient.perform.mockReset().mockImplementation(findInLeftHalf);
});

test('a key previews smaller boxes, Esc cancels, and Enter applies them as one undo step', async () => {
  const { stub, user } = showScreen();
  await user.click(await screen.findByRole('tab', { name: 'List of items' }));
  await user.click(await screen.findByRole('button', { name: 'Select all: Objects' }));
  await user.keyboard('/');
  const panel = within(await screen.findByRole('region', { name: 'Shrink to the objects' }));
  expect(await panel.findByText('2 of 2 shapes can be smaller.')).toBeVisible();
  await user.keyboard('{Escape}');
  expect(screen.getByRole('region', { name: 'Selected shapes' })).toBeVisible();
  await user.keyboard('/');
  expect(await screen.findByText('2 of 2 shapes can be smaller.')).toBeVisible();
  expect(stub.getRequests(BULK_UPDATE)).toHaveLength(0);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(stub.getRequests(BULK_UPDATE)).toHaveLength(1));
  expect(stub.getRequests(BULK_UPDATE)[0]?.body).toMatchObject({
    items: [
      { op: 'change', id: createId(31) },
      { op: 'change', id: createId(32) },
    ],
  });
  await waitFor(() => expect(screen.getByRole('status', { name: 'Save state' })).toHaveTextContent('Saved'));
  expect(screen.queryByRole('region', { name: 'Shrink to the objects' })).toBeNull();
});

testInLongRun('boxes and polygons are shrunk together as one undo step', async () => {
  const polygon = {
    ...createObjectRow(61, createImageRow(1)),
    segmentation_label: { id: createId(23), name: 'Leaf' },
    data: [100, 100, 200, 100, 200, 200, 100, 200],
  };
  const { user } = showScreen(NO_MODEL, { handlers: { 'GET /segmentation/v2/polygon/': page([polygon]) } });
  await user.click(await screen.findByRole('tab', { name: 'List of items' }));
  await user.click(await screen.findByRole('button', { name: 'Select all: Objects' }));
  await user.keyboard('{Control>}');
  await user.click(screen.getByRole('button', { name: 'Leaf 1' }));
  await user.keyboard('{/Control}');
  expect(await screen.findByRole('heading', { name: '3 shapes selected' })).toBeVisible();
  await user.keyboard('/');
  expect(await screen.findByText('3 of 3 shapes can be smaller.')).toBeVisible();
  await user.keyboard('{Enter}');
  const undoButton = screen.getByRole('button', { name: 'Undo' });
  await user.click(undoButton);
  expect(undoButton).toBeDisabled();
  expect(screen.getByRole('heading', { name: '3 shapes selected' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Polygons: 1' }));
  expect(await screen.findByRole('region', { name: 'Polygon' })).toBeVisible();
  await waitFor(() => expect(screen.getByRole('status', { name: 'Save state' })).toHaveTextContent('Saved'));
});

testInLongRun('a box that was changed during the preview is not shrunk', async () => {
  const { user } = showScreen();
  await user.click(await screen.findByRole('tab', { name: 'List of items' }));
  await user.click(await screen.findByRole('button', { name: 'Cup 1' }));
  await user.keyboard('/');
  const panel = within(await screen.findByRole('region', { name: 'Shrink to the objects' }));
  expect(await panel.findByText('1 of 1 shape can be smaller.')).toBeVisible();
  const angleField = screen.getByRole('spinbutton', { name: 'Angle (degrees)' });
  await user.clear(angleField);
  await user.type(angleField, '30');
  expect(await panel.findByText('0 of 1 shape can be smaller.')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('status', { name: 'Save state' })).toHaveTextContent('Saved'));
});

test('the bar offers the methods and kinds of result, and a key selects the next method', async () => {
  const { stub, user } = showScreen();
  await screen.findByRole('tab', { name: 'List of items' });
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Find objects' })).toBeEnabled());
  await user.keyboard('z');
  const bar = within(await screen.findByRole('region', { name: 'Find objects' }));
  const methodSelect = bar.getByRole('combobox', { name: 'Method' });
  expect(methodSelect).toHaveDisplayValue('Magic wand');
  // The server of this test has no interactive model.
  await waitFor(() => expect(stub.getRequests('GET /interactive-model/v2/')).toHaveLength(1));
  expect(
    within(methodSelect)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Magic wand', 'Object in a box', 'Object under strokes', 'Scissors along edges', 'Interactive model']);
  expect(bar.getByRole('combobox', { name: 'Result' })).toHaveDisplayValue('As polygon');
  await user.selectOptions(bar.getByRole('combobox', { name: 'Result' }), 'As mask');
  expect(localStorage.getItem('annotate.assist-kind')).toBe('mask');
  await user.selectOptions(bar.getByRole('combobox', { name: 'Result' }), 'As polygon');
  const pressToolKey = async () => {
    act(() => screen.getByRole('application').focus());
    await user.keyboard('z');
  };
  await pressToolKey();
  expect(methodSelect).toHaveDisplayValue('Object in a box');
  expect(bar.queryByRole('slider', { name: 'Tolerance' })).toBeNull();
  for (let presses = 0; presses < 3; presses++) await pressToolKey();
  expect(methodSelect).toHaveDisplayValue('Magic wand');
  await user.selectOptions(methodSelect, 'Interactive model');
  expect(await bar.findByText('This server has no interactive model.')).toBeVisible();
  expect(bar.getByRole('link', { name: 'Set up a model' })).toHaveAttribute('href', '/docs/interactive-model');
  expect(bar.queryByRole('button', { name: 'Retry' })).toBeNull();
  await pressToolKey();
  expect(methodSelect).toHaveDisplayValue('Magic wand');
});

test('the bar shows a message when no object was found, until Esc discards the prompt', async () => {
  const emptySuggestion = {
    region: { x: 0, y: 0, step: 1, columns: 0, rows: 0, bits: new Uint8Array() },
    outline: [],
    edges: [],
  };
  mockClient.perform.mockResolvedValue(emptySuggestion);
  const { user } = showScreen();
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Find objects' })).toBeEnabled());
  await user.keyboard('z');
  const bar = within(await screen.findByRole('region', { name: 'Find objects' }));
  await bar.findByText(/^Click the object/);
  act(() => screen.getByRole('application').focus());
  await user.keyboard('{ArrowRight}{Enter}');
  expect(await bar.findByText(/^No object was found there/)).toHaveRole('status');
  mockClient.perform.mockImplementation(findInLeftHalf);
  await user.keyboard('{ArrowRight}{Enter}');
  expect(await bar.findByText(/^Mark more of the object/)).toBeVisible();
  mockClient.perform.mockResolvedValue(emptySuggestion);
  await user.keyboard('{ArrowRight}{Enter}');
  await bar.findByText(/^No object was found there/);
  await user.keyboard('{Escape}');
  expect(await bar.findByText(/^Click the object/)).toBeVisible();
});

test('a worker that cannot be loaded is reported, and Retry loads the worker again', async () => {
  const { user } = showScreen();
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Find objects' })).toBeEnabled());
  mockClient.ready = Promise.reject(new Error('No worker'));
  mockClient.ready.catch(() => undefined);
  await user.keyboard('z');
  const bar = within(await screen.findByRole('region', { name: 'Find objects' }));
  expect(await bar.findByText("Couldn't load the tool.")).toBeVisible();
  mockClient.ready = Promise.resolve();
  await user.click(bar.getByRole('button', { name: 'Retry' }));
  await act(async () => mockClient.ready);
  expect(await bar.findByText(/^Click the object/)).toBeVisible();
});

testInLongRun('selecting the interactive model of the server prepares the image for the model', async () => {
  const { user } = showScreen({ status: 'ready', problem: null, model: READY_MODEL });
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Find objects' })).toBeEnabled());
  await user.keyboard('z');
  const bar = within(await screen.findByRole('region', { name: 'Find objects' }));
  const methodSelect = bar.getByRole('combobox', { name: 'Method' });
  expect(await within(methodSelect).findByRole('option', { name: 'Interactive model' })).toBeInTheDocument();
  let finishPreparing = () => {};
  mockSegmenter.prepare.mockImplementationOnce(() => new Promise((resolve) => (finishPreparing = () => resolve(undefined))));
  await user.selectOptions(methodSelect, 'Interactive model');
  expect(await bar.findByText('Preparing the image for the model …')).toBeVisible();
  await waitFor(() => expect(mockSegmenter.prepare).toHaveBeenCalledWith(createId(1), expect.any(AbortSignal)));
  await act(async () => finishPreparing());
  expect(await bar.findByText('Click the object, or draw a box around it.')).toBeVisible();
});

test('errors of the model and of the image are shown, and Retry loads the model again', async () => {
  const { stub, user } = showScreen({ status: 'failed', problem: 'encoder.onnx is missing.', model: null });
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Find objects' })).toBeEnabled());
  await user.keyboard('z');
  const bar = within(await screen.findByRole('region', { name: 'Find objects' }));
  const methodSelect = bar.getByRole('combobox', { name: 'Method' });
  await within(methodSelect).findByRole('option', { name: 'Interactive model' });
  await user.selectOptions(methodSelect, 'Interactive model');
  expect(await bar.findByText("The interactive model can't be used. encoder.onnx is missing.")).toBeVisible();
  stub.addHandlers({ 'GET /interactive-model/v2/': { status: 'ready', problem: null, model: READY_MODEL } });
  mockSegmenter.prepare.mockRejectedValueOnce(new MockImageProblem('It took longer than 60 seconds.'));
  await user.click(bar.getByRole('button', { name: 'Retry' }));
  expect(await bar.findByText("The model can't use this image. It took longer than 60 seconds.")).toBeVisible();
});

describe('the remembered method', () => {
  const rememberMode = (mode: string) => {
    localStorage.setItem('annotate.assist-mode', mode);
    localStorage.removeItem('annotate.tool');
  };
  const openTool = async (user: ReturnType<typeof userEvent.setup>) => {
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Find objects' })).toBeEnabled());
    await user.keyboard('z');
    const bar = within(await screen.findByRole('region', { name: 'Find objects' }));
    return bar.getByRole('combobox', { name: 'Method' });
  };

  testInLongRun('is chosen on the next image', async () => {
    const firstScreen = showScreen();
    await firstScreen.user.selectOptions(await openTool(firstScreen.user), 'Scissors along edges');
    cleanup();
    // Clear the remembered tool. If the tool were already active, its key would switch to the next method.
    localStorage.removeItem('annotate.tool');
    expect(await openTool(showScreen(NO_MODEL, { isReopened: true }).user)).toHaveDisplayValue('Scissors along edges');
  });

  testInLongRun('does not load OpenCV if it is the interactive model', async () => {
    rememberMode('model');
    const { user } = showScreen({ status: 'ready', problem: null, model: READY_MODEL }, { isReopened: true });
    expect(await openTool(user)).toHaveDisplayValue('Interactive model');
    await waitFor(() => expect(mockSegmenter.prepare).toHaveBeenCalled());
    expect(mockGetClient).not.toHaveBeenCalled();
  });

  testInLongRun('is replaced if the server has no model', async () => {
    rememberMode('model');
    const methodSelect = await openTool(showScreen(NO_MODEL, { isReopened: true }).user);
    await waitFor(() => expect(methodSelect).toHaveDisplayValue('Magic wand'));
  });
});
