import {
  createUndoResult,
  failWith,
  listChangeSets,
  listUndone,
  page,
  UNDO,
  type StubbedApi,
  type StubHandlers,
  type StubRequest,
} from '@console/shared-auth/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { findList, setUpImagesPage, showImagesPage } from '../images-page-testing';
import { createId, createImageRow, IMAGES, stubWorkspace } from '../testing';

const CHANGE_IMAGES = 'POST /recognition/v2/training-image/change';
const LIST_JOBS = 'GET /annotate/v2/imagejob/';
/** Opening a dialog can take seconds on a busy machine. */
const SLOW_DIALOG_TIMEOUT = { timeout: 10_000 };
const rows = [1, 2, 3].map((number) => createImageRow(number));

interface ChangeRequestBody {
  images?: string[];
  dry_run?: boolean;
  after?: string | null;
  label?: string;
}
const respondToChange = (preview: object, result: (body: ChangeRequestBody) => unknown) => (request: StubRequest) => {
  const body = request.body as ChangeRequestBody;
  return body.dry_run ? { changed: [], preview: { conflicts: 0, ...preview } } : result(body);
};
const stubImages = (handlers: StubHandlers) =>
  stubWorkspace({
    [IMAGES]: { ...page(rows), count: 500 },
    [LIST_JOBS]: page([{ id: createId(70), name: 'Caps' }]),
    [UNDO]: createUndoResult(),
    ...handlers,
  });
/** Expects that Undo undoes all calls of the change as one change set. Previews are not part of the change set. */
const expectUndo = async (api: StubbedApi) => {
  const [key, ...otherKeys] = new Set(listChangeSets(api, CHANGE_IMAGES).filter(Boolean));
  expect(otherKeys).toEqual([]);
  await waitFor(() => expect(listUndone(api)).toEqual([key]));
};
const pressButton = async (name: string) =>
  userEvent.click(await screen.findByRole('button', { name, hidden: true }, SLOW_DIALOG_TIMEOUT));
const chooseChange = async (change: string) => {
  await pressButton('Change');
  await userEvent.click(await screen.findByRole('menuitem', { name: change, hidden: true }, SLOW_DIALOG_TIMEOUT));
};
const findConfirmation = async (title: string) =>
  within(await screen.findByRole('alertdialog', { name: title, hidden: true }, SLOW_DIALOG_TIMEOUT));
const findDialog = async (title: string) =>
  within(await screen.findByRole('dialog', { name: title, hidden: true }, SLOW_DIALOG_TIMEOUT));
const openPicker = (dialog: ReturnType<typeof within>, field: string) =>
  userEvent.click(dialog.getByRole('combobox', { name: field, hidden: true }));
/** Selects labels in a picker with multiple selection. */
const chooseLabels = async (dialog: ReturnType<typeof within>, names: readonly string[]) => {
  await openPicker(dialog, 'Labels');
  for (const name of names) await userEvent.click(await screen.findByRole('menuitemcheckbox', { name, hidden: true }));
};
const pressSubmit = async (dialog: ReturnType<typeof within>, name: string) => {
  const button = dialog.getByRole('button', { name, hidden: true });
  await waitFor(() => expect(button).toBeEnabled());
  await userEvent.click(button);
};
async function startSelecting(route?: string): Promise<void> {
  showImagesPage(route);
  await findList();
  await pressButton('Select');
}
const selectAll = () => pressButton('Select all 500 images that match this search');

setUpImagesPage();

