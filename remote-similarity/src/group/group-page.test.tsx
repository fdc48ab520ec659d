import { failWith, page, signInForTest, stubApi, type StubHandlers, type StubRequest } from '@console/shared-auth/testing';
import type { GroupChanges, GroupDetail } from '@console/shared-contract/api';
import { renderConsole } from '@console/shared-ui/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { groupDetail, groupRow } from '../testing';
import { GroupPage } from './group-page';

const one = 'GET /similarity/training/v2/group/{id}';
const list = 'GET /similarity/training/v2/group/';
const put = 'PUT /similarity/training/v2/group/{id}';
const update = 'POST /similarity/training/v2/group/update';
const updateImages = 'POST /recognition/v2/training-image/update';
const addImages = 'POST /similarity/training/v2/group/{id}/add-images';
const removeImages = 'POST /similarity/training/v2/group/{id}/remove-images';
const addObjects = 'POST /similarity/training/v2/group/{id}/add-objects';
const move = 'POST /similarity/training/v2/group/{id}/move-members';
const verifications = 'GET /annotate/v2/similarity-verification/';
const verify = 'POST /annotate/v2/similarity-verification/';
const unverify = 'DELETE /annotate/v2/similarity-verification/{id}';
const change = 'POST /similarity/training/v2/group/change';
const upload = 'POST /recognition/v2/training-image/';

const createImage = (id: string) => ({ id, img_path: `/${id}`, thumb_img_path: `/t-${id}`, test_image: false, real: true });
const full = groupDetail({
  name: 'Blue bottles',
  description: 'All blue',
  images: [createImage('i1'), createImage('i2'), createImage('i3')],
  images_count: 3,
  detection_objects: [{ id: 'o1', thumb: '/o1', image: { id: 'i9', test_image: false, real: false } }],
  objects_count: 1,
});
const createChanges = (fields: Partial<GroupChanges> = {}): GroupChanges => ({
  id: 'g1',
  added: { images: [], detection_objects: [], groups: [] },
  removed: { images: [], detection_objects: [], groups: [] },
  groups_count: 0,
  images_count: 3,
  objects_count: 1,
  thumb_img_path: null,
  ...fields,
});

async function show(group: GroupDetail = full, handlers: StubHandlers = {}, route = '/group/g1') {
  signInForTest({ services: ['custom-similarity', 'annotate'] });
  const stub = stubApi({
    [one]: group,
    [list]: page([]),
    'GET /similarity/training/v2/type/': page([{ id: 'y1', workspace: 'w', name: 'Bottle', version: 1 }]),
    ...handlers,
  });
  const user = userEvent.setup();
  renderConsole(
    <Routes>
      <Route path="/group/:id" element={<GroupPage />} />
      <Route path="/groups" element={<p>All groups</p>} />
    </Routes>,
    { route },
  );
  await screen.findByRole('heading', { name: group.name });
  return { stub, user };
}
const getImageList = () => within(screen.getByRole('list', { name: 'Images' }));
const getButton = (name: string | RegExp) => screen.getByRole('button', { name });

test('shows members in a carousel of five, as a grid with flags and as a table', async () => {
  const many = Array.from({ length: 7 }, (_, at) => createImage(`i${at}`));
  const { user } = await show({ ...full, test_group: true, images: many, images_count: 7 });
  expect(getButton('TEST GROUP')).toBeVisible();
  expect(getImageList().getAllByRole('listitem')).toHaveLength(7);
  expect(getImageList().getByRole('link', { name: 'Open Image 2' })).toHaveAttribute('href', '/image/i1');
  const carousel = within(screen.getByRole('group', { name: 'Thumbnails of this group' }));
  expect(carousel.getAllByRole('link')).toHaveLength(5);
  for (const picture of carousel.getAllByRole('img'))
    expect(picture.parentElement).toHaveStyle({ width: '120px', height: '120px' });
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
    images: [{ ...createImage('i1'), name: '<b>mug</b>.jpg' }, createImage('i2')],
    detection_objects: [{ ...object, label: 'Bottle' }],
  });
  expect(getImageList().getByText('<b>mug</b>.jpg')).toBeVisible();
  expect(getImageList().getByText('Image 2')).toBeVisible();
  expect(getButton('Remove Bottle 1 from the group')).toBeVisible();
});

