import 'fake-indexeddb/auto';
import { page } from '@console/shared-auth/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createImageRow, createObjectRow } from '../../browser/testing';
import { showImage } from '../testing/show-image';

// The real canvas uses konva and is tested in a browser.
jest.mock('../../editor/view', () => ({
  AnnotationCanvas: ({ label }: { label: string }) => <div role="application" aria-label={label} />,
}));

const UPDATE_OBJECT = 'PUT /detection/v2/object/{id}/';
const cup = createObjectRow(31, createImageRow(1));

test('the card sets the angle of a box and makes it upright again', async () => {
  const stub = showImage({
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
  await waitFor(() => expect(stub.getRequests(UPDATE_OBJECT).at(-1)?.body).toMatchObject({ rotated_box: [20, 20, 40, 40, 45] }));
  await user.click(screen.getByRole('button', { name: 'Make upright' }));
  expect(angleField).toHaveValue(0);
  await waitFor(() =>
    expect(stub.getRequests(UPDATE_OBJECT).at(-1)?.body).toMatchObject({ data: [0, 0, 49, 49], rotated_box: null }),
  );
  await waitFor(() => expect(screen.getByRole('status', { name: 'Save state' })).toHaveTextContent('Saved'));
});
