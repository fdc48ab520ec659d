import {
  createUndoResult,
  failWith,
  listChangeSets,
  listUndone,
  page,
  signInForTest,
  stubApi,
  UNDO,
} from '@console/shared-auth/testing';
import { renderConsole } from '@console/shared-ui/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { GroupsPage } from './groups-page';

const blueGroup = {
  id: 'g1',
  workspace: 'w',
  name: 'Blue bottles',
  description: '',
  type: 'y1',
  type_name: 'Bottle',
  test_group: true,
  thumb_img_path: null,
  groups_count: 0,
  images_count: 2,
  objects_count: 1,
  verificationsCount: 0,
  created: '2026-01-01T00:00:00Z',
  version: 1,
};

test('shows tasks, types and groups, and applies the filters', async () => {
  const user = userEvent.setup();
  signInForTest();
  const stub = stubApi({
    'GET /similarity/training/v2/task/': page([
      {
        id: 't1',
        workspace: 'w',
        name: 'Packaging',
        description: '',
        types: [{ id: 'y1', name: 'Bottle' }],
        training_params: {},
        version: 1,
      },
    ]),
    'GET /similarity/training/v2/type/': page([{ id: 'y1', workspace: 'w', name: 'Bottle', version: 1 }]),
    'GET /similarity/training/v2/group/': page(
      [blueGroup, { ...blueGroup, id: 'g2', name: 'Odd ones', type: 'gone', type_name: null, test_group: false }],
      60,
    ),
  });
  renderConsole(<GroupsPage />);
  const row = within(await screen.findByRole('row', { name: /Blue bottles/ }));
  expect(row.getByText('TEST')).toBeVisible();
  expect(row.getByRole('link', { name: 'Open group' })).toHaveAttribute('href', '/group/g1');
  expect(within(screen.getByRole('row', { name: /Odd ones/ })).getByText('Unknown')).toBeVisible();
  expect(screen.getByText('Number of items: 60')).toBeVisible();

  await user.click(screen.getByRole('checkbox', { name: 'Train' }));
  await user.click(screen.getByRole('checkbox', { name: 'Empty' }));
  await user.selectOptions(screen.getByLabelText('Verified'), 'Not Verified');
  await user.selectOptions(screen.getByLabelText('Count'), '3+');
  await user.type(screen.getByLabelText('Group name or id'), 'o');
  await waitFor(() =>
    expect(stub.getRequests('GET /similarity/training/v2/group/').at(-1)?.query).toMatchObject({
      page: 1,
      page_size: 25,
      test: false,
      empty: true,
      verified: 0,
      count: 3,
      find: 'o',
    }),
  );
});

const LIST_GROUPS = 'GET /similarity/training/v2/group/';
const CREATE_GROUP = 'POST /similarity/training/v2/group/';
const renderGroupsPage = (route = '/groups') => {
  signInForTest();
  const stub = stubApi({
    'GET /similarity/training/v2/task/': page([]),
    'GET /similarity/training/v2/type/': page([{ id: 'y1', workspace: 'w', name: 'Bottle', version: 1 }]),
    [LIST_GROUPS]: page([blueGroup], 60),
  });
  renderConsole(
    <>
      <GroupsPage />
      <CurrentQuery />
    </>,
    { route },
  );
  return stub;
};
/** Shows the query of the current URL. */
const CurrentQuery = () => <output aria-label="Current query">{useLocation().search}</output>;
const readQuery = () => new URLSearchParams(screen.getByRole('status', { name: 'Current query' }).textContent ?? '');

