import type { LearningCurve } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { toIsoTimestamp } from '../../data-access/rows/view';
import type { ModelDomain } from '../../ml/models/model/kinds';
import type { Db } from '../../platform/database/connection';
import { findEvaluationTask } from './task-queries';
import { computeQuality, type EvaluationQuality } from './evaluation-quality';
import { forecastImages } from './estimates/power-law';

interface EvaluatedModelRow {
  model: string;
  number: number;
  created: string;
  train_pictures: number | null;
  verified_pictures: number | null;
  evaluation: string;
  /** Null for an evaluation of an earlier release. */
  quality: EvaluationQuality | null;
}

/** Reads the quality of all evaluated models of a task in the order of their training, with a forecast for each label. */
export async function readLearningCurve(
  db: Db,
  { domain, task, target }: { domain: ModelDomain; task: string; target: number },
): Promise<LearningCurve> {
  const points: LearningCurve['points'] = [];
  for (const { quality, ...row } of await readEvaluatedModels(db, domain, task))
    points.push({
      ...row,
      ...(quality ?? (await computeQuality(db, row.evaluation, await findEvaluationTask(db, row.evaluation, task)))),
    });
  const lastPoint = points.at(-1);
  const computeForecast = (
    getEstimate: (point: (typeof points)[number]) => { value: number | null; pictures: number } | undefined,
  ) =>
    forecastImages(
      points.flatMap((point) => {
        const { value = null, pictures = 0 } = getEstimate(point) ?? {};
        return value === null || point.train_pictures === null
          ? []
          : [{ trainingImages: point.train_pictures, quality: value, testImages: pictures }];
      }),
      target,
    );
  const hasForecast = lastPoint !== undefined && lastPoint.total.measure !== 'error';
  return {
    task,
    points,
    forecast: hasForecast ? computeForecast(({ total }) => total) : null,
    labels: (lastPoint?.labels ?? []).map(({ id, name }) => ({
      id,
      name,
      forecast: hasForecast ? computeForecast(({ labels }) => labels.find((label) => label.id === id)) : null,
    })),
  };
}

async function readEvaluatedModels(db: Db, domain: ModelDomain, taskId: string): Promise<EvaluatedModelRow[]> {
  const { rows } = await sql<EvaluatedModelRow>`
    select m.id as model, m.number, ${toIsoTimestamp('m.created')} as created, d.train_pictures, d.verified_pictures, e.evaluation, e.quality
    from ${sql.table(`${domain}_model`)} m
    join lateral (
      select t.evaluation_id as evaluation, t.quality from evaluation_task t
      join evaluation e on e.id = t.evaluation_id left join long_work w on w.id = e.work_id
      where t.model_id = m.id and t.task_id = m.task_id and (w.id is null or w.state = 'done') and (t.quality is not null or exists (
        select from evaluation_picture p where p.evaluation_id = t.evaluation_id and p.task_id = t.task_id))
      order by e.created desc limit 1) e on true
    left join lateral (
      select count(*)::int as train_pictures, (count(*) filter (where exists (
        select from image_verification v where v.image_id = p.image_id and v.model_id is null and v.created <= m.created)))::int as verified_pictures
      from dataset_picture p where p.dataset_id = m.dataset_id and not p.test_image) d on m.dataset_id is not null
    where m.task_id = ${taskId} and m.train_status = 'TRAINED' order by m.number`.execute(db);
  return rows;
}
