import { sql, type RawBuilder } from 'kysely';
import { SHAPE_KINDS } from '../../data-access/shape-kinds/registry';
import { selectShapeContent, type DataState } from './differences';

/** SQL of the images and annotations of a dataset version. If `labels` is given, only annotations with these labels are included. */
export function selectVersionState(dataset: string, labels: readonly string[] | null = null): DataState {
  return {
    images: sql`select image_id, place, test_image from dataset_picture where dataset_id = ${dataset}`,
    annotations: sql`select * from (${selectVersionAnnotations(dataset)}) r where ${labels === null} or label = any(${labels ?? []})`,
  };
}

function selectVersionAnnotations(dataset: string): RawBuilder<unknown> {
  const selectEach = (list: RawBuilder<unknown>, row: RawBuilder<unknown>, further = sql``) =>
    sql`select p.image_id, ${row} from dataset_picture p, jsonb_array_elements(${list}) x ${further} where p.dataset_id = ${dataset}`;
  const list = (key: string) => sql`p.annotations -> ${key}`;
  const rows = sql.join(
    [
      selectEach(list('labels'), sql`'recognition'::text, x ->> 'id', p.image_id::text, x -> 'value', '{}'::jsonb`),
      selectEach(
        sql`coalesce(p.annotations -> 'objects', '[]') || coalesce(p.annotations -> 'labelled', '[]')`,
        sql`'recognition', y ->> 'id', x ->> 'id', y -> 'value', '{}'`,
        sql`, jsonb_array_elements(x -> 'labels') y`,
      ),
      ...SHAPE_KINDS.map(({ plural, label }) =>
        selectEach(
          list(plural),
          sql`${sql.lit(label?.domain ?? 'points')}::text, x ->> ${sql.lit(label ? 'label' : 'name')}, x ->> 'id',
            ${selectShapeContent(sql`x -> 'data'`, sql`x -> 'rotated_box'`)}, coalesce(x -> 'attributes', '{}')`,
        ),
      ),
    ],
    sql` union all `,
  );
  return sql`select * from (${rows}) r (image_id, of, label, item, content, attributes)`;
}
