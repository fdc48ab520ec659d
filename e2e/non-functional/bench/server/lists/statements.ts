import { Kysely, PostgresDialect } from 'kysely';
import { Pool, type ClientConfig } from 'pg';
import type { Db } from '../../../../../server/src/platform/database/connection';
import type { Database } from '../../../../../server/src/platform/database/schema';

/** A SQL statement with its parameters. */
export interface Statement {
  text: string;
  values: unknown[];
}

/** Records the SQL statements of the work. */
export async function recordStatements(config: ClientConfig, work: (db: Db) => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: new Pool({ ...config, max: 1 }) }),
    log: ({ query }) => {
      statements.push({ text: query.sql, values: [...query.parameters] });
    },
  });
  try {
    await work(db);
    return statements;
  } finally {
    await db.destroy();
  }
}
