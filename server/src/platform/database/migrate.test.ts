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
  let statements = 0;
  const db = connect(database.options, { max: 1, onStatement: () => (statements += 1) });
  expect(await migrate(db, database.options)).toEqual([]);
  await db.destroy();
  expect(statements).toBe(2);
});

it('reports the last backup, and each migration of an upgrade with its duration', async () => {
  const empty = await createEmptyDatabase();
  const lines: string[] = [];
  const onProgress = (line: string) => void lines.push(line);
  await migrate(empty.db, empty.options, { upTo: '0045_history_limits', onProgress });
  expect(lines).toEqual([expect.stringMatching(/^Created the tables in \d+\.\d s \(\d+ migrations\)$/)]);
  lines.length = 0;
  expect(await describeLastBackup(empty.db)).toBe('The upgrade saves no copy. No backup is known.');
  await recordBackup(empty.db, new Date('2026-11-24T08:00:00Z'));
  await recordBackup(empty.db, new Date('2026-11-25T10:04:31Z'));
  const applied = await migrate(empty.db, empty.options, { onProgress });
  await empty.drop();
  expect(applied[0]).toBe('0046_trash_in_change_log');
  const count = applied.length === 1 ? '1 migration' : `${applied.length} migrations`;
  expect(lines).toEqual([
    `Upgrading the database (${count})`,
    '  The upgrade saves no copy. The last backup is of 2026-11-25 10:04 UTC.',
    ...applied.map((name) => expect.stringMatching(new RegExp(`^  ${name}: \\d+\\.\\d s$`))),
    expect.stringMatching(new RegExp(`^Upgraded the database in \\d+\\.\\d s \\(${count}\\)$`)),
  ]);
});

it('refuses a database of a newer release', async () => {
  const newer = await cloneDatabase();
  await sql`insert into kysely_migration (name, timestamp) values ('9999_future', now()::text)`.execute(newer.db);
  await expect(migrate(newer.db, newer.options)).rejects.toThrow(NewerDatabaseError);
  await newer.drop();
});

it('the database returns counts as numbers', async () => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from app_user`.execute(database.db);
  expect(rows[0]?.n).toBe(0);
});

it('generates ids as UUIDs of version 4', async () => {
  const row = await database.db.insertInto('workspace').values({ name: 'w' }).returning('id').executeTakeFirstOrThrow();
  expect(row.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
