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
import { groupDetail, groupRow, memberImage } from '../testing';
import { GroupPage } from './group-page';
import { GET_GROUP, LIST, UPDATE_IMAGES, full, show, images, button } from './testing';

const PUT = 'PUT /similarity/training/v2/group/{id}';
const UPDATE = 'POST /similarity/training/v2/group/update';
const VERIFICATIONS = 'GET /annotate/v2/similarity-verification/';
const VERIFY = 'POST /annotate/v2/similarity-verification/';
const UNVERIFY = 'DELETE /annotate/v2/similarity-verification/{id}';
test('shows members as a carousel, a grid and a table', async () => {
  const memberImages = Array.from({ length: 7 }, (_, index) => memberImage(`i${index}`));
  const { user } = await show({ ...full, test_group: true, images: memberImages, images_count: 7 });
  expect(button('TEST GROUP')).toBeVisible();
  expect(images().getAllByRole('listitem')).toHaveLength(7);
  expect(images().getByRole('link', { name: 'Open Image 2' })).toHaveAttribute('href', '/image/i1');
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
  const [object] = full.detection_objects;
  if (!object) throw new Error('the group has an object');
  await show({
    ...full,
    images: [{ ...memberImage('i1'), name: '<b>mug</b>.jpg' }, memberImage('i2')],
    detection_objects: [{ ...object, label: 'Bottle' }],
  });
  expect(images().getByText('<b>mug</b>.jpg')).toBeVisible();
  expect(images().getByText('Image 2')).toBeVisible();
  expect(button('Remove Bottle 1 from the group')).toBeVisible();
});

test('shows an empty state for an empty group', async () => {
  await show(groupDetail({ name: 'Nothing' }));
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
  const box = groupRow({ id: 'g8', name: 'Box of bottles', test_group: true, type_name: 'Crate' });
  const { stub, user } = await show(full, {
    [LIST]: ({ query }: StubRequest) => (query.group === 'g1' ? page([box], 30) : page([])),
  });
  const section = within(screen.getByRole('region', { name: /Groups that contain this group/ }));
  const row = within(await section.findByRole('row', { name: /Box of bottles/ }));
  expect(row.getByText('Crate')).toBeVisible();
  expect(row.getByText('TEST')).toBeVisible();
  expect(row.getByRole('link', { name: 'Open group' })).toHaveAttribute('href', '/group/g8');
  await user.click(section.getByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(stub.getRequests(LIST).at(-1)?.query).toMatchObject({ group: 'g1', page: 2 }));
  stub.addHandlers({ [LIST]: page([]) });
  await user.click(button('Refresh'));
  expect(await section.findByText('No group contains this group.')).toBeVisible();
});

test('members are shown in pages of 100', async () => {
  const memberImages = Array.from({ length: 230 }, (_, index) => memberImage(`i${index}`));
  const { user } = await show({ ...full, images: memberImages, images_count: 230 });
  // The first members are rendered at once, the others afterwards.
  await waitFor(() => expect(images().getAllByRole('listitem')).toHaveLength(100));
  await user.click(button('Next page'));
  expect(images().getByRole('link', { name: 'Open Image 101' })).toBeVisible();
});

test('saves name and description, but not a name of one letter', async () => {
  const { stub, user } = await show(full, { [PUT]: { ...full, name: 'Red', version: 2 } });
  const name = screen.getByRole('textbox', { name: /^Name/ });
  await user.clear(name);
  await user.type(name, 'R{Enter}');
  expect(await screen.findByText('Enter at least 2 letters')).toBeVisible();
  await user.type(name, 'ed{Enter}');
  expect(await screen.findByText('Updated!')).toBeVisible();
  expect(stub.getRequests(PUT)).toMatchObject([{ body: { name: 'Red', description: 'All blue', type: 'y1', version: 1 } }]);
  expect(screen.getByRole('heading', { name: 'Red' })).toBeVisible();
});

test('a conflict is shown and the next save uses the new version', async () => {
  const { stub, user } = await show(full, { [PUT]: failWith(409, 'Changed.') });
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), '!');
  stub.addHandlers({ [GET_GROUP]: { ...full, description: 'Theirs', version: 5 } });
  await user.click(button('Save'));
  expect(await screen.findByText(/Another user has changed this/)).toBeVisible();
  expect(await screen.findByDisplayValue('Theirs')).toBeVisible();
  stub.addHandlers({ [PUT]: { ...full, name: 'Blue bottles!', description: 'Theirs', version: 6 } });
  await user.click(button('Save'));
  expect(await screen.findByText('Updated!')).toBeVisible();
  expect(stub.getRequests(PUT)[1]?.body).toMatchObject({ name: 'Blue bottles!', description: 'Theirs', version: 5 });
});

test('switches between TRAIN and TEST', async () => {
  const { stub, user } = await show(full, { [UPDATE]: { updated: 1 } });
  await user.click(button('TRAIN GROUP'));
  expect(await screen.findByRole('button', { name: 'TEST GROUP' })).toBeVisible();
  expect(stub.getRequests(UPDATE)[0]?.body).toMatchObject({ groups: ['g1'], 'mark-test': true });
});

