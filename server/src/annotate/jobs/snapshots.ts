import type { Agreement, Disagreement, ItemSnapshot } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../database/connection';
import { toIsoTimestamp } from '../../rows/view';
import { compareWork, matchShapes, type Kept } from './compare';
import type { JobRow } from './items';

const MOST_DISAGREEMENTS = 1000;
/** Items that are kept and compared in one go: with four people an item 1,500 rows of nine values, and PostgreSQL takes 65,535. */
const AT_ONCE = 500;
const NOTHING: Kept = { labels: [], shapes: [] };

/**
 * Keeps what these images are like now as the work of the person who has marked them as done, and compares it with what
 * others have done of them. The label that the job itself puts on is nobody's work. The images must be items of the job.
 */
export async function keepSnapshots(trx: Db, job: JobRow, imageIds: readonly string[], userId: string): Promise<void> {
  for (let start = 0; start < imageIds.length; start += AT_ONCE)
    await keepSome(trx, job, imageIds.slice(start, start + AT_ONCE), userId);
}

async function keepSome(trx: Db, job: JobRow, imageIds: readonly string[], userId: string): Promise<void> {
  const { rows } = await sql<{ item_id: string } & Kept>`
    insert into item_snapshot (item_id, user_id, job_id, workspace_id, labels, shapes)
    select i.id, ${userId}, i.job_id, i.workspace_id,
      coalesce((
        select jsonb_agg(jsonb_build_object('label', l.label_id, 'value', l.value) order by l.label_id) from image_label l
        where l.image_id = i.image_id and l.label_id is distinct from ${job.mark_done_label_id}::uuid), '[]'),
      coalesce((
        select jsonb_agg(to_jsonb(s)) from (
          select 'object' as kind, o.detection_label_id as label, null as name, to_jsonb(o.data) as data,
            coalesce((
              select jsonb_agg(jsonb_build_object('label', l.label_id, 'value', l.value) order by l.label_id)
              from object_label l where l.object_id = o.id), '[]') as labels
          from detection_object o where o.image_id = i.image_id
          union all
          select 'polygon', p.segmentation_label_id, null, to_jsonb(p.data), '[]' from polygon p where p.image_id = i.image_id
          union all
          select 'point', null, t.name, to_jsonb(t.data), '[]' from point t where t.image_id = i.image_id
        ) s), '[]')
    from job_item i where i.job_id = ${job.id} and i.image_id = any(${imageIds}::uuid[]) order by i.id
    on conflict (item_id, user_id) do update set labels = excluded.labels, shapes = excluded.shapes, taken = clock_timestamp()
    returning item_id, labels, shapes`.execute(trx);
  await compareWithOthers(trx, job, rows, userId);
}

async function compareWithOthers(
  trx: Db,
  job: JobRow,
  kept: readonly ({ item_id: string } & Kept)[],
  userId: string,
): Promise<void> {
  const mine = new Map(kept.map((each) => [each.item_id, each]));
  const items = [...mine.keys()];
  await sql`
    delete from item_comparison where item_id = any(${items}::uuid[]) and ${userId} in (first_id, second_id)`.execute(trx);
  const { rows: others } = await sql<{ item_id: string; user_id: string } & Kept>`
    select item_id, user_id, labels, shapes from item_snapshot
    where item_id = any(${items}::uuid[]) and user_id <> ${userId}`.execute(trx);
  if (others.length === 0) return;
  const rows = others.map((other) => {
    const { sameLabels, allLabels, sameShapes, allShapes } = compareWork(other, mine.get(other.item_id) ?? NOTHING);
    return {
      ...{ item_id: other.item_id, first_id: other.user_id, second_id: userId, job_id: job.id, workspace_id: job.workspace_id },
      ...{ same_labels: sameLabels, all_labels: allLabels, same_shapes: sameShapes, all_shapes: allShapes },
    };
  });
  await trx.insertInto('item_comparison').values(rows).execute();
}

