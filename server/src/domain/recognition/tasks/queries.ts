import type { RecognitionTask } from '@console/shared-contract/api';
import { sql } from 'kysely';
import {
  CURRENT_MODEL_SCORE,
  selectLastTrainError,
  selectLastTrainProgress,
  selectLastTrainStatus,
} from '../../../ml/models/queue';
import type { RowView } from '../../../data-access/rows/view';

export const recognitionTaskView: RowView<RecognitionTask> = {
  from: sql`recognition_task t`,
  id: sql`t.id`,
  columns: sql<RecognitionTask>`
    t.id, t.workspace_id as workspace, t.name, t.description, t.type, t.production_version, t.rules, t.version,
    coalesce((
      select json_agg(json_build_object(
        'id', l.id, 'name', l.name, 'type', l.type, 'negative_for_task', l.negative_for_task,
        'min_value', l.min_value, 'max_value', l.max_value, 'step_value', l.step_value) order by lower(l.name), l.id)
      from recognition_task_label tl join recognition_label l on l.id = tl.label_id where tl.task_id = t.id), '[]') as labels,
    ${selectLastTrainStatus('recognition')} as last_train_status, ${selectLastTrainError('recognition')} as last_train_error,
    ${selectLastTrainProgress('recognition')} as last_train_progress, ${CURRENT_MODEL_SCORE} as score`,
};
