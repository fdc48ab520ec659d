import { createUndoResult, failWith, listChangeSets, listUndone, UNDO } from '@console/shared-auth/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { createGroupChanges, createGroupRow, createMemberImage } from '../../testing';
import { GET_GROUP, UPDATE_IMAGES, ADD_IMAGES, fullGroup, renderGroupPage, getImageList, getButton } from '../testing';

const REMOVE_IMAGES = 'POST /similarity/training/v2/group/{id}/remove-images';
const ADD_OBJECTS = 'POST /similarity/training/v2/group/{id}/add-objects';
const MOVE_MEMBERS = 'POST /similarity/training/v2/group/{id}/move-members';
test('removing a member focuses the next member, and removing the last one focuses the page', async () => {
  const createRemoval = (id: string) => ({
    ...createGroupChanges(),
    removed: { images: [id], detection_objects: [], groups: [] },
  });
  const { user } = await renderGroupPage(
    { ...fullGroup, images: [createMemberImage('i1'), createMemberImage('i2')], detection_objects: [] },
    { [REMOVE_IMAGES]: ({ body }: { body: { images: string[] } }) => createRemoval(body.images[0] ?? '') },
  );
  getButton('Remove Image 1 from the group').focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(getImageList().getAllByRole('listitem')).toHaveLength(1));
  expect(getButton('Remove Image 1 from the group')).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('This group is empty!')).toBeVisible();
  expect(document.body).not.toHaveFocus();
});

