import { sql, type RawBuilder } from 'kysely';
import { selectShapeContent, type DataState } from './differences';

/** The state of a dataset version. With `labels`, only annotations with these labels. */
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
  const selectShapes = (key: string, of: string, label = sql`x ->> 'label'`) =>
    selectEach(
      list(key),
      sql`${sql.lit(of)}::text, ${label}, x ->> 'id', ${selectShapeContent(sql`x -> 'data'`, sql`x -> 'rotated_box'`)}, coalesce(x -> 'attributes', '{}')`,
    );
  const rows = sql.join(
    [
      selectEach(list('labels'), sql`'recognition'::text, x ->> 'id', p.image_id::text, x -> 'value', '{}'::jsonb`),
      selectEach(
        sql`coalesce(p.annotations -> 'objects', '[]') || coalesce(p.annotations -> 'labelled', '[]')`,
        sql`'recognition', y ->> 'id', x ->> 'id', y -> 'value', '{}'`,
        sql`, jsonb_array_elements(x -> 'labels') y`,
      ),
      selectShapes('objects', 'detection'),
      selectShapes('polygons', 'segmentation'),
      selectShapes('skeletons', 'detection'),
      selectShapes('masks', 'segmentation'),
      selectShapes('points', 'points', sql`x ->> 'name'`),
    ],
    sql` union all `,
  );
  return sql`select * from (${rows}) r (image_id, of, label, item, content, attributes)`;
}
