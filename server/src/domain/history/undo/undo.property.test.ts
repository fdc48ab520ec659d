import type { ChangedKind, UndoResult } from '@console/shared-contract/api';
import fc from 'fast-check';
import { sql } from 'kysely';
import { rebuildFacets } from '../../../data-access/facets';
import { DERIVED_COLUMNS, LOGGED_TABLES } from '../../../platform/database/logged-tables';
import { expectBody } from '../../../testing/api/client';
import { createTestLabel, createNamedRow, uploadImages } from '../../../testing/api/fixtures';
import { createTestServer, type TestServer } from '../../../testing/api/test-server';
import type { TestUser } from '../../../testing/api/test-users';
import type { RowValues } from './net-changes';

let server: TestServer;
let users: readonly [TestUser, TestUser];
beforeAll(async () => {
  server = await createTestServer();
  users = [await server.createTestUser(), await server.createTestUser()];
});
afterAll(() => server.close());

const IMAGES = '/recognition/v2/training-image/';
const OBJECTS = '/detection/v2/object/';
const GROUPS = '/similarity/training/v2/group/';
const PRODUCTS = '/product/v2/product/';
const META_DATA = 'meta_data';

interface World {
  workspace: string;
  images: string[];
  labels: string[];
  detectionLabels: string[];
  groups: string[];
  products: string[];
  objects: string[];
}

async function createWorld(): Promise<World> {
  const workspace = await server.createTestWorkspace({ members: [...users] });
  const { client } = users[0];
  const create = async (path: string) => (await createNamedRow(client, path, { workspace })).id;
  return {
    workspace,
    images: (await uploadImages(client, 2, { workspace })).map(({ id }) => id),
    labels: [(await createTestLabel(client, { workspace })).id, (await createTestLabel(client, { workspace, type: 'value' })).id],
    detectionLabels: [await create('/detection/v2/label/'), await create('/detection/v2/label/')],
    groups: [await create(GROUPS), await create(GROUPS)],
    products: [await create(PRODUCTS)],
    objects: [],
  };
}

type Pick = <T>(from: readonly T[]) => T | undefined;
type Step = (world: World, user: TestUser, pick: Pick, number: number) => Promise<unknown>;

const changeImages =
  (getFields: (world: World, pick: Pick, number: number) => object): Step =>
  (world, { client }, pick, number) => {
    const images = number % 3 === 0 ? world.images : [pick(world.images)];
    return client.post(`${IMAGES}change`, {
      ...getFields(world, pick, number),
      images,
      skip_gone: true,
      workspace: world.workspace,
    });
  };

const steps: Record<string, Step> = {
  flag: changeImages((_world, _pick, number) => ({ change: number % 2 ? 'test' : 'train' })),
  background: changeImages((_world, _pick, number) => ({ change: number % 2 ? 'real' : 'product' })),
  verify: changeImages((_world, _pick, number) => ({ change: number % 2 ? 'verify' : 'withdraw' })),
  label: changeImages((world, pick) => ({ change: 'add-label', label: pick(world.labels) })),
  unlabel: changeImages((world, pick) => ({ change: 'remove-label', label: pick(world.labels) })),
  group: changeImages((world, pick) => ({ change: 'add-to-group', group: pick(world.groups) })),
  ungroup: changeImages((world, pick) => ({ change: 'remove-from-group', group: pick(world.groups) })),
  'meta data': changeImages((_world, _pick, number) => ({ change: 'set-meta', key: `key${number % 2}`, value: number % 4 })),
  draw: async (world, { client }, pick, number) => {
    const body = { image: pick(world.images), detection_label: pick(world.detectionLabels), data: [1, 2, 20 + (number % 5), 20] };
    const response = await client.post(OBJECTS, { ...body, workspace: world.workspace });
    if (response.status === 201) world.objects.push((response.body as { id: string }).id);
  },
  'edit object': (world, { client }, pick, number) =>
    client.put(`${OBJECTS}${pick(world.objects)}`, { data: [1, 2, 30 + (number % 3), 20] }),
  relabel: (world, { client }, pick) =>
    client.put(`${OBJECTS}${pick(world.objects)}`, { detection_label: pick(world.detectionLabels) }),
  erase: (world, { client }, pick) => client.delete(`${OBJECTS}${pick(world.objects)}`),
  'create group': async (world, { client }) => {
    world.groups.push((await createNamedRow(client, GROUPS, { workspace: world.workspace })).id);
  },
  'rename group': (world, { client }, pick, number) =>
    client.put(`${GROUPS}${pick(world.groups)}`, { name: `Group ${number % 3}` }),
  'delete group': (world, { client }, pick) => client.delete(`${GROUPS}${pick(world.groups)}`),
  'create product': async (world, { client }) => {
    world.products.push((await createNamedRow(client, PRODUCTS, { workspace: world.workspace })).id);
  },
  'rename product': (world, { client }, pick, number) =>
    client.patch(`${PRODUCTS}${pick(world.products)}/`, { name: `Product ${number % 3}` }),
  'delete product': (world, { client }, pick) => client.delete(`${PRODUCTS}${pick(world.products)}/`),
  'delete label': (world, { client }, pick) => client.delete(`/detection/v2/label/${pick(world.detectionLabels)}`),
};

