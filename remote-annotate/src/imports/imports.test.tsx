import { page, signInForTest } from '@console/shared-auth/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createId } from '../browser/testing';
import {
  CANCEL_IMPORT,
  createImport,
  createWork,
  findDialog,
  importId,
  LIST_IMPORTS,
  READ_IMPORT,
  openImages,
  importPlan,
  importResult,
  UNDO_IMPORT,
  READ_UNDOABLE,
} from '../browser/import-testing';

beforeEach(() => signInForTest());

test('a running import opens by URL, can be cancelled and can be resumed', async () => {
  const stub = await openImages(`/images?import=${importId}`, {
    [READ_IMPORT]: createImport({ plan: importPlan, state: 'running', work: createWork() }),
    [CANCEL_IMPORT]: createImport(),
  });
  const dialog = await findDialog();
  expect(await dialog.findByRole('progressbar', { name: 'Importing' })).toBeVisible();
  const choices = { classes: [], tasks: {}, outside: 'clamp' as const, adopt_confirmations: false };
  stub.addHandlers({ [READ_IMPORT]: createImport({ plan: importPlan, state: 'cancelled', choices, result: importResult }) });
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(await dialog.findByText('The import was cancelled. Images that were already imported are kept.')).toBeVisible();
  // The import has already created its labels, so the user can no longer change them.
  expect(dialog.queryByText(/Nothing has been changed yet/)).toBeNull();
  expect(dialog.queryByRole('combobox', { name: /becomes|Task for|Read as/ })).toBeNull();
  expect(dialog.getByRole('button', { name: 'Resume' })).toBeEnabled();
  expect(stub.getRequests(CANCEL_IMPORT)).toHaveLength(1);
});

test('the report shows failures, and an undo after confirmation loads the image list again', async () => {
  const LIST_IMAGES = 'GET /recognition/v2/training-image/';
  const stub = await openImages(`/images?import=${importId}`, {
    [READ_IMPORT]: createImport({ plan: importPlan, state: 'done', result: importResult }),
    [UNDO_IMPORT]: createImport(),
  });
  const dialog = await findDialog();
  expect(await dialog.findByText('The import is done.')).toBeVisible();
  expect(dialog.getByText('Images added').nextSibling).toHaveTextContent('359');
  expect(dialog.getByText('Cut at the border (7)')).toBeVisible();
  expect(dialog.getByText(/^Declared users and dates were stored/)).toBeVisible();
  expect(dialog.getByText('Shapes').nextSibling).toHaveTextContent('33');
  expect(await dialog.findByText('cut.jpg')).toBeVisible();
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Undo the import' })).toBeEnabled());
  await userEvent.click(dialog.getByRole('button', { name: 'Undo the import' }));
  const confirmationDialog = within(await screen.findByRole('alertdialog', { name: 'Undo bccd.zip?' }));
  // The undo finishes before the dialog can show that it is running.
  stub.addHandlers({ [READ_IMPORT]: createImport({ plan: importPlan, state: 'undone', result: importResult }) });
  const loadCount = stub.getRequests(LIST_IMAGES).length;
  await userEvent.click(confirmationDialog.getByRole('button', { name: 'Undo the import' }));
  expect(await screen.findByText(/^The import was undone/)).toBeVisible();
  expect(stub.getRequests(UNDO_IMPORT)).toHaveLength(1);
  await waitFor(() => expect(stub.getRequests(LIST_IMAGES).length).toBeGreaterThan(loadCount));
});

test('an import with edited images cannot be undone and shows why', async () => {
  await openImages(`/images?import=${importId}`, {
    [READ_IMPORT]: createImport({ plan: importPlan, state: 'done', result: importResult }),
    [READ_UNDOABLE]: { possible: false, worked_on: 3, images: [createId(1)] },
  });
  const dialog = await findDialog();
  expect(await dialog.findByText(/3 of its images were edited afterwards/)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Undo the import' })).toHaveAttribute('aria-disabled', 'true');
});

testInLongRun('a past import can be opened and deleted from the list after confirmation', async () => {
  const DELETE_IMPORT = 'DELETE /recognition/v2/import/{id}';
  const stub = await openImages('/images?import=list', {
    [LIST_IMPORTS]: page([
      createImport({ plan: importPlan, state: 'done', result: importResult }),
      createImport({ id: createId(502), name: 'cells.zip', state: 'reading', work: createWork({ cut_off: 1 }) }),
    ]),
    [READ_IMPORT]: createImport({ plan: importPlan, state: 'done', result: importResult }),
    [DELETE_IMPORT]: undefined,
  });
  const listDialog = await findDialog();
  expect(await listDialog.findByText('Reading again from the start')).toBeVisible();
  const pastRow = within(await listDialog.findByRole('row', { name: /bccd\.zip/ }));
  expect(pastRow.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(
    expect.arrayContaining(['bccd.zip Done, 363 images', expect.stringMatching(/ mara$/)]),
  );
  await userEvent.click(pastRow.getByRole('button', { name: /Open/ }));
  expect(await screen.findByText('The import is done.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Back to the list' }));
  const reloadedRow = await screen.findByRole('row', { name: /bccd\.zip/ });
  // The focus stays in the dialog although the pressed button was removed.
  expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement);
  await userEvent.click(within(reloadedRow).getByRole('button', { name: /Remove/ }));
  stub.addHandlers({ [LIST_IMPORTS]: page([]) });
  const confirmationDialog = within(await screen.findByRole('alertdialog', { name: 'Remove bccd.zip?' }));
  await userEvent.click(confirmationDialog.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Nothing has been imported yet.')).toBeVisible();
  expect(stub.getRequests(DELETE_IMPORT).map(({ params }) => params)).toEqual([{ id: importId }]);
});
