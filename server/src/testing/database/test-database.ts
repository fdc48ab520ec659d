import { randomBytes } from 'node:crypto';
import type { ClientConfig } from 'pg';
import { connect, createDatabaseIfAbsent, withClient, type Db } from '../../platform/database/connection';
import { migrate } from '../../platform/database/migrate';

const TEMPLATE_DATABASE = 'console_suite_template';
const CONFIG_VARIABLE = 'CONSOLE_SUITE_DATABASE';

export interface TestDatabase {
  db: Db;
  options: ClientConfig;
  drop: () => Promise<void>;
}

/** Stores the connection to the PostgreSQL server of the test suite in the environment, which the test processes inherit. */
export function storeServerConfig(config: ClientConfig): void {
  process.env[CONFIG_VARIABLE] = JSON.stringify(config);
}

/** Returns driver options for a database on the PostgreSQL server of the test suite. */
export function getDatabaseOptions(database: string): ClientConfig {
  const config = JSON.parse(process.env[CONFIG_VARIABLE] ?? '{}') as ClientConfig;
  if (!config.connectionString) return { ...config, database };
  const url = new URL(config.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.toString() };
}

/** Converts driver options to a URL. The folder of a socket becomes a query parameter. */
export function toDatabaseUrl({ options }: Pick<TestDatabase, 'options'>): string {
  const { connectionString, user, password, host, port, database } = options;
  if (connectionString) return connectionString;
  return `postgres://${user}:${String(password)}@localhost/${database}?${new URLSearchParams({ host: host ?? '', port: String(port) })}`;
}

/** Creates the migrated template database that the other databases are cloned from. */
export async function createTemplate(): Promise<void> {
  await createDatabaseIfAbsent(getDatabaseOptions('postgres'), TEMPLATE_DATABASE);
  const options = getDatabaseOptions(TEMPLATE_DATABASE);
  const templateDatabase = connect(options, { max: 1 });
  try {
    await migrate(templateDatabase, options);
  } finally {
    await templateDatabase.destroy();
  }
}

/** Creates an empty database without migrations. `onStatement` is called for each statement. */
export async function createEmptyDatabase(onStatement?: () => void): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await createDatabaseIfAbsent(getDatabaseOptions('postgres'), name);
  return openTestDatabase(name, onStatement);
}

/** Creates a migrated database without rows. `onStatement` is called for each statement. */
export async function cloneDatabase(onStatement?: () => void): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await withClient(getDatabaseOptions('postgres'), (client) =>
    // Without `file_copy`, PostgreSQL also writes each page to its write-ahead log, which takes more than twice the CPU time.
    client.query(`create database ${name} template ${TEMPLATE_DATABASE} strategy file_copy`),
  );
  return openTestDatabase(name, onStatement);
}

function openTestDatabase(name: string, onStatement?: () => void): TestDatabase {
  const options = getDatabaseOptions(name);
  const db = connect(options, { max: 8, onStatement });
  return {
    db,
    options,
    drop: async () => {
      await db.destroy();
      await withClient(getDatabaseOptions('postgres'), (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}
