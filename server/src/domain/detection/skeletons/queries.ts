import type { Skeleton } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { toIsoTimestamp, type View } from '../../../data-access/rows/view';

export const skeletonView: View<Skeleton> = {
  from: sql`skeleton s join detection_label l on l.id = s.detection_label_id`,
  countFrom: sql`skeleton s`,
  id: sql`s.id`,
  columns: sql<Skeleton>`
    s.id, s.workspace_id as workspace, json_build_object('id', s.image_id) as image,
    json_build_object('id', l.id, 'name', l.name, 'color', l.color) as detection_label,
    s.data, s.bbox, s.meta_data, s.attributes, ${toIsoTimestamp('s.created')} as created, s.version`,
};
