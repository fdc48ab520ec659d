import 'fake-indexeddb/auto';
import userEvent from '@testing-library/user-event';
import { failWith, page, testUser, createUndoResult, listChangeSets, UNDO } from '@console/shared-auth/testing';
import { screen, waitFor, within, act, cleanup } from '@testing-library/react';
import { createId, createImageRow, createObjectRow } from '../../browser/testing';
import { secondWorkspace, showImage, type ShowImageOptions, waitUntilSaved } from '../testing/show-image';
import { invalidateWorkspace } from '@console/shared-auth';
import { createLabelServer } from '../testing/label-server';
import { historyStore } from '../history/history-store';

jest.mock('../../editor/view', () => jest.requireActual<object>('../testing/fake-canvas'));
jest.mock('../../image-decoding', () => jest.requireActual<object>('../testing/fake-canvas'));

describe('the image screen', () => {
  const listTools = async () =>
    within(await screen.findByRole('radiogroup', { name: 'Tools' }))
      .getAllByRole('radio')
      .map((tool) => tool.getAttribute('aria-label'));

  test('a workspace with every service has every tool and tab', async () => {
    showImage();
    expect(await screen.findByRole('radio', { name: 'Draw polygons' })).toBeEnabled();
    expect(await listTools()).toEqual([
      'Selection',
      'Draw objects',
      'Draw points',
      'Draw polygons',
      'Find objects',
      'Paint masks',
    ]);
    expect(await screen.findAllByRole('tab')).toHaveLength(8);
    for (const name of [/^Recognition/, /^Flows/, /^Jobs/, /^Similarity Groups/, /^Similar$/, /^Meta/, /^Verifications, 0/])
      expect(screen.getByRole('tab', { name })).toBeVisible();
    await userEvent.click(screen.getByRole('tab', { name: 'List of items' }));
    expect(
      await within(await screen.findByRole('region', { name: 'Objects' })).findByRole('button', { name: /^Cup 1$/ }),
    ).toBeVisible();
  });

  test('a workspace with recognition only has no drawing tools and sends no other calls', async () => {
    const stub = showImage({ services: ['recognition'] });
    expect(await listTools()).toEqual(['Selection']);
    expect(screen.queryByRole('button', { name: 'Verify' })).toBeNull();
    for (const name of [/^Verifications/, /^Jobs/, /^Similarity/]) expect(screen.queryByRole('tab', { name })).toBeNull();
    for (const call of [
      'GET /detection/v2/label/',
      'GET /segmentation/v2/label/',
      'GET /detection/v2/object/',
      'GET /segmentation/v2/polygon/',
      'GET /segmentation/v2/mask/',
      'GET /annotate/v2/point/',
      'GET /annotate/v2/verification/',
      'GET /similarity/training/v2/group/',
      'GET /annotate/v2/imagejob/',
    ] as const)
      expect(stub.getRequests(call)).toEqual([]);
  });

  test('a drawing tool without labels is disabled and shows the reason', async () => {
    showImage({ handlers: { 'GET /segmentation/v2/label/': page([]) } });
    expect(await screen.findByRole('radio', { name: 'Draw objects' })).toBeEnabled();
    expect(screen.getByRole('radio', { name: 'Draw polygons: there are no segmentation labels' })).toBeDisabled();
  });

  test('a missing image shows that it was not found', async () => {
    showImage({ handlers: { 'GET /recognition/v2/training-image/{id}': failWith(404) } });
    expect(await screen.findByText('Image not found!')).toBeVisible();
  });

  test('an image of another workspace switches to that workspace', async () => {
    const stub = showImage({
      image: createImageRow(1, { workspace: secondWorkspace.id }),
      handlers: { 'GET /account/v2/resource': page([]) },
    });
    await waitFor(() => expect(localStorage.getItem('workspace')).toContain(secondWorkspace.id));
    expect(stub.getRequests('GET /recognition/v2/training-image/{id}').length).toBeGreaterThan(0);
  });

  test('Verify sends a verification of the current user through the outbox', async () => {
    const verification = {
      id: createId(51),
      user: { id: testUser.id, username: testUser.username },
      image: createId(1),
      created: '2026-02-03T14:05:00.000Z',
    };
    const savedVerifications: object[] = [];
    const stub = showImage({
      handlers: {
        'GET /annotate/v2/verification/': () => page([...savedVerifications]),
        'POST /annotate/v2/verification/': () => {
          savedVerifications.push(verification);
          return verification;
        },
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Verify' }));
    expect(await screen.findByRole('button', { name: 'Verified' })).toBeVisible();
    await waitFor(() =>
      expect(stub.getRequests('POST /annotate/v2/verification/').map(({ body }) => body)).toEqual([
        expect.objectContaining({ image_id: createId(1), user: testUser.id }),
      ]),
    );
    expect(screen.getByRole('tab', { name: /^Verifications, 1/ })).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('status', { name: 'Save state' })).toHaveTextContent('Saved'));
    expect(screen.getByRole('button', { name: 'Verified' })).toBeVisible();
  });
});

describe('roles', () => {
  const EDIT_CONTROLS = ['Draw objects', 'Undo', 'TRAIN/TEST', 'Verify', 'Predict', 'Load', 'Erase all', 'Delete image'];
  const listButtons = () =>
    screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent);

  test('a viewer gets no tools, keys or save state, and sends no change', async () => {
    const stub = showImage({ role: 'viewer' });
    await screen.findByRole('radio', { name: 'Selection' });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('tab', { name: 'List of items' }));
    await screen.findByRole('button', { name: /^Cup 1/ });
    expect(listButtons().filter((name) => EDIT_CONTROLS.some((editControl) => name?.includes(editControl)))).toEqual([]);
    expect(screen.queryByRole('radio', { name: 'Draw objects' })).toBeNull();
    expect(screen.queryByRole('status', { name: 'Save state' })).toBeNull();
    await user.keyboard('{Shift>}t{/Shift}{Control>}{Enter}{/Control}');
    expect(stub.requests.filter(({ key }) => !key.startsWith('GET '))).toEqual([]);
  });

  test('a viewer sees the card of a shape without controls that change it', async () => {
    showImage({ role: 'viewer' });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('tab', { name: 'List of items' }));
    await user.click(await screen.findByRole('button', { name: /^Cup 1/ }));
    const card = within(await screen.findByRole('region', { name: 'Object' }));
    expect(card.getByRole('combobox', { name: 'Label' })).toBeDisabled();
    expect(card.queryByRole('button', { name: 'Delete shape' })).toBeNull();
  });

  test('an annotator draws and verifies, but cannot delete the image', async () => {
    showImage({ role: 'annotator' });
    expect(await screen.findByRole('radio', { name: 'Draw objects' })).toBeEnabled();
    expect(await screen.findByRole('button', { name: 'Verify' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Delete image' })).toBeNull();
  });
});

describe('outages', () => {
  const dispatchConnectionEvent = (event: 'offline' | 'online') => act(() => void window.dispatchEvent(new Event(event)));

  test('shapes, labels and jobs load when the connection returns', async () => {
    const connectionError = failWith(0);
    const stub = showImage({
      handlers: {
        'GET /annotate/v2/point/': connectionError,
        'GET /recognition/v2/label/': connectionError,
        'GET /annotate/v2/imagejob/': connectionError,
      },
    });
    dispatchConnectionEvent('offline');
    expect(await screen.findByText('Not all shapes of this image could be loaded.')).toBeVisible();
    await userEvent.click(await screen.findByRole('tab', { name: /^Recognition/ }));
    expect(await screen.findByText('The labels could not be loaded.', undefined, { timeout: 15_000 })).toBeVisible();
    await userEvent.click(screen.getByRole('tab', { name: /^Jobs/ }));
    expect(await screen.findByText('This could not be loaded.', undefined, { timeout: 15_000 })).toBeVisible();

    stub.addHandlers({
      'GET /annotate/v2/point/': page([]),
      'GET /recognition/v2/label/': page([]),
      'GET /annotate/v2/imagejob/': page([]),
    });
    dispatchConnectionEvent('online');
    expect(await screen.findByText('No jobs for this image!')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Not all shapes of this image could be loaded.')).toBeNull());
    await userEvent.click(screen.getByRole('tab', { name: /^Recognition/ }));
    expect(await screen.findByRole('combobox', { name: 'Add label' })).toBeVisible();
  }, 40_000);

  testInLongRun(
    'shapes load again after a server outage without an online event',
    async () => {
      const stub = showImage({ handlers: { 'GET /detection/v2/object/': failWith(503) } });
      expect(await screen.findByText('Not all shapes of this image could be loaded.')).toBeVisible();
      stub.addHandlers({ 'GET /detection/v2/object/': page([createObjectRow(31, createImageRow(1))]) });
      await waitFor(() => expect(screen.queryByText('Not all shapes of this image could be loaded.')).toBeNull(), {
        timeout: 15_000,
      });
      expect(screen.getByTitle('Objects: 1')).toBeVisible();
    },
    40_000,
  );

  test('an image loads again after a server outage', async () => {
    const stub = showImage({ handlers: { 'GET /recognition/v2/training-image/{id}': failWith(503) } });
    expect(await screen.findByText('This could not be loaded.', undefined, { timeout: 15_000 })).toBeVisible();
    stub.addHandlers({ 'GET /recognition/v2/training-image/{id}': createImageRow(1) });
    expect(await screen.findByTitle('Objects: 1', undefined, { timeout: 15_000 })).toBeVisible();
  }, 40_000);

  test('a failed refresh of the labels shows no warning while shapes are shown', async () => {
    const stub = showImage();
    expect(await screen.findByTitle('Objects: 1')).toBeVisible();
    stub.addHandlers({ 'GET /detection/v2/label/': failWith(0) });
    const countLabelCalls = () => stub.getRequests('GET /detection/v2/label/').length;
    const callCount = countLabelCalls();
    await act(() => invalidateWorkspace('shape-labels'));
    expect(countLabelCalls()).toBeGreaterThan(callCount);
    expect(screen.queryByText('Not all shapes of this image could be loaded.')).toBeNull();
  }, 40_000);

  testInLongRun(
    'the error names the labels if only the labels could not be loaded',
    async () => {
      const stub = showImage({ handlers: { 'GET /detection/v2/label/': failWith(0) } });
      const errorMessage = await screen.findByText('The object and polygon labels could not be loaded.', undefined, {
        timeout: 15_000,
      });
      expect(errorMessage).toBeVisible();
      expect(screen.queryByText('Not all shapes of this image could be loaded.')).toBeNull();
      stub.addHandlers({ 'GET /detection/v2/label/': page([]) });
      const messageBar = errorMessage.closest<HTMLElement>('.fui-MessageBar') ?? errorMessage;
      await userEvent.click(within(messageBar).getByRole('button', { name: 'Retry' }));
      await waitFor(() => expect(errorMessage).not.toBeInTheDocument());
    },
    40_000,
  );
});

describe('undo after a reload', () => {
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

  test('undo removes a label after a reload, and redo adds it again', async () => {
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
});

describe('deletion', () => {
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
});
