import { randomBytes } from 'node:crypto';
import type { ClientConfig } from 'pg';
import { connect, createDatabaseIfAbsent, withClient, type Db } from '../database/connection';
import { migrate } from '../database/migrate';

const TEMPLATE_DATABASE = 'console_suite_template';
const VARIABLE = 'CONSOLE_SUITE_DATABASE';

export interface TestDatabase {
  db: Db;
  options: ClientConfig;
  drop: () => Promise<void>;
}

/** Tells the test processes, which inherit the environment, where the suite's server is. */
export function describeServer(config: ClientConfig): void {
  process.env[VARIABLE] = JSON.stringify(config);
}

/** Driver options for one database of the suite's server. */
export function databaseOptions(database: string): ClientConfig {
  const config = JSON.parse(process.env[VARIABLE] ?? '{}') as ClientConfig;
  if (!config.connectionString) return { ...config, database };
  const url = new URL(config.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.toString() };
}

/** The address form of the driver's options; a socket's folder goes into the query. */
export function addressOf({ options }: Pick<TestDatabase, 'options'>): string {
  const { connectionString, user, password, host, port, database } = options;
  if (connectionString) return connectionString;
  return `postgres://${user}:${String(password)}@localhost/${database}?${new URLSearchParams({ host: host ?? '', port: String(port) })}`;
}

/** Makes the migrated database that the others are clones of. */
export async function makeTemplate(): Promise<void> {
  await createDatabaseIfAbsent(databaseOptions('postgres'), TEMPLATE_DATABASE);
  const options = databaseOptions(TEMPLATE_DATABASE);
  const template = connect(options, { max: 1 });
  try {
    await migrate(template, options);
  } finally {
    await template.destroy();
  }
}

/** An empty database of the caller's own, before any migration. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await createDatabaseIfAbsent(databaseOptions('postgres'), name);
  return opened(name);
}

/** A migrated, empty database of the caller's own; `onStatement` hears of each statement sent. */
export async function cloneDatabase(onStatement?: () => void): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await withClient(databaseOptions('postgres'), (client) =>
    client.query(`create database ${name} template ${TEMPLATE_DATABASE}`),
  );
  return opened(name, onStatement);
}

function opened(name: string, onStatement?: () => void): TestDatabase {
  const options = databaseOptions(name);
  const db = connect(options, { max: 8, onStatement });
  return {
    db,
    options,
    drop: async () => {
      await db.destroy();
      await withClient(databaseOptions('postgres'), (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}
