import { sql } from 'kysely';
import { createWorkspace } from '../../domain/account/workspaces';
import { cloneDatabase, type TestDatabase } from '../database/test-database';
import { findLogDifferences } from './replay-log';

let database: TestDatabase;
beforeEach(async () => {
  database = await cloneDatabase();
});
afterEach(() => database.drop());

const createFlow = async (workspaceId: string, name: string) =>
  (
    await database.db
      .insertInto('flow')
      .values({ workspace_id: workspaceId, name, json_data: '{}' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

describe('findLogDifferences', () => {
  it('reports rows without entries, entries without rows, and differing values', async () => {
    const workspaceId = await createWorkspace(database.db, { name: 'Work', services: [], ownerId: null });
    const [missingFlow, changedFlow] = [await createFlow(workspaceId, 'missing'), await createFlow(workspaceId, 'before')];
    expect(await findLogDifferences(database.db)).toEqual([]);
    await sql`alter table flow disable trigger user`.execute(database.db);
    const unloggedFlow = await createFlow(workspaceId, 'unlogged');
    await database.db.deleteFrom('flow').where('id', '=', missingFlow).execute();
    await database.db.updateTable('flow').set({ name: 'after' }).where('id', '=', changedFlow).execute();
    expect((await findLogDifferences(database.db)).sort()).toEqual(
      [
        `flow ${unloggedFlow} ${unloggedFlow} has no entries`,
        `flow ${missingFlow} ${missingFlow} is missing, but its last entry is not a deletion`,
        `flow ${changedFlow} ${changedFlow}: name is "after", replayed "before"`,
      ].sort(),
    );
  });

  it('reports a change set without entries and a change set with wrong counts', async () => {
    const workspaceId = await createWorkspace(database.db, { name: 'Work', services: [], ownerId: null });
    const flow = await createFlow(workspaceId, 'Sort fruit');
    await sql`delete from change where row_id = ${flow}`.execute(database.db);
    expect((await findLogDifferences(database.db)).sort()).toEqual([
      `flow ${flow} ${flow} has no entries`,
      expect.stringMatching(/^set \d+ counts \{"flow insert": 1\}, but has \{\}$/),
      expect.stringMatching(/^set \d+ has no entries$/),
    ]);
  });
});
