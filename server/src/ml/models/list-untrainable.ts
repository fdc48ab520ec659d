import type { CannotTrain } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { countMatches, type FacetFilter, type FacetTerm } from '../../data-access/facets';
import { selectUnreviewed } from '../../data-access/shapes/model-origin';
import type { RecognitionTaskType } from '../../platform/database/tables/domain';
import { hasEnoughExamples } from '@console/learner/requirements';
import { countExamples, countStatedEmptyImages, hasDifferentValues } from '../learning/dataset';
import { parseTrainingParams, type TrainingImageFilter } from '../learning/training-params';
import type { ModelDomain } from './model/kinds';
import { explainMissing, MIN_TRAINING_IMAGES, explainUntrainable } from './trainable';

interface TaskRow {
  id: string;
  training_params: unknown;
  /** Ids of the labels, including the negative label "none of these" of a recognition task. */
  labels: string[];
  hasLabels: boolean;
  /** Set for recognition tasks only. */
  type?: RecognitionTaskType;
  /** Id of the negative label, if any. */
  negative?: string | null;
}

/**
 * Lists the tasks of a workspace that cannot be trained on this machine, with the reasons of `explainUntrainable`. The counts come from
 * search facets (bitmaps of the rows with a property), because counting images takes seconds for 64 tasks and 100,000 images. Polygons,
 * masks and images with nothing to annotate have no facets, so they are counted in the tables.
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
  const untrainable: CannotTrain['tasks'] = [];
  for (const { hasLabels, ...row } of tasks) {
    const task = { ...row, domain, workspaceId, imageFilter: parseTrainingParams(domain, row.training_params) };
    const missingReason = explainMissing(hasLabels, hasLabels ? await COUNT_EXAMPLES[domain](db, task) : 0);
    const reason =
      missingReason ?? ((await hasEnoughLabelExamples(db, task)) ? null : await explainUntrainable(db, domain, task));
    if (reason !== null) untrainable.push({ id: task.id, reason });
  }
  return untrainable;
}

/** Whether facet counts alone show that a task has enough examples of its labels. */
async function hasEnoughLabelExamples(db: Db, task: CountedTask & Pick<TaskRow, 'type' | 'negative'>): Promise<boolean> {
  const { type, labels, negative } = task;
  if (!type) return true;
  if (type === 'regression') return hasDifferentValues(db, labels, task.imageFilter);
  const countImages = (refs: readonly string[]) =>
    countMatches(db, createFacetFilter('image', task, { kind: 'image.label', refs }));
  const labelledCount = type === 'multi_label' ? await countImages(labels) : 0;
  let sufficientLabels = 0;
  for (const label of labels) {
    if (type === 'multi_label' && label === negative) continue;
    const positives = await countImages([label]);
    if (hasEnoughExamples(type, { positives, negatives: labelledCount - positives, distinctValues: 0 })) sufficientLabels += 1;
    if (sufficientLabels === (type === 'multi_class' ? 2 : 1)) return true;
  }
  return false;
}

/** A task whose examples are counted. */
interface CountedTask {
  domain: ModelDomain;
  id: string;
  workspaceId: string;
  labels: readonly string[];
  imageFilter: TrainingImageFilter;
}

/** Counts the examples of a task like `countExamples`, but may stop once there are enough. */
const COUNT_EXAMPLES: Record<ModelDomain, (db: Db, task: CountedTask) => Promise<number>> = {
  recognition: async (db, task) => {
    const images = await countMatches(db, createFacetFilter('image', task, { kind: 'image.label', refs: task.labels }));
    if (images >= MIN_TRAINING_IMAGES) return images;
    return images + (await countMatches(db, createFacetFilter('object', task, { kind: 'object.label', refs: task.labels })));
  },
  detection: async (db, task) => {
    const hasLabelledObject: FacetTerm = { kind: 'image.object_label', refs: task.labels };
    const images = await countMatches(db, createFacetFilter('image', task, hasLabelledObject));
    if (images >= MIN_TRAINING_IMAGES) return images;
    const isNegativeImage: FacetTerm = { kind: 'image.task_neg', refs: [task.id] };
    const negativeCount = await countMatches(
      db,
      createFacetFilter('image', task, isNegativeImage, { ...hasLabelledObject, not: true }),
    );
    return images + negativeCount + (await countStatedEmptyImages(db, task.id, task.imageFilter));
  },
  segmentation: (db, { id, imageFilter }) => countExamples(db, 'segmentation', id, imageFilter),
};

function createFacetFilter(
  entity: 'image' | 'object',
  { domain, workspaceId, labels, imageFilter }: CountedTask,
  ...terms: FacetTerm[]
): FacetFilter {
  const isUnreviewed = sql`i.id in (${selectUnreviewed(domain, sql`select unnest(${labels}::uuid[])`, workspaceId)})`;
  const unreviewedSeqs =
    entity === 'image'
      ? sql<{ seq: number }>`select i.seq from training_image i where ${isUnreviewed}`
      : sql<{
          seq: number;
        }>`select o.seq from detection_object o join training_image i on i.id = o.image_id where ${isUnreviewed}`;
  const allTerms: FacetTerm[] = [{ kind: `${entity}.test`, not: true }, { seqs: unreviewedSeqs, not: true }, ...terms];
  if (imageFilter.onlyReal) allTerms.push({ kind: `${entity}.real` });
  if (imageFilter.onlyVerified) allTerms.push({ kind: `${entity}.verified` });
  return { workspaceId, entity, terms: allTerms };
}
