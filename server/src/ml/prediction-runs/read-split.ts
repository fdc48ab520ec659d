import type { TaskSplit } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/database/connection';
import { isTrainingImage, countTrainingImages } from '../learning/dataset';
import { parseTrainingParams } from '../learning/training-params';
import type { ModelDomain } from '../models/model/kinds';
import { explainUntrainable } from '../models/trainable';
import { findDuplicates } from '../duplicates/find-duplicates';
import { countComparable, joinEmbedding } from '../duplicates/readiness';
import { getCandidateCount, selectNearest } from '../duplicates/select-candidates';
import { enqueueOutdatedImages, type Readiness } from '../similar-items/embedding-queue';
import { enqueueEmbeddingJob } from '../similar-items/embedding-tasks';
import { toEmbedding } from '../similar-items/embedding-math';
import { readThumbnails } from '../similar-items/stored-embeddings';

const MAX_GROUPS = 200;
/** Maximum number of training images, and of TEST images, of a group: as many as one call can move to the other split. */
const MAX_IMAGES_PER_SIDE = 1000;

interface SplitOptions {
  /** Whether this server trains models itself. */
  isTrainingEnabled: boolean;
  /** Whether this server computes the embeddings and thumbnails by which near-duplicates are recognised. */
  comparesImages: boolean;
  fileUrl: (key: string) => string;
}

/** Counts the images of a training, and lists groups and near-duplicates with both training and TEST images. */
export async function readSplit(
  db: Db,
  domain: ModelDomain,
  task: { id: string; workspace_id: string; training_params?: unknown },
  { isTrainingEnabled, comparesImages, fileUrl }: SplitOptions,
): Promise<TaskSplit> {
  const imageFilter = parseTrainingParams(domain, task.training_params);
  const { rows } = await sql<TaskSplit['groups'][number]>`
    with selected as materialized (
      select i.id, i.seq, i.test_image from training_image i where ${isTrainingImage(domain, task.id, imageFilter)}
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
  const { duplicates, ready } = await compareSides(db, task.workspace_id, isTrainingImage(domain, task.id, imageFilter), fileUrl);
  if (comparesImages && ready.ready < ready.total) {
    await enqueueOutdatedImages(db, task.workspace_id);
    await enqueueEmbeddingJob(db);
  }
  const counts = await countTrainingImages(db, domain, task.id, imageFilter);
  return {
    ...counts,
    groups: rows,
    duplicates,
    ready: comparesImages ? ready : null,
    cannot_train: isTrainingEnabled ? await explainUntrainable(db, domain, task) : null,
  };
}

const MAX_DUPLICATES = 200;
/** Maximum number of pairs of embeddings that are compared. One comparison takes 0.6 microseconds. */
const MAX_PAIRS = 10_000_000;

interface SplitImage {
  id: string;
  test_image: boolean;
  thumb_key: string;
  data: Buffer;
}

/**
 * Finds training images that are near-duplicates of TEST images, and counts the images that can be compared. The list is empty until all
 * images are ready, and null if there are too many pairs to compare.
 * @param condition SQL condition that selects the images `i`
 */
async function compareSides(
  db: Db,
  workspaceId: string,
  condition: RawBuilder<unknown>,
  fileUrl: (key: string) => string,
): Promise<Pick<TaskSplit, 'duplicates'> & { ready: Readiness }> {
  const { ready: comparable, total } = await countComparable(db, workspaceId, condition);
  const readiness = { ready: comparable, total };
  if (comparable < total) return { duplicates: [], ready: readiness };
  return { duplicates: await queueComparison(() => listDuplicates(db, workspaceId, condition, fileUrl)), ready: readiness };
}

let lastComparison: Promise<unknown> = Promise.resolve();

/** Runs comparisons one after the other, because each comparison holds the embeddings of all images of a training. */
function queueComparison<T>(compare: () => Promise<T>): Promise<T> {
  const comparison = lastComparison.then(compare);
  lastComparison = comparison.catch(() => undefined);
  return comparison;
}

async function listDuplicates(
  db: Db,
  workspaceId: string,
  condition: RawBuilder<unknown>,
  fileUrl: (key: string) => string,
): Promise<TaskSplit['duplicates']> {
  const { rows } = await sql<SplitImage>`
    select i.id, i.test_image, i.thumb_key, e.data from training_image i ${joinEmbedding(workspaceId)}
    where ${condition} and e.data is not null order by i.seq`.execute(db);
  const images = rows.map(({ data, ...row }) => ({ ...row, embedding: toEmbedding(data) }));
  const imagesById = new Map(images.map((image) => [image.id, image]));
  const [testImages, trainImages] = [images.filter((image) => image.test_image), images.filter((image) => !image.test_image)];
  if (testImages.length * trainImages.length > MAX_PAIRS) return null;
  const foundPairs = await findDuplicates({
    images: testImages.map(({ id }) => id),
    selectCandidates: (id, pause) =>
      selectNearest(imagesById.get(id)!.embedding, trainImages, getCandidateCount(testImages.length), pause),
    readThumbnails: (ids) => readThumbnails(db, ids),
  });
  return foundPairs.slice(0, MAX_DUPLICATES).map(({ id, duplicate, score }) => ({
    train_image: duplicate,
    test_image: id,
    likeness: score,
    train_thumb: fileUrl(imagesById.get(duplicate)!.thumb_key),
    test_thumb: fileUrl(imagesById.get(id)!.thumb_key),
  }));
}
