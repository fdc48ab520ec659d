import { createUndoResult, failWith, signInForTest, stubApi, testUser, UNDO } from '@console/shared-auth/testing';
import type { ChangeSet, UndoConflict } from '@console/shared-contract/api';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderShell } from '../testing/shell-harness';

const LIST_CHANGE_SETS = 'GET /history/v2/set/';
const LIST_CHANGES = 'GET /history/v2/change/';
const changes = { results: [], next: null, names: { p1: { kind: 'product', name: 'Oats' } } };
const createChangeSet = (fields: Partial<ChangeSet> = {}): ChangeSet => ({
  id: 7,
  created: '2026-02-03T14:05:00.000Z',
  user: { id: testUser.id, username: testUser.username },
  origin: 'console',
  action: 'POST /product/v2/product/change',
  work: null,
  summarized: false,
  kinds: ['product'],
  can_undo: true,
  undoes: null,
  undone_by: null,
  subject: null,
  changes: [{ kind: 'product', operation: 'update', count: 3 }],
  ...fields,
});
const conflict: UndoConflict = {
  kind: 'product',
  subject: 'p1',
  row: 'p1',
  reason: 'changed',
  fields: [{ field: 'name', before: 'Milk', after: 'Oat milk', current: 'Soy milk' }],
};

async function renderConsole(changeSets: ChangeSet[], response: unknown = createUndoResult({ undone: 3 }), path = '/activity') {
  const stub = stubApi({
    'GET /account/v2/member/': { results: [] },
    [LIST_CHANGE_SETS]: { results: changeSets, next: null },
    [LIST_CHANGES]: changes,
    [UNDO]: response,
  });
  await renderShell(path);
  return { stub, user: userEvent.setup() };
}
const findDialog = async (name: string) => within(await screen.findByRole('alertdialog', { name }));
const getBodies = (stub: ReturnType<typeof stubApi>) => stub.getRequests(UNDO).map(({ body }) => body);

beforeEach(() => signInForTest());

