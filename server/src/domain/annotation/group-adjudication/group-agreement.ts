import type { DisputedGroup, GroupAgreement } from '@console/shared-contract/api';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/connection';
import {
  computeF1,
  MAX_DISAGREEMENTS,
  readLabelAlphas,
  selectUnordered,
  userColumns,
  joinUsers,
} from '../jobs/agreement/agreement';
import { isUndecided } from '../jobs/agreement/disputed-groups';
import type { JobRow } from '../jobs/items/items';
import { selectReadableWork } from '../jobs/work/readable-work';
import { selectFirstImage, selectFirstObjectKey } from '../gold/queries';

type PairRow = Omit<GroupAgreement['pairs'][number], 'f1' | 'alpha'>;

/** SQL of totals over comparisons `c`. For groups, the columns for shapes contain numbers of group members. */
const memberColumns = sql`
  count(*)::int as compared, (count(*) filter (where c.same_shapes = c.all_shapes))::int as agreeing,
  json_build_object('same', coalesce(sum(c.same_shapes), 0), 'all', coalesce(sum(c.all_shapes), 0)) as members`;

/** Reads how far the users of a similarity job agree on the members of groups, and the groups on which they disagree. */
export async function readGroupAgreement(db: Db, job: JobRow, fileUrl: (key: string) => string): Promise<GroupAgreement> {
  const comparisons = selectUnordered(selectReadableWork(job, false).comparisons);
  const { rows: totals } = await sql<Pick<GroupAgreement, 'compared' | 'agreeing' | 'members'>>`
    select ${memberColumns} from ${comparisons} c`.execute(db);
  const { rows: pairs } = await sql<PairRow>`
    select ${userColumns}, ${memberColumns} from ${joinUsers(comparisons)}
    group by a.id, b.id order by lower(a.username), lower(b.username), a.id, b.id`.execute(db);
  const getAlpha = await readLabelAlphas(db, comparisons);
  return {
    ...totals[0]!,
    pairs: pairs.map((pair) => ({ ...pair, f1: computeF1(pair.members), alpha: getAlpha(pair) })),
    disagreements: await readDisagreements(db, job, fileUrl),
  };
}

async function readDisagreements(db: Db, job: JobRow, fileUrl: (key: string) => string): Promise<DisputedGroup[]> {
  const { rows } = await sql<Omit<DisputedGroup, 'thumb_img_path'> & { thumb_key: string | null }>`
    select g.group_id as "group", p.name, coalesce(t.thumb_key, ${selectFirstObjectKey}) as thumb_key, 1 - c.same::float8 / c.total as difference,
      (select json_agg(json_build_object('id', u.id, 'username', u.username) order by s.taken, u.id)
        from item_snapshot s join app_user u on u.id = s.user_id where s.item_id = g.id) as users,
      ${isUndecided} as is_open
    from (
        select item_id, sum(same_shapes) as same, sum(all_shapes) as total from item_comparison where job_id = ${job.id} group by item_id
      ) c join job_item g on g.id = c.item_id join annotation_job j on j.id = g.job_id join similarity_group p on p.id = g.group_id
      left join training_image t on t.id = ${selectFirstImage}
    where c.same < c.total order by is_open desc, difference desc, g.position limit ${MAX_DISAGREEMENTS}`.execute(db);
  return rows.map(({ thumb_key, ...row }) => ({ ...row, thumb_img_path: thumb_key === null ? null : fileUrl(thumb_key) }));
}
