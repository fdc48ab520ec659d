import {
  createUndoResult,
  failWith,
  listChangeSets,
  listUndone,
  page,
  signInForTest,
  stubApi,
  UNDO,
  type StubHandlers,
  type StubRequest,
} from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import 'fake-indexeddb/auto';
import { Route, Routes } from 'react-router-dom';
import { AddressBar, createId, createImageRow } from '../browser/testing';
import { createJobRow, JOB_ID } from '../image-job/testing';
import { AdjudicationPage, GroupAdjudicationPage } from './adjudication-page';

const ADJUDICATE = 'POST /annotate/v2/imagejob/{id}/adjudicate';
const ADJUDICATE_MATCHING = 'POST /annotate/v2/imagejob/{id}/adjudicate-matching';
const [ANNA, BEN, CLEO] = [createId(11), createId(12), createId(13)] as const;
const NAMES = { [ANNA]: 'anna', [BEN]: 'ben', [CLEO]: 'cleo' };
const users = [ANNA, BEN, CLEO].map((id) => ({ id, username: NAMES[id]! }));

const createShape = (x: number, name = 'Cell') => ({
  kind: 'object',
  label: createId(50),
  name,
  color: '#ff0000',
  data: [x, 0, x + 10, 10],
  labels: [],
  attributes: {},
});
const createMember = (userId: string, index: number) => ({ user: userId, shape: index, similarity: 1 });
/** The work of three users: an object that only Anna has drawn, a tie of labels, and an object that all users have drawn. */
const createItemDetails = (imageId: string) => ({
  image: imageId,
  version: `version of ${imageId}`,
  decision: null,
  layers: users.map((user) => ({
    user,
    taken: '2026-01-01T00:00:00Z',
    labels: user.id === ANNA ? [{ label: createId(60), name: 'Sharp', value: null }] : [],
    shapes:
      user.id === ANNA
        ? [createShape(0), createShape(20), createShape(40)]
        : [createShape(20, user.id === BEN ? 'Platelet' : 'Cell'), createShape(40)],
  })),
  clusters: [
    {
      members: [createMember(ANNA, 1), createMember(BEN, 0)],
      vote_share: 2 / 3,
      similarity: 0.9,
      state: 'tie',
      is_label_tied: true,
      proposal: createShape(20),
    },
    {
      members: [createMember(ANNA, 0)],
      vote_share: 1 / 3,
      similarity: null,
      state: 'rejected',
      is_label_tied: false,
      proposal: createShape(0),
    },
    {
      members: [createMember(ANNA, 2), createMember(BEN, 1), createMember(CLEO, 1)],
      vote_share: 1,
      similarity: 0.8,
      state: 'accepted',
      is_label_tied: false,
      proposal: createShape(41),
    },
  ],
  labels: [{ label: createId(60), name: 'Sharp', users: [ANNA], state: 'rejected', value: null }],
});

/** A job with disputed items. Submitted items leave the list. */
function createServer(images: readonly number[], handlers: StubHandlers = {}) {
  signInForTest({ services: ['annotate'] });
  const submittedIds = new Set<string>();
  return stubApi({
    'GET /annotate/v2/imagejob/{id}': { ...createJobRow(0, 2), todo_number: 3 },
    'GET /annotate/v2/imagejob/{id}/disputed/': () =>
      page(
        images
          .map(createId)
          .filter((id) => !submittedIds.has(id))
          .map((image, index) => ({
            image,
            file_name: `blood-${index + 1}.jpg`,
            thumb_img_path: '/t.jpg',
            label_names: ['Cell', 'Platelet'],
            users,
            difference: 0.5 - index / 10,
          })),
      ),
    'GET /annotate/v2/imagejob/{id}/disputed-item': ({ query }: StubRequest) => ({
      item: createItemDetails(String(query.image)),
    }),
    'GET /recognition/v2/training-image/{id}': ({ params }: StubRequest) => createImageRow(Number((params.id ?? '').slice(-4))),
    [ADJUDICATE]: ({ body }: StubRequest) => {
      submittedIds.add((body as { item: string }).item);
      return { user: null, created: '2026-01-01T00:00:00Z', from_users: {}, from_proposal: 0, edited: 0 };
    },
    [UNDO]: () => {
      submittedIds.clear();
      return createUndoResult();
    },
    ...handlers,
  });
}

