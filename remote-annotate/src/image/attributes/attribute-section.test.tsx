import 'fake-indexeddb/auto';
import { page } from '@console/shared-auth/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createId, createImageRow, createObjectRow } from '../../browser/testing';
import { showImage } from '../testing/show-image';

// The real canvas uses konva and is tested in a browser.
jest.mock('../../editor/view', () => jest.requireActual<object>('../testing/input-canvas'));

const PUT = 'PUT /detection/v2/object/{id}/';
const BULK = 'POST /detection/v2/object/bulk';
const cups = [31, 32].map((number) => createObjectRow(number, createImageRow(1)));
const [cup] = cups;
const label = {
  ...cup!.detection_label,
  workspace: createImageRow(1).workspace,
  recognition_tasks: [],
  version: 1,
  objects_count: 2,
  images_count: 1,
  tasks_count: 1,
  attributes: [
    { name: 'side', type: 'choice', choices: ['front', 'back'], required: true },
    { name: 'seeds', type: 'number', min: 0, max: 9 },
    { name: 'ripe', type: 'checkbox' },
    { name: 'note', type: 'text' },
  ],
};

async function showCups(objects: readonly object[]) {
  const respond = (row: object, body: unknown) => ({ ...row, ...(body as object), detection_label: label, version: 2 });
  const stub = showImage({
    handlers: {
      'GET /detection/v2/object/': page([...objects]),
      'GET /detection/v2/label/': page([label]),
      [PUT]: ({ body }: { body: unknown }) => respond(cup!, body),
      [BULK]: ({ body }: { body: unknown }) => ({
        results: (body as { items: { id: string }[] }).items.map((item, index) => ({
          status: 200,
          row: respond(cups[index]!, item),
        })),
      }),
    },
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('tab', { name: 'List of items' }));
  return { user, getLast: (call: typeof PUT | typeof BULK) => stub.getRequests(call).at(-1)?.body };
}

const waitUntilSaved = () => waitFor(() => expect(screen.getByRole('status', { name: 'Save state' })).toHaveTextContent('Saved'));

test('a key goes from group to group, in which digits set flags and choices', async () => {
  const { user, getLast } = await showCups([cup!]);
  await user.click(await screen.findByRole('button', { name: 'Cup 1' }));
  const section = within(await screen.findByRole('region', { name: 'Attributes' }));
  await section.findByRole('radiogroup', { name: 'side' });
  await user.keyboard('t1');
  expect(section.getByRole('button', { name: 'Occluded' })).toHaveAttribute('aria-pressed', 'true');
  expect(section.getByRole('button', { name: 'Occluded' })).toHaveFocus();
  expect(screen.getByRole('button', { name: 'Cup 1 Occluded' })).toBeVisible();
  await user.keyboard('t2');
  expect(section.getByRole('radio', { name: '2 back' })).toBeChecked();
  await user.keyboard('t7{Enter}');
  await waitFor(() => expect(getLast(PUT)).toMatchObject({ attributes: { occluded: true, side: 'back', seeds: 7 } }));
  expect(section.getByRole('checkbox', { name: 'ripe' })).toHaveFocus();
  await user.keyboard(' tsoft{Enter}');
  await waitFor(() =>
    expect(getLast(PUT)).toMatchObject({ attributes: { occluded: true, side: 'back', seeds: 7, ripe: true, note: 'soft' } }),
  );
  expect(section.getByRole('button', { name: 'Occluded' })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(document.body).toHaveFocus();
  expect(screen.getByRole('region', { name: 'Object' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(getLast(PUT)).toMatchObject({ attributes: { occluded: true, side: 'back', seeds: 7, ripe: true } }));
  expect(section.getByRole('textbox', { name: 'note' })).toHaveValue('');
  await waitUntilSaved();
});

test('invalid numbers are discarded, missing required values are marked, and undeclared attributes can be removed', async () => {
  const { user, getLast } = await showCups([{ ...cup, attributes: { shelf: 'A', seeds: 3 } }]);
  await user.click(await screen.findByRole('button', { name: 'Cup 1' }));
  const section = within(await screen.findByRole('region', { name: 'Attributes' }));
  const seeds = await section.findByRole('spinbutton', { name: 'seeds' });
  expect(section.getByText('Required')).toBeVisible();
  await user.clear(seeds);
  await user.type(seeds, '12{Enter}');
  expect(seeds).toHaveValue(3);
  expect(section.getByText('shelf: A (not declared by the label)')).toBeVisible();
  await user.click(section.getByRole('button', { name: 'Remove shelf' }));
  await waitFor(() => expect(getLast(PUT)).toMatchObject({ attributes: { seeds: 3 } }));
  expect(section.queryByText(/shelf/)).toBeNull();
  await waitUntilSaved();
});

test('several selected shapes get a flag by one request', async () => {
  const { user, getLast } = await showCups([{ ...cups[0], attributes: { crowd: true } }, cups[1]!]);
  await user.click(await screen.findByRole('button', { name: 'Select all: Objects' }));
  const section = within(await screen.findByRole('region', { name: 'Attributes' }));
  expect(section.getByRole('button', { name: 'Crowd' })).toHaveAttribute('aria-pressed', 'mixed');
  await user.click(section.getByRole('button', { name: 'Difficult' }));
  await waitFor(() =>
    expect(getLast(BULK)).toMatchObject({
      items: [{ attributes: { crowd: true, difficult: true } }, { attributes: { difficult: true } }],
    }),
  );
  await waitUntilSaved();
});

test('the card of a point sets flags by keys and keeps the name', async () => {
  const point = { id: createId(51), workspace: createImageRow(1).workspace, image: { id: createId(1) } };
  const row = { ...point, name: 'Tip', data: [5, 5], attributes: { shelf: 'A' }, version: 1 };
  const PATCH = 'PATCH /annotate/v2/point/{id}';
  const stub = showImage({
    handlers: {
      'GET /annotate/v2/point/': page([row]),
      [PATCH]: ({ body }: { body: unknown }) => ({ ...row, ...(body as object), version: 2 }),
    },
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('tab', { name: 'List of items' }));
  await user.click(await screen.findByRole('button', { name: 'Tip 1' }));
  const section = within(await screen.findByRole('region', { name: 'Attributes' }));
  await user.keyboard('t1');
  expect(section.getByRole('button', { name: 'Occluded' })).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByRole('button', { name: 'Tip 1 Occluded' })).toBeVisible();
  const attributes = { shelf: 'A', occluded: true };
  await waitFor(() => expect(stub.getRequests(PATCH).at(-1)?.body).toMatchObject({ name: 'Tip', attributes, version: 1 }));
});
