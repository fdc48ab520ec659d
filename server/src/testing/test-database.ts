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

/** Makes the migrated database that the others are clones of. */
export async function makeTemplate(): Promise<void> {
  await createDatabaseIfAbsent(databaseOptions('postgres'), TEMPLATE_DATABASE);
  const template = connect(databaseOptions(TEMPLATE_DATABASE), { max: 1 });
  try {
    await migrate(template);
  } finally {
    await template.destroy();
  }
}

/** A migrated, empty database of the caller's own; `onStatement` hears of each statement sent. */
export async function cloneDatabase(onStatement?: () => void): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = databaseOptions('postgres');
  await withClient(admin, (client) => client.query(`create database ${name} template ${TEMPLATE_DATABASE}`));
  const options = databaseOptions(name);
  const db = connect(options, { max: 8, onStatement });
  return {
    db,
    options,
    drop: async () => {
      await db.destroy();
      await withClient(admin, (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}
