// `npx tsx server/src/testing/database/create-data-archive.ts DATABASE_URL DATA_DIR ARCHIVE` archives the data of a server for upgrade.test.ts.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { connect } from '../../platform/database/connection';
import { FILES_FOLDER, type ArchiveLine } from './data-archive';

const [databaseUrl = '', dataDir = '', archiveFile = ''] = process.argv.slice(2);

async function main(): Promise<void> {
  const db = connect({ connectionString: databaseUrl });
  const lines: ArchiveLine[] = [];
  const migrations = await sql<{ name: string }>`select name from kysely_migration order by name desc limit 1`.execute(db);
  lines.push({ migration: migrations.rows[0]?.name ?? '' });
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%' order by 1`.execute(db);
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ row: object }>`select to_jsonb(t) as row from ${sql.table(name)} t`.execute(db);
    lines.push(...rows.map(({ row }) => ({ table: name, row })));
  }
  await db.destroy();
  const files = path.join(dataDir, FILES_FOLDER);
  for (const entry of readdirSync(files, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const filePath = path.join(entry.parentPath, entry.name);
    lines.push({ file: path.relative(files, filePath), base64: readFileSync(filePath).toString('base64') });
  }
  writeFileSync(archiveFile, gzipSync(lines.map((line) => JSON.stringify(line)).join('\n'), { level: 9 }));
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
