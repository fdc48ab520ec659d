import { sql } from 'kysely';
import { cloneDatabase, createEmptyDatabase, type TestDatabase } from '../../testing/database/test-database';
import { connect } from './connection';
import { describeLastBackup, recordBackup } from './last-backup';
import { migrate, NewerDatabaseError } from './migrate';

// Running all migrations one by one takes long on a busy machine.
jest.setTimeout(120_000);

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

it('only reads the names of the migrations of a migrated database', async () => {
  let statementCount = 0;
  const db = connect(database.options, { max: 1, onStatement: () => (statementCount += 1) });
  expect(await migrate(db, database.options)).toEqual([]);
  await db.destroy();
  expect(statementCount).toBe(2);
});

it('reports the last backup, and each migration of an upgrade with its duration', async () => {
  const emptyDatabase = await createEmptyDatabase();
  const lines: string[] = [];
  const onProgress = (line: string) => void lines.push(line);
  await migrate(emptyDatabase.db, emptyDatabase.options, { upTo: '0045_history_limits', onProgress });
  expect(lines).toEqual([expect.stringMatching(/^Created the tables in \d+\.\d s \(\d+ migrations\)$/)]);
  lines.length = 0;
  expect(await describeLastBackup(emptyDatabase.db)).toBe('The upgrade saves no copy. No backup is known.');
  await recordBackup(emptyDatabase.db, new Date('2026-11-24T08:00:00Z'));
  await recordBackup(emptyDatabase.db, new Date('2026-11-25T10:04:31Z'));
  const appliedMigrations = await migrate(emptyDatabase.db, emptyDatabase.options, { onProgress });
  await emptyDatabase.drop();
  expect(appliedMigrations[0]).toBe('0046_trash_in_change_log');
  const count = appliedMigrations.length === 1 ? '1 migration' : `${appliedMigrations.length} migrations`;
  expect(lines).toEqual([
    `Upgrading the database (${count})`,
    '  The upgrade saves no copy. The last backup is of 2026-11-25 10:04 UTC.',
    ...appliedMigrations.map((name) => expect.stringMatching(new RegExp(`^  ${name}: \\d+\\.\\d s$`))),
    expect.stringMatching(new RegExp(`^Upgraded the database in \\d+\\.\\d s \\(${count}\\)$`)),
  ]);
});

it('refuses a database of a newer release', async () => {
  const newerDatabase = await cloneDatabase();
  await sql`insert into kysely_migration (name, timestamp) values ('9999_future', now()::text)`.execute(newerDatabase.db);
  await expect(migrate(newerDatabase.db, newerDatabase.options)).rejects.toThrow(NewerDatabaseError);
  await newerDatabase.drop();
});

it('the database returns counts as numbers', async () => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from app_user`.execute(database.db);
  expect(rows[0]?.n).toBe(0);
});

it('generates ids as UUIDs of version 4', async () => {
  const row = await database.db.insertInto('workspace').values({ name: 'w' }).returning('id').executeTakeFirstOrThrow();
  expect(row.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
