import { failWith, signInForTest, stubApi } from '@console/shared-auth/testing';
import type { Change, ChangeSet } from '@console/shared-contract/api';
import { describeSet, listFields, toFieldName } from '@console/shared-ui/history';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderShell } from '../testing/shell-harness';

const createChangeSet = (id: number, fields: Partial<ChangeSet> = {}): ChangeSet => ({
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
  subject: null,
  changes: [{ kind: 'detection_object', operation: 'update', count: 1 }],
  ...fields,
});
const createChange = (fields: Partial<Change> = {}): Change => ({
  id: 1,
  change_set: createChangeSet(7),
  kind: 'detection_object',
  subject: 'image-1',
  row: 'object-1',
  operation: 'update',
  before: { data: [1, 2, 20, 20] },
  after: { data: [1, 2, 30, 20] },
  ...fields,
});
const members = {
  'GET /account/v2/member/': {
    count: 1,
    next: null,
    previous: null,
    results: [{ id: createChangeSet(1).user?.id, username: 'Anna' }],
  },
};
/** Reads a file as text, with its byte order mark. */
const readBlob = (blob: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(new TextDecoder('utf-8', { ignoreBOM: true }).decode(reader.result as ArrayBuffer));
    reader.readAsArrayBuffer(blob);
  });
const findRow = (name: RegExp) => screen.findByRole('row', { name });

beforeEach(() => signInForTest());
afterEach(() => jest.restoreAllMocks());

