import 'fake-indexeddb/auto';
import { page } from '@console/shared-auth/testing';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createId, createImageRow, createObjectRow } from '../../browser/testing';
import { createLabelServer } from '../testing/label-server';
import { showImage, type ShowImageOptions, waitUntilSaved } from '../testing/show-image';
import { historyStore } from '../history/history-store';

// The real canvas uses konva and is tested in a browser.
jest.mock('../../editor/view', () => jest.requireActual<object>('../testing/fake-canvas'));

const BULK_UPDATE = 'POST /detection/v2/object/bulk';
const findUndoButton = () => screen.findByRole('button', { name: 'Undo' });
const saveHistory = jest.spyOn(historyStore, 'save');

/** Simulates a reload: only data in browser storage survives. */
async function reload(options: ShowImageOptions) {
  await waitUntilSaved();
  await act(async () => void (await Promise.all(saveHistory.mock.results.map(({ value }) => value as Promise<void>))));
  cleanup();
  return showImage({ ...options, isReopened: true });
}

testInLongRun('undo removes a label after a reload, and redo adds it again', async () => {
  const labelServer = createLabelServer();
  const options = { handlers: labelServer.handlers };
  showImage(options);
  await userEvent.click(await screen.findByRole('tab', { name: /^Recognition/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Pear' }));
  await waitFor(() => expect(labelServer.listImageLabels()).toEqual(['Pear']));
  await reload(options);
  await waitFor(async () => expect(await findUndoButton()).toBeEnabled());
  await userEvent.click(await findUndoButton());
  await waitFor(() => expect(labelServer.listImageLabels()).toEqual([]));
  await reload(options);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Redo' })).toBeEnabled());
  await userEvent.click(screen.getByRole('button', { name: 'Redo' }));
  await waitFor(() => expect(labelServer.listImageLabels()).toEqual(['Pear']));
});

test('undo restores a deleted object after a reload, unless another user restored it', async () => {
  const image = createImageRow(702);
  const object = createObjectRow(31, image);
  const handlers = {
    'GET /detection/v2/object/': page([object]),
    [BULK_UPDATE]: ({ body }: { body: unknown }) => ({
      results: (body as { items: { op: string }[] }).items.map(({ op }) =>
        op === 'restore' ? { status: 200, row: { ...object, version: 3 } } : { status: 204, row: null },
      ),
    }),
    'DELETE /detection/v2/object/{id}': {},
  };
  showImage({ image, handlers });
  await userEvent.click(await screen.findByRole('tab', { name: 'List of items' }));
  await userEvent.click(await screen.findByRole('button', { name: /^Cup 1$/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Cup 1$/ })).toBeNull());
  const reopenedApi = await reload({ image, handlers: { ...handlers, 'GET /detection/v2/object/': page([]) } });
  await waitFor(async () => expect(await findUndoButton()).toBeEnabled());
  await userEvent.click(await findUndoButton());
  await waitFor(() =>
    expect(reopenedApi.getRequests(BULK_UPDATE)[0]).toMatchObject({ body: { items: [{ op: 'restore', id: createId(31) }] } }),
  );

  await userEvent.click(await screen.findByRole('button', { name: 'Redo' }));
  await waitUntilSaved();
  await reload({ image, handlers });
  expect(await screen.findByText(/^1 earlier step can no longer be undone/)).toBeVisible();
  expect(await findUndoButton()).toBeDisabled();
});

testInLongRun('undo after a reload removes a verification by its server id', async () => {
  const image = createImageRow(703);
  let verifications: object[] = [];
  const handlers = {
    'GET /annotate/v2/verification/': () => page(verifications),
    'POST /annotate/v2/verification/': ({ body }: { body: unknown }) => {
      const { user } = body as { user: string };
      verifications = [
        { id: createId(801), user: { id: user, username: 'You' }, image: image.id, created: '2026-01-01T00:00:00Z' },
      ];
      return verifications[0];
    },
    'DELETE /annotate/v2/verification/{id}': () => {
      verifications = [];
      return {};
    },
  };
  showImage({ image, handlers });
  await userEvent.click(await screen.findByRole('button', { name: 'Verify' }));
  await waitFor(() => expect(verifications).toHaveLength(1));
  const reopenedApi = await reload({ image, handlers });
  await waitFor(async () => expect(await findUndoButton()).toBeEnabled());
  await userEvent.click(await findUndoButton());
  await waitFor(() =>
    expect(reopenedApi.getRequests('DELETE /annotate/v2/verification/{id}')).toMatchObject([{ params: { id: createId(801) } }]),
  );
});
