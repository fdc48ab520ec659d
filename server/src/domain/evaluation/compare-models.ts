import { setImmediate } from 'node:timers/promises';
import type { ModelComparison } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { getCurrentModelOrder } from '../../ml/models/model/current-model';
import type { ModelDomain } from '../../ml/models/model/kinds';
import { readThresholds, type ModelThresholds } from '../../ml/models/predict';
import { isBeingEvaluated } from './evaluate-task';
import { mapTemplates, type StoredImage, type StoredTask } from './stored-evaluation';
import { findEvaluationTask, readImages } from './task-queries';
import { compareRatios, type Ratio, type RatioDifference } from './estimates/compare-ratios';
import { getTotalMeasure, measureImage, type ImageRatios, type QualityMeasure } from './image-ratios';

/** A model of a task with its newest evaluation whose images are still stored. */
interface EvaluatedModel {
  id: string;
  number: number;
  dataset: string | null;
  evaluation: string | null;
}

interface ModelPair {
  domain: ModelDomain;
  task: string;
  model: EvaluatedModel;
  other: EvaluatedModel | null;
}

const NO_RATIO: Ratio = [0, 0];
const ROWS_PER_QUERY = 500;
const MAX_CHANGES = 100;

/** Finds the model to compare with: the model in use, or the previous model in use if the given model is in use. */
export async function findModelPair(
  db: Db,
  domain: ModelDomain,
  { id, task_id: task }: { id: string; task_id: string },
): Promise<ModelPair> {
  const { rows } = await sql<EvaluatedModel>`
    select m.id, m.number, m.dataset_id as dataset, (
      select e.id from evaluation_task t join evaluation e on e.id = t.evaluation_id left join long_work w on w.id = e.work_id
      where t.model_id = m.id and (t.quality is not null or w.id is null or w.state = 'done')
        and exists (select from evaluation_picture p where p.evaluation_id = e.id and p.task_id = t.task_id)
      order by e.created desc limit 1) as evaluation
    from ${sql.table(`${domain}_model`)} m
    where m.task_id = ${task} and (m.train_status = 'TRAINED' or m.id = ${id}) order by ${getCurrentModelOrder('m')}`.execute(db);
  return { domain, task, model: rows.find((row) => row.id === id)!, other: rows.find((row) => row.id !== id) ?? null };
}

/** The quality of two models on an image. */
interface ComparedImage {
  image: string;
  model: ImageRatios;
  other: ImageRatios;
}

interface ComparedImages {
  task: StoredTask;
  images: ComparedImage[];
  /** Number of images that are left out because one of the models was trained on them. */
  learned: number;
}

/** Measures both models on their common images, with the annotations of the newer evaluation. Null unless both models are evaluated. */
async function measureCommonImages(db: Db, { domain, task: taskId, model, other }: ModelPair): Promise<ComparedImages | null> {
  if (!model.evaluation || !other?.evaluation) return null;
  const task = await findEvaluationTask(db, model.evaluation, taskId);
  // If one model predicts boxes of a label and the other model predicts its skeletons, the skeletons are compared.
  const otherTemplates = mapTemplates((await findEvaluationTask(db, other.evaluation, taskId)).labels);
  task.labels = task.labels.map((label) => ({ skeleton: otherTemplates.get(label.id), ...label }));
  const thresholds = await Promise.all([model.id, other.id].map((id) => readThresholds(db, domain, id)));
  const [modelThresholds, otherThresholds] = thresholds as [ModelThresholds, ModelThresholds];
  const result: ComparedImages = { task, images: [], learned: 0 };
  for (let lastImageId: string | null = null; ;) {
    const { rows }: { rows: CommonImage[] } = await sql<CommonImage>`
      select p.image_id as image, case when e.created >= f.created then p.truth else o.truth end as truth,
        p.said as predictions, o.said as "otherPredictions", exists (
          select from dataset_picture d where d.dataset_id in (${model.dataset}, ${other.dataset}) and d.image_id = p.image_id
          and not d.test_image) as "isLearned"
      from evaluation_picture p join evaluation e on e.id = p.evaluation_id
      join evaluation_picture o on o.task_id = p.task_id and o.image_id = p.image_id and o.evaluation_id = ${other.evaluation}
      join evaluation f on f.id = o.evaluation_id
      where p.evaluation_id = ${model.evaluation} and p.task_id = ${taskId} and (${lastImageId}::uuid is null or p.image_id > ${lastImageId})
      order by p.image_id limit ${ROWS_PER_QUERY}`.execute(db);
    for (const { image, truth, predictions, otherPredictions, isLearned } of rows)
      if (isLearned) result.learned += 1;
      else
        result.images.push({
          image,
          model: measureImage(task, { image, truth, predictions }, modelThresholds),
          other: measureImage(task, { image, truth, predictions: otherPredictions }, otherThresholds),
        });
    lastImageId = rows.at(-1)?.image ?? null;
    if (lastImageId === null) return result;
  }
}

