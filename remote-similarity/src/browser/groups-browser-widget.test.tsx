import type { Work } from '@console/shared-contract/api';
import { failWith, page, signInForTest, stubApi, type StubHandlers, type StubRequest } from '@console/shared-auth/testing';
import type { GroupsBrowserProps } from '@console/shared-contract/federation';
import { renderConsole } from '@console/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createGroupDetail, createGroupRow } from '../testing';
import { GroupsBrowserWidget } from './groups-browser-widget';

const LIST_GROUPS = 'GET /similarity/training/v2/group/';
const ADD_ITEMS = 'POST /annotate/v2/similarityjob/{id}/add-items';
const REMOVE_ITEMS = 'POST /annotate/v2/similarityjob/{id}/remove-items';
const ADD_MATCHING_ITEMS = 'POST /annotate/v2/similarityjob/{id}/add-matching';
const MERGE_GROUPS = 'POST /similarity/training/v2/group/{id}/merge-groups';
const ADD_IMAGES = 'POST /similarity/training/v2/group/{id}/add-images';
const ADD_OBJECTS = 'POST /similarity/training/v2/group/{id}/add-objects';
const job = { id: 'j1', name: 'Sort bottles' };

const matchingWork: Work = {
  id: 'w1',
  workspace: 'w',
  kind: 'matching',
  status: 'done',
  done: 70,
  total: 70,
  error: null,
  created: '2026-01-01T00:00:00Z',
  finished: '2026-01-01T00:00:01Z',
};

async function renderGroupsBrowser(props: GroupsBrowserProps, handlers: StubHandlers = {}) {
  const stub = stubApi({
    'GET /similarity/training/v2/type/': page([]),
    [LIST_GROUPS]: page([createGroupRow(), createGroupRow({ id: 'g2', name: 'Green' })], 70),
    [ADD_ITEMS]: {},
    [REMOVE_ITEMS]: {},
    ...handlers,
  });
  const onMembershipChange = jest.fn();
  const onMerged = jest.fn();
  renderConsole(<GroupsBrowserWidget {...props} onMembershipChange={onMembershipChange} onMerged={onMerged} />);
  await screen.findByRole('row', { name: /Blue/ });
  return { stub, onMembershipChange, onMerged };
}
const getRow = (name: RegExp) => within(screen.getByRole('row', { name }));
const getButton = (name: string) => screen.getByRole('button', { name });

beforeEach(() => signInForTest());

test('with a base group, the widget has neither row selection nor job controls', async () => {
  await renderGroupsBrowser({ baseGroup: 'g1' });
  expect(screen.queryByRole('checkbox', { name: /^Select/ })).toBeNull();
  expect(screen.queryByRole('switch', { name: 'In job' })).toBeNull();
});

test('lists only the groups of the job for an annotator, who cannot add any', async () => {
  signInForTest({ role: 'annotator' });
  const { stub } = await renderGroupsBrowser({ job });
  expect(stub.getRequests(LIST_GROUPS)[0]?.query).toMatchObject({ similarityjob: 'j1' });
  expect(stub.getRequests(LIST_GROUPS)[0]?.query).not.toHaveProperty('not_in');
  expect(screen.queryByRole('checkbox', { name: /^Select/ })).toBeNull();
});

test('adds selected groups to a job and notifies the consumer', async () => {
  const { stub, onMembershipChange } = await renderGroupsBrowser({ job });
  expect(stub.getRequests(LIST_GROUPS)[0]?.query).toMatchObject({ similarityjob: 'j1', not_in: 'True' });
  expect(getButton('Add to job')).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(getRow(/Green/).getByRole('checkbox'));
  expect(screen.getByText('1 selected')).toBeVisible();
  expect(getButton('Remove from job')).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(getButton('Add to job'));
  expect(await screen.findByText('Groups were added to the job!')).toBeVisible();
  expect(stub.getRequests(ADD_ITEMS)[0]).toMatchObject({ params: { id: 'j1' }, body: { items: ['g2'] } });
  expect(onMembershipChange).toHaveBeenCalledWith({ added: 1, removed: 0 });
  expect(screen.getByText('0 selected')).toBeVisible();
});

testInLongRun('removes groups from the job if In job is on', async () => {
  const { stub, onMembershipChange } = await renderGroupsBrowser({ job });
  await userEvent.click(screen.getByRole('switch', { name: 'In job' }));
  await waitFor(() => expect(stub.getRequests(LIST_GROUPS).at(-1)?.query).not.toHaveProperty('not_in'));
  await userEvent.click(getRow(/Blue/).getByRole('checkbox'));
  await userEvent.click(getButton('Remove from job'));
  expect(await screen.findByText('Groups were removed from the job!')).toBeVisible();
  expect(stub.getRequests(REMOVE_ITEMS)[0]?.body).toMatchObject({ items: ['g1'] });
  expect(onMembershipChange).toHaveBeenCalledWith({ added: 0, removed: 1 });
});

