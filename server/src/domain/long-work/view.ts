import type { Work } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { toIsoTimestamp, type RowView } from '../../data-access/rows/view';

/** Background work in the format of the API. */
export const workView: RowView<Work> = {
  from: sql`long_work w`,
  id: sql`w.id`,
  columns: sql<Work>`
    w.id, w.workspace_id as workspace, w.kind, w.state as status, w.progress_done as done, w.progress_total as total, w.error,
    ${toIsoTimestamp('w.created')} as created, ${toIsoTimestamp('w.finished')} as finished`,
};
