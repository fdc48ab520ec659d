import 'fake-indexeddb/auto';
import { page } from '@console/shared-auth/testing';
import { encodeCounts } from '@console/shared-contract/mask-rle';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createId, createImageRow, createObjectRow } from '../../browser/testing';
import { shownCanvas } from '../testing/fake-canvas';
import { showImage, waitUntilSaved } from '../testing/show-image';

// The real canvas uses konva and is tested in a browser.
jest.mock('../../editor/view', () => jest.requireActual<object>('../testing/fake-canvas'));
jest.mock('../../image-decoding', () => jest.requireActual<object>('../testing/fake-canvas'));

const image = createImageRow(1);
const baseRow = { workspace: image.workspace, image: { id: image.id }, meta_data: {}, attributes: {}, version: 1 };
const leafLabel = { segmentation_label: { id: createId(23), name: 'Leaf' } };
const person = { id: createId(24), name: 'Person', color: '#00aa88' };
const skeleton = { points: [{ name: 'head' }, { name: 'foot' }], edges: [[0, 1]], pairs: [], layout: null };
// A mask of the first 20 pixels of the first column.
const runLengths = encodeCounts([0, 20, image.img_width * image.img_height - 20]);

const ROWS_BY_KIND = {
  box: createObjectRow(31, image),
  rotated: { ...createObjectRow(32, image), data: [80, 90, 120, 110], rotated_box: [100, 100, 40, 20, 0.5] },
  polygon: { ...baseRow, ...leafLabel, id: createId(33), data: [10, 10, 60, 10, 60, 40] },
  mask: { ...baseRow, ...leafLabel, id: createId(34), data: { size: [image.img_height, image.img_width], counts: runLengths } },
  point: { ...baseRow, id: createId(35), name: 'Tip', data: [5, 6] },
  skeleton: { ...baseRow, id: createId(36), detection_label: person, data: [10, 10, 2, 40, 60, 2] },
};

/** For each kind of shape: the name of its card, and the call that deletes the shape. */
const KINDS = [
  { kind: 'box', card: 'Object', id: 31, deletion: 'DELETE /detection/v2/object/{id}' },
  { kind: 'rotated', card: 'Object', id: 32, deletion: 'DELETE /detection/v2/object/{id}' },
  { kind: 'polygon', card: 'Polygon', id: 33, deletion: 'DELETE /segmentation/v2/polygon/{id}' },
  { kind: 'mask', card: 'Mask', id: 34, deletion: 'DELETE /segmentation/v2/mask/{id}' },
  { kind: 'point', card: 'Point', id: 35, deletion: 'DELETE /annotate/v2/point/{id}' },
  { kind: 'skeleton', card: 'Skeleton', id: 36, deletion: 'DELETE /detection/v2/skeleton/{id}' },
] as const;

async function openItemList() {
  const stub = showImage({
    handlers: {
      'GET /detection/v2/label/': page([
        { id: createId(900), name: 'Cup', color: '#ff0000' },
        { ...person, skeleton },
      ]),
      'GET /detection/v2/object/': page([ROWS_BY_KIND.box, ROWS_BY_KIND.rotated]),
      'GET /segmentation/v2/polygon/': page([ROWS_BY_KIND.polygon]),
      'GET /segmentation/v2/mask/': page([ROWS_BY_KIND.mask]),
      'GET /annotate/v2/point/': page([ROWS_BY_KIND.point]),
      'GET /detection/v2/skeleton/': page([ROWS_BY_KIND.skeleton]),
      ...Object.fromEntries(KINDS.map(({ deletion }) => [deletion, {}])),
    },
  });
  await userEvent.click(await screen.findByRole('tab', { name: 'List of items' }, { timeout: 25_000 }));
  await waitFor(() => expect(shownCanvas.editor?.document.getShapes()).toHaveLength(KINDS.length));
  return stub;
}

const listNames = () => screen.getAllByRole('button', { name: /^Lock / }).map((button) => button.getAttribute('aria-label'));

test('shapes of each kind are in the list, and their cards show, lock and delete them', async () => {
  const stub = await openItemList();
  expect(listNames()).toEqual(['Cup 1', 'Cup 2', 'Leaf 1', 'Leaf 1', 'Tip 1', 'Person 1'].map((name) => `Lock ${name}`));
  for (const { kind, card, id, deletion } of KINDS) {
    act(() => shownCanvas.editor?.select(createId(id)));
    const shapeCard = within(await screen.findByRole('region', { name: card }));
    if (isLongRun || kind === 'mask') {
      await userEvent.click(shapeCard.getByRole('button', { name: `Enlarge the ${card.toLowerCase()}` }));
      const dialog = await screen.findByRole('dialog', { name: card });
      expect(within(dialog).getByRole('img', { name: `The ${card.toLowerCase()}, cropped from the image` })).toBeVisible();
      await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    }
    fireEvent.click(shapeCard.getByRole('button', { name: 'Lock' }));
    expect(shapeCard.getByRole('button', { name: 'Delete' })).toBeDisabled();
    fireEvent.click(shapeCard.getByRole('button', { name: 'Lock', pressed: true }));
    fireEvent.click(shapeCard.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(stub.getRequests(deletion).map(({ params }) => params.id)).toContain(createId(id)));
  }
  expect(shownCanvas.editor?.document.getShapes()).toEqual([]);
  await waitUntilSaved();
}, 60_000);
