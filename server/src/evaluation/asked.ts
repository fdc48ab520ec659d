import type { EvaluationMeasures, EvaluatedImage } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../database/connection';
import { notFound } from '../errors';
import { isRight, surestWrongFirst, type Decision } from './decisions';
import { decisionsByThing, readPictures, type KeptTask } from './kept';
import { accuracy, hammingLoss, type Judged } from './measures';
import { judgedOf, Tally } from './task-measures';

const Labels = z.array(z.object({ id: z.string(), name: z.string() }));
const THRESHOLDS = Array.from({ length: 19 }, (_, index) => (index + 1) / 20);

/** A task of an evaluation; where none is named one that has this label, or the one with most pictures. Throws 404. */
export async function taskOfEvaluation(db: Db, evaluation: string, task: string | undefined, label = 'none'): Promise<KeptTask> {
  const { rows } = await sql<Omit<KeptTask, 'labels'> & { labels: unknown }>`
    select t.* from evaluation_task t where t.evaluation_id = ${evaluation} and (${task ?? null}::uuid is null or t.task_id = ${task ?? null})
    order by (t.labels @> ${JSON.stringify([{ id: label }])}::jsonb) desc, (select count(*) from evaluation_picture p where p.evaluation_id = t.evaluation_id and p.task_id = t.task_id) desc,
      lower(t.name), t.task_id limit 1`.execute(db);
  const row = rows[0];
  if (!row) throw notFound('Task');
  return { ...row, labels: Labels.parse(row.labels) };
}

/** How good a task's model is at a threshold, by label and by what it takes for what. */
export async function measuresOf(
  db: Db,
  evaluation: string,
  task: KeptTask,
  threshold = task.threshold,
): Promise<EvaluationMeasures> {
  const tally = new Tally();
  const tallies = task.type === 'regression' ? [] : THRESHOLDS.map((each) => ({ threshold: each, tally: new Tally() }));
  const judged: Judged[] = [];
  let [pictures, objects] = [0, 0];
  for await (const picture of readPictures(db, evaluation, task.task_id)) {
    pictures += 1;
    const things = decisionsByThing(task, picture, threshold);
    tally.add(things.flat());
    if (task.type && task.type !== 'regression') judged.push(...things.map(judgedOf));
    if (task.type) objects += things.filter(([first]) => first?.shape).length;
    for (const each of tallies) each.tally.add(decisionsByThing(task, picture, each.threshold).flat());
  }
  return {
    task: task.task_id,
    threshold,
    pictures,
    ...(task.type && { objects }),
    accuracy: accuracy(judged),
    hamming_loss: hammingLoss(
      judged,
      task.labels.map(({ id }) => id),
    ),
    ...tally.measures(task.labels, task.type === 'regression'),
    by_threshold: tallies.map((each) => ({ threshold: each.threshold, ...each.tally.total })),
  };
}

/** Throws 404 for a label that no task of the evaluation has. */
export async function requireLabels(db: Db, evaluation: string, wanted: readonly (string | undefined)[]): Promise<void> {
  const ids = wanted.filter((id) => id !== undefined && id !== 'none');
  const { rows } = await sql<{ labels: unknown }>`select labels from evaluation_task where evaluation_id = ${evaluation}`.execute(
    db,
  );
  const known = new Set(rows.flatMap(({ labels }) => Labels.parse(labels).map(({ id }) => id)));
  if (ids.some((id) => !known.has(id as string))) throw notFound('Label');
}

export interface BehindQuery {
  threshold?: number;
  /** `none` is nothing; undefined is anything. */
  truth?: string;
  said?: string;
  /** Either of both. */
  label?: string;
  /** A label that people gave the image, for any task of the evaluation. */
  among?: string;
  limit: number;
  offset: number;
}

type Row = Omit<EvaluatedImage, 'img_path' | 'thumb_img_path'> & { shown_key: string; thumb_key: string };

/** The decisions behind a measure or a cell, the surest wrong ones first. */
export async function picturesBehind(
  db: Db,
  evaluation: string,
  task: KeptTask,
  { threshold = task.threshold, truth, said, label, among, limit, offset }: BehindQuery,
): Promise<{ count: number; rows: Row[] }> {
  const isMeant = (value: string | null, wanted: string | undefined) =>
    wanted === undefined || value === (wanted === 'none' ? null : wanted);
  const isWanted = (each: Decision) =>
    isMeant(each.truth, truth) &&
    isMeant(each.said, said) &&
    (label === undefined || each.truth === label || each.said === label);
  const where = among
    ? sql`exists (select from evaluation_picture o where o.evaluation_id = p.evaluation_id and o.image_id = p.image_id
        and o.truth -> 'labels' @> ${JSON.stringify([{ id: among }])}::jsonb)`
    : undefined;
  const found: (Decision & { image: string })[] = [];
  for await (const picture of readPictures(db, evaluation, task.task_id, where))
    for (const decision of decisionsByThing(task, picture, threshold).flat())
      if (isWanted(decision)) found.push({ ...decision, image: picture.image });
  found.sort(surestWrongFirst);
  const names = new Map(task.labels.map(({ id, name }) => [id, name]));
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null));
  const images = await readImages(
    db,
    found.slice(offset, offset + limit).map(({ image }) => image),
  );
  const rows = found.slice(offset, offset + limit).flatMap(({ truthBox, saidBox, truthValue, saidValue, ...decision }): Row[] => {
    const image = images.get(decision.image);
    if (!image) return [];
    const boxes = { truth_box: truthBox && [...truthBox], said_box: saidBox && [...saidBox] };
    const values = { truth_value: truthValue, said_value: saidValue };
    const called = { truth_name: nameOf(decision.truth), said_name: nameOf(decision.said) };
    return [
      {
        ...decision,
        ...image,
        right: isRight({ ...decision, truthBox, saidBox, truthValue, saidValue }),
        ...boxes,
        ...values,
        ...called,
      },
    ];
  });
  return { count: found.length, rows };
}

type Image = Pick<Row, 'img_width' | 'img_height' | 'shown_key' | 'thumb_key'>;

async function readImages(db: Db, ids: readonly string[]): Promise<Map<string, Image>> {
  const { rows } = await sql<Image & { id: string }>`
    select i.id, coalesce(i.display_key, i.img_key) as shown_key, i.thumb_key, i.img_width, i.img_height
    from training_image i where i.id = any(${[...new Set(ids)]}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, ...image }) => [id, image]));
}
