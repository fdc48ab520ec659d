import { sql } from 'kysely';
import { toIsoTimestamp, type RowView } from '../rows/view';
import type { ShapeKindProperties } from './kind';
import { selectPrediction } from './model-origin';

/**
 * Returns the SQL view of a kind. API rows contain the columns of the kind, and the name and color of the label. The alias of the table
 * is `s`.
 */
export function createShapeView<ApiRow>({ table, label, fields, computedFields }: ShapeKindProperties): RowView<ApiRow> {
  const labelRow = label
    ? sql`json_build_object('id', l.id, 'name', l.name, 'color', l.color) as ${sql.ref(label.field)}, `
    : sql``;
  return {
    from: sql`${sql.table(table)} s ${label ? sql`join ${sql.table(label.table)} l on l.id = ${sql.ref(`s.${label.column}`)}` : sql``}`,
    countFrom: sql`${sql.table(table)} s`,
    id: sql`s.id`,
    columns: sql<ApiRow>`
      s.id, s.workspace_id as workspace, json_build_object('id', s.image_id) as image,
      ${labelRow}${sql.join(['data', ...computedFields, ...fields].map((field) => sql.ref(`s.${field}`)))}, ${selectPrediction('s')} as prediction, ${toIsoTimestamp('s.created')} as created, s.version`,
  };
}
