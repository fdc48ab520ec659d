import { failWith, signInForTest, stubApi } from '@console/shared-auth/testing';
import type { Change, ChangeSet } from '@console/shared-contract/api';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderShell } from '../testing/shell-harness';
import { describeSet, listFields } from './describe-changes';

const createSet = (id: number, fields: Partial<ChangeSet> = {}): ChangeSet => ({
  id,
  created: '2026-02-03T14:05:00.000Z',
  user: { id: 'b7a1f0c5-7a0b-4c3e-9a55-0d8f5b2f7c11', username: 'Anna' },
  origin: 'console',
  action: 'PUT /detection/v2/object/{id}/',
  work: null,
  summarized: false,
  kinds: ['detection_object'],
  can_undo: true,
  undoes: null,
  undone_by: null,
  changes: [{ kind: 'detection_object', operation: 'update', count: 1 }],
  ...fields,
});
const createChange = (fields: Partial<Change> = {}): Change => ({
  id: 1,
  change_set: createSet(7),
  kind: 'detection_object',
  subject: 'image-1',
  row: 'object-1',
  operation: 'update',
  before: { data: [1, 2, 20, 20] },
  after: { data: [1, 2, 30, 20] },
  ...fields,
});
const members = {
  'GET /account/v2/member/': { count: 1, next: null, previous: null, results: [{ id: createSet(1).user?.id, username: 'Anna' }] },
};
const findRow = (name: RegExp) => screen.findByRole('row', { name });

beforeEach(() => signInForTest());

describe('activity page', () => {
  it('lists who changed what, and loads older changes on request', async () => {
    const user = userEvent.setup();
    stubApi({
      ...members,
      'GET /history/v2/set/': ({ query }: { query: Record<string, string> }) =>
        query.before
          ? { results: [createSet(3, { user: null, origin: 'server' })], next: null }
          : { results: [createSet(7)], next: 7 },
    });
    await renderShell('/activity');
    expect(await findRow(/2026-02-03 14:05 Changed 1 object Anna Console/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await findRow(/Changed 1 object – Server/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  it('keeps its filters in the URL and sends them to the server', async () => {
    const user = userEvent.setup();
    stubApi({
      ...members,
      'GET /history/v2/set/': ({ query }: { query: Record<string, string> }) => ({
        results: query.kind === 'polygon' ? [] : [createSet(7)],
        next: null,
      }),
    });
    await renderShell('/activity');
    await findRow(/Anna/);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Polygons');
    expect(await screen.findByText('No changes match these filters.')).toBeVisible();
    expect(screen.getByLabelText('Current URL')).toHaveTextContent('/activity?kind=polygon');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await findRow(/Anna/)).toBeVisible();
  });

  it('shows the changed fields of a set', async () => {
    const user = userEvent.setup();
    stubApi({
      ...members,
      'GET /history/v2/set/': { results: [createSet(7)], next: null },
      'GET /history/v2/change/': { results: [createChange()], next: null },
    });
    await renderShell('/activity');
    await user.click(within(await findRow(/Anna/)).getByRole('button', { name: 'Show details' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Changes' }));
    expect(await dialog.findByRole('row', { name: 'Changed: object data [1,2,20,20] [1,2,30,20] object-1' })).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says that a large set is not shown completely', async () => {
    const user = userEvent.setup();
    const results = Array.from({ length: 200 }, (_, index) => createChange({ id: index + 1 }));
    stubApi({
      ...members,
      'GET /history/v2/set/': { results: [createSet(7)], next: null },
      'GET /history/v2/change/': { results, next: 1 },
    });
    await renderShell('/activity');
    await user.click(within(await findRow(/Anna/)).getByRole('button', { name: 'Show details' }));
    expect(await screen.findByText('Only the last 200 changes of this set are shown.')).toBeVisible();
  });

  it('offers Retry if the activity cannot be loaded', async () => {
    stubApi({ ...members, 'GET /history/v2/set/': failWith(400, 'refused') });
    await renderShell('/activity');
    expect(await screen.findByText("Couldn't load the activity.")).toBeVisible();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
  });
});

describe('describeSet', () => {
  it('counts changes by kind and operation', () => {
    const changes: ChangeSet['changes'] = [
      { kind: 'detection_object', operation: 'insert', count: 2 },
      { kind: 'polygon', operation: 'delete', count: 1 },
    ];
    expect(describeSet(createSet(1, { changes }))).toBe('Added 2 objects, removed 1 polygon');
  });

  it('names the kinds of rows that a summarized set added', () => {
    const set = createSet(1, {
      summarized: true,
      kinds: ['training_image', 'polygon', 'flow'],
      changes: [{ kind: 'flow', operation: 'update', count: 1 }],
    });
    expect(describeSet(set)).toBe('Added images, polygons, changed 1 flow');
  });
});

describe('listFields', () => {
  it('lists only the changed keys of metadata', () => {
    const before = { meta_data: { aisle: 3, shelf: 'A' } };
    expect(listFields({ before, after: { meta_data: { aisle: 3, box: null, row: [1] } } })).toEqual([
      { field: 'meta_data.shelf', before: 'A', after: '' },
      { field: 'meta_data.row', before: '', after: '[1]' },
    ]);
  });

  it('lists the fields of a created row without its ids', () => {
    const after = { id: 'a', workspace_id: 'w', name: 'Apple', color: null, min_value: 3 };
    expect(listFields({ before: null, after })).toEqual([
      { field: 'name', before: '', after: 'Apple' },
      { field: 'min_value', before: '', after: '3' },
    ]);
  });
});
