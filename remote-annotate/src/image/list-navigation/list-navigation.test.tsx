import { consoleQueryClient } from '@console/shared-auth';
import { page, signInForTest, testWorkspace, type StubHandlers, type StubRequest } from '@console/shared-auth/testing';
import { LeaveGuard } from '@console/shared-ui/basics';
import { renderConsole } from '@console/shared-ui/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import 'fake-indexeddb/auto';
import { createMemoryRouter, Route, RouterProvider, Routes } from 'react-router-dom';
import { ImagesPage } from '../../browser/images-page';
import {
  AddressBar,
  createId,
  createImageRow,
  IMAGES,
  createObjectRow,
  OBJECTS,
  createRunRow,
  stubWorkspace,
} from '../../browser/testing';
import { createSuspectRow } from '../../outbox/testing/writes';
import { NO_MODIFIERS } from '../../editor/input/events';
import { getRowKey } from '../../outbox';
import { shownCanvas } from '../testing/fake-canvas';
import { ImagePage } from '../screen/image-page';

jest.mock('../../editor/view', () => jest.requireActual<object>('../testing/fake-canvas'));
jest.mock('../../image-decoding', () => jest.requireActual<object>('../testing/fake-canvas'));

const GET_IMAGE = 'GET /recognition/v2/training-image/{id}';
beforeEach(() => {
  sessionStorage.clear();
  // jsdom has no layout and cannot scroll.
  Element.prototype.scrollIntoView = () => undefined;
});

/** Shows a list of 120 images in pages. Images in `removedIds` no longer match the filter. */
function showList(handlers: StubHandlers = {}, route = '/images') {
  signInForTest();
  const removedIds = new Set<string>();
  const stub = stubWorkspace({
    [IMAGES]: ({ query }: StubRequest) => {
      const allImages = Array.from({ length: 120 }, (_, index) => createImageRow(index + 1)).filter(
        ({ id }) => !removedIds.has(id),
      );
      const startIndex = (Number(query.page) - 1) * 50;
      return page(allImages.slice(startIndex, startIndex + 50), allImages.length);
    },
    [GET_IMAGE]: ({ params }: StubRequest) => createImageRow(Number((params.id ?? '').slice(-4))),
    'GET /segmentation/v2/label/': page([]),
    'GET /segmentation/v2/polygon/': page([]),
    'GET /segmentation/v2/mask/': page([]),
    'GET /annotate/v2/point/': page([]),
    'GET /annotate/v2/verification/': page([]),
    'GET /similarity/training/v2/group/': page([]),
    ...handlers,
  });
  // Use a data router, like the host application, because the leave guard can block only its navigation.
  const screenElement = (
    <>
      <LeaveGuard />
      <AddressBar />
      <Routes>
        <Route path="/images" element={<ImagesPage />} />
        <Route path="/image/:id" element={<ImagePage />} />
      </Routes>
    </>
  );
  const router = createMemoryRouter([{ path: '*', element: screenElement }], { initialEntries: [route] });
  renderConsole(<RouterProvider router={router} />, { withoutRouter: true });
  return { stub, removedIds };
}
const openTile = async (position: number, list = 'Images') => {
  const tiles = await within(await screen.findByRole('list', { name: list })).findAllByRole('link');
  await userEvent.click(tiles[position]!);
};
const getUrl = () => screen.getByRole('status', { name: 'Address' });
const findPosition = () => screen.findByRole('status', { name: 'Position in the list' });
const waitForUrlAndPosition = async (path: string, number: string) => {
  await waitFor(() => expect(getUrl()).toHaveTextContent(path));
  await waitFor(async () => expect(await findPosition()).toHaveTextContent(number));
};
const pressStep = async (name: string) => {
  await waitFor(() => expect(screen.getByRole('button', { name })).not.toHaveAttribute('aria-disabled', 'true'));
  await userEvent.click(screen.getByRole('button', { name }));
};

test('list navigation crosses pages, and the link to the list focuses the current image', async () => {
  showList();
  await openTile(48);
  await waitForUrlAndPosition(`/image/${createId(49)}`, '49 of 120');
  await pressStep('Next image');
  await waitForUrlAndPosition(`/image/${createId(50)}`, '50 of 120');
  await pressStep('Next image');
  await waitForUrlAndPosition(`/image/${createId(51)}`, '51 of 120');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Next image' })).toHaveFocus());
  await userEvent.click(screen.getByRole('link', { name: 'Images' }));
  await waitFor(() => expect(getUrl()).toHaveTextContent('/images?page=2'));
  const tiles = await within(await screen.findByRole('list', { name: 'Images' })).findAllByRole('link');
  await waitFor(() => expect(tiles[0]).toHaveFocus());
});