/** Forgets what a person's work of these images was, who has not done them any more, and the comparisons with it. */
export async function forgetSnapshots(trx: Db, job: JobRow, imageIds: readonly string[], userId: string): Promise<void> {
  await sql`
    delete from item_snapshot s using job_item i
    where i.id = s.item_id and i.job_id = ${job.id} and i.image_id = any(${imageIds}::uuid[]) and s.user_id = ${userId}`.execute(
    trx,
  );
}

const compared = sql`
  count(*)::int as compared,
  (count(*) filter (where c.same_labels = c.all_labels and c.same_shapes = c.all_shapes))::int as agreeing,
  json_build_object('same', coalesce(sum(c.same_labels), 0), 'all', coalesce(sum(c.all_labels), 0)) as labels,
  json_build_object('same', coalesce(sum(c.same_shapes), 0), 'all', coalesce(sum(c.all_shapes), 0)) as shapes`;
const people = sql`
  json_build_object('id', a.id, 'username', a.username) as first, json_build_object('id', b.id, 'username', b.username) as second`;
const withPeople = sql`item_comparison c join app_user a on a.id = c.first_id join app_user b on b.id = c.second_id`;

/** How far the people of a job agree, and where they do not. */
export async function readAgreement(db: Db, job: JobRow): Promise<Agreement> {
  const { rows: totals } = await sql<Omit<Agreement, 'pairs' | 'disagreements'>>`
    select ${compared} from item_comparison c where c.job_id = ${job.id}`.execute(db);
  const { rows: pairs } = await sql<Agreement['pairs'][number]>`
    select ${people}, ${compared} from ${withPeople} where c.job_id = ${job.id}
    group by a.id, b.id order by lower(a.username), lower(b.username), a.id, b.id`.execute(db);
  const { rows: disagreements } = await sql<Disagreement>`
    select i.image_id as image, ${people},
      json_build_object('same', c.same_labels, 'all', c.all_labels) as labels,
      json_build_object('same', c.same_shapes, 'all', c.all_shapes) as shapes
    from ${withPeople} join job_item i on i.id = c.item_id
    where c.job_id = ${job.id} and (c.same_labels < c.all_labels or c.same_shapes < c.all_shapes)
    order by (c.same_labels + c.same_shapes)::real / (c.all_labels + c.all_shapes), i.position, a.id, b.id
    limit ${MOST_DISAGREEMENTS}`.execute(db);
  return { ...totals[0]!, pairs, disagreements };
}

/** What an item was like when each person marked it as done, with the names that its labels have now. */
export async function readSnapshots(db: Db, job: JobRow, imageId: string): Promise<ItemSnapshot[]> {
  const named = sql`
    coalesce((
      select jsonb_agg(jsonb_build_object('label', l ->> 'label', 'value', l -> 'value', 'name', r.name) order by lower(r.name), r.id)
      from jsonb_array_elements(s.of) l left join recognition_label r on r.id = (l ->> 'label')::uuid), '[]')`;
  const { rows } = await sql<ItemSnapshot>`
    select json_build_object('id', u.id, 'username', u.username) as user, ${toIsoTimestamp('k.taken')} as taken,
      (select ${named} from (select k.labels as of) s) as labels,
      coalesce((
        select jsonb_agg(e || jsonb_build_object(
          'name', coalesce(d.name, g.name, e ->> 'name'), 'color', coalesce(d.color, g.color),
          'labels', (select ${named} from (select e -> 'labels' as of) s), 'matched_by', '[]'::jsonb))
        from jsonb_array_elements(k.shapes) e
        left join detection_label d on e ->> 'kind' = 'object' and d.id = (e ->> 'label')::uuid
        left join segmentation_label g on e ->> 'kind' = 'polygon' and g.id = (e ->> 'label')::uuid), '[]') as shapes
    from item_snapshot k join job_item i on i.id = k.item_id join app_user u on u.id = k.user_id
    where k.job_id = ${job.id} and i.image_id = ${imageId} order by k.taken, u.id`.execute(db);
  for (const [at, one] of rows.entries()) {
    for (const other of rows.slice(at + 1)) {
      for (const [a, b] of matchShapes(one.shapes, other.shapes)) {
        a.matched_by.push(other.user.id);
        b.matched_by.push(one.user.id);
      }
    }
  }
  return rows;
}
