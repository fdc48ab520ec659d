import { setImmediate } from 'node:timers/promises';
import { DUPLICATE_LIKENESS, type TaskSplit } from '@console/shared-contract/api';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../database/connection';
import { isTrainingImage, countTrainingImages } from '../learning/dataset';
import { parseTrainingParams } from '../learning/training-params';
import type { ModelDomain } from '../models/kinds';
import { explainUntrainable } from '../models/trainable';
import { likenessOf, toEmbedding } from '../similar/numbers';

const MOST_GROUPS = 200;
/** Of one side of one group: as many as one call can change. */
const MOST_IMAGES = 1000;

/** What a training of the task would take, and which groups and near-duplicates lie on both of its sides. */
export async function readSplit(
  db: Db,
  domain: ModelDomain,
  task: { id: string; training_params?: unknown },
  { trainsHere, fileUrl }: { trainsHere: boolean; fileUrl: (key: string) => string },
): Promise<TaskSplit> {
  const choice = parseTrainingParams(domain, task.training_params);
  const { rows } = await sql<TaskSplit['groups'][number]>`
    with taken as materialized (
      select i.id, i.seq, i.test_image from training_image i where ${isTrainingImage(domain, task.id, choice)}
    ), members as (
      select m.group_id, t.id, t.seq, t.test_image from group_image m join taken t on t.id = m.image_id
      union
      select m.group_id, t.id, t.seq, t.test_image
      from group_object m join detection_object o on o.id = m.object_id join taken t on t.id = o.image_id
    )
    select g.id, g.name,
      (array_agg(m.id order by m.seq) filter (where not m.test_image))[:${sql.lit(MOST_IMAGES)}] as train_images,
      (array_agg(m.id order by m.seq) filter (where m.test_image))[:${sql.lit(MOST_IMAGES)}] as test_images
    from members m join similarity_group g on g.id = m.group_id
    group by g.id, g.name having bool_or(m.test_image) and not bool_and(m.test_image)
    order by count(*) desc, lower(g.name), g.id limit ${MOST_GROUPS}`.execute(db);
  const found = await findDuplicates(db, isTrainingImage(domain, task.id, choice));
  const duplicates =
    found &&
    found.map(({ train, test, likeness }) => ({
      train_image: train.id,
      test_image: test.id,
      likeness,
      train_thumb: fileUrl(train.thumb_key),
      test_thumb: fileUrl(test.thumb_key),
    }));
  const counts = await countTrainingImages(db, domain, task.id, choice);
  return { ...counts, groups: rows, duplicates, cannot_train: trainsHere ? await explainUntrainable(db, domain, task) : null };
}

const MOST_DUPLICATES = 200;
/** 0.3 microseconds each. */
const MOST_PAIRS = 10_000_000;
/** Compared without letting others in between. */
const PAIRS_AT_ONCE = 100_000;

interface Seen {
  id: string;
  test_image: boolean;
  thumb_key: string;
  data: Buffer;
}

interface Pair {
  train: Pick<Seen, 'id' | 'thumb_key'>;
  test: Pick<Seen, 'id' | 'thumb_key'>;
  likeness: number;
}

/** Images `i` of TEST that look like others which are learned from, by what they look like as far as it is known. */
async function findDuplicates(db: Db, condition: RawBuilder<unknown>): Promise<Pair[] | null> {
  const { rows } = await sql<Seen>`
    select i.id, i.test_image, i.thumb_key, e.data from training_image i
    join embedding e on e.id = i.id and e.kind = 'image' and e.data is not null
      and e.version = (select max(version) from embedding where workspace_id = i.workspace_id and kind = 'image')
    where ${condition} order by i.seq`.execute(db);
  const seen = rows.map(({ data, ...row }) => ({ ...row, embedding: toEmbedding(data) }));
  const [tested, learned] = [seen.filter((image) => image.test_image), seen.filter((image) => !image.test_image)];
  if (tested.length * learned.length > MOST_PAIRS) return null;
  const found: Pair[] = [];
  let compared = 0;
  for (const test of tested) {
    for (const train of learned) {
      const likeness = likenessOf(test.embedding, train.embedding, 'both');
      if (likeness >= DUPLICATE_LIKENESS) found.push({ train, test, likeness });
    }
    compared += learned.length;
    if (compared < PAIRS_AT_ONCE) continue;
    compared = 0;
    await setImmediate();
  }
  return found.sort((a, b) => b.likeness - a.likeness).slice(0, MOST_DUPLICATES);
}
