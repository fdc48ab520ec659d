import {
  createUndoResult,
  failWith,
  listChangeSets,
  listUndone,
  page,
  signInForTest,
  stubApi,
  UNDO,
  type StubRequest,
} from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { createGroupDetail, createGroupRow, createMemberImage } from '../testing';
import { GroupPage } from './group-page';
import { GET_GROUP, LIST_GROUPS, UPDATE_IMAGES, fullGroup, renderGroupPage, getImageList, getButton } from './testing';

const PUT_GROUP = 'PUT /similarity/training/v2/group/{id}';
const UPDATE_GROUPS = 'POST /similarity/training/v2/group/update';
const LIST_VERIFICATIONS = 'GET /annotate/v2/similarity-verification/';
const CREATE_VERIFICATION = 'POST /annotate/v2/similarity-verification/';
const DELETE_VERIFICATION = 'DELETE /annotate/v2/similarity-verification/{id}';
test('shows members as a carousel, a grid and a table', async () => {
  const memberImages = Array.from({ length: 7 }, (_, index) => createMemberImage(`i${index}`));
  const { user } = await renderGroupPage({ ...fullGroup, test_group: true, images: memberImages, images_count: 7 });
  expect(getButton('TEST GROUP')).toBeVisible();
  expect(getImageList().getAllByRole('listitem')).toHaveLength(7);
  expect(getImageList().getByRole('link', { name: 'Open Image 2' })).toHaveAttribute('href', '/image/i1');
  const carousel = within(screen.getByRole('group', { name: 'Thumbnails of this group' }));
  expect(carousel.getAllByRole('link')).toHaveLength(5);
  for (const imageElement of carousel.getAllByRole('img'))
    expect(imageElement.parentElement).toHaveStyle({ width: '120px', height: '120px' });
  // On a phone, five thumbnails are wider than the window. The next page must start at its first thumbnail.
  carousel.getByRole('list').scrollLeft = 200;
  await user.click(carousel.getByRole('button', { name: 'Next thumbnails' }));
  expect(carousel.getAllByRole('link')).toHaveLength(3);
  expect(carousel.getByRole('list').scrollLeft).toBe(0);
  await user.click(screen.getByRole('tab', { name: /Table/ }));
  expect(within(screen.getByRole('table', { name: 'Objects' })).getByText('PRODUCT')).toBeVisible();
});

test('an image shows its file name, an object its label', async () => {
  const [object] = fullGroup.detection_objects;
  if (!object) throw new Error('the group has an object');
  await renderGroupPage({
    ...fullGroup,
    images: [{ ...createMemberImage('i1'), name: '<b>mug</b>.jpg' }, createMemberImage('i2')],
    detection_objects: [{ ...object, label: 'Bottle' }],
  });
  expect(getImageList().getByText('<b>mug</b>.jpg')).toBeVisible();
  expect(getImageList().getByText('Image 2')).toBeVisible();
  expect(getButton('Remove Bottle 1 from the group')).toBeVisible();
});

test('shows an empty state for an empty group', async () => {
  await renderGroupPage(createGroupDetail({ name: 'Nothing' }));
  expect(screen.getByText('This group is empty!')).toBeVisible();
});

test.each([404, 500])('shows the not-found message if the group cannot be loaded (%s)', async (status) => {
  signInForTest();
  stubApi({ [GET_GROUP]: failWith(status) });
  renderConsole(
    <Routes>
      <Route path="/group/:id" element={<GroupPage />} />
    </Routes>,
    { route: '/group/g1' },
  );
  expect(await screen.findByText('Group not found!')).toBeVisible();
});

test('lists the parent groups with links, or an empty state', async () => {
  const boxGroup = createGroupRow({ id: 'g8', name: 'Box of bottles', test_group: true, type_name: 'Crate' });
  const { stub, user } = await renderGroupPage(fullGroup, {
    [LIST_GROUPS]: ({ query }: StubRequest) => (query.group === 'g1' ? page([boxGroup], 30) : page([])),
  });
  const section = within(screen.getByRole('region', { name: /Groups that contain this group/ }));
  const row = within(await section.findByRole('row', { name: /Box of bottles/ }));
  expect(row.getByText('Crate')).toBeVisible();
  expect(row.getByText('TEST')).toBeVisible();
  expect(row.getByRole('link', { name: 'Open group' })).toHaveAttribute('href', '/group/g8');
  await user.click(section.getByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(stub.getRequests(LIST_GROUPS).at(-1)?.query).toMatchObject({ group: 'g1', page: 2 }));
  stub.addHandlers({ [LIST_GROUPS]: page([]) });
  await user.click(getButton('Refresh'));
  expect(await section.findByText('No group contains this group.')).toBeVisible();
});