describe('undo of a change set', () => {
  it('shows a preview and undoes the change set after confirmation', async () => {
    const { stub, user } = await renderConsole([createChangeSet()]);
    const undoneSets = { results: [createChangeSet({ undone_by: 8 })], next: null };
    stub.addHandlers({
      [UNDO]: ({ body }: { body: { dry_run?: boolean } }) => {
        if (!body.dry_run) stub.addHandlers({ [LIST_CHANGE_SETS]: undoneSets });
        return createUndoResult({ undone: 3 });
      },
    });
    await user.click(
      within(await screen.findByRole('row', { name: /Changed 3 products/ })).getByRole('button', { name: /^Undo/ }),
    );
    const dialog = await findDialog('Undo this change?');
    expect(await dialog.findByText('3 rows will be changed back.')).toBeVisible();
    expect(dialog.getByText(`2026-02-03 14:05 · Changed 3 products · ${testUser.username}`)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('3 rows changed back.')).toBeVisible();
    expect(getBodies(stub)).toMatchObject([{ change_set: 7, dry_run: true }, { change_set: 7 }]);
    await waitFor(() => expect(screen.getByLabelText('Current URL')).toHaveTextContent(/\/activity$/));
    // The row has no Undo button any more, so the row itself or the heading takes the focus.
    const row = await screen.findByRole('row', { name: /Changed 3 products \(undone\)/ });
    expect(within(row).queryByRole('button', { name: /^Undo/ })).toBeNull();
    await waitFor(() => expect(document.body).not.toHaveFocus());
  });

  it('lists conflicts by field and overwrites only the selected rows', async () => {
    const conflicts = [conflict, { ...conflict, row: 'p2', subject: 'p2', reason: 'missing' as const, fields: [] }];
    const { stub, user } = await renderConsole(
      [],
      createUndoResult({ undone: 1, conflict_count: 2, conflicts }),
      '/activity?undo=7',
    );
    const dialog = await findDialog('Undo this change?');
    expect(await dialog.findByRole('row', { name: /product Oats Name Milk Oat milk Soy milk/ })).toBeVisible();
    expect(dialog.getByRole('row', { name: /Deleted later, or refers to something deleted/ })).toBeVisible();
    expect(dialog.getAllByRole('checkbox')).toHaveLength(1);
    await user.click(dialog.getByRole('checkbox', { name: 'Apply anyway: product Oats' }));
    await user.click(dialog.getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(getBodies(stub)).toMatchObject([
        { dry_run: true },
        { change_set: 7 },
        { change_set: 7, overwrite: true, rows: [{ kind: 'product', subject: 'p1', row: 'p1' }] },
      ]),
    );
  });

  it('marks undone change sets and offers to redo them', async () => {
    const { user } = await renderConsole([createChangeSet({ id: 8, undoes: 7 }), createChangeSet({ undone_by: 8 })]);
    const undoneRow = await screen.findByRole('row', { name: /Changed 3 products \(undone\)/ });
    expect(within(undoneRow).queryByRole('button', { name: /^Undo/ })).toBeNull();
    await user.click(
      within(screen.getByRole('row', { name: /Undo: Changed 3 products/ })).getByRole('button', { name: /^Redo/ }),
    );
    expect(await screen.findByRole('alertdialog', { name: 'Redo this change?' })).toBeVisible();
  });

  it('is offered only to roles that may undo', async () => {
    signInForTest({ role: 'annotator' });
    const { user } = await renderConsole([
      createChangeSet({ undo_permission: 'manage' }),
      createChangeSet({ id: 9, undo_permission: 'annotate', changes: [{ kind: 'point', operation: 'insert', count: 2 }] }),
    ]);
    const [productsRow, pointsRow] = [
      await screen.findByRole('row', { name: /3 products/ }),
      screen.getByRole('row', { name: /2 points/ }),
    ];
    expect(within(productsRow).queryByRole('button', { name: /^Undo/ })).toBeNull();
    expect(within(pointsRow).getByRole('button', { name: /^Undo/ })).toBeVisible();
    await user.click(within(pointsRow).getByRole('button', { name: /^Show details: / }));
    await user.click(within(await screen.findByRole('dialog', { name: 'Changes' })).getByRole('button', { name: 'Undo' }));
    expect((await findDialog('Undo this change?')).getByText(/Added 2 points/)).toBeVisible();
  });

  it('names the members whose rows change', async () => {
    const changeSet = createChangeSet({
      kinds: ['membership'],
      changes: [{ kind: 'membership', operation: 'update', count: 2 }],
    });
    const { stub, user } = await renderConsole([changeSet]);
    const toChange = (id: number, row: string) => ({
      id,
      kind: 'membership',
      subject: 'w',
      row,
      operation: 'update',
      before: {},
      after: {},
    });
    stub.addHandlers({
      [LIST_CHANGES]: {
        results: [toChange(1, 'u1'), toChange(2, 'u2')],
        next: null,
        names: { u1: { kind: 'user', name: 'Ben' } },
      },
    });
    await user.click(within(await screen.findByRole('row', { name: /2 members/ })).getByRole('button', { name: /^Undo/ }));
    expect(await (await findDialog('Undo this change?')).findByText('Members: Ben, Former member')).toBeVisible();
  });

  it('says what happens to the model of a training', async () => {
    const changes = [{ kind: 'detection_model', operation: 'insert', count: 1 } as const];
    const { user } = await renderConsole([createChangeSet({ kinds: ['detection_model'], changes })]);
    await user.click(await screen.findByRole('button', { name: /^Undo: Added 1 detection model, 2026-/ }));
    expect((await findDialog('Undo this change?')).getByText(/Its model is deleted/)).toBeVisible();
  });

  test('waits for a large undo in the background, shows its progress and cancels it', async () => {
    const { stub, user } = await renderConsole([createChangeSet()]);
    const undoWork = {
      id: 'work-1',
      workspace: 'w',
      kind: 'undo-changes',
      status: 'done',
      done: 300_000,
      total: 300_000,
      error: null,
    };
    const result = createUndoResult({ undone: 300_000 });
    stub.addHandlers({
      [UNDO]: createUndoResult({ undone: 0, pending: undoWork.id }),
      'GET /annotate/v2/work/{id}': undoWork,
      'GET /history/v2/undo/{id}': result,
      'POST /annotate/v2/work/{id}/cancel': { ...undoWork, status: 'cancelled' },
    });
    await user.click(within(await screen.findByRole('row', { name: /3 products/ })).getByRole('button', { name: /^Undo/ }));
    const dialog = await findDialog('Undo this change?');
    await dialog.findByText('300,000 rows will be changed back.');
    stub.addHandlers({ 'GET /annotate/v2/work/{id}': { ...undoWork, status: 'running', done: 120_000 } });
    await user.click(dialog.getByRole('button', { name: 'Undo' }));
    await dialog.findByText('120,000 of 300,000 rows processed');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await screen.findByText('Undo cancelled. Nothing was changed.');
    expect(stub.getRequests('POST /annotate/v2/work/{id}/cancel')).toHaveLength(1);
  });

  testInLongRun('says that an import is undone in the background', async () => {
    const importWorkId = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
    const { user } = await renderConsole(
      [createChangeSet({ summarized: true, changes: [] })],
      createUndoResult({ undone: 0, work: importWorkId }),
    );
    await user.click(await screen.findByRole('button', { name: /^Undo/ }));
    const dialog = await findDialog('Undo this change?');
    expect(await dialog.findByText(/The import is undone step by step/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('The import is being undone.')).toBeVisible();
  });

  it('shows why a change set cannot be undone', async () => {
    await renderConsole([], failWith(409, 'Some images were edited.'), '/activity?undo=7');
    const dialog = await findDialog('Undo this change?');
    expect(await dialog.findByText("This change can't be undone. Some images were edited.")).toBeVisible();
  });
});

describe('Ctrl+Z', () => {
  it("offers to undo the user's last undoable change, except changes of members", async () => {
    const joiningSet = createChangeSet({ id: 10, kinds: ['membership'] });
    const changeSets = [
      joiningSet,
      createChangeSet({ id: 9, undoes: 8 }),
      createChangeSet({ id: 8, undone_by: 9 }),
      createChangeSet(),
    ];
    const { stub, user } = await renderConsole(changeSets, createUndoResult({ undone: 3 }), '/products');
    await user.keyboard('{Control>}z{/Control}');
    const dialog = await findDialog('Undo your last change?');
    expect(dialog.getByText(`2026-02-03 14:05 · Changed 3 products · ${testUser.username}`)).toBeVisible();
    expect(stub.getRequests(LIST_CHANGE_SETS).at(-1)?.query).toMatchObject({ user: testUser.id, origin: 'console' });
    await user.click(dialog.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(getBodies(stub)).toMatchObject([{ dry_run: true }, { change_set: 7 }]));
  });

  it('does nothing on the image screen, which has its own undo', async () => {
    const { stub, user } = await renderConsole([createChangeSet()], createUndoResult(), '/image/i1');
    expect(await screen.findByText('Page of annotate')).toBeVisible();
    await user.keyboard('{Control>}z{/Control}');
    expect(stub.getRequests(LIST_CHANGE_SETS)).toEqual([]);
  });
});