testInLongRun('reports a member that someone else has already removed, without Undo', async () => {
  const { user } = await renderGroupPage(fullGroup, { [REMOVE_IMAGES]: createGroupChanges() });
  await user.click(getButton('Remove Image 1 from the group'));
  expect(await screen.findByText('Another user has already removed this.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('removes a member with one call and restores it by Undo', async () => {
  const { stub, user } = await renderGroupPage(fullGroup, {
    [REMOVE_IMAGES]: createGroupChanges({ removed: { images: ['i1'], detection_objects: [], groups: [] }, images_count: 2 }),
    [UNDO]: createUndoResult(),
  });
  await user.click(getButton('Remove Image 1 from the group'));
  expect(await screen.findByText('Successfuly removed!')).toBeVisible();
  expect(getImageList().getAllByRole('listitem')).toHaveLength(2);
  expect(stub.getRequests(REMOVE_IMAGES)[0]).toMatchObject({ query: { answer: 'changes' }, body: { images: ['i1'] } });
  await user.click(getButton('Undo'));
  await waitFor(() => expect(getImageList().getAllByRole('listitem')).toHaveLength(3));
  expect(listUndone(stub)).toEqual(listChangeSets(stub, REMOVE_IMAGES));
});

test('removes a range selected by Shift after confirmation', async () => {
  const { stub, user } = await renderGroupPage(fullGroup, {
    [REMOVE_IMAGES]: createGroupChanges({
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
  const confirmDialog = within(await screen.findByRole('alertdialog', { name: 'Remove 3 members from this group?' }));
  await user.click(confirmDialog.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('3 members were removed.')).toBeVisible();
  expect(stub.getRequests(REMOVE_IMAGES)).toMatchObject([{ body: { images: ['i1', 'i2', 'i3'] } }]);
});

test('marks members as TEST after confirmation, and Undo restores the TRAIN members', async () => {
  const groupWithTestImage = {
    ...fullGroup,
    images: [{ ...createMemberImage('i1'), test_image: true }, createMemberImage('i2'), createMemberImage('i3')],
  };
  const { user, stub } = await renderGroupPage(groupWithTestImage, {
    [UPDATE_IMAGES]: { updated: 2 },
    [UNDO]: createUndoResult(),
  });
  await user.click(getButton('Move items'));
  await user.click(screen.getByRole('checkbox', { name: 'Select Image 1' }));
  await user.keyboard('{Shift>}');
  await user.click(screen.getByRole('checkbox', { name: 'Select Image 3' }));
  await user.keyboard('{/Shift}');
  await user.click(within(screen.getByRole('group', { name: '3 selected' })).getByRole('button', { name: 'TEST' }));
  expect(stub.getRequests(UPDATE_IMAGES)).toHaveLength(0);
  const confirmDialog = within(await screen.findByRole('alertdialog', { name: 'Mark 2 members as TEST?' }));
  await user.click(confirmDialog.getByRole('button', { name: 'Mark as TEST' }));
  expect(await screen.findByText('2 members are now marked as TEST.')).toBeVisible();
  expect(stub.getRequests(UPDATE_IMAGES).map(({ body }) => body)).toMatchObject([{ images: ['i2', 'i3'], 'mark-test': true }]);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(listUndone(stub)).toEqual(listChangeSets(stub, UPDATE_IMAGES)));
});

testInLongRun('members moved by someone else are not counted, and the group is refetched', async () => {
  const { user, stub } = await renderGroupPage(fullGroup, {
    [MOVE_MEMBERS]: {
      from: createGroupChanges({ removed: { images: ['i1'], detection_objects: [], groups: [] }, images_count: 2 }),
      to: createGroupRow({ id: 'g2', name: 'New group' }),
    },
  });
  await user.click(getButton('Move items'));
  for (const name of ['Select Image 1', 'Select Image 2']) await user.click(screen.getByRole('checkbox', { name }));
  await user.click(getButton('Create new group and move items'));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: /Name/ }), 'New group');
  const readCount = stub.getRequests(GET_GROUP).length;
  await user.click(dialog.getByRole('button', { name: 'Create and move' }));
  expect(await screen.findByText('1 item was moved to New group (others had already been removed)')).toBeVisible();
  await waitFor(() => expect(stub.getRequests(GET_GROUP).length).toBeGreaterThan(readCount));
});

testInLongRun('moving with older servers adds members before removing them', async () => {
  const createdGroup = { ...fullGroup, id: 'g7', name: 'Green ones', images: [], detection_objects: [], groups: [] };
  const removedMembers = { images: ['i2'], detection_objects: [], groups: [] };
  const { stub, user } = await renderGroupPage(fullGroup, {
    [MOVE_MEMBERS]: failWith(404, 'There is nothing at this address.'),
    'POST /similarity/training/v2/group/': createdGroup,
    'POST /similarity/training/v2/group/{id}/add-images': createdGroup,
    [REMOVE_IMAGES]: createGroupChanges({ removed: removedMembers, images_count: 2 }),
  });
  await user.click(getButton('Move items'));
  await user.click(screen.getByRole('checkbox', { name: 'Select Image 2' }));
  await user.click(getButton('Create new group and move items'));
  await user.type(within(await screen.findByRole('dialog')).getByRole('textbox', { name: /^Name/ }), 'Green ones{Enter}');
  expect(await screen.findByText(/moved to Green ones/)).toBeVisible();
  expect(stub.getRequests('POST /similarity/training/v2/group/{id}/add-images')[0]).toMatchObject({ params: { id: 'g7' } });
  expect(stub.getRequests(REMOVE_IMAGES)[0]).toMatchObject({ params: { id: 'g1' }, body: { images: ['i2'] } });
});

test('moves the selection to a new group and offers Undo', async () => {
  const targetGroup = createGroupRow({ id: 'g7', name: 'Green ones', images_count: 1, objects_count: 1 });
  const removedMembers = { images: ['i2'], detection_objects: ['o1'], groups: [] };
  const { stub, user } = await renderGroupPage(fullGroup, {
    [MOVE_MEMBERS]: { from: createGroupChanges({ removed: removedMembers, images_count: 2, objects_count: 0 }), to: targetGroup },
    [UNDO]: createUndoResult(),
  });
  await user.click(getButton('Move items'));
  await user.click(screen.getByRole('checkbox', { name: 'Select Image 2' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select Object 1' }));
  await user.click(getButton('Create new group and move items'));
  await screen.findByRole('dialog', { name: 'Create new group and move 2 items' });
  await user.type(within(screen.getByRole('dialog')).getByRole('textbox', { name: /^Name/ }), 'Green ones{Enter}');
  expect(await screen.findByText('2 items were moved to Green ones')).toBeVisible();
  expect(stub.getRequests(MOVE_MEMBERS)[0]?.body).toMatchObject({
    new_group: { name: 'Green ones', type: 'y1' },
    images: ['i2'],
    objects: ['o1'],
  });
  await waitFor(() => expect(getImageList().getAllByRole('listitem')).toHaveLength(2));
  await user.click(getButton('Undo'));
  await waitFor(() => expect(listUndone(stub)).toEqual(listChangeSets(stub, MOVE_MEMBERS)));
});

testInLongRun('retrying a move after a lost response sends the same idempotency key', async () => {
  const { stub, user } = await renderGroupPage(fullGroup, { [MOVE_MEMBERS]: failWith(0) });
  await user.click(getButton('Move items'));
  await user.click(screen.getByRole('checkbox', { name: 'Select Image 2' }));
  await user.click(getButton('Create new group and move items'));
  await user.type(within(await screen.findByRole('dialog')).getByRole('textbox', { name: /^Name/ }), 'Green ones{Enter}');
  expect(await screen.findByText(/Couldn't move the items\./)).toBeVisible();
  await user.click(getButton('Create and move'));
  await waitFor(() => expect(stub.getRequests(MOVE_MEMBERS)).toHaveLength(2));
  const [firstKey, secondKey] = stub.getRequests(MOVE_MEMBERS).map(({ headers }) => headers['Idempotency-Key']);
  expect(firstKey).toEqual(expect.any(String));
  expect(secondKey).toBe(firstKey);
});

test('adds several members by ids and links and does not send invalid text', async () => {
  const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
  const otherGroup = '3f2504e0-4f89-41d3-9a0c-0305e82c3302';
  const { stub, user } = await renderGroupPage(fullGroup, { [ADD_OBJECTS]: createGroupChanges() }, '/group/g1?tab=object');
  await user.type(screen.getByRole('textbox', { name: 'Ids of objects' }), 'o1');
  await user.click(getButton('Add'));
  expect(await screen.findByText('Enter an id, or paste a link.')).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: 'Ids of objects' }), ` ${id}, http://x/image/${otherGroup}`);
  await user.click(getButton('Add'));
  expect(await screen.findByText('Successfuly added!')).toBeVisible();
  expect(stub.getRequests(ADD_OBJECTS)[0]?.body).toMatchObject({ objects: [id, otherGroup] });
});

test('adds a similar item with one click and removes it by Undo', async () => {
  const LIST_SIMILAR = 'GET /similarity/training/v2/group/{id}/similar';
  const similarImage = {
    id: 'i7',
    workspace: 'w',
    img_path: '/i7',
    thumb_img_path: '/t-i7',
    img_width: 9,
    img_height: 9,
    created: '',
    labels: [],
    real: true,
    test_image: false,
    foreground_mask: null,
    verificationsCount: 0,
    version: 1,
    meta_data: { filename: 'mug.jpg' },
  };
  const similarResponse = {
    available: true,
    by: 'both',
    images: [{ likeness: 0.9, image: similarImage }],
    objects: [],
    groups: [],
    ready: {},
  };
  const addedMembers = createGroupChanges({
    added: { images: [createMemberImage('i7')], detection_objects: [], groups: [] },
    images_count: 4,
  });
  const { stub, user } = await renderGroupPage(fullGroup, {
    [LIST_SIMILAR]: similarResponse,
    [ADD_IMAGES]: addedMembers,
    [UNDO]: createUndoResult(),
  });
  await user.click(screen.getByRole('tab', { name: /Similar/ }));
  expect(stub.getRequests(LIST_SIMILAR)).toMatchObject([{ params: { id: 'g1' } }]);
  const add = await screen.findByRole('button', { name: 'Add mug.jpg to the group' });
  // The server does not return members as similar items.
  stub.addHandlers({ [LIST_SIMILAR]: { ...similarResponse, images: [] } });
  await user.click(add);
  expect(await screen.findByText('\u2068mug.jpg\u2069 was added to the group.')).toBeVisible();
  expect(stub.getRequests(ADD_IMAGES)).toMatchObject([{ body: { images: ['i7'] } }]);
  await waitFor(() => expect(getImageList().getAllByRole('listitem')).toHaveLength(4));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Add mug.jpg to the group' })).toBeNull());
  await user.click(getButton('Undo'));
  await waitFor(() => expect(listUndone(stub)).toEqual(listChangeSets(stub, ADD_IMAGES)));
});