test('shows members in pages of 100', async () => {
  const memberImages = Array.from({ length: 230 }, (_, index) => createMemberImage(`i${index}`));
  const { user } = await renderGroupPage({ ...fullGroup, images: memberImages, images_count: 230 });
  // The first members are rendered at once, the others afterwards.
  await waitFor(() => expect(getImageList().getAllByRole('listitem')).toHaveLength(100));
  await user.click(getButton('Next page'));
  expect(getImageList().getByRole('link', { name: 'Open Image 101' })).toBeVisible();
});

test('saves name and description, but not a name of one letter', async () => {
  const { stub, user } = await renderGroupPage(fullGroup, { [PUT_GROUP]: { ...fullGroup, name: 'Red', version: 2 } });
  const name = screen.getByRole('textbox', { name: /^Name/ });
  await user.clear(name);
  await user.type(name, 'R{Enter}');
  expect(await screen.findByText('Enter at least 2 letters')).toBeVisible();
  await user.type(name, 'ed{Enter}');
  expect(await screen.findByText('Updated!')).toBeVisible();
  expect(stub.getRequests(PUT_GROUP)).toMatchObject([{ body: { name: 'Red', description: 'All blue', type: 'y1', version: 1 } }]);
  expect(screen.getByRole('heading', { name: 'Red' })).toBeVisible();
});

testInLongRun('a conflict is shown and the next save uses the new version', async () => {
  const { stub, user } = await renderGroupPage(fullGroup, { [PUT_GROUP]: failWith(409, 'Changed.') });
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), '!');
  stub.addHandlers({ [GET_GROUP]: { ...fullGroup, description: 'Theirs', version: 5 } });
  await user.click(getButton('Save'));
  expect(await screen.findByText(/Another user has changed this/)).toBeVisible();
  expect(await screen.findByDisplayValue('Theirs')).toBeVisible();
  stub.addHandlers({ [PUT_GROUP]: { ...fullGroup, name: 'Blue bottles!', description: 'Theirs', version: 6 } });
  await user.click(getButton('Save'));
  expect(await screen.findByText('Updated!')).toBeVisible();
  expect(stub.getRequests(PUT_GROUP)[1]?.body).toMatchObject({ name: 'Blue bottles!', description: 'Theirs', version: 5 });
});

test('switches between TRAIN and TEST', async () => {
  const { stub, user } = await renderGroupPage(fullGroup, { [UPDATE_GROUPS]: { updated: 1 } });
  await user.click(getButton('TRAIN GROUP'));
  expect(await screen.findByRole('button', { name: 'TEST GROUP' })).toBeVisible();
  expect(stub.getRequests(UPDATE_GROUPS)[0]?.body).toMatchObject({ groups: ['g1'], 'mark-test': true });
});

test('Verify verifies the group, and Verified removes the verifications of all users', async () => {
  const { stub, user } = await renderGroupPage(fullGroup, {
    [CREATE_VERIFICATION]: { id: 'v1', user: { id: 'u', username: 'a' }, group_id: 'g1', created: '2026-01-01T00:00:00Z' },
    [LIST_VERIFICATIONS]: page([{ id: 'v1' }, { id: 'v2' }]),
    [DELETE_VERIFICATION]: undefined,
  });
  await user.click(getButton('Verify'));
  await user.click(await screen.findByRole('button', { name: 'Verified' }));
  expect(await screen.findByRole('button', { name: 'Verify' })).toBeVisible();
  expect(stub.getRequests(CREATE_VERIFICATION)[0]?.body).toMatchObject({ group_id: 'g1' });
  expect(stub.getRequests(DELETE_VERIFICATION).map(({ params }) => params.id)).toEqual(['v1', 'v2']);
});

test('deletes a group after confirmation and opens the list', async () => {
  const { stub, user } = await renderGroupPage(fullGroup, { 'DELETE /similarity/training/v2/group/{id}': undefined });
  await user.click(getButton('Delete'));
  const confirmDialog = within(await screen.findByRole('alertdialog', { name: 'Delete this group?' }));
  expect(
    confirmDialog.getByText('\u2068Blue bottles\u2069 has 4 members. The images, objects and groups themselves are not deleted.'),
  ).toBeVisible();
  await user.click(confirmDialog.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('All groups')).toBeVisible();
  expect(stub.getRequests('DELETE /similarity/training/v2/group/{id}')).toHaveLength(1);
  stub.addHandlers({ [UNDO]: createUndoResult() });
  await user.click(getButton('Undo'));
  await waitFor(() => expect(listUndone(stub)).toEqual(listChangeSets(stub, 'DELETE /similarity/training/v2/group/{id}')));
});