test('removing a member focuses the next one, and the page after the last one', async () => {
  const createRemoval = (id: string) => ({ ...createChanges(), removed: { images: [id], detection_objects: [], groups: [] } });
  const { user } = await show(
    { ...full, images: [createImage('i1'), createImage('i2')], detection_objects: [] },
    { [removeImages]: ({ body }: { body: { images: string[] } }) => createRemoval(body.images[0] ?? '') },
  );
  getButton('Remove Image 1 from the group').focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(getImageList().getAllByRole('listitem')).toHaveLength(1));
  expect(getButton('Remove Image 1 from the group')).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('This group is empty!')).toBeVisible();
  expect(document.body).not.toHaveFocus();
});

test('reports a member that someone else has already removed, without Undo', async () => {
  const { user } = await show(full, { [removeImages]: createChanges() });
  await user.click(getButton('Remove Image 1 from the group'));
  expect(await screen.findByText('Someone else has already removed this.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('shows an empty state for an empty group', async () => {
  await show(groupDetail({ name: 'Nothing' }));
  expect(screen.getByText('This group is empty!')).toBeVisible();
});

test.each([404, 500])('shows the not-found message if the group cannot be loaded (%s)', async (status) => {
  signInForTest();
  stubApi({ [one]: failWith(status) });
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
    [list]: ({ query }: StubRequest) => (query.group === 'g1' ? page([box], 30) : page([])),
  });
  const section = within(screen.getByRole('region', { name: /Groups that contain this group/ }));
  const row = within(await section.findByRole('row', { name: /Box of bottles/ }));
  expect(row.getByText('Crate')).toBeVisible();
  expect(row.getByText('TEST')).toBeVisible();
  expect(row.getByRole('link', { name: 'Open group' })).toHaveAttribute('href', '/group/g8');
  await user.click(section.getByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(stub.getRequests(list).at(-1)?.query).toMatchObject({ group: 'g1', page: 2 }));
  stub.addHandlers({ [list]: page([]) });
  await user.click(getButton('Refresh'));
  expect(await section.findByText('No group contains this group.')).toBeVisible();
});

test('members are shown in pages of 100', async () => {
  const many = Array.from({ length: 230 }, (_, at) => createImage(`i${at}`));
  const { user } = await show({ ...full, images: many, images_count: 230 });
  // The first members are rendered at once, the others afterwards.
  await waitFor(() => expect(getImageList().getAllByRole('listitem')).toHaveLength(100));
  await user.click(getButton('Next page'));
  expect(getImageList().getByRole('link', { name: 'Open Image 101' })).toBeVisible();
});

test('saves name and description, but not a name of one letter', async () => {
  const { stub, user } = await show(full, { [put]: { ...full, name: 'Red', version: 2 } });
  const name = screen.getByRole('textbox', { name: /^Name/ });
  await user.clear(name);
  await user.type(name, 'R{Enter}');
  expect(await screen.findByText('Enter at least 2 letters')).toBeVisible();
  await user.type(name, 'ed{Enter}');
  expect(await screen.findByText('Updated!')).toBeVisible();
  expect(stub.getRequests(put)).toMatchObject([{ body: { name: 'Red', description: 'All blue', type: 'y1', version: 1 } }]);
  expect(screen.getByRole('heading', { name: 'Red' })).toBeVisible();
});

test('a conflict is shown and the next save uses the new version', async () => {
  const { stub, user } = await show(full, { [put]: failWith(409, 'Changed.') });
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), '!');
  stub.addHandlers({ [one]: { ...full, description: 'Theirs', version: 5 } });
  await user.click(getButton('Save'));
  expect(await screen.findByText(/Someone else has changed this group/)).toBeVisible();
  expect(await screen.findByDisplayValue('Theirs')).toBeVisible();
  stub.addHandlers({ [put]: { ...full, name: 'Blue bottles!', description: 'Theirs', version: 6 } });
  await user.click(getButton('Save'));
  expect(await screen.findByText('Updated!')).toBeVisible();
  expect(stub.getRequests(put)[1]?.body).toMatchObject({ name: 'Blue bottles!', description: 'Theirs', version: 5 });
});