test('the URL stores filters and sort order and restores them', async () => {
  const user = userEvent.setup();
  const stub = renderGroupsPage();
  await user.click(await screen.findByRole('checkbox', { name: 'Train' }));
  await user.click(screen.getByRole('checkbox', { name: 'Empty' }));
  await user.selectOptions(screen.getByLabelText('Verified'), 'Verified');
  await user.selectOptions(screen.getByLabelText('Count'), '2');
  await user.selectOptions(screen.getByLabelText('Similarity type'), 'Bottle');
  await user.click(screen.getByRole('button', { name: 'Type' }));
  await user.type(screen.getByLabelText('Group name or id'), 'Blu');
  const filters = { test: false, empty: true, verified: 1, count: 2, type: 'y1', ordering: 'type', find: 'Blu' };
  await waitFor(() => expect(stub.getRequests(LIST_GROUPS).at(-1)?.query).toMatchObject(filters));
  await waitFor(() => expect(readQuery().get('search')).toBe('Blu'));
  const storedQuery = readQuery();
  cleanup();
  const reopenedPage = renderGroupsPage(`/groups?${storedQuery.toString()}`);
  expect(await screen.findByRole('checkbox', { name: 'Train' })).toBeChecked();
  expect(screen.getByLabelText('Group name or id')).toHaveValue('Blu');
  await waitFor(() => expect(screen.getByLabelText('Similarity type')).toHaveDisplayValue('Bottle'));
  expect(reopenedPage.getRequests(LIST_GROUPS)[0]?.query).toMatchObject(filters);
});

test('filters groups without a type, and Refresh refetches', async () => {
  const user = userEvent.setup();
  const stub = renderGroupsPage();
  await user.selectOptions(await screen.findByLabelText('Similarity type'), 'None');
  await waitFor(() => expect(stub.getRequests(LIST_GROUPS).at(-1)?.query).toMatchObject({ type: 'None' }));
  const requestCount = stub.getRequests(LIST_GROUPS).length;
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(stub.getRequests(LIST_GROUPS)).toHaveLength(requestCount + 1));
});

testInLongRun('selecting Test clears Train and vice versa', async () => {
  const user = userEvent.setup();
  const stub = renderGroupsPage();
  await user.click(await screen.findByRole('checkbox', { name: 'Test' }));
  await waitFor(() => expect(stub.getRequests(LIST_GROUPS).at(-1)?.query).toMatchObject({ test: true }));
  await user.click(screen.getByRole('checkbox', { name: 'Train' }));
  await waitFor(() => expect(stub.getRequests(LIST_GROUPS).at(-1)?.query).toMatchObject({ test: false }));
  expect(screen.getByRole('checkbox', { name: 'Test' })).not.toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(screen.getByRole('checkbox', { name: 'Train' })).not.toBeChecked();
});

test('the server sorts the groups and the table keeps its order', async () => {
  const user = userEvent.setup();
  const stub = renderGroupsPage();
  stub.addHandlers({ [LIST_GROUPS]: page([{ ...blueGroup, id: 'g9', name: 'Zebra' }, blueGroup], 60) });
  await user.click(await screen.findByRole('button', { name: 'Type' }));
  await waitFor(() => expect(stub.getRequests(LIST_GROUPS).at(-1)?.query).toMatchObject({ ordering: 'type' }));
  await screen.findByText('Zebra');
  const names = screen.getAllByText(/^(Zebra|Blue bottles)$/).map(({ textContent }) => textContent);
  expect(names).toEqual(['Zebra', 'Blue bottles']);
});

test('creates a group from a name, a description and a type', async () => {
  const user = userEvent.setup();
  const stub = renderGroupsPage();
  stub.addHandlers({ [CREATE_GROUP]: { ...blueGroup, id: 'g2', name: 'Cans' } });
  await user.click(await screen.findByRole('button', { name: 'Create New Group' }));
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'C{Enter}');
  expect(await screen.findByText('Enter at least 2 letters')).toBeVisible();
  expect(stub.getRequests(CREATE_GROUP)).toEqual([]);
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'ans');
  await user.type(screen.getByRole('textbox', { name: 'Description' }), 'Of tin');
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('combobox', { name: 'Similarity type' }));
  await user.click(await screen.findByRole('option', { name: 'Bottle' }));
  await user.click(screen.getByRole('button', { name: 'Create' }));
  expect(await screen.findByText('Group was successfuly created!')).toBeVisible();
  expect(stub.getRequests(CREATE_GROUP)[0]?.body).toMatchObject({ name: 'Cans', description: 'Of tin', type: 'y1' });
});

