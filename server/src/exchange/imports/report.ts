import type { ImportNote } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { writeCsv } from '../../data-access/csv/write';
import type { Db } from '../../platform/database/connection';

const ROWS_PER_QUERY = 5_000;
const REPORT_COLUMNS = ['number', 'path', 'outcome', 'reason', 'image'] as const;

/** Generates the report as CSV: one row for each image that failed or has notes, then one row for each note with its count. */
export async function* generateReport(db: Db, id: string): AsyncGenerator<string> {
  yield `${writeCsv(REPORT_COLUMNS, [])}\n`;
  for (let lastNumber = -1; ;) {
    const { rows } = await sql<{ number: number; path: string; outcome: string; reason: string | null; image: string | null }>`
      select n as number, path, outcome, reason, image_id as image from import_item
      where import_id = ${id} and n > ${lastNumber} and (outcome in ('missing', 'unreadable', 'failed') or reason is not null)
      order by n limit ${ROWS_PER_QUERY}`.execute(db);
    const lastRow = rows.at(-1);
    if (!lastRow) break;
    const cells = rows.map((row) => ({
      ...row,
      number: String(row.number),
      reason: row.reason ?? '',
      image: row.image ?? '',
    }));
    yield `${writeCsv(REPORT_COLUMNS, cells, false)}\n`;
    lastNumber = lastRow.number;
  }
  const importRow = await db.selectFrom('data_import').select(['plan', 'result']).where('id', '=', id).executeTakeFirst();
  const notes = ((importRow?.result ?? importRow?.plan) as { notes: ImportNote[] } | null)?.notes ?? [];
  const cells = notes.map(({ reason, count }) => ({
    number: '',
    path: '',
    outcome: 'note',
    image: '',
    reason: `${reason} (${count.toLocaleString('en')})`,
  }));
  if (cells.length > 0) yield `${writeCsv(REPORT_COLUMNS, cells, false)}\n`;
}
