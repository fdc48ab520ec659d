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
  const labelsById = new Map(labels.map((label) => [label.id, label]));
  const matches = new Map<string, WorkspaceLabel>();
  const matchedLabels = new Set<string>();
  const matchUnmatched = (findLabel: (draftClass: DraftClass) => WorkspaceLabel | undefined) => {
    for (const draftClass of classes) {
      const label = matches.has(draftClass.key) ? undefined : findLabel(draftClass);
      if (!label) continue;
      matches.set(draftClass.key, label);
      matchedLabels.add(label.id);
    }
  };
  const findByName = ({ of: domain, id, name, type }: DraftClass, isSame: (a: string, b: string) => boolean) =>
    labels.find(
      (label) =>
        label.of === domain &&
        isSame(label.name, name) &&
        (domain !== 'recognition' || (label.type === 'value') === (type === 'value')) &&
        !(id !== null && matchedLabels.has(label.id)),
    );
  matchUnmatched(({ of: domain, id }) => [labelsById.get(id ?? '')].find((label) => label?.of === domain));
  matchUnmatched((draftClass) => findByName(draftClass, (a, b) => a === b));
  const labelsMatchedByName = new Set(matchedLabels);
  matchUnmatched((draftClass) => {
    const label = findByName(draftClass, (a, b) => a.toLowerCase() === b.toLowerCase());
    return label && labelsMatchedByName.has(label.id) ? undefined : label;
  });
  const matchedClasses = classes.map((draftClass) => {
    const label = matches.get(draftClass.key);
    const { key, of: domain, name, count, type } = draftClass;
    return {
      planned: { key, of: domain, name, count, type, label: label?.id ?? null, without_task: !label?.in_task },
      draft: draftClass,
    };
  });
  return {
    matched: matchedClasses,
    notes: [...listMergedClasses(matchedClasses, labelsById), ...countSimilarNames(matchedClasses)],
  };
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
  const classNames = matchedClasses.map(({ planned: { of: domain, name } }) => `${domain} ${name}`);
  const distinctNames = [...new Set(classNames)];
  const similarCount = distinctNames.length - new Set(distinctNames.map((name) => name.toLowerCase())).size;
  return similarCount > 0 ? [{ reason: messages.similarNames, count: similarCount }] : [];
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
