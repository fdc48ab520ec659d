import type { GroupRow } from '@console/shared-contract/api';
import { failWith, page, signInForTest, stubApi, type StubHandlers, type StubRequest } from '@console/shared-auth/testing';
import type { GroupSubject, MembershipChange } from '@console/shared-contract/federation';
import { renderConsole } from '@console/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createGroupChanges, createGroupRow, createGroupChangesWithImage } from '../testing';
import { GroupMembershipWidget } from './group-membership-widget';

const createId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const createGroup = (number: number, fields: Partial<GroupRow> = {}) =>
  createGroupRow({ id: createId(number), name: `Group ${number}`, ...fields });

const LIST_GROUPS = 'GET /similarity/training/v2/group/';
const ADD_IMAGES = 'POST /similarity/training/v2/group/{id}/add-images';
const REMOVE_IMAGES = 'POST /similarity/training/v2/group/{id}/remove-images';
const ADD_OBJECTS = 'POST /similarity/training/v2/group/{id}/add-objects';
const imageSubject: GroupSubject = { kind: 'image', id: createId(1) };
const objectSubject: GroupSubject = { kind: 'object', id: createId(2) };

function renderMembership(handlers: StubHandlers = {}, subject = imageSubject) {
  const stub = stubApi({
    [LIST_GROUPS]: page([createGroup(11), createGroup(12, { test_group: true, type: null })]),
    ...handlers,
  });
  const onMembershipChange = jest.fn<void, [MembershipChange]>();
  const onJoined = jest.fn();
  const onMember = jest.fn();
  renderConsole(
    <GroupMembershipWidget subject={subject} onMembershipChange={onMembershipChange} onJoined={onJoined} onMember={onMember} />,
  );
  return { stub, onMembershipChange, onJoined, onMember };
}
const getField = () => screen.getByLabelText('Add to a group');
const addByText = async (text: string) => {
  await userEvent.type(getField(), `${text}{Enter}`);
};

beforeEach(() => signInForTest());

test('lists the groups of an image with type, badge and link', async () => {
  const { stub } = renderMembership();
  const list = within(await screen.findByRole('list', { name: 'Groups' }));
  const [firstItem, secondItem] = list.getAllByRole('listitem').map((item) => within(item));
  expect(firstItem?.getByRole('link', { name: 'Group 11' })).toHaveAttribute('href', `/group/${createId(11)}`);
  expect(firstItem?.getByText('TRAIN')).toBeVisible();
  expect(firstItem?.getByText('Bottle')).toBeVisible();
  expect(secondItem?.getByText('TEST')).toBeVisible();
  expect(secondItem?.getByText('No type')).toBeVisible();
  expect(stub.getRequests(LIST_GROUPS)[0]?.query).toMatchObject({ image: imageSubject.id, page: 1 });
});

test('the membership widget shows an empty state without groups', async () => {
  renderMembership({ [LIST_GROUPS]: page([]) });
  expect(await screen.findByText('No groups for this object/image!')).toBeVisible();
});

test('adds an image to a group by id, notifies the consumer and shows the group', async () => {
  const { stub, onMembershipChange } = renderMembership({ [LIST_GROUPS]: page([]), [ADD_IMAGES]: {} });
  await screen.findByText('No groups for this object/image!');
  stub.addHandlers({ [LIST_GROUPS]: page([createGroup(13)]) });
  await addByText(` ${createId(13)} `);
  expect(await screen.findByText('Successfuly added!')).toBeVisible();
  expect(screen.getByText('Added to the group.')).toBeVisible();
  expect(stub.getRequests(ADD_IMAGES)[0]).toMatchObject({ params: { id: createId(13) }, body: { images: [imageSubject.id] } });
  expect(onMembershipChange).toHaveBeenCalledWith({ added: 1, removed: 0 });
  expect(await screen.findByRole('link', { name: 'Group 13' })).toBeVisible();
  expect(getField()).toHaveValue('');
});

