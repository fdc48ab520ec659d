import { sql, type Kysely } from 'kysely';

const SETTING_NAME = 'last_backup';

/** Records when the newest backup was made, for the operator who upgrades the database later. */
export async function recordBackup<T>(db: Kysely<T>, created: Date): Promise<void> {
  await sql`
    insert into server_setting (name, value) values (${SETTING_NAME}, ${created.toISOString()})
    on conflict (name) do update set value = excluded.value`.execute(db);
}

/** Describes the newest backup for an operator who upgrades the database. */
export async function describeLastBackup<T>(db: Kysely<T>): Promise<string> {
  const { rows } = await sql<{ value: string }>`select value from server_setting where name = ${SETTING_NAME}`.execute(db);
  const created = rows[0]?.value;
  const lastBackup = created ? `The last backup is of ${created.slice(0, 16).replace('T', ' ')} UTC.` : 'No backup is known.';
  return `The upgrade saves no copy. ${lastBackup}`;
}
