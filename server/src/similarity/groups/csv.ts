import type { GroupCsvPlan } from '@console/shared-contract/api';
import { FILE_NAME_KEY, NAME_LENGTH } from '@console/shared-contract/limits';
import { sql } from 'kysely';
import Papa from 'papaparse';
import type { Db } from '../../database/connection';
import { messages } from './messages';

/** Columns of the file, by their names in its first line. */
export const CSV_COLUMNS = ['group', 'type', 'test', 'image'] as const;
type Column = (typeof CSV_COLUMNS)[number];
type Line = Record<Column, string>;

/** What a spreadsheet would run as a formula; written with an apostrophe before it, which is taken off again. */
const FORMULA = /^'(?=[=+\-@\t\r])/;
/** Rows of one file: what a person can look through before it is taken over. */
export const MOST_CSV_ROWS = 10_000;

/** The groups of a workspace and the names of their images, a line for each; an empty group has one line. */
export async function writeCsv(db: Db, workspaceId: string): Promise<string> {
  const { rows } = await sql<Line>`
    select g.name as "group", coalesce(y.name, '') as type, case when g.test_group then 'TEST' else 'TRAIN' end as test,
      coalesce(i.meta_data ->> ${sql.lit(FILE_NAME_KEY)}, '') as image
    from similarity_group g left join similarity_type y on y.id = g.type_id
    left join group_image m on m.group_id = g.id left join training_image i on i.id = m.image_id
    where g.workspace_id = ${workspaceId} and (i.id is null or i.meta_data ->> ${sql.lit(FILE_NAME_KEY)} is not null)
    order by lower(g.name), g.id, 4`.execute(db);
  return Papa.unparse({ fields: [...CSV_COLUMNS], data: rows }, { escapeFormulae: true, newline: '\n' });
}

/** A row that is wrong; `row` is its line in the file, from 1 for the first line. */
type RowError = GroupCsvPlan['errors'][number];
export interface WantedGroup {
  name: string;
  type: string | null;
  test: boolean | undefined;
  /** Lines of the file in which each image is named first. */
  images: Map<string, number>;
  /** The line in which the group is named first. */
  row: number;
}
export interface CsvReading {
  groups: Map<string, WantedGroup>;
  errors: RowError[];
}

/** Reads a file by its columns' names, in any order; groups are told apart by their names alone. */
export function readCsv(text: string): CsvReading {
  const { data, meta } = Papa.parse<Partial<Line>>(text.replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: (name) => name.trim().toLowerCase(),
    transform: (value) => value.replace(FORMULA, '').trim(),
  });
  const reading: CsvReading = { groups: new Map(), errors: [] };
  if (!meta.fields?.includes('group')) {
    reading.errors.push({ row: 1, detail: messages.csv.noColumn('group') });
    return reading;
  }
  if (data.length > MOST_CSV_ROWS) {
    reading.errors.push({ row: MOST_CSV_ROWS + 2, detail: messages.csv.tooMany(MOST_CSV_ROWS) });
    return reading;
  }
  for (const [index, line] of data.entries()) {
    const detail = takeLine(reading.groups, line, index + 2);
    if (detail) reading.errors.push({ row: index + 2, detail });
  }
  return reading;
}

function takeLine(
  groups: CsvReading['groups'],
  { group: name = '', type = '', test = '', image = '' }: Partial<Line>,
  row: number,
): string | null {
  if (name.length < NAME_LENGTH.min || name.length > NAME_LENGTH.max) return messages.csv.name;
  if (name.includes('\u0000') || image.includes('\u0000')) return messages.csv.characters;
  const flag = /^(test|train)?$/i.exec(test);
  if (!flag) return messages.csv.test(test);
  const wanted = groups.get(name) ?? { name, type: null, test: undefined, images: new Map<string, number>(), row };
  if (type !== '' && wanted.type !== null && wanted.type !== type) return messages.csv.twoTypes(name);
  const isTest = test === '' ? undefined : test.toLowerCase() === 'test';
  if (isTest !== undefined && wanted.test !== undefined && wanted.test !== isTest) return messages.csv.twoFlags(name);
  if (type !== '') wanted.type = type;
  wanted.test ??= isTest;
  if (image !== '' && !wanted.images.has(image)) wanted.images.set(image, row);
  groups.set(name, wanted);
  return null;
}