testInLongRun('retrying a lost create request reuses the idempotency key unless the name changes', async () => {
  const user = userEvent.setup();
  const stub = renderGroupsPage();
  stub.addHandlers({ [CREATE_GROUP]: failWith(0) });
  await user.click(await screen.findByRole('button', { name: 'Create New Group' }));
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Cans{Enter}');
  expect(await screen.findByText(/Unable to create group!/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(stub.getRequests(CREATE_GROUP)).toHaveLength(2));
  stub.addHandlers({ [CREATE_GROUP]: { ...blueGroup, id: 'g2', name: 'Cans of tin' } });
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), ' of tin{Enter}');
  expect(await screen.findByText('Group was successfuly created!')).toBeVisible();
  const [firstKey, repeatedKey, otherKey] = stub.getRequests(CREATE_GROUP).map(({ headers }) => headers['Idempotency-Key']);
  expect(firstKey).toEqual(expect.any(String));
  expect(repeatedKey).toBe(firstKey);
  expect(otherKey).not.toBe(firstKey);
});

test('edits a group from its row and shows its id', async () => {
  const user = userEvent.setup();
  const stub = renderGroupsPage();
  stub.addHandlers({ 'PUT /similarity/training/v2/group/{id}': failWith(409, 'Changed.') });
  await user.click(within(await screen.findByRole('row', { name: /Blue bottles/ })).getByRole('button', { name: 'Edit group' }));
  expect(screen.getByText('Id: g1')).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), '!{Enter}');
  expect(await screen.findByText(/Another user has changed this group/)).toBeVisible();
  expect(stub.getRequests('PUT /similarity/training/v2/group/{id}')[0]?.body).toMatchObject({
    name: 'Blue bottles!',
    type: 'y1',
    version: 1,
  });
});

const COUNT_DEPENDENTS = 'POST /similarity/training/v2/group/dependents';
const CHANGE_GROUPS = 'POST /similarity/training/v2/group/change';
const threeGroups = ['g1', 'g2', 'g3'].map((id) => ({ ...blueGroup, id, name: `Group ${id}` }));