testInLongRun('a step shows the next image before the URL changes', async () => {
  showList();
  await openTile(3);
  await waitForUrlAndPosition(`/image/${createId(4)}`, '4 of 120');
  await waitFor(() => expect(shownCanvas.editor).not.toBeNull());
  const firstEditor = shownCanvas.editor;
  const nextButton = screen.getByRole('button', { name: 'Next image' });
  await waitFor(() => expect(nextButton).not.toHaveAttribute('aria-disabled', 'true'));
  // Wait until the data of the next image is prefetched.
  await waitFor(() =>
    expect(consoleQueryClient.getQueryData([testWorkspace.id, ...getRowKey('image', createId(5))])).toBeDefined(),
  );
  // Click outside of `act`, because `act` would also wait for the router.
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false);
  nextButton.click();
  // Wait for a microtask, in which React renders the update of the click.
  await null;
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
  expect(getUrl()).toHaveTextContent(createId(4));
  expect(shownCanvas.editor).not.toBe(firstEditor);
  expect(screen.getByRole('status', { name: 'Position in the list' })).toHaveTextContent('5 of 120');
  await waitForUrlAndPosition(`/image/${createId(5)}`, '5 of 120');
});

test("the browser's Back returns to the same page and position", async () => {
  showList({}, '/images?page=2');
  await openTile(7);
  await waitForUrlAndPosition(`/image/${createId(58)}`, '58 of 120');
  await pressStep('Previous image');
  await waitForUrlAndPosition(`/image/${createId(57)}`, '57 of 120');
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(getUrl()).toHaveTextContent('/images?page=2'));
  const tiles = await within(await screen.findByRole('list', { name: 'Images' })).findAllByRole('link');
  await waitFor(() => expect(tiles[6]).toHaveFocus());
});

testInLongRun('list navigation follows the sort order of the list', async () => {
  const { stub } = showList({}, '/images?sort=oldest&page=1');
  await openTile(49);
  await waitForUrlAndPosition(`/image/${createId(50)}`, '50 of 120');
  await pressStep('Next image');
  await waitForUrlAndPosition(`/image/${createId(51)}`, '51 of 120');
  expect(new Set(stub.getRequests(IMAGES).map(({ query }) => query.sort))).toEqual(new Set(['oldest']));
  await userEvent.click(screen.getByRole('link', { name: 'Images' }));
  await waitFor(() => expect(getUrl()).toHaveTextContent('/images?sort=oldest&page=2'));
});

test('Next and Previous ask before they discard an unfinished shape', async () => {
  showList({ 'GET /segmentation/v2/label/': page([{ id: createId(23), name: 'Leaf', color: '#00aa88' }]) });
  await openTile(3);
  await waitForUrlAndPosition(`/image/${createId(4)}`, '4 of 120');
  const firstEditor = shownCanvas.editor!;
  await waitFor(() => expect(firstEditor.labels.polygon).toHaveLength(1));
  const clickVertex = (x: number, y: number) => {
    const pressEvent = { point: { x, y }, button: 0, pointerType: 'mouse', pointerId: 1, modifiers: NO_MODIFIERS } as const;
    firstEditor.dispatch({ type: 'pointer_down', ...pressEvent });
    firstEditor.dispatch({ type: 'pointer_up', ...pressEvent });
  };
  act(() => {
    firstEditor.viewport.resize({ width: 640, height: 480 });
    firstEditor.setTool('polygon');
    clickVertex(160, 160);
    clickVertex(300, 180);
  });
  for (const name of ['Next image', 'Previous image']) {
    await pressStep(name);
    await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(getUrl()).toHaveTextContent(createId(4));
    expect([shownCanvas.editor, firstEditor.hasUnfinished]).toEqual([firstEditor, true]);
  }
  await pressStep('Next image');
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitForUrlAndPosition(`/image/${createId(5)}`, '5 of 120');
  expect(shownCanvas.editor?.hasUnfinished).toBe(false);
});