test('Verify verifies the group, and Verified removes the verifications of all users', async () => {
  const { stub, user } = await show(full, {
    [VERIFY]: { id: 'v1', user: { id: 'u', username: 'a' }, group_id: 'g1', created: '2026-01-01T00:00:00Z' },
    [VERIFICATIONS]: page([{ id: 'v1' }, { id: 'v2' }]),
    [UNVERIFY]: undefined,
  });
  await user.click(button('Verify'));
  await user.click(await screen.findByRole('button', { name: 'Verified' }));
  expect(await screen.findByRole('button', { name: 'Verify' })).toBeVisible();
  expect(stub.getRequests(VERIFY)[0]?.body).toMatchObject({ group_id: 'g1' });
  expect(stub.getRequests(UNVERIFY).map(({ params }) => params.id)).toEqual(['v1', 'v2']);
});

test('deletes a group after confirmation and opens the list', async () => {
  const { stub, user } = await show(full, { 'DELETE /similarity/training/v2/group/{id}': undefined });
  await user.click(button('Delete'));
  const confirm = within(await screen.findByRole('alertdialog', { name: 'Delete this group?' }));
  expect(
    confirm.getByText('\u2068Blue bottles\u2069 has 4 members. The images, objects and groups themselves are not deleted.'),
  ).toBeVisible();
  await user.click(confirm.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('All groups')).toBeVisible();
  expect(stub.getRequests('DELETE /similarity/training/v2/group/{id}')).toHaveLength(1);
  stub.addHandlers({ [UNDO]: createUndoResult() });
  await user.click(button('Undo'));
  await waitFor(() => expect(listUndone(stub)).toEqual(listChangeSets(stub, 'DELETE /similarity/training/v2/group/{id}')));
});

test('a badge switches REAL and PRODUCT, for an object on its image', async () => {
  const { stub, user } = await show(full, { [UPDATE_IMAGES]: { updated: 1 } });
  await user.click(button('Image 2: change to PRODUCT'));
  expect(await screen.findByRole('button', { name: 'Image 2: change to REAL' })).toBeVisible();
  await user.click(button('Object 1: change to REAL'));
  expect(await screen.findByRole('button', { name: 'Object 1: change to PRODUCT' })).toBeVisible();
  expect(stub.getRequests(UPDATE_IMAGES).map(({ body }) => body)).toMatchObject([
    { images: ['i2'], 'unmark-real': true },
    { images: ['i9'], 'mark-real': true },
  ]);
  // The group is not refetched.
  expect(stub.getRequests(GET_GROUP)).toHaveLength(1);
});

test('unsaved text survives a switch of tabs', async () => {
  const { user } = await show(full, {}, '/group/g1?tab=image');
  await user.type(screen.getByRole('textbox', { name: 'Ids of images' }), 'half an id');
  await user.click(screen.getByRole('tab', { name: /^Object/ }));
  expect(screen.queryByRole('textbox', { name: 'Ids of images' })).toBeNull();
  expect(screen.getByRole('textbox', { name: 'Ids of objects' })).toHaveValue('');
  await user.click(screen.getByRole('tab', { name: /^Image/ }));
  expect(screen.getByRole('textbox', { name: 'Ids of images' })).toHaveValue('half an id');
});

test('saves meta data as JSON with the loaded version', async () => {
  const PATCH = 'PATCH /similarity/training/v2/group/{id}';
  const { stub, user } = await show(full, { [PATCH]: { ...full, meta_data: { shelf: 4 } } });
  await user.click(await screen.findByRole('tab', { name: /^Text/ }));
  const text = await screen.findByRole('textbox', { name: 'Meta data of the group' });
  fireEvent.input(text, { target: { value: '{"shelf":' } });
  await user.click(button('Save meta data'));
  expect(stub.getRequests(PATCH)).toHaveLength(0);
  fireEvent.input(text, { target: { value: '{"shelf":4}' } });
  await user.click(button('Save meta data'));
  expect(await screen.findByText('Updated!')).toBeVisible();
  expect(stub.getRequests(PATCH)[0]?.body).toMatchObject({ meta_data: { shelf: 4 }, version: full.version });
});

test('a warning asks once before the group is verified, and an error prevents the verification', async () => {
  const violation = {
    task: { id: 'k1', name: 'Same' },
    rule: 'few_members',
    level: 'error',
    groups: 1,
    text: 'Too few members.',
  };
  const VIOLATIONS = 'GET /annotate/v2/group-violation/';
  const { stub, user } = await show(full, { [VIOLATIONS]: { results: [violation] }, [VERIFY]: { id: 'v1' } });
  await user.click(button('Verify'));
  const refusalDialog = within(await screen.findByRole('alertdialog', { name: 'This group cannot be verified yet' }));
  expect(refusalDialog.getByText('Error: Too few members. (Same)')).toBeVisible();
  expect(refusalDialog.getByRole('button', { name: 'Verify anyway' })).toHaveAttribute('aria-disabled', 'true');
  await user.click(refusalDialog.getByRole('button', { name: 'Cancel' }));
  expect(stub.getRequests(VERIFY)).toEqual([]);
  stub.addHandlers({ [VIOLATIONS]: { results: [{ ...violation, level: 'warning' }] } });
  await user.click(button('Verify'));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Verify this group?' }));
  await user.click(dialog.getByRole('button', { name: 'Verify anyway' }));
  await waitFor(() => expect(stub.getRequests(VERIFY)).toHaveLength(1));
});