test('switches between TRAIN and TEST', async () => {
  const { stub, user } = await show(full, { [update]: { updated: 1 } });
  await user.click(getButton('TRAIN GROUP'));
  expect(await screen.findByRole('button', { name: 'TEST GROUP' })).toBeVisible();
  expect(stub.getRequests(update)[0]?.body).toMatchObject({ groups: ['g1'], 'mark-test': true });
});

test('Verify verifies the group, and Verified removes the verifications of all users', async () => {
  const { stub, user } = await show(full, {
    [verify]: { id: 'v1', user: { id: 'u', username: 'a' }, group_id: 'g1', created: '2026-01-01T00:00:00Z' },
    [verifications]: page([{ id: 'v1' }, { id: 'v2' }]),
    [unverify]: undefined,
  });
  await user.click(getButton('Verify'));
  await user.click(await screen.findByRole('button', { name: 'Verified' }));
  expect(await screen.findByRole('button', { name: 'Verify' })).toBeVisible();
  expect(stub.getRequests(verify)[0]?.body).toMatchObject({ group_id: 'g1' });
  expect(stub.getRequests(unverify).map(({ params }) => params.id)).toEqual(['v1', 'v2']);
});

test('deletes a group after confirmation and opens the list', async () => {
  const { stub, user } = await show(full, { 'DELETE /similarity/training/v2/group/{id}': undefined });
  await user.click(getButton('Delete'));
  const confirm = within(await screen.findByRole('alertdialog', { name: 'Delete this group?' }));
  expect(
    confirm.getByText('\u2068Blue bottles\u2069 has 4 members. The images, objects and groups themselves are not deleted.'),
  ).toBeVisible();
  await user.click(confirm.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('All groups')).toBeVisible();
  expect(stub.getRequests('DELETE /similarity/training/v2/group/{id}')).toHaveLength(1);
  stub.addHandlers({ [change]: { changed: ['g1'] } });
  await user.click(getButton('Undo'));
  await waitFor(() => expect(stub.getRequests(change)[0]?.body).toMatchObject({ change: 'restore', groups: ['g1'] }));
});

test('a badge switches REAL and PRODUCT, for an object on its image', async () => {
  const { stub, user } = await show(full, { [updateImages]: { updated: 1 } });
  await user.click(getButton('Image 2: change to PRODUCT'));
  expect(await screen.findByRole('button', { name: 'Image 2: change to REAL' })).toBeVisible();
  await user.click(getButton('Object 1: change to REAL'));
  expect(await screen.findByRole('button', { name: 'Object 1: change to PRODUCT' })).toBeVisible();
  expect(stub.getRequests(updateImages).map(({ body }) => body)).toMatchObject([
    { images: ['i2'], 'unmark-real': true },
    { images: ['i9'], 'mark-real': true },
  ]);
  // The group is not refetched.
  expect(stub.getRequests(one)).toHaveLength(1);
});

test('removes a member with one call and restores it by Undo', async () => {
  const { stub, user } = await show(full, {
    [removeImages]: createChanges({ removed: { images: ['i1'], detection_objects: [], groups: [] }, images_count: 2 }),
    [addImages]: createChanges({ added: { images: [createImage('i1')], detection_objects: [], groups: [] } }),
  });
  await user.click(getButton('Remove Image 1 from the group'));
  expect(await screen.findByText('Successfuly removed!')).toBeVisible();
  expect(getImageList().getAllByRole('listitem')).toHaveLength(2);
  expect(stub.getRequests(removeImages)[0]).toMatchObject({ query: { answer: 'changes' }, body: { images: ['i1'] } });
  await user.click(getButton('Undo'));
  await waitFor(() => expect(getImageList().getAllByRole('listitem')).toHaveLength(3));
  expect(stub.getRequests(one)).toHaveLength(1);
});