const showPage = (search = '', kind = 'image') =>
  renderConsole(
    <Routes>
      <Route
        path="*"
        element={
          <>
            <AddressBar />
            <Routes>
              <Route path="/imagejob/:id/adjudicate" element={<AdjudicationPage />} />
              <Route path="/similarityjob/:id/adjudicate" element={<GroupAdjudicationPage />} />
            </Routes>
          </>
        }
      />
    </Routes>,
    { route: `/${kind}job/${JOB_ID}/adjudicate${search}` },
  );
const openItem = async (imageNumber: number) => {
  showPage(`?image=${createId(imageNumber)}`);
  await screen.findByRole('region', { name: 'Object 1 of 3' });
};
const getPressedState = (name: RegExp) => screen.getByRole('button', { name }).getAttribute('aria-pressed');

test('the list shows items with labels and annotators, and a click opens an item', async () => {
  createServer([1, 2]);
  showPage();
  const row = await screen.findByRole('row', { name: /blood-1\.jpg/ });
  expect(row).toHaveTextContent('50 %');
  expect(row).toHaveTextContent('Cell, Platelet');
  expect(row).toHaveTextContent('anna, ben, cleo');
  await userEvent.click(within(row).getByText('blood-1.jpg'));
  expect(await screen.findByRole('img', { name: 'Annotations of anna, ben, cleo' })).toBeVisible();
  expect(screen.getByRole('group', { name: 'Choose the result' })).toHaveFocus();
  expect(screen.getByText('Item 1 of 2')).toBeVisible();
});

testInLongRun('an item with a deleted label is submitted without the label', async () => {
  const stub = createServer([1], {
    'GET /annotate/v2/imagejob/{id}/disputed-item': () => ({
      item: {
        ...createItemDetails(createId(1)),
        clusters: [],
        labels: [{ label: createId(60), name: null, users: [ANNA], state: 'tie', value: null }],
      },
    }),
  });
  showPage(`?image=${createId(1)}`);
  expect(await screen.findByText('Ready to submit')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Choose everything from anna' }));
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(stub.getRequests(ADJUDICATE).map(({ body }) => body)).toMatchObject([{ labels: [] }]));
});

test('keys choose the result of each object, and Ctrl+Enter submits the item', async () => {
  const stub = createServer([1, 2]);
  await openItem(1);
  expect(screen.getByRole('status', { name: '' })).toHaveTextContent('1 decision left');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByText('Decide on all ties before you submit.')).toBeVisible();
  expect(stub.getRequests(ADJUDICATE)).toEqual([]);

  await userEvent.keyboard('2');
  expect(await screen.findByRole('region', { name: 'Object 2 of 3' })).toBeVisible();
  await userEvent.keyboard('1');
  await screen.findByRole('region', { name: 'Object 3 of 3' });
  expect(getPressedState(/Proposal/)).toBe('true');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(screen.getByRole('status', { name: 'Address' })).toHaveTextContent(createId(2)));
  expect(stub.getRequests(ADJUDICATE)).toMatchObject([
    {
      body: {
        item: createId(1),
        version: `version of ${createId(1)}`,
        labels: [],
        shapes: [
          { from: 'layer', user: BEN, index: 0 },
          { from: 'layer', user: ANNA, index: 0 },
          { from: 'proposal', cluster: 2 },
        ],
      },
    },
  ]);
  await waitFor(() => expect(screen.getByRole('group', { name: 'Choose the result' })).toHaveFocus());
});

