import { sql } from 'kysely';
import { describeSchema } from '../../testing/database/describe-schema';
import { createEmptyDatabase, type TestDatabase } from '../../testing/database/test-database';
import { acceptsBaseline } from './baseline';
import { listAppliedMigrations, listKnownMigrations, migrate } from './migrate';

// Running all migrations one by one takes long on a busy machine.
jest.setTimeout(120_000);

let database: TestDatabase;
beforeEach(async () => {
  database = await createEmptyDatabase();
});
afterEach(() => database.drop());

it('a new database equals one with all migrations in tables, functions and rows', async () => {
  expect(await migrate(database.db, database.options)).toEqual(listKnownMigrations());
  const stepwise = await createEmptyDatabase();
  await migrate(stepwise.db, stepwise.options, { usesBaseline: false });
  const [actual, expected] = await Promise.all([describeSchema(database.db), describeSchema(stepwise.db)]);
  await stepwise.drop();
  expect(expected.length).toBeGreaterThan(1000);
  expect(actual.filter((line) => !expected.includes(line))).toEqual([]);
  expect(expected.filter((line) => !actual.includes(line))).toEqual([]);
  expect(actual).toHaveLength(expected.length);
});

it('a new database is created with few statements, and the migrations are recorded as applied', async () => {
  let statements = 0;
  const counted = await createEmptyDatabase(() => (statements += 1));
  await migrate(counted.db, counted.options);
  expect(statements).toBeLessThan(360);
  expect(await listAppliedMigrations(counted.db)).toEqual([...listKnownMigrations()].sort());
  expect(await migrate(counted.db, counted.options)).toEqual([]);
  await counted.drop();
});

it.each([
  ['other tables', 'create table other_application (id int)'],
  ['a job queue of another application', 'create schema graphile_worker'],
  ['another schema for new tables', 'create schema other; set search_path to other, public'],
])('a database with %s is migrated step by step', async (_, statement) => {
  expect(await acceptsBaseline(database.db)).toBe(true);
  await database.db.connection().execute(async (db) => {
    await sql.raw(statement).execute(db);
    expect(await acceptsBaseline(db)).toBe(false);
  });
});
