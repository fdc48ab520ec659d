import { sql } from 'kysely';
import { cloneDatabase, type TestDatabase } from '../../testing/database/test-database';
import { migrate } from './migrate';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

it('does not change a migrated database', async () => {
  expect(await migrate(database.db, database.options)).toEqual([]);
});

it('returns counts as numbers', async () => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from app_user`.execute(database.db);
  expect(rows[0]?.n).toBe(0);
});

it('generates ids as UUIDs of version 4', async () => {
  const row = await database.db.insertInto('workspace').values({ name: 'w' }).returning('id').executeTakeFirstOrThrow();
  expect(row.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