type CommonImage = StoredImage & { otherPredictions: StoredImage['predictions']; isLearned: boolean };

/**
 * Compares two models of a task, for all labels together and for each label. `getUrl` returns the URL of a file. `findModelPair` finds
 * the models.
 */
export async function compareModels(db: Db, pair: ModelPair, getUrl: (key: string) => string): Promise<ModelComparison> {
  const toModel = ({ id, number, evaluation }: EvaluatedModel) => ({ id, number, evaluation });
  const comparison: ModelComparison = {
    task: pair.task,
    model: toModel(pair.model),
    other: pair.other && toModel(pair.other),
    evaluating: await isBeingEvaluated(db, pair.task),
    total: null,
    labels: [],
    improved: 0,
    worsened: 0,
    changes: [],
    learned: 0,
  };
  const commonMeasures = await measureCommonImages(db, pair);
  if (!commonMeasures) return comparison;
  const { task, images, learned } = commonMeasures;
  const measure = getTotalMeasure(task);
  const computeDifference = async (labelMeasure: QualityMeasure, getRatio: (ratios: ImageRatios) => Ratio) => {
    // Let the server respond to other requests between labels.
    await setImmediate();
    const pairs = images.map(({ model, other }) => ({ model: getRatio(model), other: getRatio(other) }));
    return toDifference(labelMeasure, compareRatios(pairs, { isLowerBetter: labelMeasure === 'error' }));
  };
  comparison.total = await computeDifference(measure, ({ total }) => total);
  for (const { id, name } of task.labels) {
    const difference = await computeDifference(measure === 'error' ? 'error' : 'f1', ({ labels }) => labels.get(id) ?? NO_RATIO);
    comparison.labels.push({ id, name, ...difference });
  }
  const improved = images.filter(({ model, other }) => model.errors < other.errors).length;
  const worsened = images.filter(({ model, other }) => model.errors > other.errors).length;
  return { ...comparison, improved, worsened, learned, changes: await readMostChangedImages(db, images, getUrl) };
}

/** Compares all labels of two models together. Null unless both models are evaluated. */
export async function compareTotal(db: Db, pair: ModelPair): Promise<RatioDifference | null> {
  const commonMeasures = await measureCommonImages(db, pair);
  if (!commonMeasures) return null;
  const pairs = commonMeasures.images.map(({ model, other }) => ({ model: model.total, other: other.total }));
  return compareRatios(pairs, { isLowerBetter: getTotalMeasure(commonMeasures.task) === 'error' });
}

/** Reads the images on which the numbers of errors of the models differ most. */
async function readMostChangedImages(
  db: Db,
  images: readonly ComparedImage[],
  getUrl: (key: string) => string,
): Promise<ModelComparison['changes']> {
  const changes = images
    .map(({ image, model, other }) => ({ image, errors: model.errors, other_errors: other.errors }))
    .filter((change) => change.errors !== change.other_errors)
    .sort((a, b) => Math.abs(b.errors - b.other_errors) - Math.abs(a.errors - a.other_errors))
    .slice(0, MAX_CHANGES);
  const files = await readImages(
    db,
    changes.map(({ image }) => image),
  );
  return changes.flatMap((change) => {
    const file = files.get(change.image);
    return file ? [{ ...change, thumb_img_path: getUrl(file.thumb_key) }] : [];
  });
}

const toDifference = (measure: QualityMeasure, { images, ...difference }: RatioDifference) => ({
  measure,
  pictures: images,
  ...difference,
});
