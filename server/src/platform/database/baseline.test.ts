import { sql } from 'kysely';
import { describeSchema } from '../../testing/database/describe-schema';
import { createEmptyDatabase, type TestDatabase } from '../../testing/database/test-database';
import { canLoadBaseline } from './baseline';
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
  const stepwiseDatabase = await createEmptyDatabase();
  await migrate(stepwiseDatabase.db, stepwiseDatabase.options, { usesBaseline: false });
  const [actualSchema, expectedSchema] = await Promise.all([describeSchema(database.db), describeSchema(stepwiseDatabase.db)]);
  await stepwiseDatabase.drop();
  expect(expectedSchema.length).toBeGreaterThan(1000);
  expect(actualSchema.filter((line) => !expectedSchema.includes(line))).toEqual([]);
  expect(expectedSchema.filter((line) => !actualSchema.includes(line))).toEqual([]);
  expect(actualSchema).toHaveLength(expectedSchema.length);
});

it('a new database is created with few statements, and the migrations are recorded as applied', async () => {
  let statementCount = 0;
  const countedDatabase = await createEmptyDatabase(() => (statementCount += 1));
  await migrate(countedDatabase.db, countedDatabase.options);
  expect(statementCount).toBeLessThan(360);
  expect(await listAppliedMigrations(countedDatabase.db)).toEqual([...listKnownMigrations()].sort());
  expect(await migrate(countedDatabase.db, countedDatabase.options)).toEqual([]);
  await countedDatabase.drop();
});

it.each([
  ['other tables', 'create table other_application (id int)'],
  ['a job queue of another application', 'create schema graphile_worker'],
  ['another schema for new tables', 'create schema other; set search_path to other, public'],
])('a database with %s is migrated step by step', async (_, statement) => {
  expect(await canLoadBaseline(database.db)).toBe(true);
  await database.db.connection().execute(async (db) => {
    await sql.raw(statement).execute(db);
    expect(await canLoadBaseline(db)).toBe(false);
  });
});
