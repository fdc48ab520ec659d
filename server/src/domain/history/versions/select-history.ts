import { sql, type RawBuilder } from 'kysely';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * SQL condition of the entries `c` in the history of a row. The labels of objects have their object as subject, and they also belong
 * to the history of its image. `row` selects one row of the subject, such as an object, with the rows that belong to it.
 */
export function isInHistory(subject: string, row?: string): RawBuilder<unknown> {
  if (row !== undefined)
    return sql`c.subject_id = any(array[${subject}, ${row}]::text[]) and (
      c.subject_id = ${subject} and c.row_id = ${row} or c.subject_id = ${row} and c.relation = 'object_label')`;
  if (!UUID.test(subject)) return sql`c.subject_id = ${subject}`;
  // An array, because PostgreSQL does not use the index of the subject for a condition with a subquery and "or".
  return sql`c.subject_id = any(array[${subject}] || array(
      select o.id::text from detection_object o where o.image_id = ${subject}::uuid
      union select e.row_id from change e where e.subject_id = ${subject} and e.relation = 'detection_object'))
    and (c.subject_id = ${subject} or c.relation = 'object_label')`;
}
