import { FILE_NAME_KEY, NAME_LENGTH } from '@console/shared-contract/limits';
import { sql } from 'kysely';
import { readCsv, type RowError } from '../../csv/read';
import { writeCsv } from '../../csv/write';
import type { Db } from '../../database/connection';
import { messages } from './messages';

/** Columns of the file, by their names in its first line. */
export const CSV_COLUMNS = ['group', 'type', 'test', 'image', 'image_id'] as const;
type Column = (typeof CSV_COLUMNS)[number];

/** The groups of a workspace and their images, a line for each; an empty group has one line. */
export async function writeGroups(db: Db, workspaceId: string): Promise<string> {
  const { rows } = await sql<Record<Column, string>>`
    select g.name as "group", coalesce(y.name, '') as type, case when g.test_group then 'TEST' else 'TRAIN' end as test,
      coalesce(i.meta_data ->> ${sql.lit(FILE_NAME_KEY)}, '') as image, coalesce(i.id::text, '') as image_id
    from similarity_group g left join similarity_type y on y.id = g.type_id
    left join group_image m on m.group_id = g.id left join training_image i on i.id = m.image_id
    where g.workspace_id = ${workspaceId} order by lower(g.name), g.id, 4, 5`.execute(db);
  return writeCsv(CSV_COLUMNS, rows);
}

/** An image as a line names it: by its id, else by the name of its file. */
export interface WantedImage {
  row: number;
  id: string;
  name: string;
}
export interface WantedGroup {
  name: string;
  /** null: as it is; `EMPTIED`: none. */
  type: string | null;
  test: boolean | undefined;
  /** Each that is named first. */
  images: Map<string, WantedImage>;
  /** The line in which the group is named first. */
  row: number;
}
export interface CsvReading {
  groups: Map<string, WantedGroup>;
  errors: RowError[];
}

/** Reads a file by its columns' names, in any order; groups are told apart by their names alone. */
export function readGroups(text: string): CsvReading {
  const { lines, errors } = readCsv(text, CSV_COLUMNS, [['group']], ['type']);
  const reading: CsvReading = { groups: new Map(), errors: [...errors] };
  for (const { row, cells } of lines) {
    const detail = takeLine(reading.groups, cells, row);
    if (detail) reading.errors.push({ row, detail });
  }
  return reading;
}

function takeLine(
  groups: CsvReading['groups'],
  { group: name = '', type = '', test = '', image = '', image_id: id = '' }: Partial<Record<Column, string>>,
  row: number,
): string | null {
  if (name.length < NAME_LENGTH.min || name.length > NAME_LENGTH.max) return messages.csv.name;
  const flag = /^(test|train)?$/i.exec(test);
  if (!flag) return messages.csv.test(test);
  const wanted = groups.get(name) ?? { name, type: null, test: undefined, images: new Map<string, WantedImage>(), row };
  if (type !== '' && wanted.type !== null && wanted.type !== type) return messages.csv.twoTypes(name);
  const isTest = test === '' ? undefined : test.toLowerCase() === 'test';
  if (isTest !== undefined && wanted.test !== undefined && wanted.test !== isTest) return messages.csv.twoFlags(name);
  if (type !== '') wanted.type = type;
  wanted.test ??= isTest;
  const key = id === '' ? `name ${image}` : `id ${id}`;
  if ((image !== '' || id !== '') && !wanted.images.has(key)) wanted.images.set(key, { row, id, name: image });
  groups.set(name, wanted);
  return null;
}
