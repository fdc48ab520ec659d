import { sql } from 'kysely';

/** SQL condition: the label `l` of the user's own annotation layer still exists. */
const labelExists = sql`exists (select from recognition_label r where r.id = (l ->> 'label')::uuid)`;
/** SQL of the labels `l` of a layer without their source, which snapshots of finished work do not have. */
const snapshotLabels = sql`
  jsonb_agg(jsonb_build_object('label', l -> 'label', 'value', l -> 'value') order by l ->> 'label')`;

/**
 * SQL of the labels and shapes of a user's layer of a job item `i`, in the format of snapshots. A user without a layer has annotated
 * nothing. Shapes with a deleted label are left out, because deleting a label also deletes its shapes on images.
 */
export const selectLayerWork = (userId: string) => sql`
  coalesce((
    select ${snapshotLabels} from item_layer y, jsonb_array_elements(y.labels) l
    where y.item_id = i.id and y.user_id = ${userId} and ${labelExists}), '[]'),
  coalesce((
    select jsonb_agg(e - '{id,version,created,meta_data,source,prediction}'::text[] || jsonb_build_object('labels', coalesce((
      select ${snapshotLabels} from jsonb_array_elements(e -> 'labels') l where ${labelExists}), '[]')) order by n)
    from item_layer y, jsonb_array_elements(y.shapes) with ordinality as t(e, n)
    where y.item_id = i.id and y.user_id = ${userId} and (e ->> 'label' is null
      or exists (select from detection_label d where d.id = (e ->> 'label')::uuid)
      or exists (select from segmentation_label g where g.id = (e ->> 'label')::uuid))), '[]')`;