test('adds an object to a group by link', async () => {
  const { stub } = renderMembership({ [ADD_OBJECTS]: {} }, objectSubject);
  await screen.findByRole('list', { name: 'Groups' });
  await addByText(`https://console.test/group/${createId(13)}`);
  await screen.findByText('Successfuly added!');
  expect(stub.getRequests(ADD_OBJECTS)[0]).toMatchObject({ params: { id: createId(13) }, body: { objects: [objectSubject.id] } });
  expect(stub.getRequests(LIST_GROUPS)[0]?.query).toMatchObject({ object: objectSubject.id });
});

test('does not send invalid ids or groups that already contain the image', async () => {
  const { stub } = renderMembership({ [ADD_IMAGES]: {} });
  await screen.findByRole('list', { name: 'Groups' });
  await addByText('Blue bottles');
  expect(await screen.findByText('Enter the id of a group, or paste a link to it.')).toBeVisible();
  await userEvent.clear(getField());
  await addByText(createId(11));
  expect(await screen.findByText('Already in this group.')).toBeVisible();
  expect(stub.getRequests(ADD_IMAGES)).toEqual([]);
});

test('an unknown group shows the reason of the server', async () => {
  const { onMembershipChange } = renderMembership({ [ADD_IMAGES]: failWith(404, 'Group not found.') });
  await screen.findByRole('list', { name: 'Groups' });
  await addByText(createId(13));
  expect(await screen.findByText('This workspace has no group with this id.')).toBeVisible();
  expect(screen.getByText('Unable to add to the group')).toBeVisible();
  expect(getField()).toHaveValue(createId(13));
  expect(onMembershipChange).not.toHaveBeenCalled();
});

test("a rejection shows the server's reason and keeps the typed text", async () => {
  renderMembership({ [ADD_IMAGES]: failWith(409, 'The group is being merged.') });
  await screen.findByRole('list', { name: 'Groups' });
  await addByText(createId(13));
  const getAlert = () => document.querySelector('[aria-live="assertive"]');
  await waitFor(() => expect(getAlert()).toHaveTextContent(/Unable to add to the group.*The group is being merged\./));
  const toast = within(screen.getByRole('listitem', { name: /Unable to add to the group/ }));
  expect(toast.getByText('The group is being merged.')).toBeVisible();
  expect(toast.getByRole('img', { name: 'Error' })).toBeVisible();
  expect(screen.queryByText('Added to the group.')).toBeNull();
  expect(getField()).toHaveValue(createId(13));
});

test('removes the image from a group', async () => {
  const { stub, onMembershipChange } = renderMembership({ [REMOVE_IMAGES]: {} });
  await screen.findByRole('list', { name: 'Groups' });
  stub.addHandlers({ [LIST_GROUPS]: page([createGroup(12)]) });
  await userEvent.click(screen.getByRole('button', { name: 'Remove from Group 11' }));
  expect(await screen.findByText('Successfuly removed!')).toBeVisible();
  expect(stub.getRequests(REMOVE_IMAGES)[0]).toMatchObject({ params: { id: createId(11) }, body: { images: [imageSubject.id] } });
  expect(onMembershipChange).toHaveBeenCalledWith({ added: 0, removed: 1 });
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Group 11' })).toBeNull());
});

test('a failed removal keeps the group and shows the reason', async () => {
  renderMembership({ [REMOVE_IMAGES]: failWith(403, 'Not allowed.') });
  await userEvent.click(await screen.findByRole('button', { name: 'Remove from Group 11' }));
  expect(await screen.findByText('Unable to remove from the group')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Group 11' })).toBeVisible();
});

test('groups are paged, and removing the last one of a page shows the previous page', async () => {
  let groupCount = 26;
  const { stub } = renderMembership({
    [REMOVE_IMAGES]: () => {
      groupCount = 25;
      return {};
    },
    [LIST_GROUPS]: ({ query }: StubRequest) =>
      page(Number(query.page) === 1 ? [createGroup(11)] : groupCount > 25 ? [createGroup(99)] : [], groupCount),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Next page' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Remove from Group 99' }));
  expect(await screen.findByRole('link', { name: 'Group 11' })).toBeVisible();
  expect(stub.getRequests(LIST_GROUPS).at(-1)?.query).toMatchObject({ page: 1 });
});

