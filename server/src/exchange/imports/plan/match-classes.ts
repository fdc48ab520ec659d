import type { ImportClass, ImportDomain, ImportNote } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import type { DraftClass } from '../parse/declared-classes';
import { messages } from '../state/messages';

interface WorkspaceLabel {
  /** The domain of the label, such as `detection`. */
  of: ImportDomain;
  id: string;
  name: string;
  type: string | null;
  in_task: boolean;
}

interface MatchedClass {
  /** The class as the plan shows it to the user. */
  planned: ImportClass;
  /** The class with the properties that a new label needs. */
  draft: DraftClass;
}

/**
 * Finds the labels of classes: by id, by the same name, or by a name that differs only in letter case if no other class has the label's name.
 * Classes with the same name and different ids match different labels. `notes` names classes that become the same label.
 */
export async function matchClasses(
  trx: Db,
  workspaceId: string,
  classes: readonly DraftClass[],
): Promise<{ matched: MatchedClass[]; notes: ImportNote[] }> {
  const labels = await listLabels(trx, workspaceId);
  const byId = new Map(labels.map((label) => [label.id, label]));
  const matches = new Map<string, WorkspaceLabel>();
  const matchedLabels = new Set<string>();
  const match = (find: (draft: DraftClass) => WorkspaceLabel | undefined) => {
    for (const draft of classes) {
      const label = matches.has(draft.key) ? undefined : find(draft);
      if (!label) continue;
      matches.set(draft.key, label);
      matchedLabels.add(label.id);
    }
  };
  const findByName = ({ of: classKind, id, name, type }: DraftClass, isSame: (a: string, b: string) => boolean) =>
    labels.find(
      (label) =>
        label.of === classKind &&
        isSame(label.name, name) &&
        (classKind !== 'recognition' || (label.type === 'value') === (type === 'value')) &&
        !(id !== null && matchedLabels.has(label.id)),
    );
  match(({ of, id }) => [byId.get(id ?? '')].find((label) => label?.of === of));
  match((draft) => findByName(draft, (a, b) => a === b));
  const labelsMatchedByName = new Set(matchedLabels);
  match((draft) => {
    const label = findByName(draft, (a, b) => a.toLowerCase() === b.toLowerCase());
    return label && labelsMatchedByName.has(label.id) ? undefined : label;
  });
  const matchedClasses = classes.map((draft) => {
    const label = matches.get(draft.key);
    const { key, of, name, count, type } = draft;
    return { planned: { key, of, name, count, type, label: label?.id ?? null, without_task: !label?.in_task }, draft };
  });
  return { matched: matchedClasses, notes: [...listMergedClasses(matchedClasses, byId), ...countSimilarNames(matchedClasses)] };
}

function listMergedClasses(matchedClasses: readonly MatchedClass[], labels: ReadonlyMap<string, WorkspaceLabel>): ImportNote[] {
  const namesByLabel = new Map<string, string[]>();
  for (const { planned } of matchedClasses)
    if (planned.label) namesByLabel.set(planned.label, [...(namesByLabel.get(planned.label) ?? []), planned.name]);
  return [...namesByLabel].flatMap(([id, names]) =>
    names.length < 2 ? [] : { reason: messages.mergedClasses(names, labels.get(id)?.name ?? ''), count: names.length },
  );
}

/** Counts labels whose names differ only in letter case, because users may confuse them. */
function countSimilarNames(matchedClasses: readonly MatchedClass[]): ImportNote[] {
  const names = matchedClasses.map(({ planned: { of, name } }) => `${of} ${name}`);
  const distinct = [...new Set(names)];
  const count = distinct.length - new Set(distinct.map((name) => name.toLowerCase())).size;
  return count > 0 ? [{ reason: messages.similarNames, count }] : [];
}

async function listLabels(trx: Db, workspaceId: string): Promise<WorkspaceLabel[]> {
  const { rows } = await sql<WorkspaceLabel>`
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
