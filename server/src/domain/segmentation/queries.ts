import type { SegmentationLabel, SegmentationTask } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { selectCurrentMap, selectLastTrainError, selectLastTrainProgress, selectLastTrainStatus } from '../../ml/models/queue';
import { toIsoTimestamp, type RowView } from '../../data-access/rows/view';
import { listDomainKinds } from '../../data-access/shape-kinds/registry';

const kinds = listDomainKinds('segmentation');
const shapeCounts = kinds.map(
  ({ table, plural }) =>
    sql`(select count(*)::int from ${sql.table(table)} s where s.segmentation_label_id = l.id) as ${sql.ref(`${plural}_count`)}`,
);
const shapeImages = kinds.map(
  ({ table }) => sql`select s.image_id from ${sql.table(table)} s where s.segmentation_label_id = l.id`,
);

export const segmentationLabelView: RowView<SegmentationLabel> = {
  from: sql`segmentation_label l`,
  id: sql`l.id`,
  columns: sql<SegmentationLabel>`
    l.id, l.workspace_id as workspace, l.name, l.color, l.key, l.attributes, ${toIsoTimestamp('l.created')} as created, l.version,
    ${sql.join(shapeCounts)},
    (select count(*)::int from (${sql.join(shapeImages, sql` union `)}) i) as images_count,
    (select count(*)::int from segmentation_task_label t where t.label_id = l.id) as tasks_count`,
};

export const segmentationTaskView: RowView<SegmentationTask> = {
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