describe('activity page', () => {
  it('lists who changed what, and loads older changes on request', async () => {
    const user = userEvent.setup();
    stubApi({
      ...members,
      'GET /history/v2/set/': ({ query }: { query: Record<string, string> }) =>
        query.before
          ? { results: [createChangeSet(3, { user: null, origin: 'server' })], next: null, names: {} }
          : { results: [createChangeSet(7)], next: 7, names: {} },
    });
    await renderShell('/activity');
    expect(await findRow(/2026-02-03 14:05 Changed 1 object Anna Console/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await findRow(/Changed 1 object – Server/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  it('names the API token of a program', async () => {
    stubApi({
      ...members,
      'GET /history/v2/set/': {
        results: [createChangeSet(7, { origin: 'token', token: 'Night import' })],
        next: null,
        names: {},
      },
    });
    await renderShell('/activity');
    expect(await findRow(/Anna.*API token: Night import/)).toBeVisible();
  });

  it('keeps its filters in the URL and sends them to the server', async () => {
    const user = userEvent.setup();
    stubApi({
      ...members,
      'GET /history/v2/set/': ({ query }: { query: Record<string, string> }) => ({
        results: query.kind === 'polygon' ? [] : [createChangeSet(7)],
        next: null,
        names: {},
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

  it('shows the changed fields of a change set', async () => {
    const user = userEvent.setup();
    stubApi({
      ...members,
      'GET /history/v2/set/': { results: [createChangeSet(7)], next: null, names: {} },
      'GET /history/v2/change/': {
        results: [createChange()],
        next: null,
        names: { 'image-1': { kind: 'training_image', name: 'shelf.png' } },
      },
    });
    await renderShell('/activity');
    const row = within(await findRow(/Anna/));
    await user.click(row.getByRole('button', { name: /^Show details: Changed 1 object, 2026-/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Changes' }));
    expect(await dialog.findByRole('row', { name: 'Changed: object shelf.png Shape 1, 2, 20, 20 1, 2, 30, 20' })).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('explains why the progress of a training has no Undo', async () => {
    const changeSet = createChangeSet(7, { kinds: ['detection_model'], can_undo: false });
    stubApi({
      ...members,
      'GET /history/v2/set/': { results: [changeSet], next: null, names: {} },
      'GET /history/v2/change/': { results: [], next: null, names: {} },
    });
    await renderShell('/activity');
    const row = within(await findRow(/Anna/));
    expect(row.queryByRole('button', { name: /^Undo/ })).toBeNull();
    await userEvent.click(row.getByRole('button', { name: /^Show details: / }));
    expect(
      await within(await screen.findByRole('dialog', { name: 'Changes' })).findByText(
        /^This entry only records the progress of a training\./,
      ),
    ).toBeVisible();
  });

  it('loads more changes of a large change set', async () => {
    const user = userEvent.setup();
    stubApi({
      ...members,
      'GET /history/v2/set/': { results: [createChangeSet(7)], next: null, names: {} },
      'GET /history/v2/change/': ({ query }: { query: Record<string, string> }) =>
        query.before
          ? { results: [createChange({ id: 1, after: { data: [5, 6, 7, 8] } })], next: null, names: {} }
          : { results: [createChange({ id: 2 })], next: 2, names: {} },
    });
    await renderShell('/activity');
    await user.click(within(await findRow(/Anna/)).getByRole('button', { name: /^Show details: / }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Changes' }));
    await user.click(await dialog.findByRole('button', { name: 'Load more' }));
    expect(await dialog.findByRole('row', { name: /5, 6, 7, 8/ })).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  it('filters changes of former members', async () => {
    const user = userEvent.setup();
    const stub = stubApi({ ...members, 'GET /history/v2/set/': { results: [], next: null, names: {} } });
    await renderShell('/activity');
    await user.selectOptions(await screen.findByRole('combobox', { name: 'User' }), 'Former member');
    await waitFor(() =>
      expect(stub.getRequests('GET /history/v2/set/').at(-1)?.query).toMatchObject({ former_members: true, user: undefined }),
    );
  });

  it('exports all change sets that match the filters as CSV', async () => {
    const user = userEvent.setup();
    const createObjectUrl = jest.fn((_: Blob) => 'blob:csv');
    URL.createObjectURL = createObjectUrl as typeof URL.createObjectURL;
    URL.revokeObjectURL = jest.fn();
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const image = 'b7a1f0c5-7a0b-4c3e-9a55-0d8f5b2f7c12';
    const names = { [image]: { kind: 'training_image', name: 'shelf, left.png' } };
    stubApi({
      ...members,
      'GET /history/v2/set/': ({ query }: { query: Record<string, string> }) =>
        query.before
          ? { results: [createChangeSet(3, { user: null, origin: 'server' })], next: null, names: {} }
          : { results: [createChangeSet(7, { subject: image })], next: 7, names },
    });
    await renderShell('/activity?kind=detection_object');
    await findRow(/Changed 1 object/);
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(createObjectUrl).toHaveBeenCalled());
    expect(await readBlob(createObjectUrl.mock.calls[0]![0])).toBe(
      [
        '\uFEFFTime (UTC),Changes,Item,User,Source',
        '2026-02-03 14:05,Changed 1 object,"shelf, left.png",Anna,Console',
        '2026-02-03 14:05,Changed 1 object,,–,Server',
        '',
      ].join('\r\n'),
    );
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
    expect(describeSet(createChangeSet(1, { changes }))).toBe('Added 2 objects, removed 1 polygon');
  });

  it('names the kinds of rows that a summarized change set added', () => {
    const changeSet = createChangeSet(1, {
      summarized: true,
      kinds: ['training_image', 'polygon', 'flow'],
      changes: [{ kind: 'flow', operation: 'update', count: 1 }],
    });
    expect(describeSet(changeSet)).toBe('Added images, polygons, changed 1 flow');
  });
});

describe('listFields', () => {
  it('shows names instead of ids, and readable times, flags and shapes', () => {
    const names = { a1: { kind: 'detection_label', name: 'Apple' }, u1: { kind: 'user', name: 'Anna' } } as const;
    const after = {
      detection_label_id: 'a1',
      user_id: 'u1',
      requested_by: 'u2',
      test_image: true,
      finished: '2026-02-03T14:05:00.000Z',
      data: [1, 1, 9, 1, 9, 9, 5, 12, 1, 9],
    };
    expect(
      listFields({ before: { test_image: false }, after }, names).map((change) => [change.field, change.before, change.after]),
    ).toEqual([
      ['test_image', 'No', 'Yes'],
      ['detection_label_id', '', 'Apple'],
      ['user_id', '', 'Anna'],
      ['requested_by', '', 'Former member'],
      ['finished', '', '2026-02-03 14:05'],
      ['data', '', '5 points'],
    ]);
  });

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

describe('toFieldName', () => {
  it.each([
    ['detection_label_id', 'Label'],
    ['meta_data.shelf', 'Metadata: shelf'],
    ['min_value', 'Min value'],
    ['flow_id', 'Flow'],
  ])('names %s %s', (field, name) => expect(toFieldName(field)).toBe(name));
});