test('step buttons are disabled at both ends of the list', async () => {
  showList({ [IMAGES]: page([createImageRow(1)]) });
  await openTile(0);
  await waitForUrlAndPosition(`/image/${createId(1)}`, '1 of 1');
  for (const name of ['Next image', 'Previous image'])
    expect(screen.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
});

testInLongRun('when an image no longer matches, list navigation continues at its position', async () => {
  const { removedIds, stub } = showList({}, '/images?verified=0');
  await openTile(2);
  await waitForUrlAndPosition(`/image/${createId(3)}`, '3 of 120');
  removedIds.add(createId(3));
  const requestCount = stub.getRequests(IMAGES).length;
  await pressStep('Next image');
  await waitForUrlAndPosition(`/image/${createId(4)}`, '3 of 119');
  expect(stub.getRequests(IMAGES).length).toBeGreaterThan(requestCount);
  removedIds.add(createId(4));
  await pressStep('Previous image');
  await waitForUrlAndPosition(`/image/${createId(2)}`, '2 of 118');
});

test('opening an object selects it on its image, and steps follow the list of objects', async () => {
  const firstImage = createImageRow(1);
  const plate = { id: createId(22), name: 'Plate', color: '#00aa88' };
  const objects = [createObjectRow(31, firstImage, 'Cup'), { ...createObjectRow(32, firstImage), detection_label: plate }];
  const labels = page([{ id: createId(900), name: 'Cup', color: '#ff0000' }, plate]);
  showList({ [OBJECTS]: page(objects), 'GET /detection/v2/label/': labels }, '/images?show=objects');
  await openTile(0, 'Objects');
  await waitForUrlAndPosition(`/image/${createId(1)}?object=${createId(31)}`, '1 of 2');
  const findLabelPicker = () => screen.findByRole('combobox', { name: 'Label' });
  await waitFor(async () => expect(await findLabelPicker()).toHaveDisplayValue('Cup'));
  await pressStep('Next image');
  await waitForUrlAndPosition(`/image/${createId(1)}?object=${createId(32)}`, '2 of 2');
  await waitFor(async () => expect(await findLabelPicker()).toHaveDisplayValue('Plate'));
});

test('the next image and its shapes are prefetched', async () => {
  const { stub } = showList();
  await openTile(0);
  await waitForUrlAndPosition(`/image/${createId(1)}`, '1 of 120');
  await waitFor(() => expect(stub.getRequests(GET_IMAGE).map(({ params }) => params.id)).toContain(createId(2)));
  const listPrefetchedImages = () => stub.getRequests('GET /annotate/v2/point/').map(({ query }) => query.image);
  await waitFor(() => expect(listPrefetchedImages()).toContain(createId(2)));
  await pressStep('Next image');
  await waitForUrlAndPosition(`/image/${createId(2)}`, '2 of 120');
  await waitFor(() => expect(listPrefetchedImages()).toContain(createId(3)));
  expect(listPrefetchedImages().filter((image) => image === createId(2))).toHaveLength(1);
});

test('deciding on the last suspected error shows the next image, and a link leads back', async () => {
  const runId = createId(800);
  const decidedIds = new Set<string>();
  const createSuspect = (imageId: string) => ({
    ...createSuspectRow(`${imageId.slice(0, -4)}9${imageId.slice(-3)}`),
    image: imageId,
  });
  const listUndecided = () =>
    [1, 2, 3].map((number) => createImageRow(number)).filter(({ id }) => !decidedIds.has(createSuspect(id).id));
  const { stub } = showList(
    {
      [IMAGES]: ({ query }: StubRequest) => page('suspects_of' in query ? listUndecided() : []),
      'GET /annotate/v2/prediction-run/': page([createRunRow(800)]),
      'GET /annotate/v2/suspect/': ({ query }: StubRequest) =>
        page([createSuspect(String(query.image))].filter(({ id }) => !decidedIds.has(id))),
      'PUT /annotate/v2/suspect/{id}': ({ params, body }: StubRequest) => {
        if ((body as { state: string }).state === 'open') decidedIds.delete(params.id ?? '');
        else decidedIds.add(params.id ?? '');
        return body;
      },
    },
    `/images?suspects-of=${runId}&certainty=10&sort=surest`,
  );
  await openTile(0);
  await waitForUrlAndPosition(`/image/${createId(1)}`, '1 of 3');
  const findDismissButton = () => screen.findByRole('button', { name: 'Dismiss' });
  await userEvent.click(await findDismissButton());
  await waitForUrlAndPosition(`/image/${createId(2)}`, '1 of 2');
  await findDismissButton();
  await userEvent.keyboard('d');
  await waitForUrlAndPosition(`/image/${createId(3)}`, '1 of 1');
  expect([...decidedIds]).toEqual([1, 2].map((number) => createSuspect(createId(number)).id));
  expect(new Set(stub.getRequests(IMAGES).map(({ query }) => `${String(query.suspects_of)} ${String(query.sort)}`))).toEqual(
    new Set([`${runId} surest`]),
  );
  const minimumCertainties = stub.getRequests('GET /annotate/v2/suspect/').map(({ query }) => query.sureness_from);
  expect(new Set(minimumCertainties)).toEqual(new Set([0.1]));
  await userEvent.click(await screen.findByRole('button', { name: 'Back to the previous image' }));
  await waitFor(() => expect(getUrl()).toHaveTextContent(`/image/${createId(2)}`));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Undo' })).toBeEnabled());
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await findDismissButton()).toBeVisible();
  await waitForUrlAndPosition(`/image/${createId(2)}`, '1 of 2');
});

test('an image that was opened by its URL has no list bar', async () => {
  showList({}, `/image/${createId(1)}`);
  await screen.findByRole('application', { name: 'Annotation canvas' });
  expect(screen.queryByRole('group', { name: 'List of images' })).toBeNull();
});
