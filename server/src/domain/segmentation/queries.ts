import type { Mask, Polygon, SegmentationLabel, SegmentationTask } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { selectCurrentMap, selectLastTrainError, selectLastTrainProgress, selectLastTrainStatus } from '../../ml/models/queue';
import { toIsoTimestamp, type View } from '../../data-access/rows/view';

export const segmentationLabelView: View<SegmentationLabel> = {
  from: sql`segmentation_label l`,
  id: sql`l.id`,
  columns: sql<SegmentationLabel>`
    l.id, l.workspace_id as workspace, l.name, l.color, l.key, l.attributes, ${toIsoTimestamp('l.created')} as created, l.version,
    (select count(*)::int from polygon p where p.segmentation_label_id = l.id) as polygons_count,
    (select count(*)::int from mask m where m.segmentation_label_id = l.id) as masks_count,
    (select count(*)::int from (
      select p.image_id from polygon p where p.segmentation_label_id = l.id
      union select m.image_id from mask m where m.segmentation_label_id = l.id) i) as images_count,
    (select count(*)::int from segmentation_task_label t where t.label_id = l.id) as tasks_count`,
};

export const segmentationTaskView: View<SegmentationTask> = {
  from: sql`segmentation_task t`,
  id: sql`t.id`,
  columns: sql<SegmentationTask>`
    t.id, t.workspace_id as workspace, t.name, t.description, t.training_params, t.rules, t.version,
    coalesce((
      select json_agg(json_build_object('id', l.id, 'name', l.name, 'color', l.color) order by lower(l.name), l.id)
      from segmentation_task_label tl join segmentation_label l on l.id = tl.label_id where tl.task_id = t.id), '[]') as segmentation_labels,
    (select count(*)::int from segmentation_task_label tl where tl.task_id = t.id) as "segmentationLabelsCount",
    ${selectLastTrainStatus('segmentation')} as last_train_status, ${selectLastTrainError('segmentation')} as last_train_error,
    ${selectLastTrainProgress('segmentation')} as last_train_progress, ${selectCurrentMap('segmentation')} as map`,
};

export const polygonView: View<Polygon> = {
  from: sql`polygon p join segmentation_label l on l.id = p.segmentation_label_id`,
  countFrom: sql`polygon p`,
  id: sql`p.id`,
  columns: sql<Polygon>`
    p.id, p.workspace_id as workspace, json_build_object('id', p.image_id) as image,
    json_build_object('id', l.id, 'name', l.name, 'color', l.color) as segmentation_label,
    p.data, p.bbox, p.meta_data, p.attributes, ${toIsoTimestamp('p.created')} as created, p.version`,
};

export const maskView: View<Mask> = {
  from: sql`mask m join segmentation_label l on l.id = m.segmentation_label_id`,
  countFrom: sql`mask m`,
  id: sql`m.id`,
  columns: sql<Mask>`
    m.id, m.workspace_id as workspace, json_build_object('id', m.image_id) as image,
    json_build_object('id', l.id, 'name', l.name, 'color', l.color) as segmentation_label,
    m.data, m.bbox, m.area, m.meta_data, m.attributes, ${toIsoTimestamp('m.created')} as created, m.version`,
};
