import type { DetectionLabel } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { selectFacetCount } from '../../../data-access/facets';
import { toIsoTimestamp, type RowView } from '../../../data-access/rows/view';

export const detectionLabelView: RowView<DetectionLabel> = {
  from: sql`detection_label l`,
  id: sql`l.id`,
  columns: sql<DetectionLabel>`
    l.id, l.workspace_id as workspace, l.name, l.color, l.key, l.attributes, ${toIsoTimestamp('l.created')} as created, l.version,
    coalesce((select json_agg(r.task_id order by r.created, r.task_id) from detection_label_recognition_task r where r.label_id = l.id), '[]') as recognition_tasks,
    ${selectFacetCount('object.detection_label', 'l')} as objects_count, ${selectFacetCount('image.object_label', 'l')} + (
      select count(*)::int from (select s.image_id from skeleton s where s.detection_label_id = l.id and not exists (
        select from detection_object o where o.image_id = s.image_id and o.detection_label_id = l.id) group by 1) i) as images_count,
    l.skeleton, (select count(*)::int from skeleton s where s.detection_label_id = l.id) as skeletons_count,
    (select count(*)::int from detection_task_label t where t.label_id = l.id) as tasks_count`,
};
