import type { RestoreResult, UndoResult } from '@console/shared-contract/api';
import fc from 'fast-check';
import { sql } from 'kysely';
import { isDeepStrictEqual } from 'node:util';
import { groupByKey } from '../../../data-access/rows/group-by-key';
import { LOGGED_TABLES } from '../../../platform/database/tables/logged-tables';
import { expectBody, type TestClient } from '../../../testing/api/client';
import { createTestLabel, createNamedRow, uploadImages } from '../../../testing/api/fixtures';
import { createTestServer, type TestServer } from '../../../testing/api/test-server';
import type { TestUser } from '../../../testing/api/test-users';
import { expectFacetsToMatch } from '../../../testing/history/expect-facets';
import { FieldHistory, flatten, omitDerived, toKey, type Entry } from '../../../testing/history/field-history';
import { replayEntries, type RowStates } from '../../../testing/history/replay-entries';
import type { RowValues } from './net-changes';

let server: TestServer;
let users: readonly [TestUser, TestUser];
beforeAll(async () => {
  // Undos with more than two entries are background work in several batches.
  server = await createTestServer({ config: { undo: { maxDirectEntries: 2, batchSize: 2 } } });
  users = [await server.createTestUser(), await server.createTestUser()];
});
afterAll(() => server.close());

const IMAGES = '/recognition/v2/training-image/';
const OBJECTS = '/detection/v2/object/';
const GROUPS = '/similarity/training/v2/group/';
const PRODUCTS = '/product/v2/product/';

interface Fixture {
  workspace: string;
  images: string[];
  labels: string[];
  detectionLabels: string[];
  groups: string[];
  products: string[];
  objects: string[];
}

