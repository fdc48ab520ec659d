import 'fake-indexeddb/auto';
import { page } from '@console/shared-auth/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createId, createImageRow, createObjectRow } from '../../browser/testing';
import type { BitmapPlace, Suggestion } from '../../editor/model/region';
import { showImage } from '../testing/show-image';

// The real canvas uses konva and is tested in a browser.
jest.mock('../../editor/view', () => ({
  AnnotationCanvas: ({ label }: { label: string }) => <div role="application" aria-label={label} tabIndex={0} />,
}));
jest.mock('../../image-decoding', () => {
  const image = { bitmap: {}, reduced: null, close: () => undefined };
  return { useDecodedImage: () => ({ state: 'loaded', image, retry: () => undefined }), prefetchDecodedImages: () => undefined };
});

// Workers and the library are tested in vision.test.ts and in a browser.
const mockClient = {
  ready: Promise.resolve(),
  perform: jest.fn<Promise<Suggestion>, [unknown, BitmapPlace]>(),
};
jest.mock('../../assist/worker/assist-client', () => ({ getAssistClient: () => mockClient }));

/** Finds an object in the left half of a place. */
function findInLeftHalf(_: unknown, place: BitmapPlace): Promise<Suggestion> {
  const { x, y, columns, rows, step } = place;
  const bits = Uint8Array.from({ length: columns * rows }, (_unused, index) => (index % columns < columns / 2 ? 1 : 0));
  const right = x + (columns * step) / 2;
  const outline = [x, y, right, y, right, y + rows * step, x, y + rows * step];
  return Promise.resolve({ region: { ...place, bits }, outline, edges: [outline] });
}

const BULK = 'POST /detection/v2/object/bulk';
const cups = [31, 32].map((number) => createObjectRow(number, createImageRow(1)));

function show() {
  const stub = showImage({
    handlers: {
      'GET /detection/v2/object/': page(cups),
      [BULK]: ({ body }: { body: unknown }) => ({
        results: (body as { items: { id: string; data: number[] }[] }).items.map(({ id, data }) => ({
          status: 200,
          row: { ...cups.find((cup) => cup.id === id), data, version: 2 },
        })),
      }),
    },
  });
  return { stub, user: userEvent.setup() };
}

beforeEach(() => {
  mockClient.ready = Promise.resolve();
  mockClient.perform.mockReset().mockImplementation(findInLeftHalf);
});

test('a key previews tightened boxes, and Enter applies them as one undo step', async () => {
  const { stub, user } = show();
  await user.click(await screen.findByRole('tab', { name: 'List of items' }));
  await user.click(await screen.findByRole('button', { name: 'Select all: Objects' }));
  await user.keyboard('/');
  const panel = within(await screen.findByRole('region', { name: 'Shrink to the objects' }));
  expect(await panel.findByText('2 of 2 shapes can be smaller.')).toBeVisible();
  expect(stub.getRequests(BULK)).toHaveLength(0);
  await user.click(panel.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(stub.getRequests(BULK)).toHaveLength(1));
  expect(stub.getRequests(BULK)[0]?.body).toMatchObject({
    items: [
      { op: 'change', id: createId(31) },
      { op: 'change', id: createId(32) },
    ],
  });
  await waitFor(() => expect(screen.getByRole('status', { name: 'Save state' })).toHaveTextContent('Saved'));
  expect(screen.queryByRole('region', { name: 'Shrink to the objects' })).toBeNull();
});

test('the bar of the tool offers methods and results, and its key changes the method', async () => {
  const { user } = show();
  await screen.findByRole('tab', { name: 'List of items' });
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Find objects' })).toBeEnabled());
  await user.keyboard('z');
  const bar = within(await screen.findByRole('region', { name: 'Find objects' }));
  expect(bar.getByRole('combobox', { name: 'Method' })).toHaveDisplayValue('Magic wand');
  expect(bar.getByRole('combobox', { name: 'Result' })).toHaveDisplayValue('As polygon');
  await user.selectOptions(bar.getByRole('combobox', { name: 'Result' }), 'As mask');
  expect(localStorage.getItem('annotate.assist-kind')).toBe('mask');
  await user.selectOptions(bar.getByRole('combobox', { name: 'Result' }), 'As polygon');
  act(() => screen.getByRole('application').focus());
  await user.keyboard('z');
  expect(bar.getByRole('combobox', { name: 'Method' })).toHaveDisplayValue('Object in a box');
  expect(bar.queryByRole('slider', { name: 'Tolerance' })).toBeNull();
});

test('a worker that cannot be loaded is reported, and Retry loads it again', async () => {
  const { user } = show();
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
