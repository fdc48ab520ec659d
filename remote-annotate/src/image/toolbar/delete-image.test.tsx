import 'fake-indexeddb/auto';
import { createUndoResult, failWith, listChangeSets, UNDO } from '@console/shared-auth/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createImageRow } from '../../browser/testing';
import { showImage } from '../testing/show-image';

// The real canvas uses konva and is tested in a browser.
jest.mock('../../editor/view', () => jest.requireActual<object>('../testing/fake-canvas'));

const DELETE_IMAGE = 'DELETE /recognition/v2/training-image/{id}';

async function confirmDeletion() {
  await userEvent.click(await screen.findByRole('button', { name: 'Delete image' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(await dialog.findByText('You can undo this, and restore it from Recently deleted for 30 days.')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Delete image' }));
}

test('a deletion that is repeated after a lost response is undone as one change set', async () => {
  let attemptCount = 0;
  const stub = showImage({
    image: createImageRow(801),
    handlers: {
      'GET /recognition/v2/training-image/{id}/dependents': { deleted: {}, detached: {}, blocking: {}, restorable_days: 30 },
      [DELETE_IMAGE]: () => {
        attemptCount += 1;
        return attemptCount === 1 ? failWith(0) : null;
      },
      [UNDO]: createUndoResult(),
    },
  });
  await confirmDeletion();
  expect(await screen.findByText('The image could not be deleted.')).toBeVisible();
  await confirmDeletion();
  // Wait until the image is closed, because its toolbar also has an Undo button.
  await waitFor(() => expect(screen.queryByRole('application')).toBeNull());
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText(/^Undone: Image deleted/)).toBeVisible();
  const [changeSetKey, ...repeatedKeys] = listChangeSets(stub, DELETE_IMAGE);
  expect(repeatedKeys).toEqual([changeSetKey]);
  expect(stub.getRequests(UNDO)[0]?.body).toMatchObject({ key: changeSetKey });
});
