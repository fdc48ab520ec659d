import type { ChangedKind } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import { LOGGED_TABLES } from '../../../platform/database/tables/logged-tables';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Kinds of entries whose subject (the row whose history shows the entry) is an image. Every image has at least one such entry, and other
 * rows have none.
 */
const IMAGE_KINDS = LOGGED_TABLES.filter(({ name, subject }) => name === 'training_image' || subject === 'image_id').map(
  ({ name }) => name,
);

/** Whether rows of this kind are in the history of an image. */
export const isImageKind = (kind: ChangedKind): boolean => IMAGE_KINDS.includes(kind);

/**
 * SQL: the ids of the objects of an image, also of deleted objects; empty for other subjects. The condition on the kind of the subject
 * is evaluated once. Without this condition, PostgreSQL reads all entries of the subject, of which a large job has 100,000.
 */
const selectImageObjectIds = (subject: string) => sql`array(
  select o.id::text from detection_object o where o.image_id = ${subject}::uuid
  union select e.row_id from change e where e.subject_id = ${subject} and e.relation = 'detection_object'
    and (select i.relation from change i where i.subject_id = ${subject} order by i.id desc limit 1) = any(${IMAGE_KINDS}::text[]))`;

/**
 * SQL conditions of the entries `c` in the history of a row; together they select each entry once. The labels of an object belong to the
 * history of the object and to the history of its image. `row` selects one row of the subject, such as an object, with the rows that belong
 * to it.
 */
export function getHistoryParts(subject: string, row?: string): RawBuilder<unknown>[] {
  if (row !== undefined)
    return [
      sql`c.subject_id = ${subject} and c.row_id = ${row}`,
      sql`c.subject_id = ${row} and c.subject_id <> ${subject} and c.relation = 'object_label'`,
    ];
  if (!UUID.test(subject)) return [sql`c.subject_id = ${subject}`];
  return [
    sql`c.subject_id = ${subject}`,
    sql`c.subject_id = any(${selectImageObjectIds(subject)}) and c.relation = 'object_label'`,
  ];
}

/** SQL condition that selects the entries of all parts of the history at once. */
export function isInHistory(subject: string, row?: string): RawBuilder<unknown> {
  if (row !== undefined)
    return sql`c.subject_id = any(array[${subject}, ${row}]::text[]) and (
      c.subject_id = ${subject} and c.row_id = ${row} or c.subject_id = ${row} and c.relation = 'object_label')`;
  if (!UUID.test(subject)) return sql`c.subject_id = ${subject}`;
  // The ids are in an array, because PostgreSQL does not use the index of the subject for a condition with a subquery and "or".
  return sql`c.subject_id = any(array[${subject}] || ${selectImageObjectIds(subject)})
    and (c.subject_id = ${subject} or c.relation = 'object_label')`;
}
