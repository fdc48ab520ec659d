import { sql, type RawBuilder } from 'kysely';
import { syncFacets } from '../../../data-access/facets';
import type { ScopedRow } from '../../../platform/access/scope';
import type { Db } from '../../../platform/database/connection';
import { insertImageLabels, resolveLabelValue } from '../../recognition/images/labels';

/**
 * SQL condition: image `i` has a label that excludes the given label in a task. Categories exclude each other, and the negative tag of a
 * task excludes its other tags. The image screen applies the same rule.
 */
export const isLabelExcluded = (labelId: string): RawBuilder<unknown> => sql`exists (
  select from recognition_task_label added
  join recognition_task t on t.id = added.task_id
  join recognition_label a on a.id = added.label_id
  join recognition_task_label other on other.task_id = t.id and other.label_id <> added.label_id
  join recognition_label o on o.id = other.label_id
  join image_label l on l.label_id = o.id and l.image_id = i.id
  where added.label_id = ${labelId}
    and (t.type = 'multi_class' or t.type = 'multi_label'
      and (a.negative_for_task is not distinct from t.id) <> (o.negative_for_task is not distinct from t.id)))`;

/** Adds a label to locked images. */
export async function addLabel(
  trx: Db,
  workspaceId: string,
  label: ScopedRow<'recognition_label'>,
  ids: readonly string[],
): Promise<void> {
  const labelValue = { id: label.id, value: resolveLabelValue(label, undefined), isValueSent: false };
  await insertImageLabels(trx, workspaceId, ids, [labelValue]);
  await syncFacets(trx, workspaceId, [{ target: 'image', ids, kinds: ['image.label'], refs: [label.id] }]);
}
