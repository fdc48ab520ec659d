import 'fake-indexeddb/auto';
import userEvent from '@testing-library/user-event';
import { page } from '@console/shared-auth/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { createImageRow, createObjectRow, createId } from '../../browser/testing';
import { showImage } from '../testing/show-image';

// The real canvas uses konva and is tested in a browser.
jest.mock('../../editor/view', () => jest.requireActual<object>('../testing/fake-canvas'));

describe('the angle of a box', () => {
  const UPDATE_OBJECT = 'PUT /detection/v2/object/{id}/';
  // Not the image of other tests, because the changed box stays in browser storage.
  const image = createImageRow(4);
  const cup = createObjectRow(35, image);

  test('the card sets the angle of a box and makes it upright again', async () => {
    const stub = showImage({
      image,
      handlers: {
        'GET /detection/v2/object/': page([cup]),
        [UPDATE_OBJECT]: ({ body }: { body: unknown }) => ({
          ...cup,
          ...(body as object),
          detection_label: cup.detection_label,
          version: 2,
        }),
      },
    });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('tab', { name: 'List of items' }));
    await user.click(await screen.findByRole('button', { name: 'Cup 1' }));
    const angleField = await screen.findByRole('spinbutton', { name: 'Angle (degrees)' });
    expect(angleField).toHaveValue(0);
    expect(screen.queryByRole('button', { name: 'Make upright' })).toBeNull();
    await user.clear(angleField);
    await user.type(angleField, '405');
    await user.tab();
    expect(angleField).toHaveValue(45);
    await waitFor(() =>
      expect(stub.getRequests(UPDATE_OBJECT).at(-1)?.body).toMatchObject({ rotated_box: [20, 20, 40, 40, 45] }),
    );
    await user.click(screen.getByRole('button', { name: 'Make upright' }));
    expect(angleField).toHaveValue(0);
    await waitFor(() =>
      expect(stub.getRequests(UPDATE_OBJECT).at(-1)?.body).toMatchObject({ data: [0, 0, 49, 49], rotated_box: null }),
    );
    await waitFor(() => expect(screen.getByRole('status', { name: 'Save state' })).toHaveTextContent('Saved'));
  });
});

describe('several selected shapes', () => {
  const BULK_UPDATE = 'POST /detection/v2/object/bulk';
  const cups = [31, 32, 33].map((number) => createObjectRow(number, createImageRow(1)));
  const pointRow = {
    id: createId(51),
    workspace: createImageRow(1).workspace,
    image: { id: createId(1) },
    name: 'Tip',
    data: [5, 5],
    version: 1,
  };

  /** Shows an image with three selected cups and a point. */
  async function showSelectedObjects() {
    const stub = showImage({
      handlers: {
        'GET /detection/v2/object/': page(cups),
        'GET /annotate/v2/point/': page([pointRow]),
        [BULK_UPDATE]: ({ body }: { body: unknown }) => ({
          results: (body as { items: { op: string }[] }).items.map(() => ({ status: 204, row: null })),
        }),
      },
    });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('tab', { name: 'List of items' }));
    await user.click(await screen.findByRole('button', { name: 'Select all: Objects' }));
    return { user, stub, card: within(await screen.findByRole('region', { name: 'Selected shapes' })) };
  }

  test('several selected objects are deleted by one request', async () => {
    const { user, stub, card } = await showSelectedObjects();
    expect(card.getByRole('heading', { name: '3 objects selected' })).toBeVisible();
    await user.click(card.getByRole('button', { name: 'Delete selected shapes' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Objects' })).toBeNull());
    await waitFor(() =>
      expect(stub.getRequests(BULK_UPDATE).map(({ body }) => body)).toMatchObject([
        {
          items: [
            { op: 'delete', id: createId(31) },
            { op: 'delete', id: createId(32) },
            { op: 'delete', id: createId(33) },
          ],
        },
      ]),
    );
    // Wait until the changes are sent. Otherwise, they would also be applied to the shapes of the next test.
    await waitFor(() => expect(screen.getByRole('status', { name: 'Save state' })).toHaveTextContent('Saved'));
  });

  test('one object is duplicated beside the original', async () => {
    const [cup] = cups;
    const CREATE_OBJECT = 'POST /detection/v2/object/';
    const stub = showImage({
      handlers: {
        'GET /detection/v2/object/': page([cup]),
        [CREATE_OBJECT]: ({ body }: { body: unknown }) => ({
          ...cup,
          ...(body as object),
          detection_label: cup?.detection_label,
          id: createId(34),
        }),
      },
    });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('tab', { name: 'List of items' }));
    await user.click(await screen.findByRole('button', { name: 'Cup 1' }));
    await user.click(await screen.findByRole('button', { name: 'Duplicate' }));
    const offsetData = cup!.data.map((coordinate) => coordinate + 10);
    await waitFor(() => expect(stub.getRequests(CREATE_OBJECT).map(({ body }) => body)).toMatchObject([{ data: offsetData }]));
    expect(screen.getByRole('button', { name: 'Cup 2' })).toHaveAttribute('aria-pressed', 'true');
    await waitFor(() => expect(screen.getByRole('status', { name: 'Save state' })).toHaveTextContent('Saved'));
  });

  test('a label change applies to all selected shapes, and undo reverts it', async () => {
    const { user, card } = await showSelectedObjects();
    const labelPicker = card.getByRole('combobox', { name: 'Label' });
    const labelBefore = (labelPicker as HTMLInputElement).value;
    await user.click(labelPicker);
    await user.click(await screen.findByRole('option', { name: /^Cup/ }));
    expect(labelPicker).toHaveDisplayValue('Cup');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(labelPicker).toHaveValue(labelBefore);
  });

  testInLongRun('selected shapes can be hidden, and shown again with all others', async () => {
    const { user, card } = await showSelectedObjects();
    await user.click(card.getByRole('button', { name: 'Hide selected shapes' }));
    expect(screen.queryByRole('region', { name: 'Selected shapes' })).toBeNull();
    expect(screen.getAllByRole('button', { name: /^Hide Cup/, pressed: true })).toHaveLength(3);
    await user.click(screen.getByRole('button', { name: 'Show all shapes' }));
    expect(screen.queryByRole('button', { name: /^Hide Cup/, pressed: true })).toBeNull();
  });

  testInLongRun('rows below the card add to and remove from the selection', async () => {
    const { user, card } = await showSelectedObjects();
    const rows = within(screen.getByRole('region', { name: 'Objects' })).getAllByRole('button', { name: /^Cup \d/ });
    expect(rows.map((row) => row.getAttribute('aria-pressed'))).toEqual(['true', 'true', 'true']);
    await user.keyboard('{Control>}');
    await user.click(rows[1]!);
    expect(card.getByRole('heading', { name: '2 objects selected' })).toBeVisible();
    await user.click(rows[1]!);
    expect(card.getByRole('heading', { name: '3 objects selected' })).toBeVisible();
    await user.keyboard('{/Control}');
    await user.click(rows[2]!);
    expect(rows.map((row) => row.getAttribute('aria-pressed'))).toEqual(['false', 'false', 'true']);
  });

  // This test must be the last one, because the copies stay in browser storage.
  testInLongRun('selected shapes are duplicated together, and the copies are selected', async () => {
    const { user, card } = await showSelectedObjects();
    await user.click(card.getByRole('button', { name: 'Duplicate selected shapes' }));
    expect(card.getByRole('heading', { name: '3 objects selected' })).toBeVisible();
    await user.click(card.getByRole('button', { name: 'Close' }));
    expect(screen.getByRole('heading', { name: 'Objects (6)' })).toBeVisible();
  });
});
