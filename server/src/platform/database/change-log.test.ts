import { sql } from 'kysely';
import { cloneDatabase, type TestDatabase } from '../../testing/database/test-database';
import { declareWriter, maintainChangeLog } from './change-log';
import { DERIVED_COLUMNS } from './tables/logged-tables';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

/** Tables of a workspace that the change log leaves out. */
const UNLOGGED_TABLES = {
  derived: [
    'facet',
    'file_name_slice',
    'product_shape',
    'workspace_counter',
    'embedding',
    'embedding_due',
    'similar_likeness',
    'map_layout',
    'map_point',
  ],
  trash: ['deleted_shape'],
  logs: ['audit_entry', 'change_set', 'change_set_kind', 'change', 'event'],
  computed: [
    ...[
      'evaluation',
      'prediction',
      'prediction_run',
      'suspect',
      'item_snapshot',
      'item_comparison',
      'item_layer',
      'item_layer_version',
      'rule_violation',
    ],
    ...[
      'gold_item',
      'gold_revision',
      'gold_exposure',
      'gold_score',
      'gold_sample',
      'group_layer',
      'group_layer_member',
      'auto_acceptance',
    ],
    ...['interactive_model', 'embedding_model', 'dataset_version', 'long_work', 'export_order', 'data_import', 'storage_use'],
  ],
  declared: ['declared_provenance'],
  account: ['workspace_service', 'api_token', 'invitation', 'webhook', 'webhook_delivery', 'oidc_membership'],
  statistics: ['daily_statistics', 'active_period'],
  live: ['notice', 'presence'],
  // The history of these tables would show annotators which items have a known result, and who is paused.
  quality: ['gold_appeal', 'gold_try', 'job_pause'],
};

const createWorkspace = async () =>
  (await database.db.insertInto('workspace').values({ name: 'w' }).returning('id').executeTakeFirstOrThrow()).id;
const createFlow = (workspaceId: string, name: string, db = database.db) =>
  db.insertInto('flow').values({ workspace_id: workspaceId, name, json_data: '{}' }).returning('id').executeTakeFirstOrThrow();
const listSets = (workspaceId: string) =>
  database.db.selectFrom('change_set').selectAll().where('workspace_id', '=', workspaceId).orderBy('id').execute();
const listChanges = (workspaceId: string) =>
  database.db.selectFrom('change').selectAll().where('workspace_id', '=', workspaceId).orderBy('id').execute();

