import 'fake-indexeddb/auto';
import { page } from '@console/shared-auth/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createId, createImageRow } from '../../browser/testing';
import { shownCanvas } from '../testing/fake-canvas';
import { showImage } from '../testing/show-image';

// The real canvas uses konva and is tested in a browser.
jest.mock('../../editor/view', () => jest.requireActual('../testing/fake-canvas'));

const { id: imageId, img_width: width, img_height: height } = createImageRow(1);
const polygonRow = {
  id: createId(61),
  workspace: createId(900),
  image: { id: imageId },
  segmentation_label: { id: createId(23), name: 'Leaf' },
  meta_data: {},
  created: '2026-02-03T14:00:00.000Z',
  version: 1,
};
const CREATE_MASK = 'POST /segmentation/v2/mask/';
const listShapeKinds = () => shownCanvas.editor?.document.getShapes().map(({ kind }) => kind);

test('a polygon becomes a mask and a polygon again, by its card and by key', async () => {
  const stub = showImage({
    handlers: {
      'GET /segmentation/v2/polygon/': page([{ ...polygonRow, data: [10, 10, 30, 10, 30, 20, 10, 20] }]),
      'DELETE /segmentation/v2/polygon/{id}': {},
      [CREATE_MASK]: ({ body }: { body: unknown }) => ({
        ...polygonRow,
        ...(body as object),
        segmentation_label: polygonRow.segmentation_label,
      }),
    },
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('tab', { name: 'List of items' }));
  await user.click(await screen.findByRole('button', { name: 'Leaf 1' }));
  await user.click(await screen.findByRole('button', { name: 'Convert to mask' }));
  expect(await screen.findByText('200 pixels')).toBeVisible();
  await waitFor(() =>
    expect(stub.getRequests(CREATE_MASK).at(-1)?.body).toMatchObject({ image: imageId, data: { size: [height, width] } }),
  );
  await user.keyboard('{Shift>}k{/Shift}');
  expect(await screen.findByText('144 pixels')).toBeVisible();
  await user.keyboard('j');
  await waitFor(() => expect(listShapeKinds()).toEqual(['object', 'polygon']));
  expect(screen.getByRole('button', { name: 'Convert to mask' })).toBeEnabled();
});

testInLongRun('J converts all selected polygons as one undo step', async () => {
  const polygons = [10, 50].map((x, index) => ({
    ...polygonRow,
    image: { id: createId(2) },
    id: createId(61 + index),
    data: [x, 10, x + 20, 10, x + 20, 20, x, 20],
  }));
  let createdCount = 0;
  // Use another image than the first test, because its unsent changes stay in browser storage.
  showImage({
    image: createImageRow(2),
    handlers: {
      'GET /segmentation/v2/polygon/': page(polygons),
      'DELETE /segmentation/v2/polygon/{id}': {},
      [CREATE_MASK]: ({ body }: { body: unknown }) => ({ ...polygonRow, ...(body as object), id: createId(71 + createdCount++) }),
    },
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('tab', { name: 'List of items' }));
  await user.click(await screen.findByRole('button', { name: 'Select all: Polygons' }));
  await user.keyboard('j');
  await waitFor(() => expect(listShapeKinds()).toEqual(['object', 'mask', 'mask']));
  expect(await screen.findByRole('heading', { name: '2 masks selected' })).toBeVisible();
  act(() => shownCanvas.editor?.undo());
  expect(listShapeKinds()?.toSorted()).toEqual(['object', 'polygon', 'polygon']);
});
