// `npx tsx server/src/testing/database/create-baseline.ts` writes the result of all migrations to `baseline.sql`. Set `LAST_MIGRATION` in
// `baseline.ts` afterwards. Needs an installed PostgreSQL with pg_dump in the oldest supported version, because later versions can read
// its output.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { connect } from '../../platform/database/connection';
import { migrate } from '../../platform/database/migrate';
import { listInstalledPostgres, startInstalledPostgres } from './installed-postgres';

const OUTPUT_FILE = join(__dirname, '..', '..', 'platform', 'database', 'baseline.sql');
/** Tables that have rows in a new database. */
const FILLED_TABLES = ['public.kysely_migration_lock', 'public.statistics_progress', 'graphile_worker.migrations'];

/** The extension may not be available, so the indexes that need it are not part of the dump. */
const TRIGRAM_INDEXES = `
do $$ begin
  create extension if not exists pg_trgm;
  create index product_name_parts on product using gin (lower(name) gin_trgm_ops);
  create index product_customer_parts on product using gin (lower(customer_product_id) gin_trgm_ops);
  create index training_image_name_parts on training_image using gin (file_name gin_trgm_ops) where file_name is not null;
exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
  raise notice 'No indexes of parts of names: %', sqlerrm;
end $$;
`;

/** Returns the statements of a dump without comments, session settings and commands of psql. */
function extractStatements(dump: string): string {
  return dump
    .split('\n')
    .filter((line) => !/^(--|SET |SELECT pg_catalog\.set_config|\\)/.test(line))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n');
}

async function main(): Promise<void> {
  const programs = listInstalledPostgres().at(0);
  if (programs === undefined) throw new Error('PostgreSQL is not installed.');
  const postgres = await startInstalledPostgres(programs);
  try {
    const config = { connectionString: postgres.url };
    const db = connect(config, { max: 1 });
    await migrate(db, config, { usesBaseline: false });
    await sql`drop extension pg_trgm cascade`.execute(db);
    await db.destroy();
    const runPgDump = (...args: string[]) =>
      extractStatements(
        execFileSync(join(programs, 'pg_dump'), ['--no-owner', '--no-comments', ...args, postgres.url], { encoding: 'utf8' }),
      );
    const sessionSettings = "set local search_path to '';\nset local check_function_bodies to off;\n";
    const rowStatements = runPgDump('--data-only', '--inserts', ...FILLED_TABLES.flatMap((table) => ['-t', table]));
    const finalStatements = `set local search_path to public;\n${TRIGRAM_INDEXES}`;
    writeFileSync(OUTPUT_FILE, [sessionSettings, runPgDump('--schema-only'), rowStatements, finalStatements].join(''));
  } finally {
    postgres.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