describe('change log', () => {
  it('has triggers on every table of a workspace, except declared exceptions', async () => {
    const { rows } = await sql<{ name: string; logged: boolean }>`
      select c.relname as name, exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'log_update') as logged
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      order by 1`.execute(database.db);
    const unloggedTables = rows.filter(({ logged }) => !logged).map(({ name }) => name);
    expect(unloggedTables).toEqual(Object.values(UNLOGGED_TABLES).flat().sort());
  });

  it('compares every column of a logged table', async () => {
    const { rows } = await sql<{ table: string; column: string }>`
      select c.relname as table, a.attname as column
      from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_trigger t on t.tgrelid = c.oid and t.tgname = 'log_update'
        join pg_proc p on p.oid = t.tgfoid
      where a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attname <> all (${DERIVED_COLUMNS})
        and strpos(p.prosrc, 'n."' || a.attname || '"') = 0`.execute(database.db);
    expect(rows).toEqual([]);
  });

  it('records all changes of a transaction as one change set with its writer', async () => {
    const workspaceId = await createWorkspace();
    const userId = '6b1f0c5e-7a0b-4c3e-9a55-0d8f5b2f7c11';
    await database.db.transaction().execute(async (trx) => {
      await declareWriter(trx, { userId, origin: 'token', action: 'POST /flows/v2/flow/' });
      const { id } = await createFlow(workspaceId, 'Sort fruit', trx);
      await trx.updateTable('flow').set({ name: 'Sort apples' }).where('id', '=', id).execute();
      await trx.insertInto('product_collection').values({ workspace_id: workspaceId, name: 'Fruit' }).execute();
    });
    expect(await listSets(workspaceId)).toMatchObject([
      { user_id: userId, origin: 'token', action: 'POST /flows/v2/flow/', relations: ['flow', 'product_collection'] },
    ]);
    expect(await listSets(workspaceId)).toMatchObject([
      { counts: { 'flow insert': 1, 'flow update': 1, 'product_collection insert': 1 } },
    ]);
    expect(await listChanges(workspaceId)).toMatchObject([
      { relation: 'flow', operation: 'insert', before: null, after: { name: 'Sort fruit' } },
      { relation: 'flow', operation: 'update', before: { name: 'Sort fruit' }, after: { name: 'Sort apples' } },
      { relation: 'product_collection', operation: 'insert' },
    ]);
  });

  it('names the server as the writer if none is declared', async () => {
    const workspaceId = await createWorkspace();
    await createFlow(workspaceId, 'Sort fruit');
    expect(await listSets(workspaceId)).toMatchObject([{ user_id: null, origin: 'server', action: null }]);
  });

  it('contains no entry of a change that was rolled back or changed nothing', async () => {
    const workspaceId = await createWorkspace();
    const rolledBackTransaction = database.db.transaction().execute(async (trx) => {
      await createFlow(workspaceId, 'Sort fruit', trx);
      throw new Error('refused');
    });
    await expect(rolledBackTransaction).rejects.toThrow('refused');
    await database.db.updateTable('flow').set({ name: 'x' }).where('workspace_id', '=', workspaceId).execute();
    expect(await listSets(workspaceId)).toEqual([]);
    const { id } = await createFlow(workspaceId, 'Sort fruit');
    await database.db.updateTable('flow').set({ name: 'Sort fruit', version: 7 }).where('id', '=', id).execute();
    expect(await listChanges(workspaceId)).toHaveLength(1);
  });

  it('records only the count of creations of a summarizing writer, other changes completely', async () => {
    const workspaceId = await createWorkspace();
    await database.db.transaction().execute(async (trx) => {
      await declareWriter(trx, { userId: null, origin: 'work', summarized: true });
      const { id } = await createFlow(workspaceId, 'Sort fruit', trx);
      await trx.deleteFrom('flow').where('id', '=', id).execute();
    });
    expect(await listSets(workspaceId)).toMatchObject([{ summarized: true, relations: ['flow'] }]);
    expect(await listChanges(workspaceId)).toMatchObject([{ operation: 'delete', before: { name: 'Sort fruit' }, after: null }]);
  });
});

describe('partitions of the change log', () => {
  const countRowsIn = async (partition: string, workspaceId: string) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(partition)} where workspace_id = ${workspaceId}`.execute(database.db);
    return rows[0]?.n;
  };

  it('receive rows of the default partition and are dropped after all entries expired', async () => {
    const workspaceId = await createWorkspace();
    await createFlow(workspaceId, 'Sort fruit');
    const now = new Date();
    const name = `change_${now.toISOString().slice(0, 7).replace('-', '_')}`;
    await maintainChangeLog(database.db, 0, now);
    await maintainChangeLog(database.db, 0, now);
    expect(await countRowsIn(name, workspaceId)).toBe(1);
    await createFlow(workspaceId, 'Sort apples');
    expect([await countRowsIn(name, workspaceId), await countRowsIn('change_other', workspaceId)]).toEqual([2, 0]);
    const inThreeMonths = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 3, 15));
    await maintainChangeLog(database.db, 120, inThreeMonths);
    expect(await listChanges(workspaceId)).toHaveLength(2);
    await maintainChangeLog(database.db, 30, inThreeMonths);
    expect(await listChanges(workspaceId)).toEqual([]);
    expect(await listSets(workspaceId)).toEqual([]);
  });
});