test('deletes a range of groups after confirmation and offers Undo', async () => {
  const user = userEvent.setup();
  const stub = renderGroupsPage();
  stub.addHandlers({
    [LIST_GROUPS]: page(threeGroups, 60),
    [CHANGE_GROUPS]: { changed: ['g1', 'g3'] },
    [UNDO]: createUndoResult({ undone: 5 }),
    [COUNT_DEPENDENTS]: { matched: 2, deleted: { job_items: 1 }, detached: { images: 9 }, blocking: {} },
  });
  const selectGroup = async (name: RegExp) => user.click(within(await screen.findByRole('row', { name })).getByRole('checkbox'));
  await selectGroup(/Group g1/);
  await user.keyboard('{Shift>}');
  await selectGroup(/Group g3/);
  await user.keyboard('{/Shift}');
  expect(screen.getByText('3 selected')).toBeVisible();
  await user.click(within(screen.getByRole('group', { name: '3 selected' })).getByRole('button', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete 3 groups?' }));
  expect(await dialog.findByText('Also deleted: 1 job item.')).toBeVisible();
  expect(dialog.getByText('Not deleted, but no longer connected: 9 images.')).toBeVisible();
  expect(dialog.getByText('You can undo this.')).toBeVisible();
  expect(stub.getRequests(COUNT_DEPENDENTS)[0]?.body).toMatchObject({ ids: ['g1', 'g2', 'g3'], skip_gone: true });
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('2 groups were deleted.')).toBeVisible();
  expect(stub.getRequests(CHANGE_GROUPS)[0]?.body).toMatchObject({ change: 'delete', groups: ['g1', 'g2', 'g3'] });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Undone: 2 groups were deleted.')).toBeVisible();
  expect(listUndone(stub)).toEqual(listChangeSets(stub, CHANGE_GROUPS));
});

test('verifies all matching groups and offers Undo', async () => {
  const user = userEvent.setup();
  const stub = renderGroupsPage();
  stub.addHandlers({ [LIST_GROUPS]: page(threeGroups, 60), [CHANGE_GROUPS]: { changed: ['g2'] }, [UNDO]: createUndoResult() });
  await user.click(await screen.findByRole('checkbox', { name: 'Train' }));
  await user.click(within(await screen.findByRole('row', { name: /Group g1/ })).getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Select all 60 groups that match this search' }));
  await user.click(within(screen.getByRole('group', { name: '60 selected' })).getByRole('button', { name: 'Verify' }));
  await user.click(
    within(await screen.findByRole('alertdialog', { name: 'Verify 60 groups?' })).getByRole('button', { name: 'Verify' }),
  );
  expect(await screen.findByText('1 group was verified.')).toBeVisible();
  expect(stub.getRequests(CHANGE_GROUPS)[0]?.body).toMatchObject({ change: 'verify', filter: { test: false } });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(listUndone(stub)).toEqual(listChangeSets(stub, CHANGE_GROUPS)));
});

testInLongRun('adds selected groups to the gold items of a similarity task', async () => {
  signInForTest({ services: ['annotate', 'custom-similarity'] });
  const task = { id: 't1', workspace: 'w', name: 'Packaging', description: '', types: [], training_params: {}, version: 1 };
  const ADD_GOLD = 'POST /annotate/v2/gold/';
  const stub = stubApi({
    'GET /similarity/training/v2/task/': page([task]),
    'GET /similarity/training/v2/type/': page([]),
    'GET /similarity/training/v2/group/': page([blueGroup]),
    [ADD_GOLD]: { created: 1, already_gold: 0, not_verified: 0 },
  });
  renderConsole(<GroupsPage />);
  await userEvent.click(within(await screen.findByRole('row', { name: /Blue bottles/ })).getByRole('checkbox'));
  await userEvent.click(screen.getByRole('button', { name: 'Add to gold' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add 1 group to gold', hidden: true }));
  await userEvent.click(dialog.getByRole('combobox', { name: 'Task', hidden: true }));
  await userEvent.click(await screen.findByRole('option', { name: /Packaging \(similarity\)/, hidden: true }));
  expect(await dialog.findByText('1 group will become a gold item.')).toBeInTheDocument();
  await userEvent.click(dialog.getByRole('button', { name: 'Add to gold', hidden: true }));
  expect(await screen.findByText('1 group added to gold.')).toBeInTheDocument();
  expect(stub.getRequests(ADD_GOLD).at(-1)?.body).toMatchObject({
    domain: 'similarity',
    task: 't1',
    groups: ['g1'],
    dry_run: false,
  });
});

test('previews a CSV import of groups, which is blocked by invalid rows', async () => {
  const user = userEvent.setup();
  const stub = renderGroupsPage();
  const IMPORT_CSV = 'POST /similarity/training/v2/group/csv';
  const importPlan = { created: [{ name: 'Cans', images: 2 }], changed: [], errors: [], applied: false };
  const planWithErrors = { ...importPlan, errors: [{ row: 3, detail: 'There is no image named x.jpg.' }] };
  stub.addHandlers({ [IMPORT_CSV]: planWithErrors });
  await user.click(await screen.findByRole('button', { name: 'Import CSV' }));
  const chooseFile = (text: string) =>
    user.upload(screen.getByLabelText('CSV file'), new File([text], 'groups.csv', { type: 'text/csv' }));
  await chooseFile('group,image');
  expect(await screen.findByText('1 row has errors. Nothing was imported. Correct the file and choose it again.')).toBeVisible();
  expect(screen.getByRole('row', { name: /3 There is no image named x.jpg./ })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Import' })).toBeDisabled();
  stub.addHandlers({ [IMPORT_CSV]: importPlan });
  await chooseFile('group,image\nCans,a.jpg');
  expect(await screen.findByText('1 group would be created, with 2 images.')).toBeVisible();
  stub.addHandlers({ [IMPORT_CSV]: { ...importPlan, applied: true } });
  await user.click(screen.getByRole('button', { name: 'Import' }));
  expect(await screen.findByText('1 group was created or changed.')).toBeVisible();
  expect(stub.getRequests(IMPORT_CSV).map(({ body }) => body)).toMatchObject([
    { dry_run: true },
    { csv: 'group,image\nCans,a.jpg', dry_run: true },
    { csv: 'group,image\nCans,a.jpg', dry_run: false },
  ]);
  stub.addHandlers({ [UNDO]: createUndoResult() });
  await user.click(await screen.findByRole('button', { name: 'Undo import' }));
  expect(await screen.findByText('Undone: 1 group was created or changed.')).toBeVisible();
  expect(listUndone(stub)).toEqual(listChangeSets(stub, IMPORT_CSV).slice(-1));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo import' })).toBeNull());
});
