/**
 * Creates the function that returns whether an annotator can read a comment. The function restricts annotators while users work
 * independently on an image or group. Annotators then read their own comments, comments of reviewers in their threads, and comments of
 * reviewers to them or to everybody. The restriction ends for an image when the annotators' work is merged into the image, and for a group
 * when the job is done.
 */
export function createCommentFunction(addStatement: (statement: string) => unknown): void {
  const isOpen = '(g.gold_rate is not null or g.blind) and not g.done';
  const isOfReviewer = (
    comment: string,
  ) => `exists (select from public.membership p join public.workspace w on w.id = p.workspace_id
      where p.workspace_id = t.workspace_id and p.user_id = ${comment}.author_id and (w.owner_id = p.user_id or p.role in ('manager', 'reviewer')))`;
  const isForReader = (comment: string) =>
    `(${comment}.mentions @> array[reader] or r.author_id = reader or t.remark_id is null and ${comment}.mentions = '{}')`;
  addStatement(`create function {s}.can_read_comment(reader uuid, comment uuid) returns boolean language sql stable parallel safe as $$
    select coalesce(not (
        exists (select from public.job_item h join public.annotation_job g on g.id = h.job_id and ${isOpen}
          where h.group_id = t.group_id or h.image_id = t.image_id and (g.gold_rate is not null or h.adopted is null))
        or exists (select from public.group_layer_member l join public.group_layer y on y.id = l.layer_id and y.user_id = reader
          join public.annotation_job g on g.id = y.job_id and ${isOpen} where l.image_id = t.image_id))
      or (f.author_id = reader or ${isOfReviewer('f')} and ${isForReader('f')})
        and (c.author_id = reader or ${isOfReviewer('c')} and (f.author_id = reader or ${isForReader('c')})), false)
    from public.comment c join public.comment_thread t on t.id = c.thread_id left join public.job_remark r on r.id = t.remark_id
      cross join lateral (select * from public.comment e where e.thread_id = t.id order by e.created, e.id limit 1) f
    where c.id = comment $$`);
}
