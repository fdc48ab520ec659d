import type { DetectionTask } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { selectFacetCount } from '../../../data-access/facets';
import { selectCurrentMap, selectLastTrainError, selectLastTrainProgress, selectLastTrainStatus } from '../../../ml/models/queue';
import type { RowView } from '../../../data-access/rows/view';

export const detectionTaskView: RowView<DetectionTask> = {
  from: sql`detection_task t`,
  id: sql`t.id`,
  columns: sql<DetectionTask>`
    t.id, t.workspace_id as workspace, t.name, t.description, t.training_params, t.rules, t.version,
    coalesce((
      select json_agg(json_build_object('id', l.id, 'name', l.name, 'color', l.color) order by lower(l.name), l.id)
      from detection_task_label tl join detection_label l on l.id = tl.label_id where tl.task_id = t.id), '[]') as detection_labels,
    (select count(*)::int from detection_task_label tl where tl.task_id = t.id) as "detectionLabelsCount",
    ${selectLastTrainStatus('detection')} as last_train_status, ${selectLastTrainError('detection')} as last_train_error,
    ${selectLastTrainProgress('detection')} as last_train_progress, ${selectCurrentMap('detection')} as map,
    ${selectFacetCount('image.task_neg', 't')} as negative_images_count`,
};