test('selecting all matching images changes them in batches by the filter, and Undo reverts them', async () => {
  const api = stubImages({
    [CHANGE_IMAGES]: respondToChange({ matched: 500, changes: 412 }, ({ after }) => ({
      changed: [createId(after ? 2 : 1)],
      next: after ? null : '40',
    })),
  });
  await startSelecting('/images?verified=0');
  await selectAll();
  expect(await screen.findByText('500 selected')).toBeVisible();
  await chooseChange('Move to TEST');
  const dialog = await findConfirmation('Move 500 images to TEST?');
  expect(await dialog.findByText('412 of 500 images change.')).toBeVisible();
  await pressSubmit(dialog, 'Move to TEST');
  expect(await screen.findByText('2 images moved to TEST.')).toBeVisible();
  // The focus moves to an element beside the list, because the focused button disappears with the selection.
  await waitFor(() => expect(document.activeElement).toHaveAttribute('data-focus-home'));
  const listSentBodies = () => api.getRequests(CHANGE_IMAGES).map(({ body }) => body);
  expect(listSentBodies()).toMatchObject([
    { change: 'test', filter: { verified: 0 }, dry_run: true },
    { change: 'test', filter: { verified: 0 }, after: null },
    { change: 'test', filter: { verified: 0 }, after: '40' },
  ]);
  await pressButton('Undo');
  await expectUndo(api);
});

test('a selection of all matching images is kept on the next page and ends when a filter changes', async () => {
  stubImages({});
  await startSelecting();
  await selectAll();
  await pressButton('Next page');
  expect(await screen.findByText('500 selected')).toBeVisible();
  await userEvent.click(screen.getByRole('switch', { name: 'Test' }));
  await waitFor(() => expect(screen.queryByText('500 selected')).toBeNull());
});

testInLongRun('going back to another search ends a selection of all matching images', async () => {
  stubImages({});
  await startSelecting();
  await userEvent.click(screen.getByRole('switch', { name: 'Test' }));
  await selectAll();
  expect(await screen.findByText('500 selected')).toBeVisible();
  await pressButton('Back');
  await waitFor(() => expect(screen.queryByText('500 selected')).toBeNull());
});

test('the deletion shows the number of affected items and offers Undo', async () => {
  const COUNT_DEPENDENTS = 'POST /recognition/v2/training-image/dependents';
  const api = stubImages({
    [COUNT_DEPENDENTS]: { matched: 1, deleted: { objects: 3, job_items: 2 }, detached: { groups: 1 }, blocking: {} },
    [CHANGE_IMAGES]: ({ body }: StubRequest) => ({ changed: (body as ChangeRequestBody).images }),
  });
  await startSelecting();
  await userEvent.click(screen.getAllByRole('checkbox', { name: 'Select' })[0]!);
  await chooseChange('Delete');
  const dialog = await findConfirmation('Delete 1 image?');
  expect(await dialog.findByText('Also deleted: 3 objects and 2 job items.')).toBeVisible();
  expect(dialog.getByText('Not deleted, but no longer connected: 1 group.')).toBeVisible();
  expect(dialog.getByText('You can undo this.')).toBeVisible();
  await pressSubmit(dialog, 'Delete');
  expect(await screen.findByText('1 image deleted.')).toBeVisible();
  // With `skip_gone`, the server skips images that have already been deleted.
  expect(api.getRequests(COUNT_DEPENDENTS)[0]?.body).toMatchObject({ ids: [createId(1)], skip_gone: true });
  expect(api.getRequests(CHANGE_IMAGES)[0]?.body).toMatchObject({ change: 'delete', images: [createId(1)], skip_gone: true });
  await pressButton('Undo');
  await expectUndo(api);
});

test('a failure after the first batch reports the changed images and offers Undo', async () => {
  const api = stubImages({
    [CHANGE_IMAGES]: respondToChange({ matched: 500, changes: 498, invalid: 2 }, ({ after }) =>
      after ? failWith(409, 'The label has been deleted.') : { changed: [createId(1)], next: '40' },
    ),
  });
  await startSelecting();
  await selectAll();
  await chooseChange('Verify');
  const dialog = await findConfirmation('Verify 500 images?');
  expect(await dialog.findByText("2 images violate the rules of a task, and aren't verified.")).toBeVisible();
  await pressSubmit(dialog, 'Verify');
  expect(await screen.findByText('Only 1 image could be changed.')).toBeVisible();
  expect(screen.getByText('The label has been deleted.')).toBeVisible();
  await pressButton('Undo');
  await expectUndo(api);
});

