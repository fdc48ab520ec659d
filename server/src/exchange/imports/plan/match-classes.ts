import type { ImportClass, ImportDomain } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import type { DraftClass } from '../parse/collector';

interface KnownLabel {
  of: ImportDomain;
  id: string;
  name: string;
  type: string | null;
  in_task: boolean;
}

export interface MatchedClass {
  /** The class as the plan shows it to the user. */
  planned: ImportClass;
  /** The class with the properties that a new label needs. */
  draft: DraftClass;
}

/** Finds the labels of classes by name. Classes with the same name and different ids match different labels. */
export async function matchClasses(trx: Db, workspaceId: string, classes: readonly DraftClass[]): Promise<MatchedClass[]> {
  const labels = await listLabels(trx, workspaceId);
  const byId = new Map(labels.map((label) => [label.id, label]));
  const matchedLabels = new Set<string>();
  const find = ({ of, id, name, type }: DraftClass): KnownLabel | undefined => {
    const same = id === null ? undefined : byId.get(id);
    if (same?.of === of) return same;
    return labels.find(
      (label) =>
        label.of === of &&
        label.name.toLowerCase() === name.toLowerCase() &&
        (of !== 'recognition' || (label.type === 'value') === (type === 'value')) &&
        !(id !== null && matchedLabels.has(label.id)),
    );
  };
  return classes.map((each) => {
    const label = find(each);
    if (label) matchedLabels.add(label.id);
    const { key, of, name, count, type } = each;
    return { planned: { key, of, name, count, type, label: label?.id ?? null, without_task: !label?.in_task }, draft: each };
  });
}

async function listLabels(trx: Db, workspaceId: string): Promise<KnownLabel[]> {
  const { rows } = await sql<KnownLabel>`
    select * from (
      select 'recognition' as of, id, name, type, created,
        exists (select from recognition_task_label t where t.label_id = l.id) as in_task from recognition_label l where workspace_id = ${workspaceId}
      union all
      select 'detection', id, name, null, created,
        exists (select from detection_task_label t where t.label_id = l.id) from detection_label l where workspace_id = ${workspaceId}
      union all
      select 'segmentation', id, name, null, created,
        exists (select from segmentation_task_label t where t.label_id = l.id) from segmentation_label l where workspace_id = ${workspaceId}
    ) labels order by created, id`.execute(trx);
  return rows;
}