test('keys choose the proposal or no object, and go to the next or previous object', async () => {
  createServer([1]);
  await openItem(1);
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('region', { name: 'Object 2 of 3' });
  await userEvent.keyboard('{ArrowLeft}');
  await screen.findByRole('region', { name: 'Object 1 of 3' });
  expect(getPressedState(/Proposal/)).toBe('true');
  await userEvent.keyboard('{Backspace}{ArrowUp}');
  expect(getPressedState(/No object/)).toBe('true');
  // Cleo, user 3, has not drawn this object, so choosing her result means "No object".
  await userEvent.keyboard('1{ArrowUp}3{ArrowUp}');
  expect(getPressedState(/No object/)).toBe('true');
  expect(screen.getByText('Ready to submit')).toBeVisible();
});

test.each(['a', '{Shift>}[Digit1]{/Shift}'])('the keys %s choose all annotations of a user', async (keys) => {
  const stub = createServer([1]);
  await openItem(1);
  expect(screen.getByRole('checkbox', { name: 'Sharp (anna)' })).not.toBeChecked();
  await userEvent.keyboard(keys);
  expect(screen.getByRole('checkbox', { name: 'Sharp (anna)' })).toBeChecked();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(stub.getRequests(ADJUDICATE)).toHaveLength(1));
  expect(stub.getRequests(ADJUDICATE)[0]?.body).toMatchObject({
    shapes: [1, 0, 2].map((index) => ({ from: 'layer', user: ANNA, index })),
    labels: [{ label: createId(60), value: null }],
  });
  expect(await screen.findByText(/No items wait for a decision/)).toBeVisible();
});

test('images with a decision can be added to the gold standard, unless the decision was undone', async () => {
  const stub = createServer([1, 2], {
    'GET /detection/v2/task/': page([{ id: createId(70), name: 'Cells' }]),
    'POST /annotate/v2/gold/': { created: 1, already_gold: 0, not_verified: 0 },
  });
  signInForTest({ services: ['annotate', 'custom-object-detection'] });
  await openItem(1);
  await userEvent.keyboard('a{Control>}{Enter}{/Control}');
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(screen.getByRole('status', { name: 'Address' })).toHaveTextContent(createId(1)));
  await userEvent.click(screen.getByRole('button', { name: 'Back to the list' }));
  const secondRow = within(await screen.findByRole('row', { name: /blood-2\.jpg/ }));
  expect(screen.queryByRole('button', { name: 'Add to gold' })).not.toBeInTheDocument();
  await userEvent.click(secondRow.getByText('blood-2.jpg'));
  await screen.findByRole('region', { name: 'Object 1 of 3' });
  await userEvent.keyboard('a{Control>}{Enter}{/Control}');
  await waitFor(() => expect(stub.getRequests(ADJUDICATE)).toHaveLength(2));
  await userEvent.click(await screen.findByRole('button', { name: 'Back to the list' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Add to gold' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add 1 image to gold' }));
  await userEvent.click(dialog.getByRole('combobox', { name: 'Task' }));
  await userEvent.click(await screen.findByRole('option', { name: /Cells/, hidden: true }));
  await dialog.findByText('1 image will become a gold item.');
  await userEvent.click(dialog.getByRole('button', { name: 'Add to gold', hidden: true }));
  await screen.findByText('1 image added to gold.');
  expect(stub.getRequests('POST /annotate/v2/gold/').at(-1)?.body).toMatchObject({ images: [createId(2)] });
});

test('Undo reverts the last submission and opens its item again', async () => {
  const stub = createServer([1, 2]);
  await openItem(1);
  await userEvent.keyboard('b{Control>}{Enter}{/Control}');
  await waitFor(() => expect(screen.getByRole('status', { name: 'Address' })).toHaveTextContent(createId(2)));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(screen.getByRole('status', { name: 'Address' })).toHaveTextContent(createId(1)));
  expect(listUndone(stub)).toEqual(listChangeSets(stub, ADJUDICATE));
});

test('a conflict shows a message and keeps the item open', async () => {
  const stub = createServer([1, 2], { [ADJUDICATE]: () => failWith(409, 'Changed.') });
  await openItem(1);
  await userEvent.keyboard('a{Control>}{Enter}{/Control}');
  expect(await screen.findByText(/The item has changed in the meantime/)).toBeVisible();
  expect(screen.getByRole('status', { name: 'Address' })).toHaveTextContent(createId(1));
  await waitFor(() => expect(stub.getRequests('GET /annotate/v2/imagejob/{id}/disputed-item').length).toBeGreaterThan(1));
});

