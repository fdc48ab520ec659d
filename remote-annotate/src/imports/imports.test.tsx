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
  const view = await findDialog();
  expect(await view.findByRole('progressbar', { name: 'Importing' })).toBeVisible();
  const choices = { classes: [], tasks: {}, outside: 'clamp' as const, adopt_confirmations: false };
  stub.addHandlers({ [READ_IMPORT]: createImport({ plan: importPlan, state: 'cancelled', choices, result: importResult }) });
  await userEvent.click(view.getByRole('button', { name: 'Cancel' }));
  expect(await view.findByText('The import was cancelled. Images that were already imported are kept.')).toBeVisible();
  // The import has already created its labels, so the user can no longer change them.
  expect(view.queryByText(/Nothing has been changed yet/)).toBeNull();
  expect(view.queryByRole('combobox', { name: /becomes|Task for|Read as/ })).toBeNull();
  expect(view.getByRole('button', { name: 'Resume' })).toBeEnabled();
  expect(stub.getRequests(CANCEL_IMPORT)).toHaveLength(1);
});

test('the report shows failures, and an undo after confirmation loads the image list again', async () => {
  const images = 'GET /recognition/v2/training-image/';
  const stub = await openImages(`/images?import=${importId}`, {
    [READ_IMPORT]: createImport({ plan: importPlan, state: 'done', result: importResult }),
    [UNDO_IMPORT]: createImport(),
  });
  const view = await findDialog();
  expect(await view.findByText('The import is done.')).toBeVisible();
  expect(view.getByText('Images added').nextSibling).toHaveTextContent('359');
  expect(view.getByText('Cut at the border (7)')).toBeVisible();
  expect(view.getByText(/^Declared users and dates were stored/)).toBeVisible();
  expect(view.getByText('Shapes').nextSibling).toHaveTextContent('33');
  expect(await view.findByText('cut.jpg')).toBeVisible();
  await waitFor(() => expect(view.getByRole('button', { name: 'Undo the import' })).toBeEnabled());
  await userEvent.click(view.getByRole('button', { name: 'Undo the import' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Undo bccd.zip?' }));
  // The undo finishes before the dialog can show that it is running.
  stub.addHandlers({ [READ_IMPORT]: createImport({ plan: importPlan, state: 'undone', result: importResult }) });
  const loads = stub.getRequests(images).length;
  await userEvent.click(question.getByRole('button', { name: 'Undo the import' }));
  expect(await screen.findByText(/^The import was undone/)).toBeVisible();
  expect(stub.getRequests(UNDO_IMPORT)).toHaveLength(1);
  await waitFor(() => expect(stub.getRequests(images).length).toBeGreaterThan(loads));
});

test('an import with edited images cannot be undone and shows why', async () => {
  await openImages(`/images?import=${importId}`, {
    [READ_IMPORT]: createImport({ plan: importPlan, state: 'done', result: importResult }),
    [READ_UNDOABLE]: { possible: false, worked_on: 3, images: [createId(1)] },
  });
  const view = await findDialog();
  expect(await view.findByText(/3 of its images were edited afterwards/)).toBeVisible();
  expect(view.getByRole('button', { name: 'Undo the import' })).toHaveAttribute('aria-disabled', 'true');
});

test('a past import can be opened and deleted from the list after confirmation', async () => {
  const FORGET = 'DELETE /recognition/v2/import/{id}';
  const stub = await openImages('/images?import=list', {
    [LIST_IMPORTS]: page([
      createImport({ plan: importPlan, state: 'done', result: importResult }),
      createImport({ id: createId(502), name: 'cells.zip', state: 'reading', work: createWork({ cut_off: 1 }) }),
    ]),
    [READ_IMPORT]: createImport({ plan: importPlan, state: 'done', result: importResult }),
    [FORGET]: undefined,
  });
  const list = await findDialog();
  expect(await list.findByText('Reading again from the start')).toBeVisible();
  const pastRow = within(await list.findByRole('row', { name: /bccd\.zip/ }));
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
  const question = within(await screen.findByRole('alertdialog', { name: 'Remove bccd.zip?' }));
  await userEvent.click(question.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Nothing has been imported yet.')).toBeVisible();
  expect(stub.getRequests(FORGET).map(({ params }) => params)).toEqual([{ id: importId }]);
});