test('the removal of labels requires a selected label and can be undone', async () => {
  const api = stubImages({
    [CHANGE_IMAGES]: respondToChange({ matched: 500, changes: 1, conflicts: 2 }, () => ({ changed: [createId(1)], next: null })),
  });
  await startSelecting();
  await selectAll();
  await chooseChange('Remove labels');
  const dialog = await findDialog('Remove labels from 500 images');
  expect(dialog.getByRole('button', { name: 'Remove labels', hidden: true })).toBeDisabled();
  await chooseLabels(dialog, ['Ripe']);
  expect(await dialog.findByText('1 of 500 images changes.')).toBeVisible();
  await pressSubmit(dialog, 'Remove labels');
  await pressButton('Undo');
  await expectUndo(api);
  expect(await screen.findByText('Undone: Labels removed from 1 image.')).toBeVisible();
});

testInLongRun('several labels are added one after the other, and Undo reverts them together', async () => {
  const ripeLabelId = createId(11);
  const [firstImageId, secondImageId] = [createId(1), createId(2)];
  const api = stubImages({
    [CHANGE_IMAGES]: respondToChange({ matched: 500, changes: 1 }, ({ label, after }) => ({
      changed: label === ripeLabelId ? [firstImageId] : [firstImageId, secondImageId],
      next: label === ripeLabelId && !after ? '40' : null,
    })),
  });
  await startSelecting();
  await selectAll();
  await chooseChange('Add labels');
  const dialog = await findDialog('Add labels to 500 images');
  await chooseLabels(dialog, ['Ripe', 'Bruised']);
  expect(await dialog.findByText('Ripe: 1 of 500 images changes.')).toBeVisible();
  expect(dialog.getByText('Bruised: 1 of 500 images changes.')).toBeVisible();
  await pressSubmit(dialog, 'Add labels');
  expect(await screen.findByText('Labels added to 2 images.')).toBeVisible();
  await pressButton('Undo');
  expect(await screen.findByText('Undone: Labels added to 2 images.')).toBeVisible();
  const changes = api.getRequests(CHANGE_IMAGES).filter(({ body }) => !(body as ChangeRequestBody).dry_run);
  expect(changes.map(({ body }) => body)).toMatchObject([
    { change: 'add-label', label: ripeLabelId, after: null },
    { change: 'add-label', label: ripeLabelId, after: '40' },
    { change: 'add-label', label: createId(12), after: null },
  ]);
  await expectUndo(api);
});

testInLongRun('a label that the filter requires is removed last', async () => {
  const api = stubImages({
    [CHANGE_IMAGES]: respondToChange({ matched: 500, changes: 1 }, () => ({ changed: [createId(1)], next: null })),
  });
  await startSelecting(`/images?labels=${createId(11)}`);
  await selectAll();
  await chooseChange('Remove labels');
  const dialog = await findDialog('Remove labels from 500 images');
  await chooseLabels(dialog, ['Ripe', 'Bruised']);
  await pressSubmit(dialog, 'Remove labels');
  await screen.findByText('Labels removed from 1 image.');
  const changes = api.getRequests(CHANGE_IMAGES).filter(({ body }) => !(body as ChangeRequestBody).dry_run);
  expect(changes.map(({ body }) => (body as ChangeRequestBody).label)).toEqual([createId(12), createId(11)]);
});

// A layer contains the annotations of one annotator, in a job in which annotators work independently.
test('the removal from a job shows how many annotation layers are deleted', async () => {
  const preview = { matched: 500, changes: 5, layers: 2 };
  stubImages({ [CHANGE_IMAGES]: respondToChange(preview, () => ({ changed: [createId(1)], next: null })) });
  await startSelecting();
  await selectAll();
  await chooseChange('Remove from job');
  const dialog = await findDialog('Remove 500 images from a job');
  await openPicker(dialog, 'Job');
  await userEvent.click(await screen.findByRole('option', { name: 'Caps', hidden: true }));
  expect(await dialog.findByText("2 layers of annotators are also deleted. You can't undo this.")).toBeInTheDocument();
});