test('shows an error with Retry if the groups cannot be loaded', async () => {
  const { stub } = renderMembership({ [LIST_GROUPS]: failWith(500) });
  await screen.findByRole('alert');
  stub.addHandlers({ [LIST_GROUPS]: page([createGroup(11)]) });
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('link', { name: 'Group 11' })).toBeVisible();
});

test('adds to a group found by name and suggests it for the next object', async () => {
  const { stub, onMembershipChange, onJoined } = renderMembership({ [ADD_IMAGES]: {} });
  await screen.findByRole('list', { name: 'Groups' });
  stub.addHandlers({
    [LIST_GROUPS]: ({ query }: StubRequest) => page(query.find === 'mug' ? [createGroup(21, { name: 'Red mug' })] : []),
  });
  await userEvent.type(screen.getByRole('combobox', { name: 'Find a group by name or id' }), 'mug');
  await userEvent.click(await screen.findByRole('option', { name: /Red mug/ }));
  expect(stub.getRequests(ADD_IMAGES)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Add to this group' }));
  expect(await screen.findByText('Successfuly added!')).toBeVisible();
  expect(stub.getRequests(ADD_IMAGES)[0]).toMatchObject({ params: { id: createId(21) }, body: { images: [imageSubject.id] } });
  expect(onMembershipChange).toHaveBeenCalledWith({ added: 1, removed: 0 });
  expect(onJoined).toHaveBeenCalledWith(expect.objectContaining({ id: createId(21), name: 'Red mug' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add to Red mug again' }));
  await waitFor(() => expect(stub.getRequests(ADD_IMAGES)).toHaveLength(2));
});

testInLongRun('notifies the consumer only about groups that have changed', async () => {
  const { stub, onMember } = renderMembership({
    [ADD_IMAGES]: createGroupChangesWithImage(imageSubject.id),
    [REMOVE_IMAGES]: createGroupChanges(),
  });
  await screen.findByRole('list', { name: 'Groups' });
  await addByText(createId(13));
  await waitFor(() => expect(onMember.mock.calls).toEqual([[{ id: createId(13), name: createId(13) }, true]]));
  expect(stub.getRequests(ADD_IMAGES)[0]?.query).toMatchObject({ answer: 'changes' });
  stub.addHandlers({ [ADD_IMAGES]: createGroupChanges() });
  await addByText(createId(14));
  await waitFor(() => expect(stub.getRequests(ADD_IMAGES)).toHaveLength(2));
  expect(onMember).toHaveBeenCalledTimes(1);
});

testInLongRun('the groups browser adds to a group and notifies the consumer of new memberships', async () => {
  const { stub, onMembershipChange, onMember, onJoined } = renderMembership({
    'GET /similarity/training/v2/type/': page([]),
    [ADD_IMAGES]: createGroupChangesWithImage(imageSubject.id),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Browse groups' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Browse groups' }));
  const row = within(await dialog.findByRole('row', { name: /Group 12/ }));
  await userEvent.click(row.getByRole('button', { name: 'Add image to group' }));
  expect(await screen.findByText('Added to the group.')).toBeVisible();
  expect(stub.getRequests(ADD_IMAGES)[0]).toMatchObject({ params: { id: createId(12) }, body: { images: [imageSubject.id] } });
  expect(onMembershipChange).toHaveBeenCalledWith({ added: 1, removed: 0 });
  expect(onMember.mock.calls).toEqual([[{ id: createId(12), name: 'Group 12' }, true]]);
  expect(onJoined).toHaveBeenCalledWith({ id: createId(12), name: 'Group 12' });
  stub.addHandlers({ [ADD_IMAGES]: createGroupChanges() });
  await userEvent.click(row.getByRole('button', { name: 'Add image to group' }));
  await waitFor(() => expect(stub.getRequests(ADD_IMAGES)).toHaveLength(2));
  expect(onMember).toHaveBeenCalledTimes(1);
});
