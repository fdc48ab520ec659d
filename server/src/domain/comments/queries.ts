import type { Comment, CommentThread, UserReference } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { toIsoTimestamp, type RowView } from '../../data-access/rows/view';
import { SHAPE_KINDS } from '../../data-access/shape-kinds/registry';

const selectUser = (alias: string) =>
  sql<UserReference | null>`case when ${sql.ref(`${alias}.id`)} is not null
    then json_build_object('id', ${sql.ref(`${alias}.id`)}, 'username', ${sql.ref(`${alias}.username`)}) end`;

export const commentView: RowView<Comment> = {
  from: sql`comment c left join app_user a on a.id = c.author_id`,
  countFrom: sql`comment c`,
  id: sql`c.id`,
  columns: sql<Comment>`
    c.id, c.workspace_id as workspace, c.thread_id as thread, ${selectUser('a')} as author, c.text,
    (select coalesce(json_agg(json_build_object('id', u.id, 'username', u.username) order by lower(u.username), u.id), '[]')
      from membership m join app_user u on u.id = m.user_id
      where m.workspace_id = c.workspace_id and m.user_id = any(c.mentions)) as mentions,
    ${toIsoTimestamp('c.created')} as created, ${toIsoTimestamp('c.edited')} as edited, ${toIsoTimestamp('c.deleted')} as deleted,
    c.version`,
};

const SHAPE_IDS = SHAPE_KINDS.map(({ name }) => ({ name, id: sql.ref(`t.${name}_id`) }));

/** SQL of the kind of row that a thread is about. */
const threadKind = sql`case
  ${sql.join(
    SHAPE_IDS.map(({ name, id }) => sql`when ${id} is not null then ${sql.lit(name)}`),
    sql` `,
  )}
  when t.image_id is not null then 'image' when t.group_id is not null then 'group' else 'product' end`;

export const threadView: RowView<CommentThread> = {
  from: sql`comment_thread t left join job_item i on i.id = t.item_id left join app_user v on v.id = t.resolved_by
    left join job_remark r on r.id = t.remark_id left join app_user ra on ra.id = r.author_id
    left join app_user rr on rr.id = r.reviewer_id`,
  countFrom: sql`comment_thread t left join job_item i on i.id = t.item_id`,
  id: sql`t.id`,
  columns: sql<CommentThread>`
    t.id, t.workspace_id as workspace, ${threadKind} as kind,
    coalesce(${sql.join(SHAPE_IDS.map(({ id }) => id))}, t.subject_id) as entity, t.image_id as image, i.job_id as job, t.place,
    case when r.id is not null then json_build_object(
      'id', r.id, 'state', r.state, 'author', ${selectUser('ra')}, 'reviewer', ${selectUser('rr')}) end as remark,
    ${toIsoTimestamp('t.created')} as created, ${toIsoTimestamp('t.resolved')} as resolved, ${selectUser('v')} as resolved_by,
    (select row_to_json(f) from (
      select ${commentView.columns} from ${commentView.from} where c.thread_id = t.id order by c.created, c.id limit 1) f) as first,
    (select count(*)::int from comment c where c.thread_id = t.id and c.deleted is null and c.id <> (
      select f.id from comment f where f.thread_id = t.id order by f.created, f.id limit 1)) as replies,
    (select ${toIsoTimestamp('l.created')} from comment l where l.thread_id = t.id order by l.created desc limit 1) as last_comment,
    t.version`,
};