async function createFixture(): Promise<Fixture> {
  const workspace = await server.createTestWorkspace({ members: [...users] });
  const { client } = users[0];
  const createRow = async (path: string) => (await createNamedRow(client, path, { workspace })).id;
  return {
    workspace,
    images: (await uploadImages(client, 2, { workspace })).map(({ id }) => id),
    labels: [(await createTestLabel(client, { workspace })).id, (await createTestLabel(client, { workspace, type: 'value' })).id],
    detectionLabels: [await createRow('/detection/v2/label/'), await createRow('/detection/v2/label/')],
    groups: [await createRow(GROUPS), await createRow(GROUPS)],
    products: [await createRow(PRODUCTS)],
    objects: [],
  };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type PickRow = <T>(from: readonly T[]) => T | undefined;
type Step = (fixture: Fixture, user: TestUser, pick: PickRow, number: number) => Promise<unknown>;

const changeImages =
  (getFields: (fixture: Fixture, pick: PickRow, number: number) => object): Step =>
  (fixture, { client }, pick, number) => {
    const images = number % 3 === 0 ? fixture.images : [pick(fixture.images)];
    return client.post(`${IMAGES}change`, {
      ...getFields(fixture, pick, number),
      images,
      skip_gone: true,
      workspace: fixture.workspace,
    });
  };

const steps: Record<string, Step> = {
  flag: changeImages((_fixture, _pick, number) => ({ change: number % 2 ? 'test' : 'train' })),
  background: changeImages((_fixture, _pick, number) => ({ change: number % 2 ? 'real' : 'product' })),
  verify: changeImages((_fixture, _pick, number) => ({ change: number % 2 ? 'verify' : 'withdraw' })),
  label: changeImages((fixture, pick) => ({ change: 'add-label', label: pick(fixture.labels) })),
  unlabel: changeImages((fixture, pick) => ({ change: 'remove-label', label: pick(fixture.labels) })),
  group: changeImages((fixture, pick) => ({ change: 'add-to-group', group: pick(fixture.groups) })),
  ungroup: changeImages((fixture, pick) => ({ change: 'remove-from-group', group: pick(fixture.groups) })),
  'meta data': changeImages((_fixture, _pick, number) => ({ change: 'set-meta', key: `key${number % 2}`, value: number % 4 })),
  draw: async (fixture, { client }, pick, number) => {
    const body = {
      image: pick(fixture.images),
      detection_label: pick(fixture.detectionLabels),
      data: [1, 2, 20 + (number % 5), 20],
    };
    const response = await client.post(OBJECTS, { ...body, workspace: fixture.workspace });
    if (response.status === 201) fixture.objects.push((response.body as { id: string }).id);
  },
  'edit object': (fixture, { client }, pick, number) =>
    client.put(`${OBJECTS}${pick(fixture.objects)}`, { data: [1, 2, 30 + (number % 3), 20] }),
  relabel: (fixture, { client }, pick) =>
    client.put(`${OBJECTS}${pick(fixture.objects)}`, { detection_label: pick(fixture.detectionLabels) }),
  erase: (fixture, { client }, pick) => client.delete(`${OBJECTS}${pick(fixture.objects)}`),
  'create group': async (fixture, { client }) => {
    fixture.groups.push((await createNamedRow(client, GROUPS, { workspace: fixture.workspace })).id);
  },
  'rename group': (fixture, { client }, pick, number) =>
    client.put(`${GROUPS}${pick(fixture.groups)}`, { name: `Group ${number % 3}` }),
  'delete group': (fixture, { client }, pick) => client.delete(`${GROUPS}${pick(fixture.groups)}`),
  'create product': async (fixture, { client }) => {
    fixture.products.push((await createNamedRow(client, PRODUCTS, { workspace: fixture.workspace })).id);
  },
  'rename product': (fixture, { client }, pick, number) =>
    client.patch(`${PRODUCTS}${pick(fixture.products)}/`, { name: `Product ${number % 3}` }),
  'delete product': (fixture, { client }, pick) => client.delete(`${PRODUCTS}${pick(fixture.products)}/`),
  'delete label': (fixture, { client }, pick) => client.delete(`/detection/v2/label/${pick(fixture.detectionLabels)}`),
  undo: async ({ workspace }, { client }, pick) => {
    const change_set = pick([...new Set((await readEntries(workspace)).map(({ set }) => set))].toReversed());
    return undoAndWait(client, { change_set, workspace });
  },
};

/** Undoes a set, and waits for the background work. */
async function undoAndWait(client: TestClient, body: object): Promise<UndoResult | null> {
  const response = await client.post('/history/v2/undo', body);
  if (response.status !== 200) return null;
  const result = response.body as UndoResult;
  if (!result.pending) return result;
  await server.runWork();
  return { ...result, ...expectBody<RestoreResult>(await client.get(`/history/v2/undo/${result.pending}`)) };
}

async function readState(workspace: string): Promise<RowStates> {
  const state: RowStates = new Map();
  for (const { name, subject = 'id', key = ['id'] } of LOGGED_TABLES) {
    if (name === 'membership') continue;
    const id = sql.join(
      key.map((column) => sql`t.${sql.ref(column)}::text`),
      sql` || ':' || `,
    );
    const { rows } = await sql<{ subject: string; row: string; values: RowValues }>`
      select t.${sql.ref(subject)}::text as subject, ${id} as row, to_jsonb(t) as values from ${sql.table(name)} t
      where workspace_id = ${workspace}`.execute(server.db);
    for (const { values, ...place } of rows) state.set(toKey({ relation: name, ...place }), omitDerived(values));
  }
  return state;
}

async function readEntries(workspace: string): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select c.change_set_id::int as set, s.undoes::int as undoes, s.user_id as user, c.relation, c.subject_id as subject, c.row_id as row, c.operation,
      coalesce(c.before, '{}') as before, coalesce(c.after, '{}') as after
    from change c join change_set s on s.id = c.change_set_id
    where c.workspace_id = ${workspace} and c.relation <> 'membership' order by c.id`.execute(server.db);
  return rows;
}

/**
 * Whether the change set is independent of all later entries of other change sets. No such entry concerns rows of the set, rows that refer
 * to them, or rows to which they refer.
 */
function isIndependent(entries: readonly Entry[], changeSet: number): boolean {
  const entriesOfSet = entries.filter((entry) => entry.set === changeSet);
  const lastIndex = entries.lastIndexOf(entriesOfSet.at(-1)!);
  const laterEntries = entries.slice(lastIndex + 1).filter((entry) => entry.set !== changeSet);
  const keys = new Set(entriesOfSet.map(toKey));
  const isExistence = ({ operation }: Entry) => operation !== 'update';
  const createdOrDeletedIds = entriesOfSet.filter(isExistence).map(({ row }) => row);
  const setText = JSON.stringify(entriesOfSet);
  return laterEntries.every(
    (entry) =>
      !keys.has(toKey(entry)) &&
      !(isExistence(entry) && setText.includes(entry.row)) &&
      !createdOrDeletedIds.some((id) => JSON.stringify(entry).includes(id)),
  );
}

interface UndoneChangeSet {
  entries: readonly Entry[];
  set: number;
  before: RowStates;
  after: RowStates;
  conflicts: UndoResult['conflicts'];
}

/**
 * Expects that the undo of the change set `set` restored each of its rows as far as later change sets allow. It must report exactly the
 * rows and fields that it did not restore.
 */
function expectRowsToBeUndone({ entries, set, before, after, conflicts }: UndoneChangeSet): void {
  const entriesOfSet = groupByKey(
    entries.filter((entry) => entry.set === set),
    toKey,
  );
  const conflictsByRow = new Map(conflicts.map((conflict) => [toKey({ ...conflict, relation: conflict.kind }), conflict]));
  expect([...conflictsByRow.keys()].filter((row) => !entriesOfSet.has(row))).toEqual([]);
  for (const [row, rowEntries] of entriesOfSet) {
    const conflict = conflictsByRow.get(row);
    const [isCreated, isDeleted] = [rowEntries[0]?.operation === 'insert', rowEntries.at(-1)?.operation === 'delete'];
    if (isCreated && isDeleted) expect(conflict).toBeUndefined();
    else if (isCreated) expectCreatedRowToBeDeleted(row, rowEntries, { before, after, conflict });
    else if (isDeleted) expectDeletedRowToBeRestored(row, rowEntries, { before, after, conflict });
    if (rowEntries.some(({ operation }) => operation !== 'update')) continue;
    const [previousValues, newValues] = [rowEntries.toReversed(), rowEntries].map((orderedEntries, index) =>
      Object.assign({}, ...orderedEntries.map((entry) => flatten(index === 0 ? entry.before : entry.after))),
    ) as [RowValues, RowValues];
    const fields = [...new Set([...Object.keys(previousValues), ...Object.keys(newValues)])].filter(
      (field) => !isDeepStrictEqual(previousValues[field], newValues[field]),
    );
    if (fields.length === 0 || conflict?.reason === 'confirmation') continue;
    const [currentValues, resultValues] = [before.get(row), after.get(row)].map((values) => values && flatten(values));
    if (!currentValues || !resultValues) {
      expect(conflict?.reason).toBe('missing');
      continue;
    }
    const history = new FieldHistory(entries);
    const expectedValues = { ...currentValues };
    const conflictingFields: string[] = [];
    for (const field of fields) {
      const key = `${row} ${field}`;
      expect(currentValues[field] ?? null).toEqual(history.getValue(key) ?? null);
      if (isDeepStrictEqual(currentValues[field], previousValues[field])) continue;
      if (history.hasLaterChange(key, set)) conflictingFields.push(field);
      else {
        history.setActive(key, set, false);
        expectedValues[field] = history.getValue(key);
      }
    }
    if (conflict?.reason === 'missing') {
      const existingKeys = [...before.keys()].join('\n');
      expect(
        fields.some((field) => typeof previousValues[field] === 'string' && !existingKeys.includes(previousValues[field])),
      ).toBe(true);
      expect(resultValues).toEqual(currentValues);
      continue;
    }
    expect((conflict?.fields ?? []).map(({ field }) => field).toSorted()).toEqual(conflictingFields.toSorted());
    expect(JSON.parse(JSON.stringify(resultValues))).toEqual(JSON.parse(JSON.stringify(expectedValues)));
  }
}

interface UndoneRow {
  before: RowStates;
  after: RowStates;
  conflict: UndoResult['conflicts'][number] | undefined;
}

const listDifferences = (loggedValues: RowValues, currentValues: RowValues) =>
  Object.keys(omitDerived(loggedValues)).filter(
    (column) => column in currentValues && !isDeepStrictEqual(loggedValues[column], currentValues[column]),
  );

/**
 * Undo deletes a created row if the row has the values of its creation and is not in use. It does not matter whether later sets changed
 * these values and changed them back.
 */
function expectCreatedRowToBeDeleted(row: string, entries: readonly Entry[], { before, after, conflict }: UndoneRow): void {
  const [currentRow, resultRow] = [before.get(row), after.get(row)];
  if (!currentRow) return expect(resultRow).toBeUndefined();
  const changedColumns = listDifferences(Object.assign({}, ...entries.map((entry) => entry.after)) as RowValues, currentRow);
  if (!conflict) return expect([resultRow, changedColumns]).toEqual([undefined, []]);
  expect(resultRow).toEqual(currentRow);
  if (conflict.reason === 'confirmation') return;
  expect([conflict.reason, conflict.fields.map(({ field }) => field)]).toEqual([
    changedColumns.length > 0 ? 'changed' : 'used',
    changedColumns,
  ]);
  if (conflict.reason === 'used')
    expect([...after].some(([key, values]) => key !== row && JSON.stringify([key, values]).includes(conflict.row))).toBe(true);
}

/** Undo restores a deleted row unless a row to which it refers is missing, or another row has its unique values. */
function expectDeletedRowToBeRestored(row: string, entries: readonly Entry[], { before, after, conflict }: UndoneRow): void {
  const [currentRow, resultRow] = [before.get(row), after.get(row)];
  const loggedValues = Object.assign({}, ...entries.toReversed().map((entry) => entry.before)) as RowValues;
  const existingKeys = [...after.keys()].join('\n');
  const isMissing = (value: unknown) => typeof value === 'string' && UUID.test(value) && !existingKeys.includes(value);
  if (conflict?.reason === 'confirmation') return expect(resultRow).toEqual(currentRow);
  if (currentRow) {
    expect(resultRow).toEqual(currentRow);
    return expect(conflict?.fields.map(({ field }) => field) ?? []).toEqual(listDifferences(loggedValues, currentRow));
  }
  if (conflict) expect(resultRow).toBeUndefined();
  else
    for (const column of listDifferences(loggedValues, resultRow!))
      expect([column, isMissing(loggedValues[column])]).toEqual([column, true]);
  if (conflict?.reason === 'missing')
    expect(Object.entries(omitDerived(loggedValues)).some(([, value]) => isMissing(value))).toBe(true);
  else if (conflict) expect(conflict.reason).toBe('taken');
}

async function expectUndoToFollowLog(
  script: readonly [name: string, firstNumber: number, secondNumber: number, isSecondUser: boolean][],
  changeSetIndex: number,
): Promise<void> {
  const fixture = await createFixture();
  const { length: createdCount } = await readEntries(fixture.workspace);
  for (const [name, firstNumber, secondNumber, isSecondUser] of script) {
    const numbers = [firstNumber, secondNumber];
    const pick: PickRow = (from) => {
      const number = numbers.shift() ?? firstNumber;
      numbers.push(number);
      return from[number % Math.max(from.length, 1)];
    };
    await steps[name]?.(fixture, users[isSecondUser ? 1 : 0], pick, secondNumber);
  }
  const entries = await readEntries(fixture.workspace);
  const stateBefore = await readState(fixture.workspace);
  expect(replayEntries(entries)).toEqual(stateBefore);

  const changeSets = [...new Set(entries.slice(createdCount).map(({ set }) => set))];
  const changeSet = changeSets[changeSetIndex % Math.max(changeSets.length, 1)];
  if (changeSet === undefined) return;
  const user = users.find(({ id }) => id === entries.find((entry) => entry.set === changeSet)?.user) ?? users[0];
  const result = (await undoAndWait(user.client, { change_set: changeSet, workspace: fixture.workspace }))!;
  const stateAfter = await readState(fixture.workspace);
  if (isIndependent(entries, changeSet)) {
    expect(result.conflicts).toEqual([]);
    expect(stateAfter).toEqual(replayEntries(entries.filter((entry) => entry.set !== changeSet)));
  }
  expectRowsToBeUndone({ entries, set: changeSet, before: stateBefore, after: stateAfter, conflicts: result.conflicts });
  const keysOfSet = new Set(entries.filter((entry) => entry.set === changeSet).map(toKey));
  expect(omitKeys(stateAfter, keysOfSet)).toEqual(omitKeys(stateBefore, keysOfSet));
  await expectFacetsToMatch(server.db, fixture.workspace);

  if (result.change_set === null) return expect(stateAfter).toEqual(stateBefore);
  const redoResult = await undoAndWait(user.client, { change_set: result.change_set, workspace: fixture.workspace });
  expect(redoResult?.conflicts).toEqual([]);
  expect(await readState(fixture.workspace)).toEqual(stateBefore);
  return expectFacetsToMatch(server.db, fixture.workspace);
}

it('the state after an undo equals the log without the change set, or conflicts are reported', async () => {
  const step = fc.tuple(fc.constantFrom(...Object.keys(steps)), fc.nat(), fc.nat(), fc.boolean());
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), fc.nat(), expectUndoToFollowLog), {
    numRuns: Number(process.env.UNDO_RUNS ?? (process.env.LONG ? 15 : 5)),
  });
}, 300_000);

// Each step of a script is the name of one of `steps` and two numbers, which select the rows and values of the change. The number before
// the script selects the change set that is undone.
it.each([
  ['a field with the same value again after later changes', 0, 'rename product 0 0; rename product 0 1; rename product 0 0'],
  ['a field with its value again because a later change was undone', 0, 'rename product 0 0; rename product 0 1; undo 0 2'],
  ['a field with a later change whose undo was undone', 0, 'rename product 0 0; rename product 0 1; undo 0 2; undo 0 3'],
  ['a created row that was renamed later', 0, 'create product 0 0; rename product 1 1'],
  ['a created row that is in use', 0, 'create group 0 0; group 0 2'],
  ['a deleted row whose label was deleted later', 1, 'draw 0 0; erase 0 0; delete label 0 0'],
  ['a deleted row that an undo has restored', 1, 'draw 0 0; erase 0 0; undo 0 0; edit object 0 1'],
])('undo follows the log for %s', async (_, changeSetIndex, script) => {
  const parsedSteps = script.split('; ').map((step): [string, number, number, boolean] => {
    const [, name = '', firstNumber, secondNumber] = /^(.+) (\d) (\d)$/.exec(step) ?? [];
    return [name, Number(firstNumber), Number(secondNumber), false];
  });
  await expectUndoToFollowLog(parsedSteps, changeSetIndex);
});

const omitKeys = (state: RowStates, keys: ReadonlySet<string>): RowStates =>
  new Map([...state].filter(([key]) => !keys.has(key)));
