import { sql, type RawBuilder } from 'kysely';
import { SHAPE_KINDS } from '../../data-access/shape-kinds/registry';
import type { Db } from '../../platform/database/connection';
import type { ShapeTable } from '../../platform/database/tables/shapes';
import { selectShapeContent, type ComparedStates, type DataState } from './differences';

/** A period in the history of a workspace. The changes in the period are read from the change log (ADR 0087). */
export interface ComparedPeriod {
  workspaceId: string;
  since: Date;
  until: Date;
}

/** A table of annotations and the names of its columns. */
interface AnnotationTable {
  name: 'image_label' | 'object_label' | ShapeTable;
  /** Columns whose values identify a row in the log. */
  subject: 'image_id' | 'object_id';
  row: 'id' | 'label_id';
  of: 'recognition' | 'detection' | 'segmentation' | 'points';
  label: 'label_id' | 'detection_label_id' | 'segmentation_label_id' | 'name';
  content: 'value' | 'data';
}

const labelColumns = { row: 'label_id', of: 'recognition', label: 'label_id', content: 'value' } as const;
const ANNOTATION_TABLES: readonly AnnotationTable[] = [
  { name: 'image_label', subject: 'image_id', ...labelColumns },
  { name: 'object_label', subject: 'object_id', ...labelColumns },
  ...SHAPE_KINDS.map(({ table, label }) => ({
    name: table,
    of: label?.domain ?? ('points' as const),
    label: label?.column ?? ('name' as const),
    subject: 'image_id' as const,
    row: 'id' as const,
    content: 'data' as const,
  })),
];
const TABLES = [{ name: 'training_image', subject: 'id', row: 'id' } as const, ...ANNOTATION_TABLES];

/** The columns that `selectRowsAt` reconstructs, as JSON values. */
const COLUMNS = [
  'created',
  'seq',
  'test_image',
  'rotated_box',
  'attributes',
  ...new Set(ANNOTATION_TABLES.flatMap(({ label, content }) => [label, content])),
];

/**
 * Compares the images and annotations of two moments. It only reads rows that changed after `since`. An earlier state is computed from
 * the current row by reverting the later changes. `countUntouched` counts all other rows.
 */
export function comparePeriod(period: ComparedPeriod): ComparedStates {
  return { setup: selectTouchedRows(period), before: selectStateAt('since'), after: selectStateAt('until') };
}

function selectTouchedRows({ workspaceId, since: periodStart, until: periodEnd }: ComparedPeriod): RawBuilder<unknown> {
  const touchedRowQueries = TABLES.map(
    ({ name, subject, row }) => sql`
      select ${sql.lit(name)}::text as relation, k.subject_id, k.row_id, to_jsonb(x) as current from (
        select subject_id, row_id from entry where relation = ${sql.lit(name)}
        -- Rows that an import created have no entries.
        union select ${sql.ref(subject)}::text, ${sql.ref(row)}::text from ${sql.table(name)}
        where workspace_id = ${workspaceId} and created > ${periodStart}) k
      left join ${sql.table(name)} x on x.${sql.ref(subject)} = k.subject_id::uuid and x.${sql.ref(row)} = k.row_id::uuid`,
  );
  return sql`
    entry as materialized (
      select id, created, relation, subject_id, row_id, operation, before from change
      where workspace_id = ${workspaceId} and created > ${periodStart} and relation in (${sql.join(TABLES.map(({ name }) => sql.lit(name)))})),
    touched as materialized (${sql.join(touchedRowQueries, sql` union all `)}),
    image_of_object as materialized (
      select id::text as object_id, image_id from detection_object
      where id in (select subject_id::uuid from touched where relation = 'object_label')
      union select row_id, subject_id::uuid from entry where relation = 'detection_object' and operation = 'delete'),
    touched_image as materialized (
      select coalesce(o.image_id, t.subject_id::uuid) as image_id from touched t
      left join image_of_object o on t.relation = 'object_label' and o.object_id = t.subject_id
      where t.relation <> 'object_label' or o.image_id is not null
      union select row_id::uuid from touched where relation = 'training_image'),
    state_since as materialized (${selectRowsAt(periodStart)}), state_until as materialized (${selectRowsAt(periodEnd)})`;
}

