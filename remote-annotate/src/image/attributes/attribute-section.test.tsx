import 'fake-indexeddb/auto';
import { page } from '@console/shared-auth/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createId, createImageRow, createObjectRow } from '../../browser/testing';
import { showImage } from '../testing/show-image';

// The real canvas uses konva and is tested in a browser.
jest.mock('../../editor/view', () => jest.requireActual<object>('../testing/input-canvas'));

const UPDATE_OBJECT = 'PUT /detection/v2/object/{id}/';
const BULK_UPDATE = 'POST /detection/v2/object/bulk';
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
  const createResponseRow = (row: object, body: unknown) => ({ ...row, ...(body as object), detection_label: label, version: 2 });
  const stub = showImage({
    handlers: {
      'GET /detection/v2/object/': page([...objects]),
      'GET /detection/v2/label/': page([label]),
      [UPDATE_OBJECT]: ({ body }: { body: unknown }) => createResponseRow(cup!, body),
      [BULK_UPDATE]: ({ body }: { body: unknown }) => ({
        results: (body as { items: { id: string }[] }).items.map((item, index) => ({
          status: 200,
          row: createResponseRow(cups[index]!, item),
        })),
      }),
    },
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('tab', { name: 'List of items' }));
  return { user, getLastBody: (call: typeof UPDATE_OBJECT | typeof BULK_UPDATE) => stub.getRequests(call).at(-1)?.body };
}

const waitUntilSaved = () => waitFor(() => expect(screen.getByRole('status', { name: 'Save state' })).toHaveTextContent('Saved'));

test('a key focuses the next attribute, and digits set its flag or choice', async () => {
  const { user, getLastBody } = await showCups([cup!]);
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
  await waitFor(() =>
    expect(getLastBody(UPDATE_OBJECT)).toMatchObject({ attributes: { occluded: true, side: 'back', seeds: 7 } }),
  );
  expect(section.getByRole('checkbox', { name: 'ripe' })).toHaveFocus();
  await user.keyboard(' tsoft{Enter}');
  await waitFor(() =>
    expect(getLastBody(UPDATE_OBJECT)).toMatchObject({
      attributes: { occluded: true, side: 'back', seeds: 7, ripe: true, note: 'soft' },
    }),
  );
  expect(section.getByRole('button', { name: 'Occluded' })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(document.body).toHaveFocus();
  expect(screen.getByRole('region', { name: 'Object' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(getLastBody(UPDATE_OBJECT)).toMatchObject({ attributes: { occluded: true, side: 'back', seeds: 7, ripe: true } }),
  );
  expect(section.getByRole('textbox', { name: 'note' })).toHaveValue('');
  await waitUntilSaved();
});

test('the section discards invalid numbers, marks missing required values and offers to remove undeclared attributes', async () => {
  const { user, getLastBody } = await showCups([{ ...cup, attributes: { shelf: 'A', seeds: 3 } }]);
  await user.click(await screen.findByRole('button', { name: 'Cup 1' }));
  const section = within(await screen.findByRole('region', { name: 'Attributes' }));
  const seedsField = await section.findByRole('spinbutton', { name: 'seeds' });
  expect(section.getByText('Required')).toBeVisible();
  await user.clear(seedsField);
  await user.type(seedsField, '12{Enter}');
  expect(seedsField).toHaveValue(3);
  expect(section.getByText('shelf: A (not declared by the label)')).toBeVisible();
  await user.click(section.getByRole('button', { name: 'Remove shelf' }));
  await waitFor(() => expect(getLastBody(UPDATE_OBJECT)).toMatchObject({ attributes: { seeds: 3 } }));
  expect(section.queryByText(/shelf/)).toBeNull();
  await waitUntilSaved();
});

testInLongRun('several selected shapes get a flag by one request', async () => {
  const { user, getLastBody } = await showCups([{ ...cups[0], attributes: { crowd: true } }, cups[1]!]);
  await user.click(await screen.findByRole('button', { name: 'Select all: Objects' }));
  const section = within(await screen.findByRole('region', { name: 'Attributes' }));
  expect(section.getByRole('button', { name: 'Crowd' })).toHaveAttribute('aria-pressed', 'mixed');
  await user.click(section.getByRole('button', { name: 'Difficult' }));
  await waitFor(() =>
    expect(getLastBody(BULK_UPDATE)).toMatchObject({
      items: [{ attributes: { crowd: true, difficult: true } }, { attributes: { difficult: true } }],
    }),
  );
  await waitUntilSaved();
});

testInLongRun('the card of a point sets flags by keys and keeps the name', async () => {
  const pointFields = { id: createId(51), workspace: createImageRow(1).workspace, image: { id: createId(1) } };
  const pointRow = { ...pointFields, name: 'Tip', data: [5, 5], attributes: { shelf: 'A' }, version: 1 };
  const UPDATE_POINT = 'PATCH /annotate/v2/point/{id}';
  const stub = showImage({
    handlers: {
      'GET /annotate/v2/point/': page([pointRow]),
      [UPDATE_POINT]: ({ body }: { body: unknown }) => ({ ...pointRow, ...(body as object), version: 2 }),
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
  await waitFor(() => expect(stub.getRequests(UPDATE_POINT).at(-1)?.body).toMatchObject({ name: 'Tip', attributes, version: 1 }));
});