testInLongRun('images are added to a new job', async () => {
  const job = { id: createId(71), name: 'Lids' };
  const api = stubImages({
    [CHANGE_IMAGES]: respondToChange({ matched: 500, changes: 500 }, () => ({ changed: [createId(1)], next: null })),
    'POST /annotate/v2/imagejob/': () => {
      api.addHandlers({ [LIST_JOBS]: page([{ id: createId(70), name: 'Caps' }, job]) });
      return job;
    },
  });
  await startSelecting();
  await selectAll();
  await chooseChange('Add to job');
  const dialog = await findDialog('Add 500 images to a job');
  await userEvent.type(dialog.getByRole('textbox', { name: 'New job', hidden: true }), 'Lids');
  await userEvent.click(dialog.getByRole('button', { name: 'Create job', hidden: true }));
  await waitFor(() => expect(dialog.getByRole('combobox', { name: 'Job', hidden: true })).toHaveDisplayValue('Lids'));
  await pressSubmit(dialog, 'Add to job');
  expect(await screen.findByText('1 image added to the job.')).toBeVisible();
  expect(api.getRequests('POST /annotate/v2/imagejob/').map(({ body }) => body)).toMatchObject([{ name: 'Lids' }]);
  expect(api.getRequests(CHANGE_IMAGES).at(-1)?.body).toMatchObject({ change: 'add-to-job', job: job.id });
});

testInLongRun('images are added to a group that is found by its name', async () => {
  const group = {
    id: createId(80),
    name: 'Soap dispensers',
    type: null,
    type_name: null,
    test_group: false,
    thumb_img_path: null,
  };
  const api = stubImages({
    [CHANGE_IMAGES]: respondToChange({ matched: 500, changes: 5 }, () => ({ changed: [createId(1)], next: null })),
    'GET /similarity/training/v2/group/': page([group]),
  });
  await startSelecting();
  await selectAll();
  await chooseChange('Add to group');
  const dialog = await findDialog('Add 500 images to a group');
  await openPicker(dialog, 'Find a group by name or id');
  await userEvent.click(await screen.findByRole('option', { name: /Soap dispensers/, hidden: true }));
  await pressSubmit(dialog, 'Add to group');
  expect(await screen.findByText('1 image added to the group.')).toBeVisible();
  expect(api.getRequests(CHANGE_IMAGES).at(-1)?.body).toMatchObject({ change: 'add-to-group', group: group.id });
});

test('selecting all matching images by keyboard keeps the focus in the selection bar', async () => {
  stubImages({});
  await startSelecting();
  const button = await screen.findByRole('button', { name: 'Select all 500 images that match this search' });
  button.focus();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('All 500 images that match this search are selected.')).toHaveFocus();
});

test('an entered number with leading zeros is set as text', async () => {
  const api = stubImages({
    [CHANGE_IMAGES]: respondToChange({ matched: 500, changes: 9 }, () => ({ changed: [], next: null })),
  });
  await startSelecting();
  await selectAll();
  await chooseChange('Set meta data');
  const dialog = await findDialog('Set meta data of 500 images');
  fireEvent.change(dialog.getByRole('textbox', { name: 'Key', hidden: true }), { target: { value: 'shelf' } });
  fireEvent.change(dialog.getByRole('textbox', { name: 'Value', hidden: true }), { target: { value: '007' } });
  expect(await dialog.findByText('9 of 500 images change.')).toBeVisible();
  await pressSubmit(dialog, 'Set meta data');
  expect(await screen.findByText('All selected images already have this value.')).toBeVisible();
  expect(api.getRequests(CHANGE_IMAGES).at(-1)?.body).toMatchObject({ change: 'set-meta', key: 'shelf', value: '007' });
});