test('removes a range selected by Shift after confirmation', async () => {
  const { stub, user } = await show(full, {
    [removeImages]: createChanges({
      removed: { images: ['i1', 'i2', 'i3'], detection_objects: [], groups: [] },
      images_count: 0,
    }),
  });
  await user.click(getButton('Move items'));
  await user.click(screen.getByRole('checkbox', { name: 'Select Image 1' }));
  await user.keyboard('{Shift>}');
  await user.click(screen.getByRole('checkbox', { name: 'Select Image 3' }));
  await user.keyboard('{/Shift}');
  expect(screen.getByText('3 selected')).toBeVisible();
  await user.click(getButton('Remove'));
  const confirm = within(await screen.findByRole('alertdialog', { name: 'Remove 3 members from this group?' }));
  await user.click(confirm.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('3 members were removed.')).toBeVisible();
  expect(stub.getRequests(removeImages)).toMatchObject([{ body: { images: ['i1', 'i2', 'i3'] } }]);
});

test('marks members as TEST after confirmation, and Undo restores the TRAIN members', async () => {
  const testing = { ...full, images: [{ ...createImage('i1'), test_image: true }, createImage('i2'), createImage('i3')] };
  const { user, stub } = await show(testing, { [updateImages]: { updated: 2 } });
  await user.click(getButton('Move items'));
  await user.click(screen.getByRole('checkbox', { name: 'Select Image 1' }));
  await user.keyboard('{Shift>}');
  await user.click(screen.getByRole('checkbox', { name: 'Select Image 3' }));
  await user.keyboard('{/Shift}');
  await user.click(within(screen.getByRole('group', { name: '3 selected' })).getByRole('button', { name: 'TEST' }));
  expect(stub.getRequests(updateImages)).toHaveLength(0);
  const question = within(await screen.findByRole('alertdialog', { name: 'Mark 2 members as TEST?' }));
  await user.click(question.getByRole('button', { name: 'Mark as TEST' }));
  expect(await screen.findByText('2 members are now marked as TEST.')).toBeVisible();
  expect(stub.getRequests(updateImages).map(({ body }) => body)).toMatchObject([{ images: ['i2', 'i3'], 'mark-test': true }]);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(stub.getRequests(updateImages)[1]?.body).toMatchObject({ images: ['i2', 'i3'], 'unmark-test': true }),
  );
});

test('members moved by someone else are not counted, and the group is refetched', async () => {
  const { user, stub } = await show(full, {
    [move]: {
      from: createChanges({ removed: { images: ['i1'], detection_objects: [], groups: [] }, images_count: 2 }),
      to: groupRow({ id: 'g2', name: 'New group' }),
    },
  });
  await user.click(getButton('Move items'));
  for (const name of ['Select Image 1', 'Select Image 2']) await user.click(screen.getByRole('checkbox', { name }));
  await user.click(getButton('Create new group and move items'));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: /Name/ }), 'New group');
  const read = stub.getRequests(one).length;
  await user.click(dialog.getByRole('button', { name: 'Create and move' }));
  expect(await screen.findByText('1 item was moved to New group (others had already been removed)')).toBeVisible();
  await waitFor(() => expect(stub.getRequests(one).length).toBeGreaterThan(read));
});

test('moving with older servers adds members before removing them', async () => {
  const createdGroup = { ...full, id: 'g7', name: 'Green ones', images: [], detection_objects: [], groups: [] };
  const removed = { images: ['i2'], detection_objects: [], groups: [] };
  const { stub, user } = await show(full, {
    [move]: failWith(404, 'There is nothing at this address.'),
    'POST /similarity/training/v2/group/': createdGroup,
    'POST /similarity/training/v2/group/{id}/add-images': createdGroup,
    [removeImages]: createChanges({ removed, images_count: 2 }),
  });
  await user.click(getButton('Move items'));
  await user.click(screen.getByRole('checkbox', { name: 'Select Image 2' }));
  await user.click(getButton('Create new group and move items'));
  await user.type(within(await screen.findByRole('dialog')).getByRole('textbox', { name: /^Name/ }), 'Green ones{Enter}');
  expect(await screen.findByText(/moved to Green ones/)).toBeVisible();
  expect(stub.getRequests('POST /similarity/training/v2/group/{id}/add-images')[0]).toMatchObject({ params: { id: 'g7' } });
  expect(stub.getRequests(removeImages)[0]).toMatchObject({ params: { id: 'g1' }, body: { images: ['i2'] } });
});

