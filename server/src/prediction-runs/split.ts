import type { TaskSplit } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../database/connection';
import { chosen, countPictures } from '../learning/dataset';
import { choiceOf } from '../learning/params';
import type { ModelDomain } from '../models/kinds';

const MOST_GROUPS = 200;
/** Of one side of one group: as many as one call can change. */
const MOST_IMAGES = 1000;

/** What a training of the task would take, and which groups lie on both of its sides. */
export async function readSplit(
  db: Db,
  domain: ModelDomain,
  task: { id: string; training_params?: unknown },
): Promise<TaskSplit> {
  const choice = choiceOf(domain, task.training_params);
  const { rows } = await sql<TaskSplit['groups'][number]>`
    with taken as materialized (
      select i.id, i.seq, i.test_image from training_image i where ${chosen(domain, task.id, choice)}
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
  return { ...(await countPictures(db, domain, task.id, choice)), groups: rows };
}
