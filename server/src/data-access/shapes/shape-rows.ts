import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { omitUndefined, toJsonb } from '../rows/partial-update';
import type { NewShape, ShapeEdit, ShapeKind, ShapeRow, ValidatedEdit, ValidatedShape } from './kind';

/** SQL types of the columns that an insert sets for shapes of every kind. */
const COMMON_COLUMNS = {
  id: 'uuid',
  workspace_id: 'uuid',
  image_id: 'uuid',
  created: 'timestamptz',
  source: 'text',
  model_id: 'text',
  score: 'float8',
} as const;

/** Inserts rows with all their columns, in one statement. */
export async function insertShapeRows<Row extends ShapeRow, New extends NewShape, Edit extends ShapeEdit>(
  trx: Db,
  kind: ShapeKind<Row, New, Edit>,
  shapes: readonly ValidatedShape<New>[],
  userId: string | null,
): Promise<void> {
  const preparedInsert = await kind.prepareInsert?.(trx, shapes);
  const rows = shapes.map((shape, index) => ({
    id: shape.id,
    workspace_id: shape.workspaceId,
    image_id: shape.image,
    created: shape.created,
    source: shape.source ?? (shape.prediction && 'prediction'),
    model_id: shape.prediction?.model,
    score: shape.prediction?.score,
    created_by: shape.createdBy === undefined ? userId : shape.createdBy,
    ...toColumnValues(kind, shape),
    ...preparedInsert?.[index],
  }));
  const types = pickTypes({ ...COMMON_COLUMNS, ...getColumnTypes(kind) }, rows);
  const columns = Object.entries(types).map(([column, type]) => {
    const value = selectValue(column, type);
    if (column === 'created') return sql`coalesce(${value}, clock_timestamp())`;
    return type === 'jsonb' ? sql`coalesce(${value}, '{}')` : value;
  });
  await sql`
    insert into ${sql.table(kind.table)} (${sql.join(Object.keys(types).map((column) => sql.ref(column)))})
    select ${sql.join(columns)} from ${toRecordset(rows, types)}`.execute(trx);
}

/**
 * Updates the columns that the edits set, in one statement. Removes the model and score, because a user has now reviewed the shapes.
 * Returns the keys of files that are now outdated.
 */
export async function updateShapeRows<Row extends ShapeRow, New extends NewShape, Edit extends ShapeEdit>(
  trx: Db,
  kind: ShapeKind<Row, New, Edit>,
  edits: readonly ValidatedEdit<Row, Edit>[],
  userId: string | null,
): Promise<string[]> {
  const preparedChanges = edits.map(({ edit, row }) => {
    const prepared = kind.prepareUpdate?.(edit, row);
    const values = omitUndefined({ ...toColumnValues(kind, edit), ...prepared?.values });
    return { row: { ...values, id: row.id, changed: Object.keys(values) }, outdatedFile: prepared?.outdatedFile ?? null };
  });
  const rows = preparedChanges.map(({ row }) => row);
  const types = pickTypes(getColumnTypes(kind), rows);
  const assignments = Object.entries(types).map(
    ([column, type]) => sql`${sql.ref(column)} = case when ${sql.lit(column)} = any(n.changed) then ${selectValue(column, type)}
      else ${sql.ref(`s.${column}`)} end`,
  );
  await sql`
    update ${sql.table(kind.table)} s set ${sql.join([...assignments, sql`version = s.version + 1`, sql`changed_by = ${userId}::uuid`])},
      model_id = null, score = null
    from ${toRecordset(rows, { ...types, id: 'uuid', changed: 'text[]' })} where s.id = n.id`.execute(trx);
  return preparedChanges.flatMap(({ outdatedFile }) => outdatedFile ?? []);
}

function getColumnTypes<Row extends ShapeRow, New extends NewShape, Edit extends ShapeEdit>({
  label,
  columns,
}: ShapeKind<Row, New, Edit>): Record<string, string> {
  return { ...(label && { [label.column]: 'uuid' }), ...columns };
}

/** Leaves out columns that no row sets. An insert then uses their default, and an update does not run their triggers. */
function pickTypes(types: Readonly<Record<string, string>>, rows: readonly object[]): Record<string, string> {
  const usedColumns = new Set(rows.flatMap((row) => Object.keys(omitUndefined(row))));
  return Object.fromEntries(Object.entries(types).filter(([column]) => usedColumns.has(column)));
}

/** Returns the values of the columns that the fields set, including fields that are computed from `data`. Undefined for other columns. */
function toColumnValues<Row extends ShapeRow, New extends NewShape, Edit extends ShapeEdit>(
  { label, columns, compute: computeFields, toColumns }: ShapeKind<Row, New, Edit>,
  fields: New | Edit,
): Record<string, unknown> {
  const { data, meta_data, attributes } = fields;
  const values = {
    ...(label && { [label.column]: label.getLabelId(fields) }),
    data,
    meta_data,
    attributes,
    ...(data ? computeFields?.(data) : {}),
    ...toColumns?.(fields),
  };
  const toParameter = ([column, value]: [string, unknown]) => [column, columns[column] === 'jsonb' ? toJsonb(value) : value];
  return Object.fromEntries(Object.entries(values).map(toParameter)) as Record<string, unknown>;
}

/** SQL of the rows as a record set `n`. Values of jsonb columns are sent as text, so that a JSON null does not become an SQL null. */
function toRecordset(rows: readonly object[], types: Readonly<Record<string, string>>): RawBuilder<unknown> {
  const columns = Object.entries(types).map(
    ([column, type]) => sql`${sql.ref(column)} ${sql.raw(type === 'jsonb' ? 'text' : type)}`,
  );
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(${sql.join(columns)})`;
}

/** SQL of a column's value in the record set `n`. */
const selectValue = (column: string, type: string): RawBuilder<unknown> =>
  type === 'jsonb' ? sql`${sql.ref(`n.${column}`)}::jsonb` : sql.ref(`n.${column}`);
