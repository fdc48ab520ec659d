import 'fake-indexeddb/auto';
import { page, type StubRequest } from '@console/shared-auth/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createImageRow, createObjectRow } from '../../browser/testing';
import { showImage } from '../testing/show-image';

// The real canvas uses konva and is tested in a browser.
jest.mock('../../editor/view', () => jest.requireActual<object>('../testing/fake-canvas'));

test('one toast reports all rejected objects, and the list shows each of them', async () => {
  const refusal = { status: 400, row: null, detail: 'data: must have a positive area' };
  showImage({
    handlers: {
      'GET /detection/v2/object/': page([31, 32].map((number) => createObjectRow(number, createImageRow(1)))),
      'POST /detection/v2/object/bulk': ({ body }: StubRequest) => ({
        results: (body as { items: unknown[] }).items.map(() => refusal),
      }),
    },
  });
  await userEvent.click(await screen.findByRole('tab', { name: 'List of items' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Select all: Objects' }));
  const card = within(await screen.findByRole('region', { name: 'Selected shapes' }));
  await userEvent.click(card.getByRole('button', { name: 'Duplicate selected shapes' }));
  expect(await screen.findByText('Unable to create element (probably small object?).')).toBeVisible();
  expect(screen.getByText('The shape must have a positive area.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: '2 changes need your decision' }));
  expect(screen.getAllByText('Not created: The shape must have a positive area.')).toHaveLength(2);
  expect(screen.getAllByText('Unable to create element (probably small object?).')).toHaveLength(1);
});