test('clicking the badge of an image or object switches between REAL and PRODUCT', async () => {
  const { stub, user } = await renderGroupPage(fullGroup, { [UPDATE_IMAGES]: { updated: 1 } });
  await user.click(getButton('Image 2: change to PRODUCT'));
  expect(await screen.findByRole('button', { name: 'Image 2: change to REAL' })).toBeVisible();
  await user.click(getButton('Object 1: change to REAL'));
  expect(await screen.findByRole('button', { name: 'Object 1: change to PRODUCT' })).toBeVisible();
  expect(stub.getRequests(UPDATE_IMAGES).map(({ body }) => body)).toMatchObject([
    { images: ['i2'], 'unmark-real': true },
    { images: ['i9'], 'mark-real': true },
  ]);
  // The group is not refetched.
  expect(stub.getRequests(GET_GROUP)).toHaveLength(1);
});

testInLongRun('unsaved text is kept when the user switches tabs', async () => {
  const { user } = await renderGroupPage(fullGroup, {}, '/group/g1?tab=image');
  await user.type(screen.getByRole('textbox', { name: 'Ids of images' }), 'half an id');
  await user.click(screen.getByRole('tab', { name: /^Object/ }));
  expect(screen.queryByRole('textbox', { name: 'Ids of images' })).toBeNull();
  expect(screen.getByRole('textbox', { name: 'Ids of objects' })).toHaveValue('');
  await user.click(screen.getByRole('tab', { name: /^Image/ }));
  expect(screen.getByRole('textbox', { name: 'Ids of images' })).toHaveValue('half an id');
});

test('saves meta data as JSON with the loaded version', async () => {
  const PATCH_GROUP = 'PATCH /similarity/training/v2/group/{id}';
  const { stub, user } = await renderGroupPage(fullGroup, { [PATCH_GROUP]: { ...fullGroup, meta_data: { shelf: 4 } } });
  await user.click(await screen.findByRole('tab', { name: /^Text/ }));
  const metaField = await screen.findByRole('textbox', { name: 'Meta data of the group' });
  fireEvent.input(metaField, { target: { value: '{"shelf":' } });
  await user.click(getButton('Save meta data'));
  expect(stub.getRequests(PATCH_GROUP)).toHaveLength(0);
  fireEvent.input(metaField, { target: { value: '{"shelf":4}' } });
  await user.click(getButton('Save meta data'));
  expect(await screen.findByText('Updated!')).toBeVisible();
  expect(stub.getRequests(PATCH_GROUP)[0]?.body).toMatchObject({ meta_data: { shelf: 4 }, version: fullGroup.version });
});

test('a warning asks once before the group is verified, and an error prevents the verification', async () => {
  const violation = {
    task: { id: 'k1', name: 'Same' },
    rule: 'few_members',
    level: 'error',
    groups: 1,
    text: 'Too few members.',
  };
  const LIST_VIOLATIONS = 'GET /annotate/v2/group-violation/';
  const { stub, user } = await renderGroupPage(fullGroup, {
    [LIST_VIOLATIONS]: { results: [violation] },
    [CREATE_VERIFICATION]: { id: 'v1' },
  });
  await user.click(getButton('Verify'));
  const refusalDialog = within(await screen.findByRole('alertdialog', { name: 'This group cannot be verified yet' }));
  expect(refusalDialog.getByText('Error: Too few members. (Same)')).toBeVisible();
  expect(refusalDialog.getByRole('button', { name: 'Verify anyway' })).toHaveAttribute('aria-disabled', 'true');
  await user.click(refusalDialog.getByRole('button', { name: 'Cancel' }));
  expect(stub.getRequests(CREATE_VERIFICATION)).toEqual([]);
  stub.addHandlers({ [LIST_VIOLATIONS]: { results: [{ ...violation, level: 'warning' }] } });
  await user.click(getButton('Verify'));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Verify this group?' }));
  await user.click(dialog.getByRole('button', { name: 'Verify anyway' }));
  await waitFor(() => expect(stub.getRequests(CREATE_VERIFICATION)).toHaveLength(1));
});