test('adds all matching groups with one call that contains the filters', async () => {
  const { stub, onMembershipChange } = await renderGroupsBrowser({ job }, { [ADD_MATCHING_ITEMS]: matchingWork });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Test' }));
  await waitFor(() => expect(stub.getRequests(LIST_GROUPS).at(-1)?.query).toMatchObject({ test: true }));
  await userEvent.click(getButton('Select all 70 groups that match this search'));
  expect(screen.getByText('70 selected')).toBeVisible();
  await userEvent.click(getButton('Add to job'));
  expect(await screen.findByText('Groups were added to the job!')).toBeVisible();
  expect(stub.getRequests(ADD_MATCHING_ITEMS)[0]?.body).toMatchObject({
    filter: { similarityjob: 'j1', not_in: 'True', test: true },
  });
  expect(onMembershipChange).toHaveBeenCalledWith({ added: 70, removed: 0 });
});

testInLongRun('adds all matching groups in batches with older servers', async () => {
  const jobGroupIds = new Set<string>();
  const allGroups = Array.from({ length: 450 }, (_, index) =>
    createGroupRow({ id: `g${index}`, name: index === 0 ? 'Blue' : `Group ${index}` }),
  );
  const listGroupPage = ({ query }: StubRequest) => {
    const rows = allGroups.filter(({ id }) => jobGroupIds.has(id) !== (query.not_in === 'True'));
    const [pageNumber, size] = [Number(query.page), Number(query.page_size)];
    return {
      ...page(rows.slice((pageNumber - 1) * size, pageNumber * size), rows.length),
      next: pageNumber * size < rows.length ? 'http://test/' : null,
    };
  };
  const addItems = ({ body }: StubRequest) => {
    for (const id of (body as { items: string[] }).items) jobGroupIds.add(id);
    return {};
  };
  await renderGroupsBrowser(
    { job },
    { [LIST_GROUPS]: listGroupPage, [ADD_ITEMS]: addItems, [ADD_MATCHING_ITEMS]: failWith(405) },
  );
  await userEvent.click(getButton('Select all 450 groups that match this search'));
  await userEvent.click(getButton('Add to job'));
  expect(await screen.findByText('Groups were added to the job!')).toBeVisible();
  expect(jobGroupIds.size).toBe(450);
  expect(await screen.findByText('There are no more groups to add.')).toBeVisible();
});

test('a failure shows no toast and keeps the selection', async () => {
  const { onMembershipChange } = await renderGroupsBrowser({ job }, { [ADD_ITEMS]: failWith(500) });
  await userEvent.click(getRow(/Blue/).getByRole('checkbox'));
  await userEvent.click(getButton('Add to job'));
  expect(await screen.findByText('Not all groups were changed. The rest is still selected.')).toBeVisible();
  expect(screen.getByText('1 selected')).toBeVisible();
  expect(onMembershipChange).not.toHaveBeenCalled();
});

testInLongRun('adds an object to a group and does not offer to add an image', async () => {
  const { stub, onMembershipChange } = await renderGroupsBrowser(
    { subject: { kind: 'object', id: 'o1' } },
    { [ADD_OBJECTS]: {} },
  );
  expect(screen.queryByRole('button', { name: 'Add image to group' })).toBeNull();
  await userEvent.click(getRow(/Green/).getByRole('button', { name: 'Add object to group' }));
  expect(await screen.findByText('Added to the group.')).toBeVisible();
  expect(stub.getRequests(ADD_OBJECTS)).toMatchObject([{ params: { id: 'g2' }, body: { objects: ['o1'] } }]);
  expect(onMembershipChange).toHaveBeenCalledWith({ added: 1, removed: 0 });
});

testInLongRun('adds an image to a group of the list', async () => {
  const { stub } = await renderGroupsBrowser({ subject: { kind: 'image', id: 'i1' } }, { [ADD_IMAGES]: {} });
  await userEvent.click(getRow(/Green/).getByRole('button', { name: 'Add image to group' }));
  expect(await screen.findByText('Added to the group.')).toBeVisible();
  expect(stub.getRequests(ADD_IMAGES)[0]).toMatchObject({ params: { id: 'g2' }, body: { images: ['i1'] } });
});

