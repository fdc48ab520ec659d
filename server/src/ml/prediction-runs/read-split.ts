import { setImmediate } from 'node:timers/promises';
import { DUPLICATE_LIKENESS, type TaskSplit } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { isTrainingImage, countTrainingImages } from '../learning/dataset';
import { parseTrainingParams } from '../learning/training-params';
import type { ModelDomain } from '../models/kinds';
import { explainUntrainable } from '../models/trainable';
import { computeLikeness, toEmbedding } from '../similar-items/embedding-math';

const MAX_GROUPS = 200;
/** Maximum number of images on each side of a group, as many as one call can change. */
const MAX_IMAGES_PER_SIDE = 1000;

/** Counts the images of a training, and lists groups and near-duplicates with both training and TEST images. */
export async function readSplit(
  db: Db,
  domain: ModelDomain,
  task: { id: string; training_params?: unknown },
  { trainsHere, fileUrl }: { trainsHere: boolean; fileUrl: (key: string) => string },
): Promise<TaskSplit> {
  const choice = parseTrainingParams(domain, task.training_params);
  const { rows } = await sql<TaskSplit['groups'][number]>`
    with selected as materialized (
      select i.id, i.seq, i.test_image from training_image i where ${isTrainingImage(domain, task.id, choice)}
    ), members as (
      select m.group_id, t.id, t.seq, t.test_image from group_image m join selected t on t.id = m.image_id
      union
      select m.group_id, t.id, t.seq, t.test_image
      from group_object m join detection_object o on o.id = m.object_id join selected t on t.id = o.image_id
    )
    select g.id, g.name,
      (array_agg(m.id order by m.seq) filter (where not m.test_image))[:${sql.lit(MAX_IMAGES_PER_SIDE)}] as train_images,
      (array_agg(m.id order by m.seq) filter (where m.test_image))[:${sql.lit(MAX_IMAGES_PER_SIDE)}] as test_images
    from members m join similarity_group g on g.id = m.group_id
    group by g.id, g.name having bool_or(m.test_image) and not bool_and(m.test_image)
    order by count(*) desc, lower(g.name), g.id limit ${MAX_GROUPS}`.execute(db);
  const pairs = await findDuplicates(db, isTrainingImage(domain, task.id, choice));
  const duplicates =
    pairs &&
    pairs.map(({ train, test, likeness }) => ({
      train_image: train.id,
      test_image: test.id,
      likeness,
      train_thumb: fileUrl(train.thumb_key),
      test_thumb: fileUrl(test.thumb_key),
    }));
  const counts = await countTrainingImages(db, domain, task.id, choice);
  return { ...counts, groups: rows, duplicates, cannot_train: trainsHere ? await explainUntrainable(db, domain, task) : null };
}

const MAX_DUPLICATES = 200;
/** Maximum number of comparisons. Each takes 0.3 microseconds. */
const MAX_PAIRS = 10_000_000;
/** Number of comparisons after which other work of the process may run. */
const PAIRS_PER_SLICE = 100_000;

interface EmbeddedImage {
  id: string;
  test_image: boolean;
  thumb_key: string;
  data: Buffer;
}

interface Pair {
  train: Pick<EmbeddedImage, 'id' | 'thumb_key'>;
  test: Pick<EmbeddedImage, 'id' | 'thumb_key'>;
  likeness: number;
}

/** Finds training images `i` that are near-duplicates of TEST images. Returns null if there are too many pairs to compare. */
async function findDuplicates(db: Db, condition: RawBuilder<unknown>): Promise<Pair[] | null> {
  const { rows } = await sql<EmbeddedImage>`
    select i.id, i.test_image, i.thumb_key, e.data from training_image i
    join embedding e on e.id = i.id and e.kind = 'image' and e.data is not null
      and e.version = (select max(version) from embedding where workspace_id = i.workspace_id and kind = 'image')
    where ${condition} order by i.seq`.execute(db);
  const images = rows.map(({ data, ...row }) => ({ ...row, embedding: toEmbedding(data) }));
  const [testImages, trainImages] = [images.filter((image) => image.test_image), images.filter((image) => !image.test_image)];
  if (testImages.length * trainImages.length > MAX_PAIRS) return null;
  const duplicates: Pair[] = [];
  let compared = 0;
  for (const test of testImages) {
    for (const train of trainImages) {
      const likeness = computeLikeness(test.embedding, train.embedding, 'both');
      if (likeness >= DUPLICATE_LIKENESS) duplicates.push({ train, test, likeness });
    }
    compared += trainImages.length;
    if (compared < PAIRS_PER_SLICE) continue;
    compared = 0;
    await setImmediate();
  }
  return duplicates.sort((a, b) => b.likeness - a.likeness).slice(0, MAX_DUPLICATES);
}
