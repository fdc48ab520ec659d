import type { DisputedGroupDetails, DisputedMember } from '@console/shared-contract/api';
import { getImageFileName, type NamedImage } from '@console/shared-contract/image-file-name';
import { sql } from 'kysely';
import { selectRequiredUsers } from '../../../data-access/rows/required-users';
import { toIsoTimestamp } from '../../../data-access/rows/view';
import type { Db } from '../../../platform/database/connection';
import { getObjectThumbUrl } from '../../detection/objects/queries';
import type { JobRow } from '../jobs/items/items';

/** A group of a job with the members that its users kept. */
export interface DisputedItem extends DisputedGroupDetails {
  /** Id of the job item. */
  id: string;
  /** Whether all required users have done the item. */
  isDone: boolean;
}

type MemberRow = Omit<DisputedMember, 'thumb_img_path'> & NamedImage & { thumb_key: string | null; thumb_token: string | null };

/**
 * Returns a group of a job with the members that each user kept. Null if no user has done the group, and for gold-standard
 * items.
 */
export async function findDisputedGroup(
  db: Db,
  job: Pick<JobRow, 'id'>,
  groupId: string,
  fileUrl: (key: string) => string,
): Promise<DisputedItem | null> {
  const { rows } = await sql<Omit<DisputedItem, 'members'>>`
    select i.id, i.group_id as "group", p.name, i.done_count >= ${selectRequiredUsers()} as "isDone",
      md5(string_agg(s.user_id::text || extract(epoch from s.taken), ',' order by s.user_id)
        || coalesce(extract(epoch from min(a.created))::text, '')) as version,
      json_agg(json_build_object('id', u.id, 'username', u.username) order by s.taken, u.id) as users,
      (select json_build_object('created', ${toIsoTimestamp('d.created')},
          'user', case when r.id is not null then json_build_object('id', r.id, 'username', r.username) end)
        from item_adjudication d left join app_user r on r.id = d.user_id where d.item_id = i.id) as decision
    from job_item i join annotation_job j on j.id = i.job_id join similarity_group p on p.id = i.group_id
      join item_snapshot s on s.item_id = i.id join app_user u on u.id = s.user_id left join item_adjudication a on a.item_id = i.id
    where i.job_id = ${job.id} and i.group_id = ${groupId} and i.gold_id is null group by i.id, j.id, p.id`.execute(db);
  const jobItem = rows[0];
  if (!jobItem) return null;
  const { rows: members } = await sql<MemberRow>`
    select m.kind, m.id, min(coalesce(c.name, t.name)) as name, (array_agg(t.meta_data))[1] as meta_data,
      min(t.thumb_key) as thumb_key, min(o.thumb_token::text) as thumb_token, json_agg(s.user_id order by s.taken, s.user_id) as users
    from item_snapshot s cross join jsonb_to_recordset(s.members) as m(kind text, id uuid)
      left join training_image t on t.id = m.id left join detection_object o on o.id = m.id left join similarity_group c on c.id = m.id
    where s.item_id = ${jobItem.id} group by m.kind, m.id order by count(*), m.id`.execute(db);
  return {
    ...jobItem,
    members: members.map(({ name, meta_data, thumb_key, thumb_token, ...member }) => {
      const objectUrl = thumb_token === null ? null : getObjectThumbUrl(thumb_token, fileUrl);
      const thumbUrl = thumb_key === null ? objectUrl : fileUrl(thumb_key);
      return { ...member, name: getImageFileName({ name, meta_data }), thumb_img_path: thumbUrl };
    }),
  };
}

/** Converts a group to the format of the API. */
export const toGroupDetails = ({ id: _, isDone: __, ...item }: DisputedItem): DisputedGroupDetails => item;