test('moves the selection to a new group, and Undo deletes that group', async () => {
  const to = groupRow({ id: 'g7', name: 'Green ones', images_count: 1, objects_count: 1 });
  const removed = { images: ['i2'], detection_objects: ['o1'], groups: [] };
  const { stub, user } = await show(full, {
    [move]: { from: createChanges({ removed, images_count: 2, objects_count: 0 }), to },
    'DELETE /similarity/training/v2/group/{id}': undefined,
  });
  await user.click(getButton('Move items'));
  await user.click(screen.getByRole('checkbox', { name: 'Select Image 2' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select Object 1' }));
  await user.click(getButton('Create new group and move items'));
  await screen.findByRole('dialog', { name: 'Create new group and move 2 items' });
  await user.type(within(screen.getByRole('dialog')).getByRole('textbox', { name: /^Name/ }), 'Green ones{Enter}');
  expect(await screen.findByText('2 items were moved to Green ones')).toBeVisible();
  expect(stub.getRequests(move)[0]?.body).toMatchObject({
    new_group: { name: 'Green ones', type: 'y1' },
    images: ['i2'],
    objects: ['o1'],
  });
  await waitFor(() => expect(getImageList().getAllByRole('listitem')).toHaveLength(2));
  await user.click(getButton('Undo'));
  await waitFor(() => expect(stub.getRequests('DELETE /similarity/training/v2/group/{id}')).toHaveLength(1));
  expect(stub.getRequests(move)[1]).toMatchObject({ params: { id: 'g7' }, body: { to: 'g1', images: ['i2'], objects: ['o1'] } });
});

test('retrying a move after a lost response sends the same idempotency key', async () => {
  const { stub, user } = await show(full, { [move]: failWith(0) });
  await user.click(getButton('Move items'));
  await user.click(screen.getByRole('checkbox', { name: 'Select Image 2' }));
  await user.click(getButton('Create new group and move items'));
  await user.type(within(await screen.findByRole('dialog')).getByRole('textbox', { name: /^Name/ }), 'Green ones{Enter}');
  expect(await screen.findByText(/Couldn't move the items\./)).toBeVisible();
  await user.click(getButton('Create and move'));
  await waitFor(() => expect(stub.getRequests(move)).toHaveLength(2));
  const [first, again] = stub.getRequests(move).map(({ headers }) => headers['Idempotency-Key']);
  expect(first).toEqual(expect.any(String));
  expect(again).toBe(first);
});

test('adds several members by ids and links and does not send invalid text', async () => {
  const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
  const other = '3f2504e0-4f89-41d3-9a0c-0305e82c3302';
  const { stub, user } = await show(full, { [addObjects]: createChanges() }, '/group/g1?tab=object');
  await user.type(screen.getByRole('textbox', { name: 'Ids of objects' }), 'o1');
  await user.click(getButton('Add'));
  expect(await screen.findByText('Enter an id, or paste a link.')).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: 'Ids of objects' }), ` ${id}, http://x/image/${other}`);
  await user.click(getButton('Add'));
  expect(await screen.findByText('Successfuly added!')).toBeVisible();
  expect(stub.getRequests(addObjects)[0]?.body).toMatchObject({ objects: [id, other] });
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
  const patch = 'PATCH /similarity/training/v2/group/{id}';
  const { stub, user } = await show(full, { [patch]: { ...full, meta_data: { shelf: 4 } } });
  await user.click(await screen.findByRole('tab', { name: /^Text/ }));
  const text = await screen.findByRole('textbox', { name: 'Meta data of the group' });
  fireEvent.input(text, { target: { value: '{"shelf":' } });
  await user.click(getButton('Save meta data'));
  expect(stub.getRequests(patch)).toHaveLength(0);
  fireEvent.input(text, { target: { value: '{"shelf":4}' } });
  await user.click(getButton('Save meta data'));
  expect(await screen.findByText('Updated!')).toBeVisible();
  expect(stub.getRequests(patch)[0]?.body).toMatchObject({ meta_data: { shelf: 4 }, version: full.version });
});

test('shows the name of an unreadable file', async () => {
  const reading = jest.spyOn(FileReader.prototype, 'readAsArrayBuffer').mockImplementation(function (this: FileReader) {
    queueMicrotask(() => this.onerror?.(new ProgressEvent('error') as ProgressEvent<FileReader>));
  });
  const { stub, user } = await show(full);
  await user.upload(
    screen.getByLabelText('Upload images', { selector: 'input' }),
    new File(['x'], 'gone.png', { type: 'image/png' }),
  );
  expect(await screen.findByText('Problem parsing input file.')).toBeVisible();
  expect(screen.getByText('gone.png')).toBeVisible();
  expect(stub.getRequests(upload)).toHaveLength(0);
  reading.mockRestore();
});

test('uploads images to the group and adds duplicates of the workspace', async () => {
  const known = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
  let sent = 0;
  const { stub, user } = await show(full, {
    [upload]: () => ((sent += 1) === 1 ? { id: 'new' } : failWith(400, 'Known', { code: 'already_exists', image_id: known })),
    [addImages]: createChanges(),
  });
  const files = ['a', 'b'].map((name) => new File([name], `${name}.png`, { type: 'image/png' }));
  await user.upload(screen.getByLabelText('Upload images', { selector: 'input' }), files);
  expect(await screen.findByText('Uploaded 2 files.')).toBeVisible();
  expect(await screen.findByText('1 file was already in the workspace.')).toBeVisible();
  const body = stub.getRequests(upload)[0]?.body as FormData;
  expect([body.get('noresize'), body.get('meta_data')]).toEqual(['true', '{"filename":"a.png"}']);
  expect(screen.getByLabelText('Upload images', { selector: 'input' })).toHaveAttribute('accept', 'image/*');
  expect(stub.getRequests(addImages)[0]?.body).toMatchObject({ images: ['new', known] });
});

test('choosing a file again after a lost response sends the same idempotency key', async () => {
  const { stub, user } = await show(full, { [upload]: failWith(0), [addImages]: createChanges() });
  const input = screen.getByLabelText('Upload images', { selector: 'input' });
  const file = new File(['a'], 'a.png', { type: 'image/png' });
  await user.upload(input, file);
  expect(await screen.findByText('Unable to upload a.png!')).toBeVisible();
  stub.addHandlers({ [upload]: { id: 'new' } });
  await user.upload(input, file);
  expect(await screen.findByText('Uploaded 1 files.')).toBeVisible();
  const [first, second] = stub.getRequests(upload).map(({ headers }) => headers['Idempotency-Key']);
  expect(second).toBe(first);
  await user.upload(input, file);
  await waitFor(() => expect(stub.getRequests(upload)).toHaveLength(3));
  expect(stub.getRequests(upload)[2]?.headers['Idempotency-Key']).not.toBe(first);
});

test('adds a similar item with one click and removes it by Undo', async () => {
  const similar = 'GET /similarity/training/v2/group/{id}/similar';
  const found = {
    ...{
      id: 'i7',
      workspace: 'w',
      img_path: '/i7',
      thumb_img_path: '/t-i7',
      img_width: 9,
      img_height: 9,
      created: '',
      labels: [],
    },
    ...{
      real: true,
      test_image: false,
      foreground_mask: null,
      verificationsCount: 0,
      version: 1,
      meta_data: { filename: 'mug.jpg' },
    },
  };
  const answer = { available: true, by: 'both', images: [{ likeness: 0.9, image: found }], objects: [], groups: [], ready: {} };
  const added = createChanges({ added: { images: [createImage('i7')], detection_objects: [], groups: [] }, images_count: 4 });
  const { stub, user } = await show(full, { [similar]: answer, [addImages]: added, [removeImages]: createChanges() });
  await user.click(screen.getByRole('tab', { name: /Similar/ }));
  expect(stub.getRequests(similar)).toMatchObject([{ params: { id: 'g1' } }]);
  const add = await screen.findByRole('button', { name: 'Add mug.jpg to the group' });
  // The server does not return members as similar items.
  stub.addHandlers({ [similar]: { ...answer, images: [] } });
  await user.click(add);
  expect(await screen.findByText('\u2068mug.jpg\u2069 was added to the group.')).toBeVisible();
  expect(stub.getRequests(addImages)).toMatchObject([{ body: { images: ['i7'] } }]);
  await waitFor(() => expect(getImageList().getAllByRole('listitem')).toHaveLength(4));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Add mug.jpg to the group' })).toBeNull());
  await user.click(getButton('Undo'));
  await waitFor(() => expect(stub.getRequests(removeImages)).toMatchObject([{ body: { images: ['i7'] } }]));
});
