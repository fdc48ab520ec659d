import { failWith, signInForTest, stubApi } from '@console/shared-auth/testing';
import type { DeletedRow } from '@console/shared-contract/api';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderShell } from '../testing/shell-harness';

const userId = 'b7a1f0c5-7a0b-4c3e-9a55-0d8f5b2f7c11';
const createRow = (id: number, fields: Partial<DeletedRow> = {}): DeletedRow => ({
  id,
  change_set: id + 100,
  kind: 'detection_label',
  subject: `label-${id}`,
  row: `label-${id}`,
  name: 'Apple',
  thumb: null,
  deleted: '2026-02-03T14:05:00.000Z',
  user: { id: userId, username: 'Anna' },
  days_left: 29,
  included: [{ kind: 'detection_object', count: 3 }],
  ...fields,
});
const members = {
  'GET /account/v2/member/': { count: 1, next: null, previous: null, results: [{ id: userId, username: 'Anna' }] },
};
const page = (results: DeletedRow[], next: number | null = null) => ({ results, next });
const findRow = (name: RegExp) => screen.findByRole('row', { name });

beforeEach(() => signInForTest());

describe('recently deleted', () => {
  it('restores rows after a confirmation that lists dependent rows, and offers Undo', async () => {
    const user = userEvent.setup();
    const restore = jest.fn(() => ({ change_set: 7, undone: 8, conflict_count: 0, conflicts: [] }));
    const undo = jest.fn(() => ({ undoes: 7, change_set: 8, undone: 8, conflict_count: 0, conflicts: [] }));
    stubApi({
      ...members,
      'GET /history/v2/deleted/': page([createRow(2), createRow(1, { name: 'Pear' })]),
      'POST /history/v2/restore': restore,
      'POST /history/v2/undo': undo,
    });
    await renderShell('/deleted');
    const row = await findRow(/Apple Detection label 3 objects Anna 2026-02-03 14:05 29 days/);
    await user.click(within(row).getByRole('checkbox'));
    await user.click(within(await findRow(/Pear/)).getByRole('checkbox'));
    await user.click(within(screen.getByRole('group', { name: '2 selected' })).getByRole('button', { name: 'Restore' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Restore 2 rows?' }));
    expect(dialog.getByText('Apple, Pear')).toBeVisible();
    expect(dialog.getByText('Also restored: 6 objects.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Restore' }));
    const reference = { kind: 'detection_label', subject: 'label-2', row: 'label-2', change_set: 102 };
    expect(restore).toHaveBeenCalledWith(
      expect.objectContaining({ body: expect.objectContaining({ rows: expect.arrayContaining([reference]) }) }),
    );
    await screen.findByText('Restored 2 rows and 6 objects');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(undo).toHaveBeenCalledWith(expect.objectContaining({ body: expect.objectContaining({ key: expect.any(String) }) })),
    );
  });

  testInLongRun('cancels a large restore while it runs', async () => {
    const user = userEvent.setup();
    const backgroundWork = {
      id: 'work-1',
      workspace: 'w',
      kind: 'undo-changes',
      status: 'running',
      done: 120_000,
      total: 300_000,
      error: null,
    };
    const stub = stubApi({
      ...members,
      'GET /history/v2/deleted/': page([createRow(1)]),
      'POST /history/v2/restore': { change_set: null, undone: 0, conflict_count: 0, conflicts: [], pending: backgroundWork.id },
      'GET /annotate/v2/work/{id}': backgroundWork,
      'POST /annotate/v2/work/{id}/cancel': { ...backgroundWork, status: 'cancelled' },
    });
    await renderShell('/deleted');
    await user.click(within(await findRow(/Apple/)).getByRole('button', { name: 'Restore' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Restore Apple?' }));
    await user.click(dialog.getByRole('button', { name: 'Restore' }));
    await dialog.findByText('120,000 of 300,000 rows processed');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Restore cancelled. Nothing was changed.')).toBeVisible();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(stub.getRequests('POST /annotate/v2/work/{id}/cancel')).toHaveLength(1);
  });

  it('offers to restore only rows that the role of the user allows', async () => {
    signInForTest({ role: 'annotator' });
    const rows = [createRow(1, { restore_permission: 'manage' }), createRow(2, { name: 'Pear', restore_permission: 'annotate' })];
    stubApi({ ...members, 'GET /history/v2/deleted/': page(rows) });
    await renderShell('/deleted');
    expect(within(await findRow(/Apple/)).queryByRole('button', { name: 'Restore' })).toBeNull();
    expect(within(await findRow(/Pear/)).getByRole('button', { name: 'Restore' })).toBeVisible();
  });

  it('says why a row was not restored', async () => {
    const user = userEvent.setup();
    const conflict = { kind: 'detection_label', subject: 'label-1', row: 'label-1', reason: 'taken', fields: [] };
    stubApi({
      ...members,
      'GET /history/v2/deleted/': page([createRow(1)]),
      'POST /history/v2/restore': { change_set: null, undone: 0, conflict_count: 1, conflicts: [conflict] },
    });
    await renderShell('/deleted');
    await user.click(within(await findRow(/Apple/)).getByRole('button', { name: 'Restore' }));
    await user.click(
      within(await screen.findByRole('alertdialog', { name: 'Restore Apple?' })).getByRole('button', { name: 'Restore' }),
    );
    expect(await screen.findByText('Another row contradicts it, such as one with the same name.')).toBeVisible();
  });

  testInLongRun('skips empty pages until it finds rows, and filters by name and kind', async () => {
    const user = userEvent.setup();
    stubApi({
      ...members,
      'GET /history/v2/deleted/': ({ query }: { query: Record<string, string> }) => {
        if (query.search) return page(query.search === 'pear' ? [createRow(1, { name: 'Pear' })] : []);
        return query.before ? page([createRow(3)]) : page([], 50);
      },
    });
    await renderShell('/deleted');
    expect(await findRow(/Apple/)).toBeVisible();
    await user.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'pear');
    expect(await findRow(/Pear/)).toBeVisible();
    await user.type(screen.getByRole('searchbox', { name: 'Search by name' }), 's');
    expect(await screen.findByText('No deleted rows match these filters.')).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('Current URL')).toHaveTextContent('/deleted?search=pears'));
  });

  it('offers Retry if the rows cannot be loaded', async () => {
    stubApi({ ...members, 'GET /history/v2/deleted/': failWith(400, 'refused') });
    await renderShell('/deleted');
    expect(await screen.findByText("Couldn't load the deleted rows.")).toBeVisible();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
  });
});
