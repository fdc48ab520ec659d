import type { CannotTrain } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../database/connection';
import { countFacets, type FacetFilter, type FacetTerm } from '../facets';
import { countExamples, type Choice } from '../learning/dataset';
import { choiceOf } from '../learning/params';
import type { ModelDomain } from './kinds';
import { lackOf, LEAST_PICTURES } from './trainable';

interface TaskRow {
  id: string;
  training_params: unknown;
  /** With the one for none of them, which a recognition task takes too. */
  labels: string[];
  hasLabels: boolean;
}

/**
 * The tasks of a workspace that this machine could not train, as `whyNotTrainable` would refuse each. What counts pictures one
 * by one takes seconds for 64 tasks over 100,000 pictures; facets have them counted already. Of polygons there are no facets,
 * so that those of a task's labels are read.
 */
export async function listUntrainable(db: Db, domain: ModelDomain, workspaceId: string): Promise<CannotTrain['tasks']> {
  const { rows: tasks } = await sql<TaskRow>`
    select t.id, t.training_params, l.ids <> '{}' as "hasLabels",
      l.ids ${domain === 'recognition' ? sql`|| array(select n.id from recognition_label n where n.negative_for_task = t.id)` : sql``} as labels
    from ${sql.table(`${domain}_task`)} t,
      lateral (select array(select tl.label_id from ${sql.table(`${domain}_task_label`)} tl where tl.task_id = t.id) as ids) l
    where t.workspace_id = ${workspaceId} order by lower(t.name), t.id`.execute(db);
  const found: CannotTrain['tasks'] = [];
  for (const { id, training_params: params, labels, hasLabels } of tasks) {
    const choice = choiceOf(domain, params);
    const reason = lackOf(hasLabels, hasLabels ? await COUNTS[domain](db, { id, workspaceId, labels, choice }) : 0);
    if (reason !== null) found.push({ id, reason });
  }
  return found;
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
    const images = await countFacets(db, filterOf('image', task, { kind: 'image.label', refs: task.labels }));
    if (images >= LEAST_PICTURES) return images;
    return images + (await countFacets(db, filterOf('object', task, { kind: 'object.label', refs: task.labels })));
  },
  detection: async (db, task) => {
    const withObjects: FacetTerm = { kind: 'image.object_label', refs: task.labels };
    const images = await countFacets(db, filterOf('image', task, withObjects));
    if (images >= LEAST_PICTURES) return images;
    const negative: FacetTerm = { kind: 'image.task_neg', refs: [task.id] };
    return images + (await countFacets(db, filterOf('image', task, negative, { ...withObjects, not: true })));
  },
  segmentation: (db, { id, choice }) => countExamples(db, 'segmentation', id, choice),
};

function filterOf(entity: 'image' | 'object', { workspaceId, choice }: Counted, ...terms: FacetTerm[]): FacetFilter {
  const chosen: FacetTerm[] = [{ kind: `${entity}.test`, not: true }, ...terms];
  if (choice.onlyReal) chosen.push({ kind: `${entity}.real` });
  if (choice.onlyVerified) chosen.push({ kind: `${entity}.verified` });
  return { workspaceId, entity, terms: chosen };
}
