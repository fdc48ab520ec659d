import 'fake-indexeddb/auto';
import { failWith, page, type StubRequest } from '@console/shared-auth/testing';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createId, createImageRow } from '../../browser/testing';
import { showImage, waitUntilSaved } from '../testing/show-image';

// The real canvas uses konva and is tested in a browser.
jest.mock('../../editor/view', () => ({
  AnnotationCanvas: ({ label, mask }: { label: string; mask: { opacity: number } | null }) => (
    <div role="application" aria-label={label}>
      {mask && `Mask ${mask.opacity}`}
    </div>
  ),
}));
jest.mock('../../image-decoding', () => jest.requireActual<object>('../testing/fake-canvas'));

const image = createImageRow(1);
const baseRow = { workspace: image.workspace, image: { id: image.id }, version: 1 };
const polygonRow = {
  ...baseRow,
  id: createId(41),
  meta_data: {},
  data: [10, 20, 110, 20, 60, 80],
  bbox: [10, 20, 110, 80],
  segmentation_label: { id: createId(23), name: 'Leaf', color: '#00aa88' },
};
const pointRow = { ...baseRow, id: createId(51), name: 'Tip', data: [5, 6] };
const openItem = async (section: string, name: RegExp) => {
  await userEvent.click(await screen.findByRole('tab', { name: 'List of items' }));
  await userEvent.click(await within(await screen.findByRole('region', { name: section })).findByRole('button', { name }));
};

testInLongRun('the card of a polygon shows its number of points and its bounding box', async () => {
  showImage({ handlers: { 'GET /segmentation/v2/polygon/': page([polygonRow]) } });
  await openItem('Polygons', /^Leaf 1/);
  const card = within(await screen.findByRole('region', { name: 'Polygon' }));
  expect(card.getByText('Points').nextElementSibling).toHaveTextContent('3');
  expect(card.getByText('Bounding box').nextElementSibling).toHaveTextContent('10, 20, 110, 80');
});

test('the card of a point shows its position and renames the point', async () => {
  const UPDATE_POINT = 'PATCH /annotate/v2/point/{id}';
  const renamePoint = ({ body }: StubRequest) => ({ ...pointRow, ...(body as object), version: 2 });
  const stub = showImage({ handlers: { 'GET /annotate/v2/point/': page([pointRow]), [UPDATE_POINT]: renamePoint } });
  await openItem('Points', /^Tip 1/);
  const card = within(await screen.findByRole('region', { name: 'Point' }));
  expect(card.getByText('Position').nextElementSibling).toHaveTextContent('5, 6');
  expect(card.getByText('id').nextElementSibling).toHaveTextContent(createId(51));
  const nameField = card.getByRole('textbox', { name: 'Name' });
  await userEvent.clear(nameField);
  await userEvent.type(nameField, ' Tail {Enter}');
  expect(await screen.findByRole('heading', { name: 'Point: Tail' })).toBeVisible();
  await waitUntilSaved();
  expect(stub.getRequests(UPDATE_POINT)[0]?.body).toMatchObject({ name: 'Tail' });
});

test('PRODUCT/REAL and TRAIN/TEST are toggle buttons', async () => {
  let currentRow = image;
  const UPDATE_IMAGES = 'POST /recognition/v2/training-image/update';
  const stub = showImage({
    handlers: {
      'GET /recognition/v2/training-image/{id}': () => currentRow,
      [UPDATE_IMAGES]: ({ body }: StubRequest) => {
        const flags = body as Record<string, unknown>;
        currentRow = {
          ...currentRow,
          real: 'mark-real' in flags || (currentRow.real && !('unmark-real' in flags)),
          test_image: 'mark-test' in flags,
        };
        return {};
      },
    },
  });
  const testToggle = await screen.findByRole('button', { name: 'TRAIN/TEST', pressed: false });
  await userEvent.click(testToggle);
  expect(screen.getByRole('button', { name: 'TRAIN/TEST', pressed: true })).toHaveTextContent('TEST');
  await userEvent.click(screen.getByRole('button', { name: 'PRODUCT/REAL background', pressed: image.real }));
  const realToggle = screen.getByRole('button', { name: 'PRODUCT/REAL background', pressed: !image.real });
  expect(realToggle).toHaveTextContent(image.real ? 'PRODUCT' : 'REAL');
  await waitUntilSaved();
  expect(stub.getRequests(UPDATE_IMAGES).map(({ body }) => body)).toMatchObject([
    { images: [image.id], 'mark-test': true },
    { images: [image.id], [image.real ? 'unmark-real' : 'mark-real']: true },
  ]);
});

testInLongRun('a foreground mask has an opacity slider and a note in the list', async () => {
  showImage({ image: { ...image, foreground_mask: '/mask.png' } });
  expect(await screen.findByText('Mask 0.4')).toBeVisible();
  fireEvent.change(screen.getByRole('slider', { name: 'Foreground mask' }), { target: { value: '0.75' } });
  expect(screen.getByText('Mask 0.75')).toBeVisible();
  await userEvent.click(screen.getByRole('tab', { name: 'List of items' }));
  expect(await screen.findByText('This image has a foreground mask.')).toBeVisible();
});

test('the tool, the tab of the panel and the tab of the card are remembered', async () => {
  showImage();
  await openItem('Objects', /^Cup 1/);
  const findTab = async (name: string) =>
    within(await screen.findByRole('tablist', { name: 'Object details' })).findByRole('tab', { name: new RegExp(`^${name}`) });
  await userEvent.click(await findTab('Meta'));
  await userEvent.click(screen.getByRole('radio', { name: 'Draw polygons' }));
  cleanup();
  showImage({ isReopened: true });
  expect(await screen.findByRole('radio', { name: 'Draw polygons', checked: true })).toBeVisible();
  await userEvent.click(
    await within(await screen.findByRole('region', { name: 'Objects' })).findByRole('button', { name: /^Cup 1/ }),
  );
  expect(await findTab('Meta')).toHaveAttribute('aria-selected', 'true');
});

test('deleting an image leaves the screen, and a failed deletion shows the reason', async () => {
  const DELETE_IMAGE = 'DELETE /recognition/v2/training-image/{id}';
  const stub = showImage({ handlers: { [DELETE_IMAGE]: failWith(403, 'Not yours.') } });
  const confirmDeletion = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Delete image' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText('Are you sure you want to delete this image?')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete image' }));
  };
  await confirmDeletion();
  expect(await screen.findByText('The image could not be deleted.')).toBeVisible();
  expect(screen.getByText('Not yours.')).toBeVisible();
  // Wait, because the closing dialog hides the page from role queries for a moment.
  expect(await screen.findByRole('application')).toBeVisible();
  stub.addHandlers({ [DELETE_IMAGE]: null });
  await confirmDeletion();
  await waitFor(() => expect(screen.queryByRole('application')).toBeNull());
});
