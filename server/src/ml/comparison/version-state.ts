import { sql, type RawBuilder } from 'kysely';
import { SHAPE_KINDS } from '../../data-access/shape-kinds/registry';
import { selectShapeContent, type DataState } from './differences';

/** SQL of the images and annotations of a dataset version. If `labels` is given, only annotations with these labels are included. */
export function selectVersionState(datasetId: string, labels: readonly string[] | null = null): DataState {
  return {
    images: sql`select image_id, place, test_image from dataset_picture where dataset_id = ${datasetId}`,
    annotations: sql`select * from (${selectVersionAnnotations(datasetId)}) r where ${labels === null} or label = any(${labels ?? []})`,
  };
}

function selectVersionAnnotations(datasetId: string): RawBuilder<unknown> {
  const selectElements = (elements: RawBuilder<unknown>, row: RawBuilder<unknown>, furtherTables = sql``) =>
    sql`select p.image_id, ${row} from dataset_picture p, jsonb_array_elements(${elements}) x ${furtherTables} where p.dataset_id = ${datasetId}`;
  const selectList = (key: string) => sql`p.annotations -> ${key}`;
  const rows = sql.join(
    [
      selectElements(selectList('labels'), sql`'recognition'::text, x ->> 'id', p.image_id::text, x -> 'value', '{}'::jsonb`),
      selectElements(
        sql`coalesce(p.annotations -> 'objects', '[]') || coalesce(p.annotations -> 'labelled', '[]')`,
        sql`'recognition', y ->> 'id', x ->> 'id', y -> 'value', '{}'`,
        sql`, jsonb_array_elements(x -> 'labels') y`,
      ),
      ...SHAPE_KINDS.map(({ plural, label }) =>
        selectElements(
          selectList(plural),
          sql`${sql.lit(label?.domain ?? 'points')}::text, x ->> ${sql.lit(label ? 'label' : 'name')}, x ->> 'id',
            ${selectShapeContent(sql`x -> 'data'`, sql`x -> 'rotated_box'`)}, coalesce(x -> 'attributes', '{}')`,
        ),
      ),
    ],
    sql` union all `,
  );
  return sql`select * from (${rows}) r (image_id, of, label, item, content, attributes)`;
}