test('all items without ties are accepted in batches and undone together', async () => {
  const stub = createServer([1, 2], {
    [ADJUDICATE_MATCHING]: ({ body }: StubRequest) =>
      (body as { after?: string | null }).after
        ? { adjudicated: [createId(3)], shapes: 2, ties: 0, next: null }
        : { adjudicated: [createId(1), createId(2)], shapes: 4, ties: 1, next: '7' },
  });
  showPage();
  await userEvent.click(await screen.findByRole('button', { name: 'Accept all without ties' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(await dialog.findByText(/^3 items get .*: 6 objects\. 1 item has ties/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Accept' }));
  expect(await screen.findByText('Proposals accepted: 3 items')).toBeVisible();
  const sentRequests = stub.getRequests(ADJUDICATE_MATCHING).filter(({ body }) => !(body as { dry_run: boolean }).dry_run);
  expect(sentRequests.map(({ body }) => (body as { after: string | null }).after)).toEqual([null, '7']);
  expect(new Set(listChangeSets(stub, ADJUDICATE_MATCHING).filter(Boolean)).size).toBe(1);
});

test('a reviewer decides on a group member by member, or chooses the result of one annotator', async () => {
  const ADJUDICATE_GROUP = 'POST /annotate/v2/similarityjob/{id}/adjudicate';
  const [groupUsers, group, ids] = [users.slice(0, 2), createId(70), [createId(71), createId(72), createId(73)]];
  const usersByMember = [[ANNA], [BEN], [ANNA, BEN]];
  signInForTest({ services: ['annotate'] });
  const members = ids.map((id, index) => ({
    kind: 'image',
    id,
    name: `cup-${index + 1}.jpg`,
    thumb_img_path: '/t.jpg',
    users: usersByMember[index],
  }));
  const disputedGroup = { group, name: 'Cups', version: 'v1', users: groupUsers, members, decision: null };
  const disagreement = { group, name: 'Cups', thumb_img_path: null, users: groupUsers, difference: 2 / 3, is_open: true };
  const stub = stubApi({
    'GET /annotate/v2/similarityjob/{id}': createJobRow(0, 1),
    'GET /annotate/v2/similarityjob/{id}/agreement': {
      compared: 1,
      agreeing: 0,
      members: { same: 1, all: 3 },
      pairs: [],
      disagreements: [disagreement, { ...disagreement, group: createId(74), name: 'Decided', is_open: false }],
    },
    'GET /annotate/v2/similarityjob/{id}/disputed-item': { item: disputedGroup },
    [ADJUDICATE_GROUP]: disputedGroup,
    [`${ADJUDICATE_GROUP}-matching`]: { adjudicated: [group], members: 3, ties: 0, next: null },
  });
  showPage('', 'similarity');
  await userEvent.click(await screen.findByRole('button', { name: 'Accept all without ties' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(await dialog.findByText(/^1 group keeps .*: 3 members\.$/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(screen.getByText('Cups'));
  const memberList = within(await screen.findByRole('list', { name: 'Members' }));
  expect(screen.queryByText('Decided')).not.toBeInTheDocument();
  expect(memberList.getByRole('listitem', { name: 'cup-1.jpg' })).toHaveTextContent('Kept by annaRemoved by ben');
  expect(screen.getByText('2 decisions left')).toBeVisible();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByText('Decide on all ties before you submit.')).toBeVisible();
  // Key 2 chooses Ben's result: he has removed the first member and kept the second.
  await userEvent.keyboard('2{Enter}');
  expect(screen.getByText('Ready to submit')).toBeVisible();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() =>
    expect(stub.getRequests(ADJUDICATE_GROUP)).toMatchObject([
      { body: { item: group, version: 'v1', members: [ids[1], ids[2]] } },
    ]),
  );
  expect(await screen.findByText('Decision submitted: 2 members')).toBeVisible();
});
