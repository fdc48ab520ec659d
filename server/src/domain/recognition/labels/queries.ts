import type { RecognitionLabel } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { selectFacetCount } from '../../../data-access/facets';
import { toIsoTimestamp, type RowView } from '../../../data-access/rows/view';

export const recognitionLabelView: RowView<RecognitionLabel> = {
  from: sql`recognition_label l`,
  id: sql`l.id`,
  columns: sql<RecognitionLabel>`
    l.id, l.workspace_id as workspace, l.name, l.description, l.type, l.color, l.key, ${toIsoTimestamp('l.created')} as created, coalesce(l.output_name, l.name) as output_name,
    l.negative_for_task, l.min_value, l.max_value, l.step_value,
    (select count(*)::int from recognition_task_label t where t.label_id = l.id) as tasks_count,
    ${selectFacetCount('image.label', 'l')} as images_count, ${selectFacetCount('object.label', 'l')} as objects_count, l.version`,
};
