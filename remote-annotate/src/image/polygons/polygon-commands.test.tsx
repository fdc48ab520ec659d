import 'fake-indexeddb/auto';
import { page } from '@console/shared-auth/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createId, createImageRow } from '../../browser/testing';
import { showImage } from '../testing/show-image';

// The real canvas uses konva and is tested in a browser.
jest.mock('../../editor/view', () => ({
  AnnotationCanvas: ({ label }: { label: string }) => <div role="application" aria-label={label} tabIndex={0} />,
}));

const BULK_UPDATE = 'POST /segmentation/v2/polygon/bulk';
const UPDATE_POLYGON = 'PUT /segmentation/v2/polygon/{id}/';
const createPolygonRow = (number: number, data: readonly number[]) => ({
  id: createId(number),
  workspace: createImageRow(1).workspace,
  image: { id: createId(1) },
  segmentation_label: { id: createId(23), name: 'Leaf' },
  data,
  meta_data: {},
  version: 1,
});

/** Shows an image with two selected squares that share an edge. The first square has a vertex in the middle of an edge. */
async function showSelectedPolygons(secondPolygonData: readonly number[] = [100, 0, 200, 0, 200, 100, 100, 100]) {
  const stub = showImage({
    handlers: {
      'GET /detection/v2/object/': page([]),
      'GET /segmentation/v2/polygon/': page([
        createPolygonRow(61, [0, 0, 50, 1, 100, 0, 100, 100, 0, 100]),
        createPolygonRow(62, secondPolygonData),
      ]),
      [UPDATE_POLYGON]: ({ body }: { body: unknown }) => ({ ...createPolygonRow(61, []), ...(body as object), version: 2 }),
      [BULK_UPDATE]: ({ body }: { body: unknown }) => ({
        results: (body as { items: { op: string }[] }).items.map(({ op }) =>
          op === 'delete' ? { status: 204, row: null } : { status: 200, row: createPolygonRow(61, [0, 0, 200, 0, 200, 100]) },
        ),
      }),
    },
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('tab', { name: 'List of items' }));
  await user.click(await screen.findByRole('button', { name: 'Select all: Polygons' }));
  return { user, stub, card: within(await screen.findByRole('region', { name: 'Selected shapes' })) };
}

// Each test waits for this, because unsent changes would also be applied to the shapes of the next test.
const waitUntilSaved = () => waitFor(() => expect(screen.getByRole('status', { name: 'Save state' })).toHaveTextContent('Saved'));

test('the menu of the card merges the selected polygons', async () => {
  const { user, card } = await showSelectedPolygons();
  await user.click(card.getByRole('button', { name: 'Change outline' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Merge polygons/ }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected shapes' })).toBeNull());
  expect(await screen.findByRole('region', { name: 'Polygon' })).toBeVisible();
  await waitFor(() => expect(screen.getByRole('application')).toHaveFocus());
  await waitUntilSaved();
});

test('Simplify shows the number of points, and Enter applies the change', async () => {
  const { user, stub } = await showSelectedPolygons();
  await user.keyboard('{Shift>}q{/Shift}');
  const panel = await screen.findByRole('region', { name: 'Simplify the outline' });
  expect(within(panel).getByRole('slider', { name: 'Tolerance in pixels' })).toHaveFocus();
  expect(await within(panel).findByText('8 points of 9')).toHaveRole('status');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Simplify the outline' })).toBeNull());
  await waitFor(() => expect(stub.getRequests(UPDATE_POLYGON)).toHaveLength(1));
  expect(stub.getRequests(UPDATE_POLYGON)[0]?.body).toMatchObject({ data: { length: 8 } });
  await waitUntilSaved();
});

test('Fill gaps closes the gap of the chosen width to a neighbour', async () => {
  const { user, stub } = await showSelectedPolygons([104, 0, 200, 0, 200, 100, 104, 100]);
  await user.click(screen.getByRole('button', { name: 'Leaf 2' }));
  await user.keyboard('y');
  const panel = within(await screen.findByRole('region', { name: 'Fill gaps to neighbours' }));
  const gapSlider = panel.getByRole('slider', { name: 'Largest gap in pixels' });
  expect(await panel.findByText('The area grows by 400 pixels.')).toHaveRole('status');
  fireEvent.change(gapSlider, { target: { value: '3' } });
  expect(await panel.findByText('The area stays the same.')).toBeVisible();
  fireEvent.change(gapSlider, { target: { value: '4' } });
  await user.keyboard('{Enter}');
  await waitFor(() => expect(stub.getRequests(UPDATE_POLYGON)).toHaveLength(1));
  expect(stub.getRequests(UPDATE_POLYGON)[0]?.body).toMatchObject({ data: expect.arrayContaining([100, 0]) as never });
  await waitUntilSaved();
});

testInLongRun('Esc closes the preview without a change', async () => {
  const { user, stub } = await showSelectedPolygons();
  await user.keyboard('{Shift>}q{/Shift}');
  await screen.findByRole('region', { name: 'Simplify the outline' });
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('region', { name: 'Simplify the outline' })).toBeNull();
  expect(stub.getRequests(UPDATE_POLYGON)).toHaveLength(0);
});

testInLongRun('the preview closes with the selection, and selecting shapes again does not open it', async () => {
  const { user, card } = await showSelectedPolygons();
  await user.keyboard('{Shift>}q{/Shift}');
  await screen.findByRole('region', { name: 'Simplify the outline' });
  await user.click(card.getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('button', { name: 'Select all: Polygons' }));
  expect(await screen.findByRole('region', { name: 'Selected shapes' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Simplify the outline' })).toBeNull();
});
