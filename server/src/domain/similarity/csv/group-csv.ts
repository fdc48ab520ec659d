import { NAME_LENGTH } from '@console/shared-contract/limits';
import { sql } from 'kysely';
import { readCsv, type RowError } from '../../../data-access/csv/read';
import { writeCsv } from '../../../data-access/csv/write';
import type { Db } from '../../../platform/database/connection';
import { messages } from '../groups/messages';

/** Columns of the file by their header names. */
const CSV_COLUMNS = ['group', 'type', 'test', 'image', 'image_id'] as const;
type Column = (typeof CSV_COLUMNS)[number];

/** Exports the groups of a workspace, with one line per image. An empty group has one line. */
export async function exportGroups(db: Db, workspaceId: string): Promise<string> {
  const { rows } = await sql<Record<Column, string>>`
    select g.name as "group", coalesce(y.name, '') as type, case when g.test_group then 'TEST' else 'TRAIN' end as test,
      coalesce(i.name, '') as image, coalesce(i.id::text, '') as image_id
    from similarity_group g left join similarity_type y on y.id = g.type_id
    left join group_image m on m.group_id = g.id left join training_image i on i.id = m.image_id
    where g.workspace_id = ${workspaceId} order by lower(g.name), g.id, 4, 5`.execute(db);
  return writeCsv(CSV_COLUMNS, rows);
}

/** An image reference of a line: by id, else by file name. */
export interface CsvImage {
  row: number;
  id: string;
  name: string;
}
export interface CsvGroup {
  name: string;
  /** Null leaves the type unchanged; `CLEARED_CELL` removes it. */
  type: string | null;
  test: boolean | undefined;
  /** The first reference to each image, by its key. */
  images: Map<string, CsvImage>;
  /** The first line of the group. */
  row: number;
}
export interface CsvGroups {
  groups: Map<string, CsvGroup>;
  errors: RowError[];
}

/** Parses a file by column names, in any order. Groups are distinguished by name only. */
export function parseGroups(text: string): CsvGroups {
  const { lines, errors } = readCsv(text, CSV_COLUMNS, [['group']], ['type']);
  const parsed: CsvGroups = { groups: new Map(), errors: [...errors] };
  for (const { row, cells } of lines) {
    const detail = addLine(parsed.groups, cells, row);
    if (detail) parsed.errors.push({ row, detail });
  }
  return parsed;
}

/** Adds a line to its group. Returns the error message of an invalid line. */
function addLine(
  groups: CsvGroups['groups'],
  { group: name = '', type = '', test = '', image = '', image_id: id = '' }: Partial<Record<Column, string>>,
  row: number,
): string | null {
  if (name.length < NAME_LENGTH.min || name.length > NAME_LENGTH.max) return messages.csv.name;
  const flag = /^(test|train)?$/i.exec(test);
  if (!flag) return messages.csv.test(test);
  const parsedGroup = groups.get(name) ?? { name, type: null, test: undefined, images: new Map<string, CsvImage>(), row };
  if (type !== '' && parsedGroup.type !== null && parsedGroup.type !== type) return messages.csv.conflictingTypes(name);
  const isTest = test === '' ? undefined : test.toLowerCase() === 'test';
  if (isTest !== undefined && parsedGroup.test !== undefined && parsedGroup.test !== isTest)
    return messages.csv.conflictingFlags(name);
  if (type !== '') parsedGroup.type = type;
  parsedGroup.test ??= isTest;
  const key = id === '' ? `name ${image}` : `id ${id}`;
  if ((image !== '' || id !== '') && !parsedGroup.images.has(key)) parsedGroup.images.set(key, { row, id, name: image });
  groups.set(name, parsedGroup);
  return null;
}
