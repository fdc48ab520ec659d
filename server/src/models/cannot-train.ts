import type { CannotTrain } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../database/connection';
import { countMatches, type FacetFilter, type FacetTerm } from '../facets';
import type { RecognitionTaskType } from '../database/tables/domain';
import { hasEnoughExamples } from '@console/learner/requirements';
import { countExamples, hasDifferentValues, type Choice } from '../learning/dataset';
import { choiceOf } from '../learning/params';
import type { ModelDomain } from './kinds';
import { lackOf, LEAST_PICTURES, whyNotTrainable } from './trainable';

interface TaskRow {
  id: string;
  training_params: unknown;
  /** With the one for none of them, which a recognition task takes too. */
  labels: string[];
  hasLabels: boolean;
  /** Of recognition. */
  type?: RecognitionTaskType;
  /** The one that stands for none of the others, if any. */
  negative?: string | null;
}

/**
 * The tasks of a workspace that this machine could not train, as `whyNotTrainable` would refuse each. What counts pictures one
 * by one takes seconds for 64 tasks over 100,000 pictures; facets have them counted already. Of polygons there are no facets,
 * so that those of a task's labels are read.
 */
export async function listUntrainable(db: Db, domain: ModelDomain, workspaceId: string): Promise<CannotTrain['tasks']> {
  const { rows: tasks } = await sql<TaskRow>`
    select t.id, t.training_params, l.ids <> '{}' as "hasLabels",${
      domain === 'recognition'
        ? sql` t.type, (select n.id from recognition_label n where n.negative_for_task = t.id limit 1) as negative,`
        : sql``
    }
      l.ids ${domain === 'recognition' ? sql`|| array(select n.id from recognition_label n where n.negative_for_task = t.id)` : sql``} as labels
    from ${sql.table(`${domain}_task`)} t,
      lateral (select array(select tl.label_id from ${sql.table(`${domain}_task_label`)} tl where tl.task_id = t.id) as ids) l
    where t.workspace_id = ${workspaceId} order by lower(t.name), t.id`.execute(db);
  const found: CannotTrain['tasks'] = [];
  for (const { hasLabels, ...task } of tasks) {
    const counted = { ...task, workspaceId, choice: choiceOf(domain, task.training_params) };
    const lack = lackOf(hasLabels, hasLabels ? await COUNTS[domain](db, counted) : 0);
    const reason = lack ?? ((await hasEnoughOfLabels(db, counted)) ? null : await whyNotTrainable(db, domain, task));
    if (reason !== null) found.push({ id: task.id, reason });
  }
  return found;
}

/** Whether it is clear already, without all being counted, that a task has enough of its labels. */
async function hasEnoughOfLabels(db: Db, task: Counted & Pick<TaskRow, 'type' | 'negative'>): Promise<boolean> {
  const { type, labels, negative } = task;
  if (!type) return true;
  if (type === 'regression') return hasDifferentValues(db, labels, task.choice);
  const countOf = (refs: readonly string[]) => countMatches(db, filterOf('image', task, { kind: 'image.label', refs }));
  const all = type === 'multi_label' ? await countOf(labels) : 0;
  let enough = 0;
  for (const label of labels) {
    if (type === 'multi_label' && label === negative) continue;
    const having = await countOf([label]);
    if (hasEnoughExamples(type, { positives: having, negatives: all - having, values: 0 })) enough += 1;
    if (enough === (type === 'multi_class' ? 2 : 1)) return true;
  }
  return false;
}

interface Counted {
  id: string;
  workspaceId: string;
  labels: readonly string[];
  choice: Choice;
}

/** What a training of the task would learn from, as `countExamples` has it; where there are enough, at least so many. */
const COUNTS: Record<ModelDomain, (db: Db, task: Counted) => Promise<number>> = {
  recognition: async (db, task) => {
    const images = await countMatches(db, filterOf('image', task, { kind: 'image.label', refs: task.labels }));
    if (images >= LEAST_PICTURES) return images;
    return images + (await countMatches(db, filterOf('object', task, { kind: 'object.label', refs: task.labels })));
  },
  detection: async (db, task) => {
    const withObjects: FacetTerm = { kind: 'image.object_label', refs: task.labels };
    const images = await countMatches(db, filterOf('image', task, withObjects));
    if (images >= LEAST_PICTURES) return images;
    const negative: FacetTerm = { kind: 'image.task_neg', refs: [task.id] };
    return images + (await countMatches(db, filterOf('image', task, negative, { ...withObjects, not: true })));
  },
  segmentation: (db, { id, choice }) => countExamples(db, 'segmentation', id, choice),
};

function filterOf(entity: 'image' | 'object', { workspaceId, choice }: Counted, ...terms: FacetTerm[]): FacetFilter {
  const chosen: FacetTerm[] = [{ kind: `${entity}.test`, not: true }, ...terms];
  if (choice.onlyReal) chosen.push({ kind: `${entity}.real` });
  if (choice.onlyVerified) chosen.push({ kind: `${entity}.verified` });
  return { workspaceId, entity, terms: chosen };
}