/** SQL of the changed rows (`touched`) with the values that they had at a moment. */
function selectRowsAt(moment: Date): RawBuilder<unknown> {
  // The value of a column at the moment is the value that the oldest later change has overwritten.
  const selectValueAt = (column: string) =>
    sql`(array_agg(before -> ${sql.lit(column)} order by id) filter (where before ? ${sql.lit(column)}))[1] as ${sql.ref(column)}`;
  return sql`
    select * from (
      select t.relation, t.subject_id, t.row_id, e.operation,
        ${sql.join(COLUMNS.map((column) => sql`coalesce(${sql.ref(`e.${column}`)}, t.current -> ${sql.lit(column)}) as ${sql.ref(column)}`))}
      from touched t left join (
        select relation, subject_id, row_id, (array_agg(operation order by id))[1] as operation,
          ${sql.join(COLUMNS.map(selectValueAt))}
        from entry where created > ${moment} group by relation, subject_id, row_id) e using (relation, subject_id, row_id)) s
    -- A row whose next change is its creation does not exist yet. The others exist from their creation.
    where s.operation is distinct from 'insert' and (s.created #>> '{}')::timestamptz <= ${moment}`;
}

function selectStateAt(moment: 'since' | 'until'): DataState {
  const stateTable = sql.table(`state_${moment}`);
  const annotationQueries = ANNOTATION_TABLES.map(({ name, subject, row, of: subjectKind, label, content }) => {
    const imageIdColumn = subject === 'object_id' ? sql`o.image_id` : sql`s.subject_id::uuid`;
    const itemIdColumn = row === 'label_id' ? sql`s.subject_id` : sql`s.row_id`;
    return sql`
      select ${imageIdColumn} as image_id, ${sql.lit(subjectKind)}::text as of, ${sql.ref(`s.${label}`)} #>> '{}' as label, ${itemIdColumn} as item,
        ${selectShapeContent(sql.ref(`s.${content}`), sql`s.rotated_box`)} as content, coalesce(nullif(s.attributes, 'null'), '{}') as attributes
      from ${stateTable} s ${subject === 'object_id' ? sql`join image_of_object o on o.object_id = s.subject_id` : sql``}
      where s.relation = ${sql.lit(name)}`;
  });
  return {
    images: sql`
      select row_id::uuid as image_id, (seq #>> '{}')::int as place, (test_image #>> '{}')::boolean as test_image
      from ${stateTable} where relation = 'training_image'
      union all
      select i.id, i.seq, i.test_image from touched_image t join training_image i on i.id = t.image_id
      where i.id::text not in (select row_id from touched where relation = 'training_image')`,
    annotations: sql.join(annotationQueries, sql` union all `),
  };
}

/** Numbers of images and annotations that did not change in a period. */
interface UntouchedCounts {
  pictures: number;
  labels: { of: string; id: string; count: number }[];
}

/** Counts the images and annotations that `comparePeriod` does not read because they did not change. */
export async function countUntouched(db: Db, period: ComparedPeriod): Promise<UntouchedCounts> {
  const { workspaceId } = period;
  const countQueries = ANNOTATION_TABLES.map(
    ({ name, of: subjectKind, label }) => sql`
      select ${sql.lit(subjectKind)}::text as of, ${sql.ref(label)}::text as id, count(*) as count
      from ${sql.table(name)} where workspace_id = ${workspaceId} group by 2
      union all
      select ${sql.lit(subjectKind)}, current ->> ${sql.lit(label)}, -count(*)
      from touched where relation = ${sql.lit(name)} and current is not null group by 2`,
  );
  const { rows } = await sql<UntouchedCounts>`
    with ${selectTouchedRows(period)}
    select
      (select count(*)::int from training_image
        where workspace_id = ${workspaceId} and id not in (select image_id from touched_image)) as pictures,
      (select coalesce(json_agg(l), '[]') from (
        select of, id, sum(count)::int as count from (${sql.join(countQueries, sql` union all `)}) c group by of, id) l) as labels`.execute(
    db,
  );
  return rows[0]!;
}

/**
 * Returns the earliest moment after which the change log has all changes of a workspace. Changes are missing if they are older than the
 * log or have expired. Null if the log has all changes since the workspace was created.
 */
export async function findLogStart(db: Db, workspaceId: string): Promise<Date | null> {
  const hasEarlierRow = (table: string) =>
    sql`exists (select from ${sql.table(table)} t where t.workspace_id = w.id and t.created < s.start)`;
  // Older images alone prove nothing, because the images of the demo are older than its workspace. An older workspace alone proves nothing,
  // because a workspace without data has no change sets.
  const { rows } = await sql<{ start: Date }>`
    select s.start from workspace w, (select coalesce(min(created), now()) as start from change_set) s
    where w.id = ${workspaceId} and (${hasEarlierRow('membership')} or w.created < s.start and ${hasEarlierRow('training_image')})`.execute(
    db,
  );
  return rows[0]?.start ?? null;
}