test('a failure to add an image shows a warning and does not notify the consumer', async () => {
  const { onMembershipChange } = await renderGroupsBrowser(
    { subject: { kind: 'image', id: 'i1' } },
    { [ADD_IMAGES]: failWith(404, 'Not found.') },
  );
  await userEvent.click(getRow(/Green/).getByRole('button', { name: 'Add image to group' }));
  expect(await screen.findByText("Couldn't add to the group.")).toBeVisible();
  expect(onMembershipChange).not.toHaveBeenCalled();
});

const GET_GROUP = 'GET /similarity/training/v2/group/{id}';
const createDetail = ({ params }: StubRequest) =>
  createGroupDetail({ id: params.id, name: params.id === 'g1' ? 'Blue' : 'Green' });

testInLongRun('a conflict in the edit dialog keeps the fields that only another user has changed', async () => {
  const putRoute = 'PUT /similarity/training/v2/group/{id}';
  const { stub } = await renderGroupsBrowser({}, { [putRoute]: failWith(409, 'Changed.') });
  await userEvent.click(getRow(/Blue/).getByRole('button', { name: 'Edit group' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Edit group' }));
  const { name } = createGroupRow();
  const storedGroup = { ...createGroupDetail(), name, description: 'Theirs', type: null, version: 5 };
  stub.addHandlers({ 'GET /similarity/training/v2/group/{id}': storedGroup });
  await userEvent.type(dialog.getByRole('textbox', { name: /^Name/ }), '!');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('Theirs'));
  stub.addHandlers({ [putRoute]: { ...storedGroup, version: 6 } });
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('Updated!');
  expect(stub.getRequests(putRoute)[1]?.body).toMatchObject({ name: `${name}!`, description: 'Theirs', version: 5 });
});

test('the merge dialog shows both groups side by side', async () => {
  const images = [
    { id: 'i1', img_path: '/i', thumb_img_path: '/t', test_image: false, real: true },
    { id: 'i2', img_path: '/i2', thumb_img_path: '/t2', test_image: false, real: true },
  ];
  const createDetailWithImages = ({ params }: StubRequest) =>
    createGroupDetail({ id: params.id, name: `Group ${params.id}`, images, images_count: 2 });
  await renderGroupsBrowser({ baseGroup: 'g1' }, { [GET_GROUP]: createDetailWithImages });
  await userEvent.click(getRow(/Green/).getByRole('button', { name: 'Merge group' }));
  const remainingRegion = within(await screen.findByRole('region', { name: 'Remaining group' }));
  const mergedRegion = within(screen.getByRole('region', { name: 'Merged group' }));
  expect(await remainingRegion.findByText('Group g1')).toBeVisible();
  expect(await mergedRegion.findByText('Group g2')).toBeVisible();
  expect(mergedRegion.getByText('2 images, 0 objects, 0 groups')).toBeVisible();
  // Isolation characters surround each name, so that bidirectional characters in it do not affect the sentence.
  expect(screen.getByText('The members of \u2068Green\u2069 are moved, and \u2068Green\u2069 is deleted.')).toBeVisible();
});

// One dialog per test: on a busy machine, a dialog that is closing hides the next one from role queries.
async function mergeGreenGroup() {
  await userEvent.click(getRow(/Green/).getByRole('button', { name: 'Merge group' }));
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Merge group' }));
}

test('a merge with an invalid field shows the message of the server', async () => {
  await renderGroupsBrowser(
    { baseGroup: 'g1' },
    { [GET_GROUP]: createDetail, [MERGE_GROUPS]: failWith(400, 'groups: would contain itself') },
  );
  await mergeGreenGroup();
  expect(await screen.findByText('Message')).toBeVisible();
  expect(screen.getByText('Groups would contain itself.')).toBeVisible();
});

test('merges a group into the base group after confirmation', async () => {
  const { stub, onMerged } = await renderGroupsBrowser(
    { baseGroup: 'g1' },
    { [GET_GROUP]: createDetail, [MERGE_GROUPS]: createDetail },
  );
  expect(getRow(/Blue/).queryByRole('button', { name: 'Merge group' })).toBeNull();
  await mergeGreenGroup();
  await waitFor(() => expect(onMerged).toHaveBeenCalledWith('g2'));
  expect(stub.getRequests(MERGE_GROUPS)[0]).toMatchObject({ params: { id: 'g1' }, body: { groups: ['g2'] } });
});

test('a failed merge shows the reason', async () => {
  const { onMerged } = await renderGroupsBrowser(
    { baseGroup: 'g1' },
    { [GET_GROUP]: createDetail, [MERGE_GROUPS]: failWith(400, 'A circle.') },
  );
  await mergeGreenGroup();
  expect(await screen.findByText('A circle.')).toBeVisible();
  expect(onMerged).not.toHaveBeenCalled();
});
