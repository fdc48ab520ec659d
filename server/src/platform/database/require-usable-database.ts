import { types } from 'node:util';
import type { Client, ClientConfig } from 'pg';
import { ConfigError } from '../config/fields';
import { withClient } from './connection';
import { isOutage } from './errors';
import { migrations } from './migrations';

const MIN_VERSION = 150_000;
/** The check is repeated, because a busy pooler may use separate sessions for some statements by chance. */
const SESSION_CHECKS = 3;

/**
 * Checks that the operator's PostgreSQL can be used: its version, sessions that belong to one connection, and the permissions
 * that pending migrations need. Throws ConfigError with the reason and the GRANT statement to run.
 */
export async function requireUsableDatabase(config: ClientConfig): Promise<void> {
  try {
    await withClient(config, async (client) => {
      await requireVersion(client);
      await withClient(config, (secondClient) => requireOwnSessions(client, secondClient));
      await requirePermissions(client);
    });
  } catch (error) {
    if (error instanceof ConfigError || !types.isNativeError(error)) throw error;
    throw new ConfigError(`DATABASE_URL: ${formatReason(error)}`, { cause: error });
  }
}

/** Describes the error, also by its code, because the message of a refused connection is empty if the host name has several addresses. */
function formatReason(error: Error): string {
  const code = 'code' in error ? String(error.code) : '';
  return isOutage(error)
    ? `PostgreSQL cannot be reached (${[code, error.message].filter(Boolean).join(': ')}).`
    : `PostgreSQL refuses the connection (${error.message}).`;
}

async function requireVersion(client: Client): Promise<void> {
  const { rows } = await client.query<{ number: number; name: string }>(
    "select current_setting('server_version_num')::int as number, current_setting('server_version') as name",
  );
  const [version] = rows;
  if (version && version.number < MIN_VERSION)
    throw new ConfigError(`DATABASE_URL: PostgreSQL ${version.name} is too old. Use version 15 or later.`);
}

/**
 * Checks that each connection has its own session: two open connections never share a session, and a connection keeps its session. A
 * pooler in transaction mode breaks both rules. Advisory locks, LISTEN and prepared statements would then be lost or reach another
 * session.
 */
async function requireOwnSessions(firstClient: Client, otherClient: Client): Promise<void> {
  const sessionIds = [new Set<number>(), new Set<number>()] as const;
  for (let attempt = 0; attempt < SESSION_CHECKS; attempt += 1) {
    sessionIds[0].add(await readSessionId(firstClient));
    sessionIds[1].add(await readSessionId(otherClient));
  }
  const isPooled = sessionIds.some((ids) => ids.size > 1) || [...sessionIds[0]].some((id) => sessionIds[1].has(id));
  if (isPooled)
    throw new ConfigError(
      'DATABASE_URL: a pooler in transaction mode is in front of PostgreSQL, but the server needs sessions of its own for locks, ' +
        'notifications and prepared statements. Connect to PostgreSQL directly, or use session mode (pgbouncer: pool_mode=session).',
    );
}

async function readSessionId(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

interface Permissions {
  account: string;
  database: string;
  schema: string;
  can_create_schemas: boolean;
  /** Null if the account may use none of the schemas in its search path. */
  can_create_tables: boolean | null;
  has_queue: boolean;
  has_tables: boolean;
}

/**
 * Throws ConfigError if pending migrations need permissions that the account lacks. Without pending migrations, no permission is needed.
 */
async function requirePermissions(client: Client): Promise<void> {
  const { rows } = await client.query<Permissions>(`
    select quote_ident(current_user) as account, quote_ident(current_database()) as database,
      quote_ident(coalesce(current_schema(), 'public')) as schema,
      has_database_privilege(current_database(), 'CREATE') as can_create_schemas,
      has_schema_privilege(current_schema(), 'CREATE') as can_create_tables,
      to_regnamespace('graphile_worker') is not null as has_queue, to_regclass('kysely_migration') is not null as has_tables`);
  const [permissions] = rows;
  if (!permissions) return;
  const { account, database, schema } = permissions;
  const grants: string[] = [];
  if (!permissions.has_queue && !permissions.can_create_schemas)
    grants.push(`GRANT CREATE ON DATABASE ${database} TO ${account};`);
  if (!permissions.can_create_tables && !(permissions.has_tables && (await isMigrated(client))))
    grants.push(`GRANT USAGE, CREATE ON SCHEMA ${schema} TO ${account};`);
  if (grants.length > 0)
    throw new ConfigError(
      `DATABASE_URL: the account ${account} may not create the server's tables in the database ${database}. ` +
        `Connect to this database as its administrator and run: ${grants.join(' ')}`,
    );
}

async function isMigrated(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration');
  const appliedNames = new Set(rows.map(({ name }) => name));
  return Object.keys(migrations).every((name) => appliedNames.has(name));
}