/** The rows of a workspace by table, subject and id, without derived columns. */
type State = Map<string, RowValues>;
interface RowPlace {
  relation: ChangedKind;
  subject: string;
  row: string;
}
interface Entry extends RowPlace {
  set: number;
  user: string;
  operation: 'insert' | 'update' | 'delete';
  before: RowValues;
  after: RowValues;
}
const toKey = ({ relation, subject, row }: RowPlace) => `${relation} ${subject} ${row}`;

const omitDerived = (row: RowValues): RowValues =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !DERIVED_COLUMNS.includes(column)));

async function readState(workspace: string): Promise<State> {
  const state: State = new Map();
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
    select c.change_set_id::int as set, s.user_id as user, c.relation, c.subject_id as subject, c.row_id as row, c.operation,
      coalesce(c.before, '{}') as before, coalesce(c.after, '{}') as after
    from change c join change_set s on s.id = c.change_set_id
    where c.workspace_id = ${workspace} and c.relation <> 'membership' order by c.id`.execute(server.db);
  return rows;
}

/** Computes the state from entries alone. Keys of the meta data are independent fields. */
function replay(entries: readonly Entry[]): State {
  const state: State = new Map();
  for (const entry of entries) {
    const key = toKey(entry);
    const row = state.get(key);
    if (entry.operation === 'delete') state.delete(key);
    else if (entry.operation === 'insert') state.set(key, omitDerived(entry.after));
    else if (row) state.set(key, { ...row, ...entry.after, ...replayMetaData(row, entry) });
  }
  return state;
}

function replayMetaData(row: RowValues, { before, after }: Entry): RowValues {
  const [current, from, to] = [row[META_DATA], before[META_DATA], after[META_DATA]] as (RowValues | undefined)[];
  if (!from || !to) return {};
  const removed = Object.keys(from).filter((key) => !(key in to));
  const changed = Object.entries(to).filter(([key, value]) => from[key] !== value);
  const kept = Object.entries(current ?? {}).filter(([key]) => !removed.includes(key));
  return { [META_DATA]: Object.fromEntries([...kept, ...changed]) };
}

/** Whether later entries concern rows of the set, rows that refer to them, or rows to which they refer. */
function isIndependent(entries: readonly Entry[], set: number): boolean {
  const own = entries.filter((entry) => entry.set === set);
  const last = entries.lastIndexOf(own.at(-1)!);
  const later = entries.slice(last + 1).filter((entry) => entry.set !== set);
  const keys = new Set(own.map(toKey));
  const isExistence = ({ operation }: Entry) => operation !== 'update';
  const ownIds = own.filter(isExistence).map(({ row }) => row);
  const ownText = JSON.stringify(own);
  return later.every(
    (entry) =>
      !keys.has(toKey(entry)) &&
      !(isExistence(entry) && ownText.includes(entry.row)) &&
      !ownIds.some((id) => JSON.stringify(entry).includes(id)),
  );
}

async function expectFacetsToMatch(workspace: string): Promise<void> {
  const readFacets = async () =>
    (
      await sql`select kind, ref, chunk, bits from facet where workspace_id = ${workspace} and bits <> 0::bit(4096) order by 1, 2, 3`.execute(
        server.db,
      )
    ).rows;
  const facets = await readFacets();
  await rebuildFacets(server.db, workspace);
  expect(facets).toEqual(await readFacets());
}

it('undo of any set equals the log without it, and undo of the undo restores everything', async () => {
  const step = fc.tuple(fc.constantFrom(...Object.keys(steps)), fc.nat(), fc.nat(), fc.boolean());
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), fc.nat(), async (script, choice) => {
      const world = await createWorld();
      const { length: created } = await readEntries(world.workspace);
      for (const [name, first, second, isSecondUser] of script) {
        const numbers = [first, second];
        const pick: Pick = (from) => {
          const number = numbers.shift() ?? first;
          numbers.push(number);
          return from[number % Math.max(from.length, 1)];
        };
        await steps[name]?.(world, users[isSecondUser ? 1 : 0], pick, second);
      }
      const entries = await readEntries(world.workspace);
      const before = await readState(world.workspace);
      expect(replay(entries)).toEqual(before);

      const sets = [...new Set(entries.slice(created).map(({ set }) => set))];
      const set = sets[choice % Math.max(sets.length, 1)];
      if (set === undefined) return;
      const user = users.find(({ id }) => id === entries.find((entry) => entry.set === set)?.user) ?? users[0];
      const undo = async (change_set: number | null) =>
        expectBody<UndoResult>(await user.client.post('/history/v2/undo', { change_set, workspace: world.workspace }));
      const result = await undo(set);
      const after = await readState(world.workspace);
      if (isIndependent(entries, set)) {
        expect(result.conflicts).toEqual([]);
        expect(after).toEqual(replay(entries.filter((entry) => entry.set !== set)));
      }
      const ownKeys = new Set(entries.filter((entry) => entry.set === set).map(toKey));
      expect(withoutKeys(after, ownKeys)).toEqual(withoutKeys(before, ownKeys));
      await expectFacetsToMatch(world.workspace);

      if (result.change_set === null) return expect(after).toEqual(before);
      expect((await undo(result.change_set)).conflicts).toEqual([]);
      expect(await readState(world.workspace)).toEqual(before);
      return expectFacetsToMatch(world.workspace);
    }),
    { numRuns: Number(process.env.UNDO_RUNS ?? 15) },
  );
}, 300_000);

const withoutKeys = (state: State, keys: ReadonlySet<string>): State => new Map([...state].filter(([key]) => !keys.has(key)));
