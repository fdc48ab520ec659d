import { NAME_LENGTH } from '@console/shared-contract/limits';
import { sql } from 'kysely';
import { readCsv, type CsvLines, type RowError } from '../../../data-access/csv/read';
import { writeCsv } from '../../../data-access/csv/write';
import type { Db } from '../../../platform/database/connection';
import { toGroupConditions, type GroupFilters } from '../groups/filter';
import { messages } from '../groups/messages';

/** Columns of the file by their header names. */
const CSV_COLUMNS = ['group', 'type', 'test', 'image', 'image_id'] as const;
type GroupColumn = (typeof CSV_COLUMNS)[number];

/** Exports the groups that match the filters, with one line per image. An empty group has one line. */
export async function exportGroups(db: Db, workspaceId: string, filters: GroupFilters): Promise<string> {
  const { rows } = await sql<Record<GroupColumn, string>>`
    select g.name as "group", coalesce(y.name, '') as type, case when g.test_group then 'TEST' else 'TRAIN' end as test,
      coalesce(i.name, '') as image, coalesce(i.id::text, '') as image_id
    from similarity_group g left join similarity_type y on y.id = g.type_id
    left join group_image m on m.group_id = g.id left join training_image i on i.id = m.image_id
    where ${sql.join(toGroupConditions(workspaceId, filters), sql` and `)} order by lower(g.name), g.id, 4, 5`.execute(db);
  return writeCsv(CSV_COLUMNS, rows);
}

/** A reference to an image, by id or by file name. `rows`: the numbers of the lines that contain it. */
interface CsvImage {
  rows: number[];
  id: string;
  name: string;
}
export interface CsvGroup {
  name: string;
  /** Null leaves the type unchanged. The cell `(none)` removes it. */
  type: string | null;
  test: boolean | undefined;
  /** The images of the group. Keys are `name …` or `id …`, depending on how the file refers to an image. */
  images: Map<string, CsvImage>;
  /** Numbers of the lines that contain the group. */
  rows: number[];
}
export interface CsvGroups {
  groups: Map<string, CsvGroup>;
  errors: RowError[];
}

export const readGroupCsv = (text: string) => readCsv(text, CSV_COLUMNS, [['group']], ['type']);

/** Collects the groups of the lines. Groups are distinguished by the text in their column. */
export function parseGroups({ lines, errors }: CsvLines<GroupColumn>): CsvGroups {
  const parsedGroups: CsvGroups = { groups: new Map(), errors: [...errors] };
  for (const { row, cells } of lines) {
    const lineError = addLine(parsedGroups.groups, cells, row);
    if (lineError) parsedGroups.errors.push({ row, detail: lineError });
  }
  return parsedGroups;
}

/** Adds a line to its group. Returns the error message of an invalid line. */
function addLine(
  groups: CsvGroups['groups'],
  { group: name = '', type = '', test = '', image = '', image_id: id = '' }: Partial<Record<GroupColumn, string>>,
  row: number,
): string | null {
  if (name.length < NAME_LENGTH.min || name.length > NAME_LENGTH.max) return messages.csv.name;
  const flagMatch = /^(test|train)?$/i.exec(test);
  if (!flagMatch) return messages.csv.test(test);
  const parsedGroup = groups.get(name) ?? { name, type: null, test: undefined, images: new Map<string, CsvImage>(), rows: [] };
  if (type !== '' && parsedGroup.type !== null && parsedGroup.type !== type) return messages.csv.conflictingTypes(name);
  const isTest = test === '' ? undefined : test.toLowerCase() === 'test';
  if (isTest !== undefined && parsedGroup.test !== undefined && parsedGroup.test !== isTest)
    return messages.csv.conflictingFlags(name);
  if (type !== '') parsedGroup.type = type;
  parsedGroup.test ??= isTest;
  const key = id === '' ? `name ${image}` : `id ${id}`;
  if (image !== '' || id !== '') {
    const reference = parsedGroup.images.get(key) ?? { rows: [], id, name: image };
    reference.rows.push(row);
    parsedGroup.images.set(key, reference);
  }
  parsedGroup.rows.push(row);
  groups.set(name, parsedGroup);
  return null;
}
